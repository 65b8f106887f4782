# Adult with occupation sensitive and the other eight attributes quasi-identifiers: what each model
# costs. The releases are judged again by awk.
adult=${SHOAL_DATA-}/adult
[ -e "$adult/adult.csv" ] || { echo "no real data" >&2 && exit 77; }
anonymize() {
    "$SHOAL" anonymize "$adult/adult.csv" --hierarchies "$adult/hierarchies" --domain hierarchy \
        --quasi sex,age,race,marital-status,education,native-country,workclass,salary-class \
        --sensitive occupation --k 5 --suppression 5% --metric loss --algorithm optimal \
        --progress none -o safe.csv --result run.json "$@" >/dev/null
}
field() {
    sed -n "s/^  \"$1\": \"*\([^\",]*\).*/\1/p" run.json
}
# Of all classes: the fewest rows, the fewest values, the least entropy as a number of values, the
# largest c that recursive 3-diversity needs, t, delta, beta and alpha. The last column but one is
# the occupation.
judge() {
    awk -F';' 'NR > 1 {
        class = $1 FS $2 FS $3 FS $4 FS $5 FS $6 FS $7 FS $9
        table[$8]++; all++
        if (class == "*;*;*;*;*;*;*;*") hidden++
        else { rows[class]++; here[class, $8]++ }
    }
    END {
        k = l = e = 1e9; t = delta = beta = alpha = c3 = 0
        for (c in rows) {
            n = rows[c]; distinct = moved = bits = 0; first = second = 0; lost = 0
            for (v in table) {
                m = here[c, v] + 0; p = table[v] / all; q = m / n
                if (m > 0) { distinct++; bits -= q * log(q) }
                if (m > first) { second = first; first = m } else if (m > second) second = m
                if (q > p) { moved += q - p; if (q / p - 1 > beta) beta = q / p - 1 }
                gain = m == 0 ? 1e9 : log(q / p) < 0 ? -log(q / p) : log(q / p)
                if (gain > delta) delta = gain
            }
            if (n < k) k = n
            if (distinct < l) l = distinct
            if (exp(bits) < e) e = exp(bits)
            if (moved > t) t = moved
            if (first / n > alpha) alpha = first / n
            tail = n - first - second
            ratio = tail > 0 ? first / tail : 1e9
            if (ratio > c3) c3 = ratio
        }
        printf "    k %d, l %d, entropy %.4f, c %.4f, t %.6f, delta %.4f, beta %.4f, alpha %.4f, %d suppressed\n", \
            k, l, e, c3, t, delta, beta, alpha, hidden
    }' <(tr -d '\r' <safe.csv)
}
while read -r rule; do
    if [ "$rule" = none ]; then anonymize; else anonymize --model "$rule"; fi || echo "status $?"
    printf '%-40s %s %.5f\n' "$rule" "$(field outcome)" "$(field value)"
    sed -n '/"models": \[/,/^    \]/s/^ *"found": \(.*\)/    found \1/p' run.json
    judge
done <<'END'
none
l-diversity l=3
l-diversity l=3 form=entropy
l-diversity l=3 form=recursive c=4
t-closeness t=0.2
t-closeness t=0.3
t-closeness t=0.4
t-closeness t=0.5
delta-disclosure delta=2
beta-likeness beta=4
alpha-k alpha=0.5
END
echo "# the same bytes whatever the threads"
anonymize --l 3 --t 0.5
cp safe.csv first.csv
for threads in 1 2 8; do
    anonymize --l 3 --t 0.5 --threads $threads && cmp safe.csv first.csv
done
echo "# the domain is a matter of loss: the order of 72 ages is not that of the 100 in the hierarchy"
quasi=sex,race,marital-status,education,native-country,workclass,occupation,salary-class
for t in 0.1 0.2; do
    for domain in data hierarchy; do
        rule="t-closeness t=$t distance=ordered"
        "$SHOAL" anonymize "$adult/adult.csv" --k 5 --suppression 5% --quasi $quasi \
            --hierarchies "$adult/hierarchies" --sensitive age --model "$rule" --domain $domain \
            --progress none -o safe.csv --result run.json >/dev/null || echo "status $?"
        printf 't %s, domain %s: %s %.4f' $t $domain "$(field outcome)" "$(field value)"
        "$SHOAL" verify safe.csv --k 5 --quasi $quasi --sensitive age --model "$rule" \
            --suppression 5% | sed 's/^safe.csv//'
    done
done

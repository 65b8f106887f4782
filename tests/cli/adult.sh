# Adult, all nine attributes quasi-identifiers: the optima are known.
adult=${SHOAL_DATA-}/adult
[ -e "$adult/adult.csv" ] || { echo "no real data" >&2 && exit 77; }
anonymize() {
    "$SHOAL" anonymize "$adult/adult.csv" --hierarchies "$adult/hierarchies" --domain hierarchy \
        --quasi sex,age,race,marital-status,education,native-country,workclass,occupation,salary-class \
        --metric loss --algorithm optimal --progress none "$@"
}
levels() {
    sed -n '/"levels"/,/}/s/.*: \([0-9]*\),*$/\1/p' run.json | tr '\n' ' '
}
field() {
    sed -n "s/^  \"$1\": \"*\([^\",]*\).*/\1/p" run.json
}
while read -r k suppression; do
    anonymize --k "$k" --suppression "$suppression" -o "safe-$k-$suppression.csv" --result run.json \
        >/dev/null || echo "status $?"
    printf '%s %s: %s %.10f, levels %s, %s suppressed\n' "$k" "$suppression" "$(field outcome)" \
        "$(field value)" "$(levels)" "$(field suppressed)"
done <<'END'
5 0
5 5%
5 100%
25 5%
25 100%
END
echo "# the same bytes whatever the threads"
for threads in 1 2 7; do
    anonymize --k 5 --suppression 5% --threads $threads -o - 2>/dev/null | cmp - safe-5-5%.csv
done

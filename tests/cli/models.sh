# Privacy models beside k, end to end; releases are judged again from their text alone.
cat >people.csv <<'CSV'
age,sex,postcode,illness,wage,name
21,f,1010,flu,10,anna
23,m,1010,asthma,20,ben
24,f,1011,flu,30,cora
29,m,1011,gout,40,dan
31,f,1020,flu,10,eva
33,m,1020,gout,20,finn
34,f,1021,flu,30,gina
38,m,1021,flu,40,hans
41,f,1030,gout,50,ida
44,m,1030,asthma,10,jan
45,f,1031,flu,20,kim
49,m,1031,flu,30,lea
CSV
printf 'flu;lung;*\nasthma;lung;*\ngout;joint;*\n' >illness.csv
task=(--quasi age,sex,postcode --sensitive illness --identifier name --k 2 --progress none
    --hierarchy age=ranges:10,20 --hierarchy postcode=mask:right)

# For each class: rows, distinct values of column 4, their largest share, and the distance of their
# shares from those of all rows. Then the worst of each.
judge() {
    awk -F, 'NR > 1 {
        class = $1 "," $2 "," $3
        table[$4]++; all++
        rows[class]++; here[class, $4]++
    }
    END {
        if (rows["*,*,*"] < all) delete rows["*,*,*"]
        least = 1e9; share = distance = 0
        for (c in rows) {
            distinct = most = moved = 0
            for (v in table) {
                n = here[c, v] + 0
                distinct += n > 0
                most = n > most ? n : most
                d = n / rows[c] - table[v] / all
                moved += d > 0 ? d : 0
            }
            least = distinct < least ? distinct : least
            share = most / rows[c] > share ? most / rows[c] : share
            distance = moved > distance ? moved : distance
        }
        printf "classes %d, distinct %d, share %.4f, distance %.4f\n", length(rows), least, share, distance
    }' "$1"
}

release() {
    echo "\$ $*"
    "$SHOAL" anonymize people.csv "${task[@]}" -o safe.csv --result run.json "$@" 2>&1 |
        grep -E '^(shoal|optimal|feasible|suppressed)'
    echo "= ${PIPESTATUS[0]}"
    sed -n '/"models": \[/,/^    \]/s/^ *"\(rule\|attribute\|asked\|found\)": \(.*\)/  \1 \2/p' run.json
    judge safe.csv
}
for recoding in lattice cut; do
    release --recoding $recoding
    release --recoding $recoding --l 2
    release --recoding $recoding --l 3 --suppression 40%
    release --recoding $recoding --t 0.2
    release --recoding $recoding --t 0
    release --recoding $recoding --model 'alpha-k alpha=0.5' --suppression 40%
    release --recoding $recoding --l 2 --t 0.4 --model 'beta-likeness beta=1; alpha-k alpha=0.75'
    release --recoding $recoding --model 't-closeness t=0.25 distance=hierarchical' \
        --model 'l-diversity l=2 on=wage form=entropy' --hierarchy illness=illness.csv
    release --recoding $recoding --metric cm --target wage --l 2
done

echo "# every algorithm keeps them"
for recoding in lattice cut; do
    for algorithm in $("$SHOAL" list algorithms | sed -n "s/ .*($recoding)$//p"); do
        printf '%s %s: ' $recoding "$algorithm"
        "$SHOAL" anonymize people.csv "${task[@]}" --recoding $recoding --algorithm "$algorithm" \
            --l 2 --t 0.35 --suppression 20% -o safe.csv >/dev/null && judge safe.csv |
            awk -F'[ ,]+' '{ print ($4 >= 2 && $8 <= 0.35 ? "kept" : "violated") }'
    done
done

echo "# plans: as text, as a list, and back"
release --model 'l-diversity l=2' --model 'alpha-k alpha=0.75 on=illness' --write-plan plan.yaml
sed -n '/^privacy/,/^[^ p]/p' plan.yaml
cp safe.csv first.csv
again() {
    "$SHOAL" anonymize people.csv -p "$1" --progress none -o again.csv --write-plan again.yaml >/dev/null &&
        cmp first.csv again.csv && diff <(sed 's/; */;/' plan.yaml) <(sed 's/; */;/' again.yaml) && echo same
}
again plan.yaml
sed 's/^  models:.*/  models: [l-diversity l=2, alpha-k alpha=0.75 on=illness]/; /^    - /d' plan.yaml >list.yaml
grep -A 1 models list.yaml
again list.yaml
sed 's/^  models:.*/  models: "l-diversity l=2; alpha-k alpha=0.75 on=illness"/; /^    - /d' plan.yaml >text.yaml
again text.yaml
"$SHOAL" verify first.csv -p plan.yaml
"$SHOAL" verify first.csv -p plan.yaml --l 3
echo "= $?"

echo "# refusals"
try() {
    echo "\$ $*"
    "$SHOAL" anonymize people.csv "${task[@]}" -o never.csv "$@" 2>&1
    echo "= $?"
}
try --l 0
try --l 2.5
try --t 1.5
try --t 0.0000000001
try --model ''
try --model 'm-invariance m=3'
try --model 't-closeness'
try --model 'l-diversity l=2 on=age'
try --model 'l-diversity l=2 on=name'
try --model 'l-diversity l=2 on=nowhere'
try --model 't-closeness t=0.3 distance=hierarchical'
try --model 'k-map k=3'
try --model 'k-map k=3' --population nowhere.csv
try --l 9
try --l 4 --suppression 99%
try --metric cm --target name
try --metric cm --target nowhere
"$SHOAL" anonymize people.csv --quasi age,sex --k 2 --l 2 --progress none -o never.csv 2>&1
echo "= $?"

echo "# a class that lost its compatible rows may have them again where they are told apart"
printf 'postcode,illness\nx1,s\nx1,t\nx2,s\ny,s\n?,s\n?,t\n' >wild.csv
printf 'x1;X;*\nx2;X;*\ny;Y;*\n' >postcode.csv
for algorithm in optimal exhaustive auto; do
    "$SHOAL" anonymize wild.csv --quasi postcode --sensitive illness --hierarchy postcode=postcode.csv \
        --missing wildcard --k 3 --suppression 34% --model 'alpha-k alpha=0.5' \
        --algorithm $algorithm --progress none -o safe.csv | grep optimal
done
cat safe.csv

echo "# rows that are dropped count for nothing"
awk 'BEGIN { print "age,sex,wage"; for (i = 0; i < 60; i++)
    print (i % 11 == 5 ? "?" : 20 + i * 7 % 20) "," (i % 3 ? "f" : "m") "," (i % 11 == 5 ? 90 + i : i * i % 5) }' >all.csv
grep -v '?' all.csv >some.csv
for rule in 't-closeness t=0.08 distance=ordered' 'delta-disclosure delta=0.6' 'beta-likeness beta=0.4' \
    't-closeness t=0.14; l-diversity l=2.5 form=entropy'; do
    for rows in all some; do
        "$SHOAL" anonymize $rows.csv --quasi age,sex --sensitive wage --k 3 --hierarchy age=ranges:5,10 \
            --missing drop --suppression 10% --model "$rule" --progress none -o safe.$rows.csv |
            grep -E '^optimal'
    done
    cmp safe.all.csv safe.some.csv && echo same
done

echo "# as many values as rows: distinct l-diversity is k"
seq 1 5000 | awk 'BEGIN { print "age,sex,id" } { print $1 % 97 "," $1 * $1 % 3 % 2 "," "p" $1 }' >ids.csv
ids=(--quasi age,sex --sensitive id --hierarchy age=ranges:5,10,20 --suppression 1% --progress none)
"$SHOAL" anonymize ids.csv "${ids[@]}" --k 40 --metric dm -o one.csv >/dev/null
"$SHOAL" anonymize ids.csv "${ids[@]}" --k 1 --l 40 --metric dm -o other.csv >/dev/null
cmp one.csv other.csv && echo same
seq 0 4499 | awk 'BEGIN { print "number,id" } { print $1 ",p" $1 }' >ids.csv
"$SHOAL" anonymize ids.csv --quasi number --sensitive id --k 1 --l 2 --progress none \
    --hierarchy number=ranges:2,10 --algorithm exhaustive -o safe.csv | grep -E '^(classes|optimal)'
ls | grep never
[ $? = 1 ]

# The suppressed rows are a class: whoever fits no published class is one of them.
awk 'BEGIN { print "age,zip,disease"
    split("flu cold asthma", d, " ")
    for (i = 0; i < 24; i++) print 20 + i % 2 * 10 "," 1000 + i % 3 * 100 "," d[1 + (i + (i % 5 == 0)) % 3]
    for (i = 0; i < 6; i++) print 70 + i "," 9000 + i ",HIV" }' >people.csv
asked=(--quasi age,zip --sensitive disease --k 5 --l 2 --suppression 20%)

for rule in auto keep drop; do
    echo "# $rule"
    "$SHOAL" anonymize people.csv "${asked[@]}" --progress plain --suppressed $rule -o safe.csv --result safe.json 2>&1 |
        grep -E '^(rows|suppressed|optimal|feasible|note: the release)'
    grep -E '"suppressed(_rows)?"' safe.json | head -n 2
    grep -c HIV safe.csv
    "$SHOAL" verify safe.csv "${asked[@]}" 2>/dev/null | cut -d' ' -f2
done

echo "# a release of others that shows them"
"$SHOAL" anonymize people.csv "${asked[@]}" -o safe.csv >/dev/null 2>&1
for i in 1 2 3 4 5 6; do echo '*,*,HIV'; done | cat safe.csv - >theirs.csv
"$SHOAL" verify theirs.csv "${asked[@]}" 2>&1
"$SHOAL" assess theirs.csv "${asked[@]}" 2>&1 | grep -E '^(the table|l of|warning: in)'

echo "# six rows of one person are one person"
awk 'BEGIN { print "id,age,disease"
    for (i = 0; i < 24; i++) print i "," 20 + i % 2 * 10 "," (i % 4 < 2 ? "flu" : "cold")
    for (i = 0; i < 6; i++) print "x," 70 + i "," (i % 2 ? "flu" : "cold") }' >visits.csv
"$SHOAL" anonymize visits.csv --person id --quasi age --sensitive disease --k 5 --suppression 20% --hierarchy age=flat \
    --max-level age=0 --progress plain -o safe.csv 2>&1 | grep -E '^(rows|suppressed|note: the release)'

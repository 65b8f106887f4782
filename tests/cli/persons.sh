# Several rows per person: k, the models and the risks count persons.
anonymize() { "$SHOAL" anonymize --order input --accept input_order "$@" --progress none --threads 1; }

echo '# a toy table, worked out by hand'
cat >toy.csv <<'CSV'
id,zip,sex,illness
a,1,f,flu
a,1,f,flu
b,1,f,hiv
c,2,m,flu
c,2,m,hiv
c,2,m,flu
d,2,f,flu
?,2,f,flu
?,2,f,hiv
CSV
flags=(--quasi zip,sex --sensitive illness --hierarchy zip=flat --hierarchy sex=flat --person id)
# Classes: (1,f) has persons a and b; (2,m) has only c; (2,f) has d and two unknown persons.
"$SHOAL" assess --order input toy.csv "${flags[@]}" --k 2 --result toy.json
grep -E '^  "(rows|persons|k|k_eff|k_eff_rows)"|"(sample|largest|average)"' toy.json | head -n 15

echo '# in rows the table is 3-anonymous; in persons one class is a single person'
anonymize toy.csv "${flags[@]/--person/--identifier}" --k 3 --accept persons_not_stated -o rows.csv | grep -E '^(k|suppressed|loss|optimal)'
"$SHOAL" verify rows.csv "${flags[@]}" --k 3 --against toy.csv 2>&1
anonymize toy.csv "${flags[@]}" --k 2 --suppression 40% -o safe.csv --result run.json | grep -E '^(persons|k|suppressed|loss|optimal)'
grep -E '"(persons|k_eff|k_eff_rows|rows)"' run.json | head -n 4
cat safe.csv

echo '# the release does not say whose rows they are'
"$SHOAL" verify safe.csv "${flags[@]}" --k 2 --suppression 40% 2>&1
"$SHOAL" verify safe.csv "${flags[@]}" --k 2 --suppression 40% --against toy.csv
"$SHOAL" verify safe.csv "${flags[@]}" --k 3 --suppression 40% --against toy.csv 2>&1
"$SHOAL" verify safe.csv "${flags[@]}" --k 2 --l 2 --suppression 40% --against toy.csv 2>&1
"$SHOAL" assess --order input safe.csv "${flags[@]}" --k 2 2>&1
"$SHOAL" assess --order input safe.csv "${flags[@]}" --k 2 --against toy.csv | sed -n '/before/,/unique/p'

echo '# other rows, or another order'
head -n 5 toy.csv >short.csv
"$SHOAL" verify safe.csv "${flags[@]}" --k 2 --against short.csv 2>&1
(head -n 1 toy.csv && tail -n +2 toy.csv | sort -r) >reversed.csv
"$SHOAL" verify safe.csv "${flags[@]}" --k 2 --against reversed.csv 2>&1
"$SHOAL" assess --order input safe.csv "${flags[@]}" --k 2 --against reversed.csv 2>&1
cut -d, -f2- toy.csv >nobody.csv
"$SHOAL" verify safe.csv "${flags[@]}" --k 2 --against nobody.csv 2>&1
"$SHOAL" verify safe.csv --quasi zip,sex --k 2 --suppression 40% --against toy.csv 2>&1

echo '# two columns are one key; rows that are dropped have no person'
cat >two.csv <<'CSV'
site,no,zip,illness
x,1,1,flu
x,2,1,hiv
y,1,1,flu
y,1,1,flu
x,1,?,hiv
CSV
anonymize two.csv --quasi zip --person site,no --k 3 --missing drop -o two_safe.csv | grep -E '^(persons|k|suppressed)'
"$SHOAL" verify two_safe.csv --quasi zip --person site,no --k 3 --missing drop --against two.csv

# Whether every class of a release has at least k patients; the rows are those of stays.csv.
fewest() {
    paste -d, <(cut -d, -f1 stays.csv) "$1" | awk -F, -v columns="$2" 'NR > 1 {
        class = ""; stars = 1
        for (i = 2; i <= columns + 1; i++) { class = class "," $i; stars = stars && $i == "*" }
        if (stars) { suppressed++; next }
        rows[class]++
        if (!seen[class, $1]++) persons[class]++
    }
    END {
        least = -1; below = 0
        for (class in persons) { if (least < 0 || persons[class] < least) least = persons[class]; below += persons[class] < 5 }
        print length(persons) " classes, the smallest with " least " patients, " below " with fewer than 5"
    }'
}

echo '# a register of hospital stays: no class has fewer than k patients, in any recoding'
"$SHOAL" sample --visits 2 --rows 4000 --seed 3 -o stays.csv
anonymize stays.csv -p stays.plan.yaml -o lattice.csv | grep -E '^(rows|persons|classes|k|suppressed|optimal)'
fewest lattice.csv 8
"$SHOAL" verify lattice.csv -p stays.plan.yaml --against stays.csv
echo '# counted in rows, some have'
sed 's/role: person/role: identifier/' stays.plan.yaml >rows.plan.yaml
anonymize stays.csv -p rows.plan.yaml --accept persons_not_stated -o in_rows.csv 2>/dev/null | grep -E '^(classes|k|optimal)'
fewest in_rows.csv 8
"$SHOAL" verify in_rows.csv -p stays.plan.yaml --against stays.csv 2>&1
echo '# which is said without being asked'
anonymize stays.csv -p rows.plan.yaml -o in_rows2.csv 2>&1 >/dev/null | grep -c persons_not_stated
anonymize stays.csv -p rows.plan.yaml --strict -o strict.csv >/dev/null 2>&1
echo "--strict: $?, $(ls strict.csv 2>/dev/null | wc -l) files"
echo '# a front'
anonymize stays.csv -p stays.plan.yaml --algorithm nsga2 --set budget=200 --front front.csv -o point.csv | grep -E '^(k|front)'
"$SHOAL" verify point.csv -p stays.plan.yaml --algorithm nsga2 --front front.csv --against stays.csv
"$SHOAL" verify point.csv -p stays.plan.yaml --algorithm nsga2 --front front.csv 2>&1
echo '# cuts'
anonymize stays.csv -p stays.plan.yaml --recoding cut --algorithm local --evaluations 300 -o cut.csv | grep -E '^(classes|k)'
fewest cut.csv 8
"$SHOAL" verify cut.csv -p stays.plan.yaml --against stays.csv | sed 's/(.*)/(…)/'
echo '# averages'
cut -d, -f1,3,11,13 stays.csv >numbers.csv
anonymize numbers.csv --person patient_id --quasi age,days,cost --k 5 --recoding microaggregation --algorithm mdav -o mean.csv | grep -E '^(persons|classes|k)'
fewest mean.csv 3
"$SHOAL" verify mean.csv --person patient_id --quasi age,days,cost --k 5 --order input --against numbers.csv | sed 's/(.*)/(…)/'

echo '# everybody in a class may have a value without it being the only one'
cat >both.csv <<'CSV'
id,zip,illness,weight
a,1,hiv,2
a,1,flu,2
b,1,hiv,2
b,1,cough,2
c,1,hiv,2
c,1,flu,2
CSV
anonymize both.csv --quasi zip --person id --sensitive illness --k 3 --l 2 -o both_safe.csv 2>&1 | grep -E 'warning|l-div'
echo '# weights are of rows; limits of the whole release are judged'
"$SHOAL" assess --order input both.csv --quasi zip --person id --sensitive illness --weight weight 2>&1 | tail -n 1
"$SHOAL" assess --order input both.csv --quasi zip --k 1 --max-average-risk 0.1 2>/dev/null | head -n 2

# Columns that look like the key of a person: rows are counted, and classes may have too few persons.
exec 2>&1
# 12 rows of 6 patients: three visits of p1 and p2, two of p3 and p4, one of p5 and p6.
cat >visits.csv <<'CSV'
visit,patient_nbr,age,sex,ill
1,p1,30,f,a
2,p1,30,f,b
3,p1,30,f,c
4,p2,40,m,a
5,p2,40,m,b
6,p2,40,m,c
7,p3,50,f,a
8,p3,50,f,b
9,p4,50,f,c
10,p4,50,f,a
11,p5,50,f,b
12,p6,50,f,c
CSV
# run FLAGS...
run() {
    echo "\$ $*"
    "$SHOAL" anonymize visits.csv --k 3 --quasi age,sex --sensitive ill --progress none -o safe.csv \
        --result run.json "$@" | sed -n 's/^\(classes\|k\) /\1 /p'
    sed -n '/"code": "persons/,/}/p' run.json | grep -E 'values|"rows|"k"|classes|smallest'
    rm -f run.json
}
echo "# a plain column, an identifier: classes of p1 alone, of p2 alone, and of four"
run --identifier visit
run --identifier visit,patient_nbr
run --identifier visit,patient_nbr --identifiers mask
run --identifier visit,patient_nbr --threads 1
echo "# the person is named: nothing to warn of"
run --identifier visit --person patient_nbr
echo "# every class has enough persons all the same"
run --identifier visit,patient_nbr --k 2 --hierarchy age=flat --quasi age
echo "# the name says nothing, but an identifier repeats"
sed -i '1s/patient_nbr/badge/' visits.csv
run --identifier visit,badge
echo "# names are shared by different people, and a column that does not repeat is no matter"
sed -i '1s/badge/name/' visits.csv
run --identifier visit,name
echo "# a plain column whose name says nothing"
sed -i '1s/name/level/' visits.csv
run --identifier visit
echo "# missing keys are persons of their own"
sed -i '1s/level/patient/; s/,p[12],/,?,/' visits.csv
run --identifier visit,patient
run --identifier visit
echo "# blank values and lines"
sed 's/,?,/,,/; 4s/$/\n/' visits.csv >blank.csv
"$SHOAL" assess blank.csv --k 3 --quasi age,sex --sensitive ill --progress none >/dev/null
echo "# an assessment counts the persons of the table's classes"
sed -i 's/,?,/,p1,/' visits.csv
"$SHOAL" assess visits.csv --k 3 --quasi age,sex --sensitive ill --progress none >/dev/null
"$SHOAL" assess visits.csv --quasi age,sex --sensitive ill --progress none >/dev/null
echo "# a register of visits: as its plan has it, and with the person taken for an identifier, or for nothing"
"$SHOAL" sample --rows 5000 --visits -o stays.csv >/dev/null
for role in "" "--identifier patient_id" "--plain patient_id"; do
    echo "\$ $role"
    "$SHOAL" anonymize stays.csv -p stays.plan.yaml $role --progress none -o stays-safe.csv >summary
done
echo "# keys that differ only in how they are written may be one person's"
# keys KEY...: a class of six people with these keys, beside two of twenty
keys() {
    {
        echo pid,ward,dx
        for i in $(seq 0 39); do echo "$((1000 + i)),$((i % 2)),illness$((i / 2 % 2))"; done
        for ((i = 0; i < $#; i++)); do echo "${@:i+1:1},2,illness$((i % 2))"; done
    } >keys.csv
    "$SHOAL" anonymize keys.csv --person pid --quasi ward --sensitive dx --k 5 --l 2 --max-level ward=0 --trim no \
        --strict --progress none -o keys-safe.csv >/dev/null
    echo "= $?"
}
keys P77 p77 'P77 ' ' P77' 'Ｐ77' "$(printf 'P77\xe2\x80\x8b')"
keys 77 077 0077 78 79 80
echo "# these are people's own"
keys A-1 A1 'A 1' 1.1 11 1.10
keys P1 P01 P001 P1x P1y P1z
keys '' NA '?' '' NA '?'
echo "# a key of two columns, in an assessment; and where the release has its persons from the original"
awk -F, 'BEGIN { OFS = "," } { print $1, NR == 1 ? "clinic" : $2 % 2, $2, $3 }' keys.csv >both.csv
printf 'm7,0,0,illness0\nM7,0,1,illness0\nM7,1,1,illness1\n' >>both.csv
"$SHOAL" assess both.csv --person pid,clinic --quasi ward --sensitive dx --k 2 --progress none --result both.json >/dev/null
sed -n '/"code": "persons_alike/,/}/p' both.json
"$SHOAL" anonymize both.csv --person pid,clinic --quasi ward --sensitive dx --k 2 --progress none -o both-safe.csv \
    --mapping both.map >/dev/null
"$SHOAL" assess both-safe.csv --against both.csv --mapping both.map --person pid,clinic --quasi ward --sensitive dx --k 2 \
    --progress none >/dev/null
echo "# whoever knows that they are different people says so"
keys P77 p77 P78 P79 P80 P81 2>/dev/null
"$SHOAL" anonymize keys.csv --person pid --quasi ward --sensitive dx --k 5 --l 2 --max-level ward=0 --strict \
    --accept persons_alike --progress none -o keys-safe.csv --report keys.html | grep ^verdict
exit 0

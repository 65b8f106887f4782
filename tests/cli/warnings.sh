# Warnings: each by a small table, on standard error whatever the progress; strict plans, accepted
# codes, and what the result says.
exec 2>&1

# run FLAGS...: the warnings of a release, and what is left behind.
run() {
    echo "\$ $*"
    "$SHOAL" anonymize table.csv --k 2 --progress none -o safe.csv "$@" >summary
    echo "= $?"
    ls safe.csv run.json report.html plan.yaml seen 2>/dev/null
    rm -rf safe.csv run.json report.html plan.yaml seen
}

echo "# a table that is well described draws none"
cat >table.csv <<'CSV'
age,sex,illness
20,f,flu
21,f,ulcer
22,m,flu
23,m,ulcer
30,f,flu
31,f,asthma
32,m,asthma
33,m,flu
CSV
run --quasi age,sex --sensitive illness --l 2
run --quasi age,sex --identifier illness
run --quasi age,sex,illness

echo "# no sensitive attribute"
run --quasi age,sex
"$SHOAL" assess table.csv --quasi age,sex --progress none | grep -v caution | head -n 1

echo "# classes of one sensitive value: those of people below 30"
sed 's/ulcer/flu/' table.csv >one.csv && mv one.csv table.csv
"$SHOAL" anonymize table.csv --k 2 --quasi age,sex --sensitive illness --hierarchy age=ranges:10 \
    --progress none -o safe.csv --result run.json >summary
sed -n '/"warnings"/,/^  \]/p' run.json

echo "# accepted: no warning, but a note, and it is in the result"
run --quasi age,sex --plain illness --accept sensitive_not_stated,attack_certain --strict --result run.json
run --quasi age,sex --plain illness --accept near_unique --accept sensitive_not_stated,attack_certain --strict
run --quasi age,sex --plain illness --accept near_unique,sensitive_not_stated,attack_certain --strict
"$SHOAL" anonymize table.csv --k 2 --quasi age,sex --plain illness --hierarchy age=flat --accept sensitive_not_stated,attack_certain -o safe.csv --result run.json \
    --write-plan plan.yaml | tail -n 1
sed -n '/"warnings"/,/^  \]/p' run.json
sed -n '/^warnings/,/accept/p' plan.yaml
echo "# from the plan"
"$SHOAL" anonymize table.csv -p plan.yaml --strict --progress none -o again.csv --write-plan strict.yaml | tail -n 1
sed -n '/^warnings/,/accept/p' strict.yaml
"$SHOAL" anonymize table.csv -p strict.yaml --sensitive illness --progress none -o again.csv

rm -f safe.csv run.json plan.yaml
echo "# codes that are none"
run --quasi age,sex --accept everything
run --quasi age,sex --accept near_unique,
echo 'warnings: {accept: no_such}' >wrong.yaml
run -p wrong.yaml --quasi age,sex

echo "# strict: nothing is left behind"
run --quasi age,sex --strict --result run.json --write-plan plan.yaml
run --quasi age --recoding microaggregation --algorithm gomm --monitor seen --strict --result run.json
echo old >safe.csv
"$SHOAL" anonymize table.csv --k 2 --quasi age,sex --strict --progress none -o safe.csv
echo "= $?"
cat safe.csv
"$SHOAL" anonymize table.csv --k 2 --quasi age,sex --strict --progress none -o - | wc -c
"$SHOAL" assess table.csv --quasi age,sex --strict --progress none --result found.json
echo "= $?"
ls found.json 2>/dev/null
"$SHOAL" assess table.csv --quasi age,sex --strict --accept sensitive_not_stated --progress none --result found.json |
    head -n 1
sed -n '/"warnings"/,/^  \]/p' found.json

echo "# the list"
"$SHOAL" list warnings
exit 0

# --dry-run does everything but writing, and says what would be written.
"$SHOAL" sample --rows 500 --seed 3 -o people.csv >/dev/null
mkdir out
run() {
    "$SHOAL" anonymize people.csv -p people.plan.yaml -o out/safe.csv --dry-run --progress none "$@" 2>errors
    echo "= $?"
    cat errors
    ls -A out
}
run --report out/page.html --result out/run.json --write-plan out/plan.yaml | sed -n '/^optimal/,$p'
# What is there stays as it is.
echo before >out/safe.csv
run --suppression 50% | sed -n '/^optimal/,$p'
cat out/safe.csv
rm out/safe.csv
# A result for standard output is printed: it is no file.
run --result - | sed -n '/"output"/,$p'
# The numbers are those of the release.
"$SHOAL" anonymize people.csv -p people.plan.yaml -o - --dry-run --progress none 2>&1 | tail -n 1
"$SHOAL" anonymize people.csv -p people.plan.yaml -o safe.csv --progress none 2>&1 | tail -n 1
echo "$(tail -n +2 safe.csv | wc -l) rows, $(head -n 1 safe.csv | tr ',' '\n' | wc -l) columns"
echo "# refused as without it"
run --k 501
printf 'city\nRome\nRome\nOslo\n' >cities.csv
printf 'Rome;South\nOslo;North\n' >region.csv
"$SHOAL" anonymize cities.csv --k 2 --quasi city --hierarchy city=region.csv -o out/safe.csv --result out/run.json --dry-run 2>&1
echo "= $?"
run -o nowhere/safe.csv
run -o people.csv
run --strict --plain diagnosis,income
run --checkpoint out/check
run --resume out/check
run --recoding microaggregation --algorithm gomm --monitor out/monitor --quasi income --plain birth_date,sex,postcode,education,occupation,country,marital_status,household_size --set generations=2 | tail -n 2
"$SHOAL" anonymize --write-plan plan.yaml --dry-run 2>&1
ls

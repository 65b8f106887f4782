# The lowest and the highest level of an attribute hold for every algorithm, and a limit that leaves
# no release, or that no hierarchy has, is named.
"$SHOAL" sample --rows 400 --seed 3 -o people.csv >/dev/null 2>&1
quasi=birth_date,sex,education,marital_status
run() {
    "$SHOAL" anonymize people.csv --quasi $quasi --identifier id,name --sensitive diagnosis --k 5 --suppression 10% --progress none \
        --hierarchies people.hierarchies -o safe.csv --result run.json "$@" >/dev/null 2>errors
    code=$?
    printf '%s: %s, %s, %s\n' "$*" $code "$(sed -n 's/^  "outcome": "\(.*\)",/\1/p' run.json)" \
        "$(sed -n '/^  "levels"/,/}/p' run.json | tr -d ' \n')"
    rm -f safe.csv run.json
}
run
for algorithm in auto optimal exhaustive ola incognito samarati datafly random kgen genetic tabu tabu-genetic local; do
    run --algorithm $algorithm --min-level education=1 --max-level birth_date=4,education=2
done
cut() {
    "$SHOAL" anonymize people.csv --quasi $quasi --identifier id,name --sensitive diagnosis --k 5 --recoding cut --progress none --evaluations 4000 \
        --hierarchies people.hierarchies -o safe.csv "$@" >/dev/null 2>errors
    echo "$* = $?"
    for column in 1 4; do
        command cut -d, -f $column safe.csv | sed 1d | sort -u | tr '\n' ';'
        echo
    done
    rm -f safe.csv
}
cut --max-level education=1,birth_date=4 --suppression 10%
cut --min-level education=1,birth_date=2 --max-level birth_date=4 --suppression 10%
try() {
    echo "\$ $*"
    "$SHOAL" anonymize people.csv --quasi $quasi --identifier id,name --sensitive diagnosis --k 5 --progress none \
        --hierarchies people.hierarchies -o safe.csv "$@" 2>&1 >/dev/null
    echo "= $?"
    test ! -e safe.csv || rm safe.csv
}
try --min-level education=9
try --max-level education=9
try --max-level education=-1
try --min-level education=2 --max-level education=1
try --min-level birth=1
try --max-level birth_date=1
try --max-level birth_date=1,education=0 --suppression 5%
try --max-level birth_date=1,sex=0,education=1,marital_status=1
try --max-level birth_date=1 --recoding cut
try --recoding cut --finest education=2 --max-level education=1
try --recoding microaggregation --max-level birth_date=3
"$SHOAL" anonymize people.csv --quasi $quasi --identifier id,name --sensitive diagnosis --k 5 --min-level education=1 --max-level birth_date=4 \
    --hierarchies people.hierarchies --progress none -o safe.csv --write-plan plan.yaml >/dev/null 2>&1
grep -B3 level plan.yaml
"$SHOAL" verify safe.csv -p plan.yaml
# A finer or coarser release of the same k does not hold.
"$SHOAL" anonymize people.csv --quasi $quasi --identifier id,name --sensitive diagnosis --k 5 \
    --hierarchies people.hierarchies --suppression 60% --max-level education=0 --progress none -o fine.csv >/dev/null 2>&1
"$SHOAL" verify fine.csv -p plan.yaml --suppression 60% 2>&1
"$SHOAL" verify safe.csv -p plan.yaml --max-level birth_date=1 2>&1
echo "# limits of a column that is not generalized"
printf 'age,sex\n20,f\n20,m\n' >plain.csv
"$SHOAL" anonymize plain.csv --quasi age --min-level sex=1 --k 2 -o safe.csv --accept sensitive_not_stated 2>&1 >/dev/null |
    grep "sex is"

# Cuts: partitions of ordered values, end to end.
cat >people.csv <<'CSV'
age,work,mood,wage
21,private,good,10
22,private,fair,11
24,federal,good,12
29,state,fair,13
33,state,bad,14
34,own company,bad,15
35,own company,fair,16
41,self-employed,good,17
44,self-employed,good,18
52,private,bad,19
53,private,bad,20
67,?,fair,21
CSV
cat >work.csv <<'CSV'
private;private;*
own company;own business;*
self-employed;own business;*
federal;government;*
state;government;*
local;government;*
CSV
cut=(--recoding cut --quasi age,work,mood --hierarchy work=work.csv --hierarchy age=ranges:10,20
    --hierarchy mood=flat --progress none --seed 1)

# release FLAGS...: its groups, its rows, and what verify says of it.
release() {
    echo "\$ $*"
    "$SHOAL" anonymize people.csv "${cut[@]}" --k 2 -o safe.csv --result run.json "$@" |
        grep -E '^(suppressed|age|work|mood|feasible|optimal)'
    cat safe.csv
    "$SHOAL" verify safe.csv --k 2 --quasi age,work,mood --suppression 100%
}
echo "# ranges, sets and groups of a hierarchy"
release --suppression 20%
grep -vE '"(path|sha256|read|search|write|verify|total|threads|evaluations|memo_hits)":' run.json
echo "# constrained: only groups of the hierarchy"
release --suppression 20% --constrained work
release --suppression 20% --constrained age,work,mood
echo "# values in an order of one's own"
release --suppression 20% --order 'mood=good|bad|fair'
release --suppression 20% --constrained work \
    --order 'work=state|federal|local|private|self-employed|own company'
echo "# never finer than a level; values that the hierarchy alone names"
release --suppression 20% --finest age=1
release --suppression 20% --finest age=2 --finest work=1 --domain hierarchy
echo "# nothing suppressed; everything may be; another metric"
release
release --suppression 100%
release --suppression 100% --metric dm

echo "# every algorithm, every number of threads, every time"
"$SHOAL" sample --rows 300 --seed 2 -o many.csv >/dev/null
many=(-p many.plan.yaml --quasi sex,education,household_size,country,marital_status
    --plain birth_date,postcode,occupation --k 4 --suppression 5%)
for algorithm in auto optimal local genitor; do
    for threads in 1 2 2; do
        rm -f safe.csv
        "$SHOAL" anonymize many.csv "${many[@]}" --recoding cut --constrained country,education \
            --algorithm $algorithm --seed 7 --threads $threads --progress none -o safe.csv --result run.json | grep -E '^optimal'
        cat safe.csv <(sed '/"seconds": {/,/}/d; /"threads":/d' run.json) | cksum >>sums
    done | uniq -c
    echo "$algorithm: $(sort -u sums | wc -l) result," \
        "$("$SHOAL" verify safe.csv "${many[@]}")"
    rm sums
done

echo "# by a plan, with values that have to be escaped"
printf 'size\na|b\n"e, f"\nc\\\nd\n' >bars.csv
"$SHOAL" anonymize bars.csv --recoding cut --quasi size --k 2 --order 'size=d|c\\|a\|b|e, f' \
    --progress none -o safe.csv --write-plan plan.yaml >/dev/null
grep -A 3 attributes plan.yaml
cat safe.csv
"$SHOAL" anonymize bars.csv -p plan.yaml --progress none -o again.csv >/dev/null
cmp safe.csv again.csv && echo same

echo "# missing values"
cat >people.csv <<'CSV'
age,sex
30,f
31,f
?,f
40,m
,m
41,m
44,m
CSV
for rule in category wildcard drop; do
    echo "# $rule"
    "$SHOAL" anonymize people.csv --recoding cut --quasi age,sex --k 2 --missing $rule \
        --suppression 30% --progress none -o safe.csv | grep -E '^(age|sex|optimal|feasible)'
    cat safe.csv
    "$SHOAL" verify safe.csv --k 2 --quasi age,sex --missing $rule
done

echo "# sets of many values are not spelled out in every cell"
{
    echo name
    seq -f 'person %02g' 1 80
} >names.csv
"$SHOAL" anonymize names.csv --recoding cut --quasi name --k 40 --hierarchy name=flat \
    --progress none -o safe.csv | grep -E '^(name|optimal)'
sort -u safe.csv

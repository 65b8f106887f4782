# Local recoding, end to end: shapes, uniform and kept attributes, models, persons, what is refused.
cat >people.csv <<'CSV'
id,age,work,mood,wage,illness
1,21,private,good,10,flu
2,22,private,fair,11,gout
3,24,federal,good,12,flu
4,29,state,fair,13,cold
5,33,state,bad,14,flu
6,34,own company,bad,15,gout
7,35,own company,fair,16,cold
8,41,self-employed,good,17,flu
9,44,self-employed,good,18,gout
1,52,private,bad,19,cold
2,53,private,bad,20,flu
3,67,?,fair,21,gout
CSV
cat >work.csv <<'CSV'
private;private;*
own company;own business;*
self-employed;own business;*
federal;government;*
state;government;*
local;government;*
CSV
local=(--recoding local --quasi age,work,mood --hierarchy work=work.csv
    --progress none --seed 1 --prove 0)

# release FLAGS...: its cells, its rows, and what verify says of it.
release() {
    echo "\$ $*"
    "$SHOAL" anonymize people.csv "${local[@]}" -o safe.csv --mapping rows.map --result run.json --write-plan plan.yaml \
        --k 2 "$@" 2>&1 | grep -E '^(shoal|suppressed|age|work|mood|feasible|optimal)'
    [ -e safe.csv ] || return
    cat safe.csv
    case "$*" in
    *--person*) "$SHOAL" verify safe.csv -p plan.yaml --against people.csv --mapping rows.map ;;
    *) "$SHOAL" verify safe.csv -p plan.yaml ;;
    esac
    rm safe.csv
}
echo "# ranges for numbers, the hierarchy that was given, sets for a few categories"
release
grep -vE '"(path|sha256|read|search|write|verify|total|threads|evaluations|memo_hits)":' run.json
echo "# every shape"
release --shape age=mean,work=set,mood=range
release --hierarchy age=ranges:10,20 --shape age=hierarchy,mood=hierarchy
echo "# for everybody, or never"
release --hierarchy age=ranges:10,20 --uniform age
release --keep mood
echo "# levels, suppression, weights"
release --hierarchy age=ranges:10,20 --min-level age=1 --max-level work=1 --suppression 20%
release --weights age=5 --suppression 10% --suppression-weight 3
echo "# models and persons"
release --sensitive illness --l 2
release --person id
release --missing wildcard
echo "# more different values than clusters are made of: they are told apart when they are published"
seq 100001 170000 | awk 'BEGIN { print "number,parity" } { print $1 "," $1 % 2 }' >many.csv
many=(--quasi number,parity --k 2 --recoding local --algorithm sorted --prove 0 --progress none)
for shape in range hierarchy; do
    "$SHOAL" anonymize many.csv "${many[@]}" --hierarchy number=ranges:10,1000 \
        --shape number=$shape,parity=set -o safe.csv | grep -E '^(rows|k|number|parity|feas)'
    sed -n 2,4p safe.csv
    "$SHOAL" verify safe.csv --quasi number,parity --k 2
done
echo "# what is refused"
refuse() {
    "$SHOAL" anonymize people.csv "${local[@]}" -o safe.csv --k 2 "$@" 2>&1 | grep shoal:
}
refuse --shape work=mean
refuse --shape age=mean --min-level age=1
refuse --uniform age --shape age=range
refuse --keep age
refuse --metric dm
refuse --metric entropy --shape mood=set
refuse --metric precision --shape age=range
refuse --shape age=box
refuse --max-average-risk 0.1
echo "# other recodings do not look at shapes"
"$SHOAL" anonymize people.csv --quasi age,work --recoding lattice --shape age=set --k 2 --suppression 50% \
    -o safe.csv 2>&1 | grep ignores
"$SHOAL" anonymize people.csv --quasi age,work --recoding suppress --shape age=set --k 2 --suppression 50% \
    -o safe.csv 2>&1 | grep ignores
"$SHOAL" anonymize people.csv --quasi age,work --recoding lattice --purpose train --k 2 --suppression 50% \
    -o safe.csv 2>&1 | grep ignored
echo "# nor do they keep attributes"
"$SHOAL" anonymize people.csv --quasi age,work --recoding lattice --keep age --k 2 --suppression 50% \
    -o safe.csv 2>&1 | tail -n 1

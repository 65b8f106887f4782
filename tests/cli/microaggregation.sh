# Microaggregation of a small table: what is published, said and verified.
cat >people.csv <<'CSV'
name,age,income,born,city
Ann,30,1200,1990-02-27,Bern
Bob,31,4300.50,1990-03-01,Bern
Cy,33,1250,1968-12-31,Genf
Di,52,4100,1970-01-01,Genf
Ed,55,1400,1988-02-29,Bern
Flo,51,4050,1969-06-15,Bern
Gus,50,1390,1971-11-11,Genf
CSV
# anonymize QUASI FLAGS...
anonymize() {
    echo "\$ $*"
    quasi=$1
    shift
    "$SHOAL" anonymize people.csv --recoding microaggregation --k 3 --quasi "$quasi" \
        --identifier name --accept sensitive_not_stated --progress none -o safe.csv --result run.json "$@" 2>&1
    echo "= $?"
}
verify() {
    "$SHOAL" verify safe.csv --k 3 --quasi "$1"
    echo "= $?"
}
# The result without what differs between runs, numbers to six places.
result() {
    sed '/"seconds"/,/}/d; /sha256/d; /"threads"/d; /"il2"/d' run.json |
        sed -E 's/([0-9]\.[0-9]{6})[0-9]+/\1/'
}
anonymize age,income,born --algorithm mdav
cat safe.csv
verify age,income,born
result

echo "# several groups: not k-anonymous, and not called so"
anonymize age,income,born --algorithm mdav --groups 'born,age|income'
cat safe.csv
verify age,income,born
result | sed -n '/"classes"/p; /"k_eff"/p; /"metrics"/,/},/p; /"grouping"/,/"front"/p'

echo "# several groups that happen to be"
anonymize age,income --algorithm mdav --k 7 --groups 'age|income' | tail -n 4
anonymize age,income --algorithm mdav --k 2 --groups 'age|income' | tail -n 4

echo "# the exact method: every attribute for itself"
anonymize age,income,born --algorithm univariate
cat safe.csv
result | grep -E '"(outcome|value|bound|gap|k_anonymous)"'
anonymize income --algorithm univariate | tail -n 4
cut -d , -f 2 safe.csv

echo "# clusters of variable size"
anonymize age,income,born --algorithm vmdav --k 2 --set gamma=1.5 | sed -n '/^group/,$p'
cut -d , -f 1-3 safe.csv

echo "# the other metric, on the other scale"
anonymize age,income,born --algorithm mdav --metric score --set scale=original | tail -n 4
result | grep -E '"(metric|value|score|id|id_scale)"'

echo "# the plan says it all"
anonymize age,income,born --algorithm mdav --groups 'income|born,age' --write-plan plan.yaml |
    tail -n 3
grep -E '^(recoding|groups|  algorithm|  k):? ' plan.yaml
cp safe.csv first.csv
"$SHOAL" anonymize people.csv -p plan.yaml --progress none -o safe.csv >/dev/null
echo "= $?"
cmp first.csv safe.csv
"$SHOAL" verify safe.csv -p plan.yaml
echo "= $?"

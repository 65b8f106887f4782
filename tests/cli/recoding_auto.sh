# The recoding is left to the program, which goes by the purpose and says why.
cat >people.csv <<'END'
age,pay,town
21,1800,Bern
22,1900,Bern
23,2100,Basel
35,4000,Basel
36,4100,Bern
38,4300,Basel
END
propose() {
    "$SHOAL" anonymize people.csv --quasi age,pay --sensitive town --k 2 --recoding auto "$@" \
        -o safe.csv --result result.json --write-plan plan.yaml --progress plain 2>&1 |
        grep -E "^note: recoding|^shoal"
    grep -E '"(recoding|purpose|proposed_for)"' result.json
    grep -E '^(recoding|purpose)' plan.yaml
    rm -f result.json plan.yaml
}
propose
propose --purpose publish-tables
propose --purpose train
propose --purpose train --type age=integer --type pay=integer
# What the plan sets decides, too: only levels have this algorithm; nothing has groups and loss.
propose --purpose publish-tables --algorithm ola
propose --groups age,pay 2>/dev/null
"$SHOAL" anonymize people.csv --quasi age --k 2 --purpose sell -o safe.csv 2>&1
printf 'recoding: auto\npurpose: publish-tables\nattributes: {age: {role: quasi}, pay: {role: quasi}}\n' >auto.yaml
"$SHOAL" explore people.csv -p auto.yaml --k 2 --suppression 0 --no-costs 2>&1 |
    grep -E "recoding|best release"

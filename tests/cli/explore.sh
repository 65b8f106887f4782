# What k and suppression cost, and what each column and model does.
awk 'BEGIN {
    print "gender,age,ward,diagnosis"
    for (i = 0; i < 300; i++) {
        gender = i < 3 ? "Unknown" : i % 2 ? "F" : "M"
        printf "%s,%d,%s,%s\n", gender, 20 + i * 7 % 45, substr("ABCD", i * 5 % 4 + 1, 1), substr("xyz", i * 11 % 3 + 1, 1)
    }
}' >people.csv
cat >plan.yaml <<'YAML'
attributes:
  gender: {role: quasi}
  age: {role: quasi}
  ward: {role: quasi}
  diagnosis: {role: sensitive}
privacy:
  k: 5
  l: 2
suppression: 1%
YAML
echo "# the whole grid"
"$SHOAL" explore people.csv -p plan.yaml --progress none
echo "= $?"
echo "# a part of it, with two recodings, as CSV and JSON"
"$SHOAL" explore people.csv -p plan.yaml --k 3,8 --suppression 0,2% --recodings lattice,cut --no-costs \
    --out grid.csv --result grid.json --report grid.html --progress none
echo "= $?"
cat grid.csv
grep -cE '^ +"command": "shoal anonymize people.csv --plan plan.yaml --k' grid.json
[ -s grid.html ] && echo page
echo "# the line of a point releases it"
command=$(sed -n '3s/.*,shoal/shoal/p' grid.csv)
echo "$command"
eval "\"\$SHOAL\" ${command#shoal} --result safe.json --progress none" | tail -n 2
sed -n '3p' grid.csv | cut -d , -f 6
grep '^  "value"' safe.json
echo "# what a little more suppression would save"
"$SHOAL" anonymize people.csv -p plan.yaml --suppression 0 -o safe.csv 2>&1 >/dev/null | grep would
"$SHOAL" anonymize people.csv -p plan.yaml --suppression 0 --threads 3 -o safe.csv 2>&1 >/dev/null | grep would
"$SHOAL" anonymize people.csv -p plan.yaml --suppression 0 --progress none -o safe.csv 2>&1 >/dev/null | grep would
"$SHOAL" anonymize people.csv -p plan.yaml --suppression 5% -o safe.csv 2>&1 >/dev/null | grep would
echo "# refusals"
refused() {
    "$SHOAL" explore "$@" --progress none
    echo "= $?"
}
refused
refused people.csv
refused people.csv -p plan.yaml --k 3,,5
refused people.csv -p plan.yaml --k 3,few
refused people.csv -p plan.yaml --suppression 0,200%
refused people.csv -p plan.yaml --recodings lattice,maze
refused people.csv -p plan.yaml --algorithm nsga2
refused people.csv -p plan.yaml --out people.csv
refused people.csv -p plan.yaml --out both --result both
refused people.csv -p plan.yaml --result nowhere/grid.json
ls

# A release of ten rows beside its original. The figures are worked out by hand in
# tests/assess/test_assessment.c; here is how they are told.
cat >people.csv <<'CSV'
age,sex,disease,pay,works
21,f,flu,10,yes
23,f,flu,20,yes
25,f,cold,30,no
27,m,flu,10,yes
29,m,ulcer,20,yes
31,f,cold,30,yes
35,f,cold,10,yes
38,f,ulcer,20,yes
34,m,flu,30,yes
52,m,ulcer,20,no
CSV
cat >safe.csv <<'CSV'
age,sex,disease,pay,works
20-29,f,flu,10,yes
20-29,f,flu,20,yes
20-29,f,cold,30,no
20-29,m,flu,10,yes
20-29,m,ulcer,20,yes
30-39,f,cold,30,yes
30-39,f,cold,10,yes
30-39,f,ulcer,20,yes
*,*,flu,30,yes
*,*,ulcer,20,no
CSV
cat >plan.yaml <<'YAML'
attributes:
  age: {role: quasi, hierarchy: "ranges:10"}
  sex: {role: quasi}
  disease: {role: sensitive, hierarchy: "groups:flu|cold;ulcer"}
  pay: {role: sensitive}
privacy: {k: 2, l: 3}
risk: {threshold: 0.4}
target: works
YAML
echo "# a table for itself"
"$SHOAL" assess people.csv --quasi age,sex
echo "# a release beside its original"
"$SHOAL" assess safe.csv -p plan.yaml --against people.csv --population people.csv \
    --model 'k-map k=3' --result found.json --report found.html
echo "= $?"
ls
echo "# the same as JSON"
grep -v '"seconds"\|"shoal"\|"source"\|"plan"' found.json
echo "# missing values, by three rules"
printf 'one,two\na,x\na,?\nb,x\nb,x\n' >gaps.csv
for rule in category wildcard drop; do
    "$SHOAL" assess gaps.csv --quasi one,two --missing $rule --population-size 40 --result - 2>&1 >gaps.json |
        grep '^rows\|^k \|^unique'
done
sed -n '/^  "missing"/,/^  }/p' gaps.json

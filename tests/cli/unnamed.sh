# Columns that the plan does not name: published with a warning, refused, or left out.
awk 'BEGIN {
    print "age,sex,hiv,phone,ward"
    for (i = 0; i < 60; i++)
        printf "%d,%s,%s,555-%04d,w%d\n", 20 + i % 3, i % 2 ? "f" : "m", i % 7 ? "no" : "yes", i * 37 % 10000, i % 4
}' >in.csv
quick="--quasi age,sex --sensitive hiv --k 5"
echo "== by default: one warning, which strict refuses"
"$SHOAL" anonymize in.csv $quick --progress none -o out.csv >/dev/null 2>messages; echo "exit $?"
grep unnamed_published messages
head -1 out.csv
"$SHOAL" anonymize in.csv $quick --progress none --strict -o strict.csv 2>&1 | grep -c unnamed_published
ls strict.csv 2>&1
echo "== named as plain: no such warning"
"$SHOAL" anonymize in.csv $quick --progress none --plain phone,ward -o named.csv 2>&1 | grep -c unnamed_published
echo "== a model and a target name their columns"
"$SHOAL" anonymize in.csv --quasi age,sex --plain phone,hiv --k 5 --model "l-diversity l=2 on=ward" \
    --progress none -o model.csv 2>&1 | grep -c unnamed_published
echo "== refused, and nothing is written"
"$SHOAL" anonymize in.csv $quick --progress none --unnamed refuse -o refused.csv --result refused.json 2>&1; echo "exit $?"
ls refused.csv refused.json 2>&1
"$SHOAL" assess in.csv $quick --unnamed refuse 2>&1; echo "exit $?"
echo "== left out"
"$SHOAL" anonymize in.csv $quick --progress none --unnamed drop -o dropped.csv 2>&1 >/dev/null | grep -c unnamed_published
head -1 dropped.csv
echo "== verify holds releases to the plan"
"$SHOAL" verify dropped.csv $quick --unnamed drop >/dev/null; echo "exit $?"
"$SHOAL" verify out.csv $quick --unnamed drop 2>&1; echo "exit $?"
"$SHOAL" verify out.csv $quick --unnamed refuse 2>&1; echo "exit $?"
"$SHOAL" verify out.csv $quick >/dev/null; echo "exit $?"
echo "== assess warns of what the plan would leave out"
"$SHOAL" assess out.csv $quick --unnamed drop 2>&1 | grep unnamed_published
echo "== a plan that inspect writes refuses the columns of tomorrow, and misses those of yesterday"
cut -d, -f1-3,5 in.csv >today.csv
"$SHOAL" inspect today.csv --quasi age,sex -o plan.yaml >/dev/null 2>&1
grep -A2 "^# A table with a column" plan.yaml
"$SHOAL" anonymize today.csv -p plan.yaml -o today.out --progress none >/dev/null 2>&1; echo "exit $?"
"$SHOAL" anonymize in.csv -p plan.yaml -o tomorrow.out --progress none 2>&1; echo "exit $?"
cut -d, -f1-3 in.csv >yesterday.csv
"$SHOAL" anonymize yesterday.csv -p plan.yaml -o yesterday.out --progress none 2>&1; echo "exit $?"
echo "== how values are written names no column"
awk -F, 'NR == 1 {print "age;sex;hiv;dose"; next} {printf "%s;%s;%s;%d,%d\n", $1, $2, $3, NR % 9, NR % 7}' in.csv >comma.csv
"$SHOAL" anonymize comma.csv $quick -o comma.out 2>&1 | grep unnamed_published

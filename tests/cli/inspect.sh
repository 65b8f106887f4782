# What is in a table, and a plan to start from that releases it.
cat >stays.csv <<'CSV'
patient_nbr,born,sex,postcode,town,diagnosis,remark
CSV
for i in {0..59}; do
    person=$((i % 40))
    echo "p$person,19$((50 + person % 30))-0$((1 + person % 9))-1$((person % 9)),$([ $((person % 2)) = 0 ] && echo f || echo m),10$((10 + person % 6)),town$((person % 6)),I1$((i % 3)),\"visit, number $i\""
done >>stays.csv
echo "# the summary, and how to get a plan"
"$SHOAL" inspect stays.csv
echo "# a plan"
"$SHOAL" inspect stays.csv -o plan.yaml | tail -n 8
cat plan.yaml
echo "# which works as it stands"
"$SHOAL" anonymize stays.csv -p plan.yaml -o safe.csv --progress none --evaluations 200 --time-limit 0 2>&1 |
    grep -E '^(persons|k |released)'
echo "# roles that are given are respected"
"$SHOAL" inspect stays.csv --quasi diagnosis --plain remark --k 3 --missing-token I12 -o given.yaml |
    grep -E '^(diagnosis|remark|sex) '
grep -E -A1 '^  (diagnosis|remark):|k:|tokens' given.yaml
echo "# the plan on standard output, and the result beside it"
"$SHOAL" inspect stays.csv -o - --result found.json 2>summary | head -n 1
head -n 1 summary
grep -o '"kind": "inspection"' found.json
echo "# from standard input, without a header, other delimiters, files that do not exist"
tail -n +2 stays.csv | tr , ';' | "$SHOAL" inspect - --header no --delimiter ';' -o headless.yaml | head -n 4
grep -A3 '^input:' headless.yaml
"$SHOAL" inspect missing.csv; echo "exit $?"

# A search that proves nothing is followed by a proof: of limited effort, or of so many seconds, and Ctrl-C
# ends it with the release.
source "$SHOAL_SOURCE/tests/cli/await"
"$SHOAL" sample --rows 5000 --seed 1 -o people.csv >/dev/null
search() {
    exec "$SHOAL" anonymize people.csv -p people.plan.yaml --recoding cut --algorithm genitor --set budget=300 \
        -o safe.csv --result run.json "$@"
}
figures() {
    grep -E '"(outcome|bound|stopped_by|proof_evaluations)":' run.json
}
few="--k 50 --plain birth_date,postcode,education,occupation,country"
echo "# the same for every number of threads"
(search --progress none $few --threads 1 >/dev/null 2>&1) && figures
(search --progress none $few --threads 2 >/dev/null 2>&1) && figures
echo "# none"
(search --progress none $few --prove 0 >/dev/null 2>&1) && figures
echo "# in a plan"
"$SHOAL" anonymize --write-plan - --prove 2.5 | grep prove
"$SHOAL" anonymize --write-plan - --prove 0 | grep prove
"$SHOAL" anonymize --write-plan - | grep prove
(search --prove soon 2>&1)
rm -f safe.csv run.json
echo "# Ctrl-C while the bound is sought"
search --prove 1000 --progress json 2>log >summary &
running=$!
await $running grep -q '"phase": "prove"' log
kill -INT $running
wait $running
echo "= $?"
grep '"note": "interrupted' log
tail -n 1 summary
"$SHOAL" verify safe.csv -p people.plan.yaml | cut -d ' ' -f 1,2
grep -E '"(outcome|stopped_by)":' run.json

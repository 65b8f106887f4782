# Ctrl-C during the search: nothing, or with --keep-best the best release so far.
source "$SHOAL_SOURCE/tests/cli/await"
"$SHOAL" sample --rows 20000 --seed 1 -o people.csv >/dev/null
mkdir out
# interrupt FLAGS...: starts a search that takes long, and stops it once something was found.
interrupt() {
    : >log
    "$SHOAL" anonymize people.csv -p people.plan.yaml --k 5 --suppression 100% --algorithm exhaustive \
        --threads 1 --progress plain -o out/safe.csv --result out/run.json "$@" 2>log >summary &
    running=$!
    await $running grep -E '^ [A-Z] ' log
    kill -INT $running
    wait $running
    echo "= $?"
    tail -n 1 log
    grep -c '^released and verified' summary
    ls -A out
}
interrupt
interrupt --keep-best
grep -E '"(outcome|stopped_by)":' out/run.json
"$SHOAL" verify out/safe.csv -p people.plan.yaml --k 5 --suppression 100% | cut -d ' ' -f 1,2
echo "# cuts"
rm -r out && mkdir out
interrupt --recoding cut --algorithm optimal
interrupt --recoding cut --algorithm optimal --keep-best
grep -E '"(outcome|stopped_by)":' out/run.json
"$SHOAL" verify out/safe.csv -p people.plan.yaml --k 5 --suppression 100% | cut -d ' ' -f 1,2

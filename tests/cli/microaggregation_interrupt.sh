# Microaggregation that is interrupted or runs out of room: nothing, or with --keep-best the best
# clusters so far; never half a release.
source "$SHOAL_SOURCE/tests/cli/await"
"$SHOAL" sample --rows 4000 --seed 1 -o people.csv >/dev/null
quasi=birth_date,household_size,income
mkdir out
# start FLAGS...: begins a search, and waits until something was found.
start() {
    : >log
    "$SHOAL" anonymize people.csv --recoding microaggregation --k 3 --quasi $quasi --threads 1 \
        --progress plain -o out/safe.csv --result out/run.json "$@" 2>log >/dev/null &
    running=$!
    await $running grep -E '^ [A-Z] ' log
}
interrupt() {
    echo "\$ $*"
    start "$@"
    kill -INT $running
    wait $running
    echo "= $?"
    tail -n 1 log
    ls -A out
}
refine='--algorithm refine --set changes=0'
gomm='--algorithm gomm --set population=50 --set generations=1000000 --monitor out/seen'
interrupt $refine
interrupt $refine --keep-best
grep -E '"(outcome|stopped_by|k_eff)":' out/run.json
"$SHOAL" verify out/safe.csv --k 3 --quasi $quasi >/dev/null
echo "verify: $?"
rm out/*
interrupt $gomm
interrupt $gomm --keep-best
grep -E '"(outcome|stopped_by)":' out/run.json
ls out/seen
rm -r out/*

echo "# a clock that runs out is no interruption"
# Few rows, so that there is something to release long before that.
head -n 200 people.csv >few.csv
"$SHOAL" anonymize few.csv --recoding microaggregation --k 3 --quasi $quasi --progress none \
    --algorithm refine --set changes=0 --time-limit 1 -o out/safe.csv --result out/run.json >/dev/null
echo "= $?"
grep -E '"(outcome|stopped_by|k_eff)":' out/run.json

mask() {
    "$SHOAL" anonymize people.csv --recoding microaggregation --k "$1" --quasi $quasi \
        --algorithm mdav --progress none --accept near_unique,sensitive_not_stated \
        -o out/safe.csv --result out/run.json
}
state() {
    case $(cksum <out/safe.csv) in
    "$old") echo old ;;
    "$new") echo new ;;
    *) echo damaged ;;
    esac
}
mask 10 >/dev/null
new=$(cksum <out/safe.csv)
mask 5 >/dev/null
old=$(cksum <out/safe.csv)

echo "# a full disk"
(
    ulimit -f 64
    trap '' XFSZ
    mask 10 2>&1
    echo "= $?"
)
state
ls -A out

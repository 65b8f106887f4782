# Microaggregation that is interrupted, killed or runs out of room: nothing, or with --keep-best the
# best clusters so far; never half a release.
"$SHOAL" sample --rows 4000 --seed 1 -o people.csv >/dev/null
quasi=birth_date,household_size,income
mkdir out
# start FLAGS...: begins a search, and waits until something was found.
start() {
    : >log
    "$SHOAL" anonymize people.csv --recoding microaggregation --k 3 --quasi $quasi --threads 1 \
        --progress plain -o out/safe.csv --result out/run.json "$@" 2>log >/dev/null &
    running=$!
    until grep -qE '^ [A-Z] ' log || ! kill -0 $running 2>/dev/null; do
        sleep 0.02
    done
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
"$SHOAL" anonymize people.csv --recoding microaggregation --k 3 --quasi $quasi --progress none \
    --algorithm refine --time-limit 0.3 -o out/safe.csv --result out/run.json >/dev/null
echo "= $?"
grep -E '"(outcome|stopped_by|k_eff)":' out/run.json

echo "# kill -9 at any moment"
mask() {
    "$SHOAL" anonymize people.csv --recoding microaggregation --k "$1" --quasi $quasi \
        --algorithm mdav --progress none -o out/safe.csv --result out/run.json
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
for i in $(seq 8); do
    mask 5 >/dev/null
    timeout -s KILL 0.0$((RANDOM % 10)) "$SHOAL" anonymize people.csv --quasi $quasi --k 10 \
        --recoding microaggregation --algorithm mdav --progress none -o out/safe.csv \
        >/dev/null 2>&1
    state
done 2>/dev/null | sort -u | grep -vx -e old -e new
ls -A out

echo "# a full disk"
mask 5 >/dev/null
(
    ulimit -f 64
    trap '' XFSZ
    mask 10 2>&1
    echo "= $?"
)
state
ls -A out

# A run that was killed and resumed, however often, ends with the bytes of an unbroken one.
source "$SHOAL_SOURCE/tests/cli/await"
"$SHOAL" sample --rows 4000 --seed 3 -o people.csv >/dev/null

plan=(people.csv -p people.plan.yaml --k 5 --suppression 100% --progress none)

# anonymize NAME FLAGS...: leaves NAME.csv and NAME.json.
anonymize() {
    local name=$1
    shift
    "$SHOAL" anonymize "${plan[@]}" -o "$name.csv" --result "$name.json" "$@" >/dev/null
}

# What a result says, but for times, names and the number of threads.
facts() {
    sed '/"seconds": {/,/}/d; /"path":/d; /"threads":/d' "$1"
}

has_grown() {
    [ "$(stat -c %s kept)" -ge "$1" ]
}

# killed_at BYTES FLAGS...: kills a run without notice once its checkpoint has grown to that size.
killed_at() {
    local bytes=$1 running
    shift
    "$SHOAL" anonymize "${plan[@]}" -o broken.csv --result broken.json "$@" >/dev/null &
    running=$!
    await $running has_grown "$bytes"
    kill -KILL $running 2>/dev/null
    wait $running 2>/dev/null
}

compare() {
    cmp broken.csv whole.csv && diff <(facts whole.json) <(facts broken.json) && echo "$1: same"
}

# broken_often NAME: the search is killed, resumed and killed again, and ends as if it never had been.
broken_often() {
    local bytes
    anonymize whole "${search[@]}"
    killed_at 1 --checkpoint kept "${search[@]}"
    for bytes in 1 60000 100000 200000 300000; do
        killed_at $bytes --resume kept "${search[@]}" --threads $((bytes / 100000 + 1))
        # As a crash of the machine would leave it: the end is missing.
        [ $bytes != 200000 ] || truncate -s -1000 kept
    done
    rm -f broken.csv broken.json
    anonymize broken --resume kept "${search[@]}"
    compare "$1, killed"
    cp kept before
    anonymize broken --resume kept "${search[@]}"
    compare "$1, resumed after its end"
    cmp kept before
    rm kept
}

search=(--algorithm exhaustive --evaluations 6000 --seed 1)
broken_often exhaustive
search=(--algorithm random --evaluations 6000 --seed 1 --set samples=1000000)
broken_often random
cuts=(--recoding cut --finest birth_date=3 --finest postcode=2 --constrained occupation)
search=("${cuts[@]}" --algorithm auto --evaluations 6000 --seed 1)
broken_often "auto on cuts"
search=("${cuts[@]}" --algorithm genitor --set polish=on --evaluations 6000 --seed 1)
broken_often "genitor on cuts"

# Ctrl-C says how to go on. The search would go on for ever.
"$SHOAL" anonymize people.csv -p people.plan.yaml --k 5 --algorithm random \
    --set samples=1000000000 --progress plain --checkpoint kept -o broken.csv 2>log >/dev/null &
running=$!
await $running grep -E '^ [A-Z] ' log
kill -INT $running
wait $running
echo "= $?"
tail -n 1 log

# Another task, another algorithm, other files.
attempt() {
    echo "\$ $*"
    "$SHOAL" anonymize people.csv -p people.plan.yaml --progress none -o safe.csv "$@" 2>&1 >/dev/null
    echo "= $?"
}
attempt --k 5 --resume kept
attempt --k 6 --resume kept
attempt --k 5 --suppression 3% --resume kept
attempt --k 5 --metric dm --resume kept
attempt --k 5 --hierarchy education=flat --resume kept
attempt --k 5 --weights sex=2 --metric loss --resume kept
attempt --k 5 --missing drop --resume kept
attempt --k 5 --checkpoint kept
attempt --k 5 --resume people.csv
attempt --k 5 --resume none
attempt --k 5 --checkpoint new --resume kept
attempt --k 5 --checkpoint safe.csv
rm safe.csv
attempt --k 5 --checkpoint ./safe.csv
attempt --k 5 --checkpoint /dev/null
attempt --k 5 --checkpoint none/kept
attempt --k 5 --hierarchy sex=none.csv --checkpoint new
# Cuts: another order, other values, other constraints.
cuts=(--k 5 --recoding cut --finest birth_date=3 --finest postcode=2)
"$SHOAL" anonymize people.csv -p people.plan.yaml "${cuts[@]}" --evaluations 50 --progress none \
    --checkpoint cuts -o safe.csv >/dev/null
rm safe.csv
attempt "${cuts[@]}" --evaluations 100 --resume cuts
rm safe.csv
attempt "${cuts[@]}" --constrained education --resume cuts
attempt "${cuts[@]}" --order 'sex=male|female' --resume cuts
attempt "${cuts[@]}" --finest postcode=1 --resume cuts
attempt "${cuts[@]}" --k 6 --resume cuts
attempt --k 5 --resume cuts
attempt "${cuts[@]}" --resume kept
ls

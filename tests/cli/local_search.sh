# Searches for clusters: killed and resumed, interrupted, limited; the same bytes for every number of
# threads; the front over k.
source "$SHOAL_SOURCE/tests/cli/await"
"$SHOAL" sample --rows 1000 --seed 3 -o people.csv >/dev/null

plan=(people.csv -p people.plan.yaml --k 5 --recoding local --progress none)
facts() {
    sed '/"seconds": {/,/}/d; /"path":/d; /"threads":/d' "$1"
}

# anonymize NAME FLAGS...: leaves NAME.csv and NAME.json.
anonymize() {
    local name=$1
    shift
    "$SHOAL" anonymize "${plan[@]}" -o "$name.csv" --result "$name.json" "$@" >/dev/null 2>log
}

echo "# threads"
for algorithm in sorted member agglomerate refine; do
    search=(--algorithm $algorithm)
    [ $algorithm != refine ] || search+=(--set rounds=2)
    anonymize one "${search[@]}" --threads 1
    for threads in 2 3; do
        anonymize other "${search[@]}" --threads $threads
        cmp one.csv other.csv && diff <(facts one.json) <(facts other.json) &&
            echo "$algorithm, $threads threads: same"
    done
done

echo "# killed"
# The search would go on for ever; it is killed, and resumed with a limit.
search=(--algorithm refine --set rounds=1000000 --seed 2)
has_state() {
    [ "$(stat -c %s kept)" -gt 2000 ]
}
"$SHOAL" anonymize "${plan[@]}" "${search[@]}" --checkpoint kept -o broken.csv >/dev/null 2>&1 &
running=$!
await $running has_state
kill -KILL $running
wait $running 2>/dev/null
ls broken.csv 2>/dev/null
anonymize broken "${search[@]}" --resume kept --evaluations 1 --progress plain &&
    sed "s/after round .*/after some round/" log | grep resuming
grep -o '"stopped_by": "[a-z]*"' broken.json
rm kept
# With a limit a resumed run is the same as one that was never stopped.
search=(--algorithm refine --set rounds=8 --seed 2)
anonymize whole "${search[@]}"
"$SHOAL" anonymize "${plan[@]}" "${search[@]}" --checkpoint kept -o broken.csv >/dev/null 2>&1 &
running=$!
await $running has_state
kill -KILL $running 2>/dev/null
wait $running 2>/dev/null
anonymize broken "${search[@]}" --resume kept
cmp whole.csv broken.csv && diff <(facts whole.json) <(facts broken.json) && echo same
anonymize broken "${search[@]}" --resume kept
cmp whole.csv broken.csv && diff <(facts whole.json) <(facts broken.json) && echo "same again"
"$SHOAL" anonymize "${plan[@]}" --k 6 --resume kept -o other.csv 2>&1 >/dev/null
rm kept

echo "# interrupted"
"$SHOAL" anonymize people.csv -p people.plan.yaml --k 5 --recoding local --set rounds=1000000 \
    --progress plain --keep-best -o best.csv >summary 2>log &
running=$!
await $running grep -E '^ R ' log
kill -INT $running
wait $running
echo "= $?"
grep -c . best.csv

echo "# limits"
anonymize timed --time-limit 0.5
grep -o '"stopped_by": "[a-z]*"' timed.json
anonymize counted --evaluations 2
grep -oE '"(stopped_by|evaluations)": [a-z0-9"]*' counted.json

attempt() {
    echo "\$ $*"
    "$SHOAL" anonymize "${plan[@]}" -o safe.csv "$@" 2>&1 >/dev/null | grep -v '^warning'
    rm -f safe.csv
}
attempt --set moves=many
attempt --set rounds=-1
attempt --set bound=2
attempt --algorithm sorted --set rounds=1
attempt --algorithm nsga2 --objectives loss,entropy,k_eff
attempt --algorithm nsga2 --prefer nwp=0.2,necd=0.1

echo "# the front over k"
front=(--algorithm nsga2 --front front.csv)
anonymize first "${front[@]}"
cut -d, -f 1,3 front.csv | sed -n 1,4p
anonymize third "${front[@]}" --pick 3
grep -o '"k_eff": [0-9]*' third.json | head -n 1
"$SHOAL" verify third.csv -p people.plan.yaml --k 7 >/dev/null && echo verified
"$SHOAL" verify first.csv -p people.plan.yaml --k 5 --recoding local --algorithm nsga2 \
    --front front.csv --against people.csv >/dev/null && echo "the front is verified"

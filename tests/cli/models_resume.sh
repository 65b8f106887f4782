# A search with privacy models that is cut short and resumed; other models are another task.
"$SHOAL" sample --rows 1500 --seed 3 -o people.csv >/dev/null
plan=(people.csv -p people.plan.yaml --k 4 --suppression 10% --progress none --sensitive diagnosis)
rules=(--l 2 --model 't-closeness t=0.6')
run() {
    local name=$1
    shift
    "$SHOAL" anonymize "${plan[@]}" "${search[@]}" -o "$name.csv" "$@" >/dev/null
    echo "= $?"
}
for recoding in lattice cut; do
    search=(--recoding $recoding --seed 1)
    [ $recoding = lattice ] || search+=(--finest birth_date=4 --finest postcode=3 --evaluations 1500)
    echo "# $recoding"
    run whole "${rules[@]}"
    run kept "${rules[@]}" --checkpoint kept.$recoding
    head -c $(($(stat -c %s kept.$recoding) / 2)) kept.$recoding >half
    run resumed "${rules[@]}" --resume half
    cp kept.$recoding known
    run known "${rules[@]}" --resume known
    for name in kept resumed known; do
        cmp whole.csv $name.csv && echo same
    done
    for threads in 1 2 8; do
        run threads "${rules[@]}" --threads $threads
        cmp whole.csv threads.csv
    done
    search+=(--resume kept.$recoding)
    run other 2>&1
    run other --l 3 --model 't-closeness t=0.6' 2>&1
    run other --l 2 --model 't-closeness t=0.600000001' 2>&1
    run other --l 2 --model 't-closeness t=0.6 distance=ordered' 2>&1
    run other --model 't-closeness t=0.6' --l 2 --model 'alpha-k alpha=1' 2>&1
    ! ls other.csv 2>/dev/null
done

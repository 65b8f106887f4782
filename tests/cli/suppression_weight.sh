# The dearer suppression is, the fewer rows are suppressed. The value is the loss with suppressed
# cells counted so often; the metrics stay those of the release.
"$SHOAL" sample --rows 400 --seed 3 -o people.csv >/dev/null 2>&1
run() {
    "$SHOAL" anonymize people.csv --quasi birth_date,sex,education,marital_status --k 5 \
        --suppression 100% --identifier id,name --sensitive diagnosis --progress none \
        --hierarchies people.hierarchies -o safe.csv --result run.json "$@" 2>&1 | sed -n '/^optimal\|^feasible\|^shoal/p'
    test ! -e run.json || sed -n '/^  "value"\|^  "suppressed"\|^  "suppression_weight"\|^    "loss"/p' run.json |
        sed 's/^ *//' | tr '\n' ' '
    echo
    rm -f safe.csv run.json
}
run
for weight in 0.01 0.5 1 2 5 1000000; do
    echo "$weight:"
    run --suppression-weight $weight
done
run --suppression-weight 3 --metric nwp --weights sex=5
run --suppression-weight 3 --recoding cut --constrained birth_date
run --suppression-weight 0.2 --recoding cut --constrained birth_date
# What cannot be weighted is refused.
for metric in dm aecs entropy precision necd; do
    run --suppression-weight 2 --metric $metric
done
run --suppression-weight 0
run --suppression-weight -1
run --suppression-weight inf
run --suppression-weight 2 --algorithm nsga2
run --suppression-weight 2 --recoding microaggregation

#!/bin/bash
# The thesis' profile run (balasch2010, table 3.1): 10,200 cost evaluations on Water-treatment, which
# took 868 s there.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
table=$data/water-treatment/water-treatment.data
[ -e "$table" ] || skip "no water-treatment in $data"

# run ALGORITHM K CLONES: one run into $work.
run() {
    if ! "$programs/bench_measure" "$work/measured" "$shoal" anonymize "$table" --k "$2" \
        --quasi "$(seq -s, -f c%g 2 39)" --identifier c1 --missing drop \
        --recoding microaggregation --algorithm "$1" --set "clones=$3" --set polish=0 --threads 2 \
        --progress none -o "$work/out.csv" --result "$work/result.json" >"$work/log" 2>&1; then
        echo "failed: $(tail -n 1 "$work/log")"
        exit 1
    fi
}

row() {
    run "$@"
    local whole evaluated known
    whole=$(cut -d ' ' -f 1 "$work/measured")
    evaluated=$(number "$work/result.json" evaluations)
    known=$(number "$work/result.json" memo_hits)
    printf '%-6s %-8s %4d %9d %9d %9.3f %9.1f %9.2f\n' "$1" "$3" "$2" "$evaluated" "$known" \
        "$whole" "$(calculate "868 / $whole")" "$(number "$work/result.json" value)"
}

echo "Water-treatment, 380 x 38, 2 threads, whole process; the thesis took 868 s for 10,200 costs"
printf '%-6s %-8s %4s %9s %9s %9s %9s %9s\n' search clones k evaluated known seconds 868/it score
for k in 5 25 100; do
    row gomm "$k" allow
done
row gomm 25 exclude
row dgomm 25 exclude

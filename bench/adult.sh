#!/bin/bash
# The k = 5 rows of Adult: exact search against the published figures of ARX, and the whole run.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
repeats=${REPEATS:-7}
[ -e "$data/adult/adult.csv" ] || skip "no adult in $data"

# run SUPPRESSION: one run into $work.
run() {
    if ! "$programs/bench_measure" "$work/measured" "$shoal" anonymize "$data/adult/adult.csv" --k 5 \
        --quasi sex,age,race,marital-status,education,native-country,workclass,occupation,salary-class \
        --hierarchies "$data/adult/hierarchies" --domain hierarchy --metric loss \
        --algorithm optimal --suppression "$1" --progress none \
        -o "$work/out.csv" --result "$work/result.json" >"$work/log" 2>&1; then
        echo "failed: $(tail -n 1 "$work/log")"
        exit 1
    fi
}

# row SUPPRESSION ARX_SECONDS ARX_NODES
row() {
    local i search total whole nodes
    : >"$work/search"
    : >"$work/total"
    : >"$work/whole"
    for ((i = 0; i < repeats; i++)); do
        run "$1"
        number "$work/result.json" search >>"$work/search"
        number "$work/result.json" total >>"$work/total"
        cut -d ' ' -f 1 "$work/measured" >>"$work/whole"
    done
    search=$(least <"$work/search")
    total=$(least <"$work/total")
    whole=$(least <"$work/whole")
    nodes=$(number "$work/result.json" evaluations)
    printf '%-12s %9.4f %9s %9.1f %8d %8d %9.2f %9.4f %9.4f %8.2f\n' "$1" "$search" "$2" \
        "$(calculate "$2 / $search")" "$nodes" "$3" "$(calculate "$3 / $nodes" %.2f)" \
        "$total" "$whole" "$(calculate "0.3 / $whole" %.2f)"
}

echo "Adult, nine quasi-identifiers, k = 5, best of $repeats runs; seconds; ratios above 1: Shoal is ahead"
printf '%-12s %9s %9s %9s %8s %8s %9s %9s %9s %8s\n' suppression search ARX ratio nodes ARX ratio \
    total process 0.3/it
row 0 0.05 182
row 5% 0.44 580
row 100% 2.3 1784

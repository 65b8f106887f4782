#!/bin/bash
# Large tables: three million rows like Adult against the published figures of ARX, and a sample
# register of ten million people.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
adult_rows=${ADULT_ROWS:-3000000}
people=${PEOPLE:-10000000}
quasi=8 columns=13

# measure NAME ARGUMENT...: anonymizes into $work/out.csv; sets $seconds and $peak (MB).
measure() {
    local name=$1
    shift
    if ! "$programs/bench_measure" "$work/measured" "$shoal" anonymize "$@" --progress none \
        -o "$work/out.csv" --result "$work/result.json" >"$work/log" 2>&1; then
        echo "$name failed: $(tail -n 1 "$work/log")"
        return 1
    fi
    read -r seconds peak <"$work/measured"
    peak=$(calculate "$peak * 1024 / 1e6" %.0f)
    printf '%s: %s s (read %.2f, search %.2f, write %.2f, verify %.2f), peak %s MB, %s nodes\n' \
        "$name" "$seconds" "$(number "$work/result.json" read)" \
        "$(number "$work/result.json" search)" "$(number "$work/result.json" write)" \
        "$(number "$work/result.json" verify)" "$peak" "$(number "$work/result.json" evaluations)"
    rm -f "$work/out.csv"
}

megabytes() {
    calculate "$(stat -c %s "$1") / 1e6" %.0f
}

adult_like() {
    [ -e "$data/adult/adult.csv" ] || {
        echo "three million rows like Adult: skipped, no adult in $data"
        return
    }
    "$programs/bench_widen" "$data/adult/adult.csv" "$adult_rows" 1 >"$work/adult.csv"
    echo "$adult_rows rows like Adult, $(megabytes "$work/adult.csv") MB, nine quasi-identifiers, k = 5, 5 %"
    measure '  Shoal' "$work/adult.csv" --k 5 --suppression 5% --metric loss --algorithm optimal \
        --quasi sex,age,race,marital-status,education,native-country,workclass,occupation,salary-class \
        --hierarchies "$data/adult/hierarchies" --domain hierarchy || return 0
    [ "$adult_rows" = 3000000 ] &&
        echo "  ARX: 28 s, 1600 MB; ratios $(calculate "28 / $seconds") and $(calculate "1600 / $peak")"
    rm -f "$work/adult.csv"
}

register() {
    local begin end
    begin=$(date +%s.%N)
    "$shoal" sample --rows "$people" --seed 1 -o "$work/people.csv" >/dev/null
    end=$(date +%s.%N)
    echo "$people people of shoal sample, $(megabytes "$work/people.csv") MB (made in $(calculate "$end - $begin") s), $quasi quasi-identifiers, k = 5, 2 %"
    measure '  Shoal' "$work/people.csv" -p "$work/people.plan.yaml" || return 0
    echo "  peak memory per cell: $(calculate "$peak * 1e6 / $people / $columns" %.2f) bytes of all $columns columns," \
        "$(calculate "$peak * 1e6 / $people / $quasi" %.2f) of the $quasi quasi-identifiers;" \
        "$(calculate "$peak / $(megabytes "$work/people.csv")" %.2f) of the file"
}

adult_like
register

#!/bin/bash
# A line for each of a million people: what `assess --records` takes beside `assess` without it.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
rows=${ROWS:-1000000}
repeats=${REPEATS:-3}

# once FILE ARGUMENT...: adds the seconds of one assessment to the file.
once() {
    local to=$1
    shift
    if ! "$programs/bench_measure" "$work/measured" "$shoal" assess "$work/people.csv" \
        -p "$work/people.plan.yaml" --progress none "$@" >"$work/log" 2>&1; then
        echo "failed: $(tail -n 1 "$work/log")"
        exit 1
    fi
    cut -d ' ' -f 1 "$work/measured" >>"$to"
}

"$shoal" sample --rows "$rows" -o "$work/people.csv" >/dev/null 2>&1
for ((i = 0; i < repeats; i++)); do
    once "$work/without"
    once "$work/with" --records "$work/risk.csv"
done
without=$(least <"$work/without")
with=$(least <"$work/with")
printf '%d people, best of %d runs: without records %.2f s, with %.2f s (%d lines); ratio %s, at most 2 is asked\n' \
    "$rows" "$repeats" "$without" "$with" "$(wc -l <"$work/risk.csv")" \
    "$(calculate "$with / $without" %.2f)"

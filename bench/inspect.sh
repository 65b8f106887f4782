#!/bin/bash
# What an inspection costs beside reading the same file: the ratio of inspect to verify on a sample
# register, and its memory; median of several runs.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
people=${PEOPLE:-1000000}
runs=${RUNS:-3}

"$shoal" sample --rows "$people" --seed 1 -o "$work/people.csv" >/dev/null
"$shoal" inspect "$work/people.csv" -o "$work/plan.yaml" >/dev/null

# Seconds of a command, and its kilobytes into $work/kilobytes.
measure() {
    local begin=$EPOCHREALTIME
    /usr/bin/time -f %M -o "$work/kilobytes" "$@" >/dev/null 2>&1 || true
    calculate "$EPOCHREALTIME - $begin" %.3f
}
ratios=
for ((run = 0; run < runs; run++)); do
    # With all columns as quasi-identifiers, which is little more than reading the table.
    reading=$(measure "$shoal" verify "$work/people.csv" --k 1 --quasi "$(head -n 1 "$work/people.csv")")
    inspecting=$(measure "$shoal" inspect "$work/people.csv" -o "$work/plan.yaml")
    ratios+="$(calculate "$inspecting / $reading" %.2f)"$'\n'
done
echo "$people people: inspect takes $(printf %s "$ratios" | median) times as long as verify," \
    "$(calculate "$inspecting" %.1f) s, $(calculate "$(cat "$work/kilobytes") / 1024" %.0f) MB"

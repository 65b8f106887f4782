#!/bin/bash
# What the published order costs: a sample register released in it and by a build that keeps the
# input's order (BASE, a program from before), in one run, best of three each.
#   BASE=FOLDER/shoal bench/order.sh        PEOPLE=10000000 rows
# shellcheck source=bench/common
source "$(dirname "$0")/common"
people=${PEOPLE:-10000000}
base=${BASE:-}
[ -n "$base" ] || skip "BASE names no program that keeps the order of the input"
"$shoal" sample --rows "$people" --seed 1 -o "$work/people.csv" >/dev/null

# measure PROGRAM: seconds and peak in MB.
measure() {
    "$programs/bench_measure" "$work/measured" "$1" anonymize "$work/people.csv" \
        -p "$work/people.plan.yaml" --progress none -o "$work/out.csv" >/dev/null 2>&1
    read -r seconds peak <"$work/measured"
    echo "$seconds $peak" >>"$work/$2"
}

for _ in 1 2 3; do
    measure "$base" before
    measure "$shoal" after
done
one=$(cut -d ' ' -f 1 "$work/before" | least) other=$(cut -d ' ' -f 1 "$work/after" | least)
echo "$people rows: $one s in the order of the input, $other s in the published one: ratio $(calculate "$other / $one" %.2f)"
one=$(cut -d ' ' -f 2 "$work/before" | least) other=$(cut -d ' ' -f 2 "$work/after" | least)
echo "peak memory: ratio $(calculate "$other / $one" %.2f)"

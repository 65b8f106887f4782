#!/bin/bash
# What it costs to read a release back and compare every cell: its share of the whole run, on a
# sample register with all eight quasi-identifiers, median of several runs.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
people=${PEOPLE:-1000000}
runs=${RUNS:-5}

"$shoal" sample --rows "$people" --seed 1 -o "$work/people.csv" >/dev/null
shares=
for ((run = 0; run < runs; run++)); do
    "$shoal" anonymize "$work/people.csv" -p "$work/people.plan.yaml" --progress none \
        -o "$work/out.csv" --result "$work/result.json" >/dev/null 2>&1
    shares+="$(calculate "$(number "$work/result.json" verify) / $(number "$work/result.json" total)" %.3f)"$'\n'
done
echo "$people people: verification takes $(printf %s "$shares" | median) of the whole run (at most 0.25 wanted)"

#!/bin/bash
# Parquet against CSV, read and written by Shoal: parquet.sh [ROWS [REPEATS]]
#
# The eight quasi-identifiers of the sample register, written as CSV and as Parquet and read again, in
# turns. Prints the medians of seconds and processor seconds, and the ratios that are limited: read
# at most 2, written at most 1.5, in processor seconds.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
rows=${1:-2000000} repeats=${2:-7}
columns=birth_date,sex,postcode,education,occupation,country,marital_status,household_size
"$shoal" list sources | grep '^parquet' | grep -qv 'not in this build' ||
    skip "DuckDB's library is missing"
"$shoal" sample --rows "$rows" --seed 3 -o "$work/people.csv" >/dev/null

# of COLUMN: the median of it.
of() { awk -v n="$1" '{ print $n }' "$work/times" | median; }

echo "$rows rows, 8 columns; seconds and processor seconds, medians of $repeats"
printf '%-9s %9s %9s %9s %9s %11s %11s\n' threads csv '(cpu)' parquet '(cpu)' ratio 'ratio (cpu)'
for threads in 1 2; do
    "$programs/bench_parquet" "$work/people.csv" "$work" $columns $threads "$repeats" >"$work/times"
    for what in read:1:2 write:5:1.5; do
        IFS=: read -r name at most <<<"$what"
        printf '%-6s %2d %9.3f %9.3f %9.3f %9.3f %11.2f %11.2f  at most %s\n' "$name" $threads \
            "$(of "$at")" "$(of $((at + 1)))" "$(of $((at + 2)))" "$(of $((at + 3)))" \
            "$(calculate "$(of $((at + 2))) / $(of "$at")" %.3f)" \
            "$(calculate "$(of $((at + 3))) / $(of $((at + 1)))" %.3f)" "$most"
    done
done

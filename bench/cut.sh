#!/bin/bash
# Evaluations of cuts per second on two published problems, against a plain loop, and on two threads.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
[ -e "$data/adult/adult.csv" ] || skip "no adult in $data"

echo "evaluations per second; genitor: a trial of 30,000 evaluations, 16 children at a time"
printf '%-12s %10s %9s %9s %9s %9s %9s\n' problem boundaries loop '1 thread' 'to loop' '2 threads' 'to 1'
for problem in dewri2009 lunacek2006; do
    "$programs/bench_cut" "$data" $problem
    "$programs/bench_cut" "$data" $problem trial
done

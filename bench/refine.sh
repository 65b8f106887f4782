#!/bin/bash
# The loss of microaggregation after refining MDAV's clusters: refine.sh [SECONDS [SEED]...]
# shellcheck source=bench/common
source "$(dirname "$0")/common"
limit=${1:-20}
seeds=("${@:2}")
[ ${#seeds[@]} -gt 0 ] || seeds=(1)
revenues=RESREVENUE,RESSALES,COMREVENUE,COMSALES,INDREVENUE,INDSALES,OTHREVENUE,OTHRSALES,TOTREVENUE,TOTSALES

# table NAME COLUMNS K:TARGET...
table() {
    local name=$1 columns=$2 wanted seed
    shift 2
    if [ ! -e "$data/$name/$name.csv" ]; then
        echo "$name: skipped, not in $data"
        return
    fi
    for wanted; do
        for seed in "${seeds[@]}"; do
            printf '%-10s %3s %4s ' "$name" "${wanted%:*}" "$seed"
            "$programs/bench_refine" "$data/$name/$name.csv" "$columns" "${wanted%:*}" "$limit" \
                "$seed" "${wanted#*:}"
        done
    done
}

echo "100 SSE/SST on z-scores, one thread; at most $limit seconds each, 12 of them for each seed:" \
    "$((12 * ${limit%%[.,]*} * ${#seeds[@]})) seconds in all; ratios below 1 beat the target"
printf '%-10s %3s %4s %9s %9s %9s %8s %6s %8s %8s\n' table k seed MDAV refined target ratio seconds \
    'changes' 'per s'
table census - 3:4.73 4:6.10 5:7.35 10:11.51
table tarragona - 3:14.48 4:17.14 5:20.18 10:30.16
table eia "UTILITYID,$revenues" 3:0.352 4:0.489 5:0.736 10:1.955

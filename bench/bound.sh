#!/bin/bash
# The proven gap of microaggregation: by default, and after a proof of so many seconds: bound.sh
# [SECONDS]. The clusters are those of refine with its usual number of changes.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
seconds=${1:-20}
revenues=RESREVENUE,RESSALES,COMREVENUE,COMSALES,INDREVENUE,INDSALES,OTHREVENUE,OTHRSALES,TOTREVENUE,TOTSALES

# bounded NAME COLUMNS K [ARGUMENT]...: leaves the result in $work/run.json.
bounded() {
    "$shoal" anonymize "$data/$1/$1.csv" --quasi "$2" --k "$3" --recoding microaggregation \
        --threads 2 --progress none -o "$work/out.csv" --result "$work/run.json" "${@:4}" >/dev/null 2>&1
}

# table NAME COLUMNS
table() {
    local k value by_default gap_by_default
    if [ ! -e "$data/$1/$1.csv" ]; then
        echo "$1: skipped, not in $data"
        return
    fi
    for k in 3 5 10; do
        bounded "$1" "$2" "$k"
        value=$(number "$work/run.json" value)
        by_default=$(number "$work/run.json" bound)
        gap_by_default=$(number "$work/run.json" gap)
        bounded "$1" "$2" "$k" --prove "$seconds"
        printf '%-10s %3s %9.4f %9.4f %7.2f%% %9.4f %7.2f%%\n' "$1" "$k" "$value" "$by_default" \
            "$(calculate "100 * $gap_by_default" %.2f)" "$(number "$work/run.json" bound)" \
            "$(calculate "100 * $(number "$work/run.json" gap)" %.2f)"
    done
}

columns() {
    head -n 1 "$data/$1/$1.csv" | tr -d '"\r'
}

echo "100 SSE/SST on z-scores, two threads: refined, and its proven bound by default and after" \
    "$seconds seconds"
printf '%-10s %3s %9s %9s %8s %9s %8s\n' table k refined bound gap bound gap
table census "$(columns census)"
table tarragona "$(columns tarragona)"
table eia "UTILITYID,$revenues"

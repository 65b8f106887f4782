#!/bin/bash
# Covid-mx from its CSV file to its frequency set, against DuckDB's GROUP BY, turn by turn.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
turns=${TURNS:-5}
repeats=${REPEATS:-3}
threads=${THREADS:-2}
attributes=USMER,MEDICAL_UNIT,SEX,PATIENT_TYPE,DATE_DIED,AGE,PREGNANT
tuples=57391
package=@duckdb/node-bindings-linux-x64
[ -e "$data/covid-mx/covid_mx.csv.gz" ] || skip "no covid-mx in $data"

# Sets $library, fetching the package on first use.
find_duckdb() {
    library=$programs/duckdb/node_modules/$package/libduckdb.so
    [ -e "$library" ] && return
    command -v npm >/dev/null || return
    mkdir -p "$programs/duckdb"
    npm install --silent --no-audit --no-fund --prefix "$programs/duckdb" "$package" >&2 || true
    [ -e "$library" ]
}

# turn NAME COMMAND...: adds its repeats to $work/NAME.
turn() {
    local name=$1
    shift
    "$@" | tee -a "$work/$name" | while read -r line; do
        [ "${line%" $tuples tuples"}" != "$line" ] || echo "$name: not $tuples tuples: $line"
    done
}

gunzip -c "$data/covid-mx/covid_mx.csv.gz" >"$work/covid.csv"
duckdb=yes
find_duckdb || duckdb=
for ((i = 0; i < turns; i++)); do
    turn shoal "$programs/bench_frequency" "$work/covid.csv" $attributes "$threads" "$repeats"
    [ -z $duckdb ] || turn duckdb "$programs/bench_duckdb" "$library" "$work/covid.csv" $attributes \
        "$threads" "$repeats"
done

echo "covid-mx to its $tuples tuples with $threads threads, $turns turns of $repeats; seconds"
printf '%-8s %8s %8s\n' '' median least
ours=$(cut -d ' ' -f 1 "$work/shoal" | median)
printf '%-8s %8.4f %8.4f\n' Shoal "$ours" "$(cut -d ' ' -f 1 "$work/shoal" | least)"
if [ -z $duckdb ]; then
    echo "DuckDB: not at hand (npm could not install $package)"
else
    theirs=$(cut -d ' ' -f 1 "$work/duckdb" | median)
    printf '%-8s %8.4f %8.4f\n' DuckDB "$theirs" "$(cut -d ' ' -f 1 "$work/duckdb" | least)"
    echo "ratio of medians, DuckDB / Shoal: $(calculate "$theirs / $ours" %.2f) (2 or more is the aim)"
fi

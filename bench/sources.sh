#!/bin/bash
# Other sources and sinks against plain ones, as ratios of one run: Parquet against CSV, PostgreSQL
# against `psql \copy`, and rows that stay in PostgreSQL against rows that are fetched and brought
# back. A register of PEOPLE (1,000,000) rows, the least of RUNS (3); parts can be named: sources.sh
# parquet copy pushdown.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
people=${PEOPLE:-1000000}
runs=${RUNS:-3}
threads=${THREADS:-2}
quasi=birth_date,sex,postcode,education,occupation,country,marital_status,household_size

wanted() { # PART ARGUMENTS...
    local part=$1
    shift
    case " ${*:-$part} " in *" $part "*) true ;; *) false ;; esac
}

# column N: the least of a column of the file `took`.
column() { awk -v n="$1" '{ print $n }' "$work/took" | least; }

ratio() { # WHAT OURS THEIRS WANTED
    printf '%-34s %7.2f s against %7.2f s: %s times (%s)\n' "$1" "$2" "$3" \
        "$(calculate "$2 / $3" %.2f)" "$4"
}

"$shoal" sample --rows "$people" --seed 1 -o "$work/people.csv" >/dev/null
if wanted parquet "$@"; then
    if [ -e "$build/lib/shoal/libduckdb.so" ]; then
        "$programs/bench_parquet" "$work/people.csv" "$work" $quasi "$threads" "$runs" >"$work/took"
        echo "Parquet against CSV, $people rows of 8 columns, $threads threads"
        ratio "read" "$(column 3)" "$(column 1)" "at most 2 wanted"
        ratio "written" "$(column 7)" "$(column 5)" "at most 1.5 wanted"
        ratio "read, processor seconds" "$(column 4)" "$(column 2)" "at most 2 wanted"
        ratio "written, processor seconds" "$(column 8)" "$(column 6)" "at most 1.5 wanted"
    else
        echo "skipped: Parquet, as there is no library of DuckDB in this build"
    fi
fi

if wanted copy "$@"; then
    if [ -x "$root/bench/postgresql.sh" ]; then
        echo "PostgreSQL against psql \\copy"
        "$root/bench/postgresql.sh" "$people" "$runs"
    else
        echo "skipped: PostgreSQL against psql \\copy"
    fi
fi

# ---- Rows that stay where they are ----------------------------------------------------------

run() { # FLAGS...: one run from table to table; its seconds
    local TIMEFORMAT=%R
    { time "$shoal" anonymize "$url?table=people" -p "$work/people.plan.yaml" --threads "$threads" \
        --progress none --evaluations 200 -o "$url?table=released" "$@" >/dev/null 2>"$work/why" ||
        cat "$work/why" >&2; } 2>&1
}

if wanted pushdown "$@"; then
    chmod 711 "$work"
    url=$("$root/tests/servers/postgresql" start "$work/server" "shared_buffers = 256MB" \
        "max_wal_size = 8GB" 2>"$work/why") || skip "rows that stay in PostgreSQL: $(tail -n 1 "$work/why")"
    trap '"$root/tests/servers/postgresql" stop "$work/server"; rm -rf "$work"' EXIT
    columns=$(head -n 1 "$work/people.csv" | sed 's/,/ text, /g; s/$/ text/')
    psql -X -q -v ON_ERROR_STOP=1 -d "$url" -c "create table people ($columns)" \
        -c "\\copy people from '$work/people.csv' csv header" -c "vacuum analyze people"
    : >"$work/took"
    for ((i = 0; i < runs; i++)); do
        echo "$(run --where database) $(run)" >>"$work/took"
    done
    echo "Rows that stay in PostgreSQL against rows that are fetched and brought back"
    ratio "whole run" "$(column 1)" "$(column 2)" "3.4 was measured with ten million rows"
fi

#!/bin/bash
# PostgreSQL in and out against `psql \copy` of the same bytes, as ratios of one run:
#
#   bench/postgresql.sh [ROWS [ROUNDS]]
#
# In: the seconds of the phase `read` of a run whose input is a table, against \copy of that table
# to a file. Out: the phase `write` of the same run, against \copy of the release from a file
# into a new table in a transaction. The least of the rounds counts on both sides. Both must be at
# most 1.3.
set -euo pipefail
cd "$(dirname "$0")/.."
rows=${1:-1000000} rounds=${2:-3}
scripts/build release
shoal=$PWD/build/shoal
work=$(mktemp -d)
chmod 711 "$work"
server=$PWD/tests/servers/postgresql
trap '"$server" stop "$work/server"; rm -rf "$work"' EXIT
url=$("$server" start "$work/server" "shared_buffers = 256MB" "max_wal_size = 8GB")
cd "$work"

sql() { psql -X -q -A -t -v ON_ERROR_STOP=1 -d "$url" "$@"; }
seconds() { # COMMAND...: what it takes
    local TIMEFORMAT=%R
    { time "$@" >/dev/null 2>&1; } 2>&1
}
least() { sort -n | head -n 1; }

"$shoal" sample --rows "$rows" --seed 1 -o people.csv >/dev/null
columns=$(head -n 1 people.csv | sed 's/,/ text, /g; s/income.*/income int/')
sql -c "create table people ($columns)" -c "\\copy people from people.csv csv header" \
    -c "vacuum analyze people"

run() {
    "$shoal" anonymize "$url?table=people" -p people.plan.yaml --threads 2 --progress json \
        --time-limit 1 -o "$url?table=released" >/dev/null 2>phases
}
phase() { sed -n "s/.*\"phase\": \"$1\".*\"seconds\": \([0-9.]*\).*\"ended\": true.*/\1/p" phases; }
copy_in() {
    sql -c 'begin' -c 'drop table if exists copied' -c 'create table copied (like released)' \
        -c '\copy copied from released.csv csv' -c 'commit'
}

for _ in $(seq "$rounds"); do
    run
    phase read >>read
    phase write >>write
    [ -s released.csv ] || sql -c '\copy released to released.csv csv'
    # All columns: a run also looks at identifiers, which may be keys of persons.
    seconds sql -c '\copy people to people.copy csv' >>copy_out
    seconds copy_in >>copy_in
done
ratio() { # NAME OURS THEIRS
    awk -v name="$1" -v ours="$(least <"$2")" -v theirs="$(least <"$3")" \
        'BEGIN { printf "%-4s %6.2f s, psql \\copy %6.2f s: %.2f of it\n", name, ours, theirs, ours / theirs }'
}
echo "$rows rows, $(stat -c %s people.csv) bytes"
ratio in read copy_out
ratio out write copy_in

# Runs that write the same table of ClickHouse take turns.
. "$SHOAL_SOURCE/tests/databases/common"
. "$SHOAL_SOURCE/tests/databases/clickhouse_common"
use_clickhouse

sql "create table src (age UInt8, sex UInt8) engine = MergeTree order by age"
sql "insert into src select number % 90, number % 2 from numbers(500)"
anonymize() {
    "$shoal" anonymize "$url/?table=src" --k 5 --quasi age,sex --suppression 5% \
        --hierarchy age=ranges:5,20 --progress none -o "$url/?table=release"
}

in_a_row() {
    for _ in 1 2 3 4 5 6 7 8; do anonymize || return 1; done
}

at_once() {
    local pids=() pid failed=0
    for _ in 1 2 3 4; do anonymize & pids+=($!); done
    for pid in "${pids[@]}"; do wait "$pid" || failed=1; done
    [ $failed = 0 ] && [ "$(sql "select count() > 400 from release")" = 1 ] &&
        [ "$(sql "select count() from system.tables where name like 'shoal\\_%'")" = 0 ]
}

check "one after the other" in_a_row
check "at the same time" at_once

# Types of columns that are published unchanged in ClickHouse.
. "$SHOAL_SOURCE/tests/databases/common"
. "$SHOAL_SOURCE/tests/databases/clickhouse_common"
use_clickhouse

sql "create table src (age UInt8, sex UInt8, list Array(Enum8('x' = 1, 'hidden' = 2)),
    pair Tuple(UInt8, Enum16('y' = 1, 'hidden' = 2)), one Nullable(Enum8('z' = 1, 'hidden' = 2)))
    engine = Memory"
sql "insert into src select number % 2, number % 3, ['x'], (1, 'y'), 'z' from numbers(100)"
types() { # FLAG...
    "$shoal" anonymize "$url/?table=src" --k 5 --quasi age,sex --hierarchy age=flat \
        --hierarchy sex=flat --progress none -o "$url/?table=release" "$@" || return 1
    sql "describe table release" >types
    cat types
    ! grep -q 'Enum\|hidden' types &&
        [ "$(sql "select list, pair, one from release limit 1 format CSV")" = "\"['x']\",\"(1,'y')\",\"z\"" ]
}
check "no type lists what is not published" types
check "nor where rows stay in the database" types --where database

# PostgreSQL: what depends on a table that would be replaced is seen at once; whoever changes the
# source is not waited for.
. "$SHOAL_SOURCE/tests/databases/common"
use_postgresql

printf 'a,b\n' >plain.csv
for i in 1 2 3 4 5 6 7 8; do echo "$((i % 2)),$((i % 3))" >>plain.csv; done
dry() { # TABLE
    local status=0
    "$shoal" anonymize plain.csv --k 2 --quasi a --dry-run --progress none -o "$url?table=$1" >told 2>&1 ||
        status=$?
    cat told
    [ $status = 4 ] && grep -q "depends on the table" told
}
sql "create table rowed (a text, b text); create table with_row (x rowed)"
sql "create table arrayed (a text, b text); create table with_rows (x arrayed[])"
sql "create table taken (a text, b text);
    create function takes(x taken) returns text language sql as 'select x.a'"
sql "create table given (a text, b text);
    create function gives() returns setof given language sql as 'select null::text, null::text'"
for table in rowed arrayed taken given; do
    check "$table: what depends on it is seen before a row is read" dry $table
done

sql "create table src as select i % 90 as age, i % 2 as sex, 'd' || (i % 7) as diag
    from generate_series(1, 400000) as i"
altered() {
    local status=0 run alter begun=$SECONDS
    "$shoal" anonymize "$url?table=src" --where database --k 5 --quasi age,sex --sensitive diag \
        --hierarchy age=ranges:5,20 --progress none -o "$url?table=release" >told 2>&1 &
    run=$!
    until [ "$(sql "select count(*) from pg_locks where relation = 'src'::regclass")" -gt 0 ]; do
        kill -0 $run 2>/dev/null || break
    done
    sql "alter table src add column more int" &
    alter=$!
    wait $run || status=$?
    wait $alter || return 1
    cat told
    # It may have been too late to get in the way.
    [ $((SECONDS - begun)) -lt 40 ] &&
        { [ $status = 0 ] || { [ $status = 4 ] && grep -q "somebody waits to change" told; }; }
}
check "a source that somebody changes is told" altered

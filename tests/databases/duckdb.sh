# Tables of DuckDB: what is replaced and what is not.
. "$SHOAL_SOURCE/tests/databases/common"
library=$(dirname "$shoal")/lib/shoal/libduckdb.so
[ -f "$library" ] || { echo "DuckDB's library is missing" >&2 && exit 77; }
gcc -std=c17 -D_GNU_SOURCE "$SHOAL_SOURCE/tests/pairs/duckdb_query.c" -o query -ldl || exit 1
duckdb() { ./query "$library" "$@"; }

anonymize() {
    "$shoal" anonymize "$1" --k 5 --quasi age,sex --sensitive diag --suppression 5% \
        --hierarchy age=ranges:5,20 --progress none -o "$2" "${@:3}"
}
make_original() {
    rm -f rr.db*
    duckdb rr.db "CREATE TABLE src AS SELECT i % 90 AS age, i % 2 AS sex, 'd' || (i % 7) AS diag
        FROM range(500) AS t(i);
        CREATE VIEW seen AS SELECT * FROM src; CREATE VIEW seen2 AS SELECT * FROM seen;
        CREATE SCHEMA more; CREATE VIEW more.seen3 AS SELECT * FROM seen2;
        CREATE MACRO made() AS TABLE SELECT * FROM seen;
        CREATE TABLE named (a INTEGER PRIMARY KEY);
        CREATE TABLE naming (a INTEGER REFERENCES named (a))"
}
whole() { duckdb rr.db "SELECT count(*), count(DISTINCT age) FROM src" | grep -qF '["500","90"]'; }
make_original >/dev/null

# refused WORDS INPUT OUTPUT
refused() {
    local status=0
    anonymize "$2" "$3" >told 2>&1 || status=$?
    cat told
    [ $status = 1 ] && grep -q "$1" told && whole
}
released() { anonymize "$@" && anonymize "$@" && whole; }

file=duckdb:rr.db
ln -s rr.db linked.db
words='another name for the output'
check "a database's name before the table's" refused "$words" "$file?table=src" "$file?table=rr.src"
check "another name of the file" refused "$words" "$file?table=seen" "duckdb:linked.db?table=src"
for table in seen seen2 more.seen3; do
    check "$table is not replaced" refused "$words" "$file?table=$table" "$file?table=src"
done
for query in "SELECT * FROM made()" "SELECT * FROM query('select * from s' || 'rc')" \
    "SELECT * FROM query_table('s' || 'rc')" "FROM seen UNION ALL FROM seen2" \
    "SELECT age, sex, diag FROM seen, json_execute_serialized_sql(json_serialize_sql('select 1 as one'))" \
    "SELECT age, sex, diag FROM (SELECT 1 AS age, 2 AS sex, 'x' AS diag), json_execute_serialized_sql(json_serialize_sql('select 1 from s' || 'rc'))"; do
    check "not replaced: $query" refused "$words" "$file?query=$query" "$file?table=src"
done
check "a release is replaced" released "$file?table=src" "$file?table=release"
check "a release of a view is" released "$file?table=more.seen3" "$file?table=release"
check "a release of a query is" released "$file?query=SELECT * FROM made()" "$file?table=more.release"
check "a view is no output" refused "no table that can be replaced" "$file?table=src" "$file?table=seen2"
check "nor is what others refer to" refused "no table that can be replaced" "$file?table=src" "$file?table=named"

echo "age,sex" >plain.csv
check "three parts are no name of a table" refused "SCHEMA.TABLE" "$file?table=src" "$file?table=rr.main.src2"
check "nor of one to read" refused "SCHEMA.TABLE" "$file?table=rr.main.src" "$file?table=x"
check "quoted, they are a table" released "$file?table=src" "$file?table=main.%22a.b%22"
check "a database in memory is no output" refused "duckdb:FILE?table=TABLE" "$file?table=src" "duckdb::memory:?table=t"
no_database() {
    local status=0
    anonymize "$file?table=src" "duckdb:plain.csv?table=t" >told 2>&1 || status=$?
    cat told
    [ $status = 4 ] && grep -q "no database of DuckDB" told && [ "$(cat plain.csv)" = age,sex ]
}
check "a file of something else is no database" no_database
noted() {
    rm -f noted.db
    for _ in 1 2; do
        "$shoal" anonymize "$file?table=src" --k 5 --quasi age,sex --sensitive diag --suppression 5% \
            --hierarchy age=ranges:5,20 -o "duckdb:noted.db?table=t" 2>&1 | grep -c "free parts"
    done | tr -d '\n' | grep -qx 01
}
check "what is left of a replaced table is told" noted

full() { # KILOBYTES OUTPUT
    local status=0
    (ulimit -f "$1" && exec "$shoal" anonymize many.csv --k 5 --quasi age --progress none \
        --hierarchy age=ranges:5,20 -o "$2") >told 2>&1 || status=$?
    cat told
    [ $status = 4 ]
}
full_everywhere() { # OUTPUT
    for size in 16 64 256 300 400 512 700; do full $size "$1" || return 1; done
}
{ echo age,note && seq 1 60000 | awk '{print $1 % 90 "," $1 * 7919 % 999983 "x" $1}'; } >many.csv
duckdb some.db "CREATE TABLE t AS SELECT 1 AS age" >/dev/null
check "a new file does not fit" full_everywhere "duckdb:full.db?table=t"
check "an old file cannot grow" full_everywhere "duckdb:some.db?table=u"

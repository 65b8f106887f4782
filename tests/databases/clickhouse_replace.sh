# The original in ClickHouse is not replaced by what is made of it, whatever name or table leads to
# it; releases are.
. "$SHOAL_SOURCE/tests/databases/common"
. "$SHOAL_SOURCE/tests/databases/clickhouse_common"
use_clickhouse
port=${url##*:}

sql "create table src (age UInt8, sex UInt8, diag String) engine = MergeTree order by age"
sql "insert into src select number % 90, number % 2, concat('d', toString(number % 7)) from numbers(500)"
sql "create table src (age UInt8, sex UInt8, diag String) engine = MergeTree order by age" 2
sql "create view seen as select * from src"
sql "create view \`seen twice\` as select age, sex, diag from seen where diag != 'it\\'s'"
sql "create table merged as src engine = Merge(default, '^sr')"
sql "create table buffered as src engine = Buffer(default, src, 1, 10, 10, 1, 1, 1, 1)"
sql "create table spread as src engine = Distributed(shoal, default, src)"
sql "create materialized view kept engine = MergeTree order by age populate as select * from src"
sql "create table elsewhere as src engine = URL('http://127.0.0.1:$port/?query=select+*+from+src+format+CSV', CSV)"
sql "create database others"

anonymize() {
    "$shoal" anonymize "$1" --k 5 --quasi age,sex --sensitive diag --suppression 5% \
        --hierarchy age=ranges:5,20 --progress none -o "$2" "${@:3}"
}
whole() { [ "$(sql "select count(), uniq(age) from src")" = "$(printf '500\t90')" ]; }

# refused INPUT [FLAG...]: the original is still there.
refused() {
    local status=0
    anonymize "$1" "$url/?table=src" "${@:2}" >told 2>&1 || status=$?
    cat told
    [ $status = 1 ] && grep -q 'choose another name for the output' told && whole
}

# released INPUT OUTPUT [FLAG...]: also where a release is there already.
released() {
    anonymize "$@" && anonymize "$@" && whole
}

for table in seen 'seen twice' merged buffered spread kept elsewhere; do
    check "$table: is not replaced" refused "$url/?table=$table"
    check "$table: is not replaced from within" refused "$url/?table=$table" --where database
    check "$table: a query is not replaced" refused "$url/?query=SELECT * FROM \"$table\""
done
check "localhost is 127.0.0.1" refused "clickhouse://default@localhost:$port/?table=seen"
for query in "SELECT * FROM remote('127.0.0.1:$port', default, concat('s', 'rc'))" \
    "SELECT * FROM merge(default, '^sr')" "SELECT * FROM cluster('shoal', default, seen)" \
    "SELECT /* ' */ * FROM seen" "SELECT * FROM \`default\`.seen -- '"; do
    check "not replaced: $query" refused "$url/?query=$query"
done
check "a release is replaced" released "$url/?table=src" "$url/?table=release"
check "a release of a view is" released "$url/?table=seen twice" "$url/?table=release"
check "a release of several tables is" released "$url/?table=merged" "$url/?table=release"
check "a release of a query is" released "$url/?query=SELECT * FROM default.src" "$url/?table=others.release"
check "a table of another server is" released "$url/?table=src" "$url2/?table=copied"
check "a release of several servers is" released "$url/?table=spread" "$url/?table=release"

# Tables of ClickHouse: one server, and two that are the shards of a cluster.
. "$SHOAL_SOURCE/tests/databases/common"
. "$SHOAL_SOURCE/tests/databases/clickhouse_common"
use_clickhouse

"$shoal" sample --rows 3000 --seed 5 -o people.csv >/dev/null
anonymize() { "$shoal" anonymize "$@" --progress none; }
columns=birth_date,sex,postcode,education,occupation,country,marital_status,household_size,employment,diagnosis,income

# sorted TABLE: its rows, in order.
sorted() { sql "select $columns from $1 order by $columns format CSV"; }
# left: tables that only a run in progress has.
left() { sql "select count() from system.tables where name like 'shoal\\_pending%' or name like 'shoal\\_old%'" "${1-1}"; }

load_people() {
    local fields
    fields=$(head -n 1 people.csv | tr , '\n' | sed 's/.*/`&` String/' | paste -sd ,)
    sql "create table people ($fields) engine = MergeTree order by tuple()"
    { echo "insert into people format CSVWithNames" && cat people.csv; } | sql_input 1
    for server in 1 2; do
        sql "create table part ($fields) engine = MergeTree order by tuple()" $server
    done
    sql "create table everybody ($fields) engine = Distributed(shoal, default, part, rand())"
    { echo "insert into part format CSVWithNames" && head -n 1201 people.csv; } | sql_input 1
    { echo "insert into part format CSV" && tail -n +1202 people.csv; } | sql_input 2
    [ "$(sql "select count() from everybody")" = 3000 ]
}

same_as_csv() {
    anonymize people.csv -p people.plan.yaml -o by_csv.csv >/dev/null &&
        anonymize "$url/?table=people" -p people.plan.yaml -o by_table.csv >/dev/null &&
        cmp <(sort by_csv.csv) <(sort by_table.csv) &&
        anonymize people.csv -p people.plan.yaml -o "$url/?table=released" >/dev/null &&
        sql "select $columns from released format CSVWithNames" | tr -d '"' | sort >read.csv &&
        cmp <(sort by_csv.csv | tr -d '"') read.csv && [ "$(left)" = 0 ]
}

shards_alike() {
    anonymize "$url/?table=people" -p people.plan.yaml -o one.csv >/dev/null &&
        anonymize "$cluster/?table=everybody&cluster=shoal" -p people.plan.yaml -o two.csv >/dev/null &&
        cmp one.csv two.csv &&
        anonymize people.csv -p people.plan.yaml -o "$cluster/?table=spread&cluster=shoal" >/dev/null &&
        cmp <(sorted released) <(sorted spread) && [ "$(left)$(left 2)" = 00 ]
}

replaced() {
    anonymize people.csv -p people.plan.yaml --k 7 -o "$cluster/?table=spread&cluster=shoal" >/dev/null &&
        anonymize people.csv -p people.plan.yaml --k 7 -o seven.csv >/dev/null &&
        [ "$(sorted spread | tr -d '"' | sort)" = "$(tail -n +2 seven.csv | tr -d '"' | sort)" ] &&
        [ "$(sql "select count() from system.tables where name like 'shoal%'" 2)" = 1 ]
}

stays() {
    anonymize "$url/?table=people" -p people.plan.yaml --where database -o "$url/?table=stayed" >/dev/null &&
        cmp <(sorted released) <(sorted stayed) &&
        anonymize "$cluster/?table=everybody&cluster=shoal" -p people.plan.yaml --where database \
            -o "$cluster/?table=stayed2&cluster=shoal" >/dev/null &&
        cmp <(sorted released) <(sorted stayed2) && [ "$(left)$(left 2)" = 00 ]
}

# Little memory and a proof that has the time find what much memory does, from a floor on and where
# not even the highest levels fit.
counts_nodes() {
    local place of memory
    anonymize people.csv -p people.plan.yaml -o by_csv.csv --result much.json >/dev/null || return 1
    for memory in 126000 40; do
        for of in "$url/?table=people" "$cluster/?table=everybody&cluster=shoal"; do
            place=${of/table=people/table=counted}
            place=${place/table=everybody/table=counted}
            anonymize "$of" -p people.plan.yaml --where database -o "$place" --memory $memory \
                --prove 1000 --result little.json >summary || return 1
            cat summary
            cmp <(sorted released) <(sorted counted) || return 1
            for key in outcome value bound suppressed classes k_eff; do
                [ "$(grep -m 1 "\"$key\":" much.json)" = "$(grep -m 1 "\"$key\":" little.json)" ] || return 1
            done
            [ $memory = 40 ] || grep -q '"floor": {' little.json || return 1
            [ "$(left)$(left 2)" = 00 ] || return 1
            sql "drop table counted"
        done
    done
}

# The order of a release does not depend on what it hides.
no_order() {
    sql "create table renamed engine = MergeTree order by tuple() as select reverse(id) as id, reverse(name) as name, $columns from people" &&
        anonymize "$url/?table=renamed" -p people.plan.yaml -o renamed.csv >/dev/null &&
        cmp one.csv renamed.csv
}

# No way leads from an input to an output that replaces it.
not_replaced() {
    local from
    sql "create view seen as select * from people"
    for from in table=people table=seen "query=select * from people"; do
        for where in memory database; do
            ! anonymize "$url/?$from" -p people.plan.yaml --where $where \
                -o "$url/default?table=people" >out 2>&1 || return 1
        done
    done
    ! anonymize people.csv -p people.plan.yaml -o "$url/?table=seen" >out 2>&1 &&
        grep -q "no plain table" out && [ "$(sql "select count(id) from people")" = 3000 ]
}

# As a server leaves them that is killed in the middle of a rename.
unknown_files() {
    local data
    data=$(find server -type d -path '*/data/default' | head -n 1)
    sql "create table half (q String) engine = MergeTree order by tuple()" &&
        sql "insert into half values ('a')" && cp -a "$data/half" "$data/unknown" &&
        anonymize people.csv -p people.plan.yaml -o "$url/?table=unknown" >/dev/null &&
        cmp <(sorted released) <(sorted unknown) && sql "drop table half"
}

elsewhere() {
    ! anonymize "$url/?table=people" -p people.plan.yaml --where database -o "$url2/?table=x" >out 2>&1 &&
        grep -q output_elsewhere <("$shoal" anonymize "$url/?table=people" -p people.plan.yaml \
            --where database -o "$url2/?table=x" --progress json 2>&1) || grep -q "another place" out
}

keeps_types() {
    sql "create table kinds (g String, i Nullable(Int8), dec Decimal(38, 10), n Nullable(Decimal(9, 2)),
        r Float32, f Nullable(Float64), d Date, nd Nullable(Date), t DateTime, nt Nullable(DateTime('Europe/Berlin')),
        x FixedString(5), e Enum8('a' = 1, 'it\\'s\\t' = 2, '' = 3), u UUID, b UInt64,
        s String, ns Nullable(String), \`select\` String, \`q\\\`\"'; drop table people; --\` Nullable(String))
        engine = MergeTree order by tuple()"
    sql "insert into kinds select if(number % 2, 'x', 'y'), if(number % 3 = 0, null, toInt8(number % 100 - 50)),
        toDecimal128('-1234567890123456789012345678.0123456789', 10), if(number % 5 = 0, null, toDecimal32('3.50', 2)),
        number / 7, if(number % 4 = 0, null, if(number % 9 = 0, nan, number / 3)), toDate(number),
        if(number % 6 = 0, null, toDate('2100-01-01')), toDateTime(number * 1000000),
        if(number % 6 = 1, null, toDateTime(number)), if(number % 2, 'ab', ''), ['a', 'it\\'s\\t', ''][number % 3 + 1],
        toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0'), toUInt64(18446744073709551615) - number,
        ['', 'a\"b', 'c\\nd', 'e\\tf', 'g\\\\h', 'ü€😀', '\\'; DROP TABLE people; --', '\\\\N', 'NULL', ' blank ', 'a\\rb'][number % 11 + 1],
        if(number % 7 = 0, null, if(number % 7 = 1, '', 'text')), toString(number % 4), if(number % 3 = 0, null, '*')
        from numbers(100)"
    local out digest
    digest="select count(), sum(cityHash64(g, isNull(i), ifNull(i, 0), toFloat64(dec), ifNull(toString(n), ''), r,
        ifNull(toString(f), '-'), d, ifNull(nd, toDate(0)), toUnixTimestamp(t), isNull(nt), toUnixTimestamp(ifNull(nt, toDateTime(0))),
        x, toString(e), toString(u), b, s, isNull(ns), ifNull(ns, ''), \`select\`)) from"
    for out in "$url/?table=kinds1" "$cluster/?table=kinds2&cluster=shoal"; do
        anonymize "$url/?table=kinds" --quasi g --k 2 --suppression 0 -o "$out" >/dev/null 2>&1 || return 1
    done
    for out in kinds1 kinds2; do
        [ "$(sql "$digest kinds")" = "$(sql "$digest $out")" ] || return 1
        [ "$(sql "describe $out" | cut -f 2 | paste -sd ' ')" = "$(sql "describe kinds" | cut -f 2 |
            sed 's/DateTime(.*Berlin.*)/DateTime(\\'"'"'UTC\\'"'"'))/; s/^Enum8.*/String/; s/^DateTime$/DateTime(\\'"'"'UTC\\'"'"')/' |
            paste -sd ' ')" ] || return 1
    done
    anonymize "$url/?table=kinds" --quasi g --k 2 --suppression 0 --where database -o "$url/?table=kinds3" >/dev/null 2>&1 &&
        [ "$(sql "$digest kinds")" = "$(sql "$digest kinds3")" ]
}

from_csv() {
    printf 'g,a,b,when\n1,"x ""q"" , y","line\nbreak",1960-01-01\n1,,\\N,1970-01-01\n2,\\,é,2024-02-29\n2,\t,NULL,\n' >odd.csv
    anonymize odd.csv --quasi g --k 2 -o "$url/?table=odd" >/dev/null 2>&1 &&
        anonymize "$url/?table=odd" --quasi g --k 2 -o odd2.csv >/dev/null 2>&1 &&
        anonymize odd.csv --quasi g --k 2 -o odd1.csv >/dev/null 2>&1 &&
        cmp <(sort odd1.csv) <(sort odd2.csv) &&
        [ "$(sql "select count() from odd where isNull(a) and b = '\\\\N'")" = 1 ]
}

reads_query() {
    anonymize "$url/?query=SELECT sex, count() AS n FROM people GROUP BY sex ORDER BY sex -- all" --quasi sex --k 1 \
        -o q.csv >/dev/null 2>&1 && [ $(($(cut -d , -f 2 q.csv | tail -n +2 | paste -sd +))) = 3000 ]
}

# fails TEXT ARGUMENT...: a message with that text, and nothing published.
fails() {
    local text=$1 status=0
    shift
    rm -f gone.csv
    anonymize "$@" >out 2>&1 || status=$?
    cat out
    [ $status -ne 0 ] && grep -q "$text" out && ! grep -q s3cret out && [ ! -e gone.csv ]
}

late_error() {
    fails "throwIf" "$url/?query=SELECT number % 7 AS a, throwIf(number = 3000000) AS b FROM numbers(4000000)" \
        --quasi a --k 2 -o gone.csv
}

no_secrets() {
    fails "Wrong password" "${url/default@/keeper:s3cret1@}/?table=people" -p people.plan.yaml -o gone.csv &&
        anonymize "${url/default@/keeper:s3cret@}/?table=people" -p people.plan.yaml -o kept.csv --result kept.json >out 2>&1 &&
        ! grep -q s3cret out kept.json &&
        CLICKHOUSE_PASSWORD=s3cret anonymize "${url/default@/keeper@}/?table=people" -p people.plan.yaml -o kept.csv >/dev/null
}

only_reads() {
    anonymize "${url/default@/reader@}/?table=people" -p people.plan.yaml -o kept.csv >/dev/null &&
        fails "readonly" people.csv -p people.plan.yaml -o "${url/default@/reader@}/?table=forbidden" &&
        [ "$(sql "exists table forbidden")" = 0 ]
}

not_there() {
    fails "doesn't exist" "$url/?table=nothing" --quasi a --k 2 -o gone.csv &&
        fails "doesn't exist" people.csv -p people.plan.yaml -o "$url/?table=nowhere.x" &&
        fails "does not know the cluster" people.csv -p people.plan.yaml -o "$url/?table=x&cluster=nope" &&
        fails "connection failed" "clickhouse://127.0.0.1:1/?table=x" --quasi a --k 2 -o gone.csv
}

# Runs that meet: each succeeds or says why not, and the table is whole.
meet() {
    local i pids=() fine=0
    for i in 1 2 3 4; do
        anonymize people.csv -p people.plan.yaml -o "$url/?table=met" >"met$i" 2>&1 &
        pids+=($!)
    done
    for i in "${pids[@]}"; do wait "$i" && fine=$((fine + 1)); done
    cat met?
    [ $fine -ge 1 ] && [ "$(sql "select count() from met")" = 3000 ] && [ "$(left)" = 0 ] &&
        [ "$(grep -l "shoal:" met? | wc -l)" = $((4 - fine)) ] &&
        [ "$(grep -l "another run writes" met? | wc -l)" = $((4 - fine)) ]
}

without_shard() {
    local before
    before=$(sorted spread)
    "$SHOAL_SOURCE/tests/servers/clickhouse" kill "$PWD/server" 2
    fails "connection failed" people.csv -p people.plan.yaml -o "$cluster/?table=spread&cluster=shoal" &&
        fails "." "$url/?table=everybody" -p people.plan.yaml -o gone.csv &&
        fails "connection failed" "$cluster/?table=everybody&cluster=shoal" -p people.plan.yaml --where database \
            -o "$cluster/?table=spread&cluster=shoal" || return 1
    "$SHOAL_SOURCE/tests/servers/clickhouse" again "$PWD/server" 2 && [ "$(sorted spread)" = "$before" ]
}

check "the tables of the tests" load_people
check "same release as through CSV, in and out" same_as_csv
check "two shards and one give the same bytes" shards_alike
check "a release in a cluster replaces another, whose rows are dropped" replaced
check "rows stay in the database: the same release on one server and on two" stays
check "nodes that do not fit are counted there, on one server and on two" counts_nodes
check "the order of a release says nothing of its source" no_order
check "inputs are not replaced" not_replaced
check "files that the server does not know" unknown_files
check "rows do not stay where the release goes elsewhere" elsewhere
check "types, absent values, odd texts and names survive" keeps_types
check "CSV with odd values, there and back" from_csv
check "a query" reads_query
check "an error after many rows" late_error
check "passwords are not shown" no_secrets
check "a user who may only read" only_reads
check "what is not there" not_there
check "runs that meet" meet
check "a shard that is gone" without_shard

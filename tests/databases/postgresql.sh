# Tables of PostgreSQL in and out: values, names, what is refused, and what a table keeps.
. "$SHOAL_SOURCE/tests/databases/common"
use_postgresql

anonymize() { "$shoal" anonymize --progress none --accept sensitive_not_stated "$@"; }
# refused STATUS WORDS COMMAND...: with that exit status and a message with the words.
refused() {
    local status=0 wanted=$1 words=$2
    shift 2
    "$@" >stdout 2>stderr || status=$?
    cat stdout stderr
    [ $status -eq "$wanted" ] && grep -q "$words" stderr && ! grep -q 'secret' stdout stderr
}
# Tables that a run has left under another name.
pending() { sql "select count(*) from pg_class where relname like 'shoal\_pending%'"; }

sql <<'END'
create schema s;
create type s.mood as enum ('sad', 'ok', '');
create domain s.positive as int check (value > 0);
create table s.types (n int, a text, b s.mood, c s.positive, d numeric(38,10), e timestamptz, f date,
    g bool, h text[], i jsonb, j uuid, k bytea, l float8, m char(4), o interval, p varchar(9),
    q bigint, r real, t time, u timestamp(3), v money, w inet, x int4range, y bit varying, z json);
insert into s.types values
    (1, '', null, 1, 12345678901234567890123456.0123456789, '1969-12-31 23:59:59.5+02',
     '0044-03-15 BC', true, '{a,NULL,"x y"}', '{"a": 1}', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
     '\x00ff', 0.1, 'ab', '1 day', '', 9223372036854775807, 0.1, '23:59:59.999999',
     '1900-01-01 00:00:00.125', 12.5, '10.0.0.1', '[1,5)', B'', '{"a" : 1}'),
    (2, null, '', null, null, null, 'infinity', false, null, null, null, null, 'NaN', '', null, null,
     null, 'infinity', null, 'infinity', null, null, null, null, null),
    (3, E'q"uo,te''\nnew\r\\.', 'sad', 2, -1.5, '2024-01-01 12:00+00', '1900-01-01', null, '{}', '[]',
     null, '\x', 1e300, null, '1 mon -2 days', 'x', -1, -0.0, '00:00', '0001-01-01 BC', -1, '::1',
     'empty', B'101', '[]'),
    (4, 'Łódź 日本 ""', 'ok', 2, 1, '2024-07-01 12:00+02', '9999-12-31', true, '{"\"",",",""}', 'null',
     null, '\x5c2e', -1e-300, 'a''b', '-00:00:01', 'NULL', 0, 1.5, '12:00', 'epoch', 0, '10/8',
     '(,)', B'0', '"\""');
create table s.one as select unnest(array['a', null, '', 'a', null, '\.', 'a']) as x;
create table s."a""; drop table s.one; --" ("select" text, "a""; drop table s.types; --" text,
    "two words" text);
insert into s."a""; drop table s.one; --" values ('''; drop table s.one; --', '$1', E'a\tb'),
    ('x', null, '');
create table public.plain as select g, g % 5 as a, 'v' || g % 3 as b from generate_series(1, 500) g;
END

# same TABLE QUASI: a release of the table with k = 1 is the table, types and all.
same() {
    anonymize "$url?table=$1" --quasi "$2" --k 1 --missing-token none -o "$url?table=s.copy" || return 1
    local from
    from=$(sql "select quote_ident(n.nspname) || '.' || quote_ident(c.relname) from pg_class c join
        pg_namespace n on n.oid = c.relnamespace where n.nspname = 's' and c.relname = \$\$$3\$\$")
    # Row by row, in an order of their own, with NULL apart from the empty text.
    diff <(sql "copy (select * from $from) to stdout with (null 'NULL!')" | sort) \
        <(sql "copy (select * from s.copy) to stdout with (null 'NULL!')" | sort) || return 1
    [ "$(pending)" = 0 ]
}
column_types() {
    sql "select attname, format_type(atttypid, atttypmod) from pg_attribute
        where attrelid = '$1'::regclass and attnum > 0 and attname <> 'n' order by attnum"
}
types_kept() { diff <(column_types s.types) <(column_types s.copy); }

check "values survive: types, NULL, empty text, quotes, newlines" same s.types n types
check "types of untouched columns are kept" types_kept
check "a table of one column" same s.one x one
check "names that look like statements" same 's."a""; drop table s.one; --"' select 'a"; drop table s.one; --'
check "nothing was dropped" sql "select 1/(count(*)/7) from s.one"

through_csv() { # a query, through CSV and straight, gives the same release
    local query="select a, b, g from plain order by g"
    anonymize "$url?query=$query" --quasi a,b --k 40 -o straight.csv &&
        sql "copy ($query) to stdout csv header" >plain.csv &&
        anonymize plain.csv --quasi a,b --k 40 -o csv.csv && diff straight.csv csv.csv &&
        anonymize "$url?query=$query;" --quasi a,b --k 40 -o "$url?table=released" &&
        diff straight.csv <(sql "copy released to stdout csv header")
}
same_twice() { # two releases of one table are the same; the second replaces the first
    anonymize plain.csv --quasi a,b --k 40 -o "$url?table=released" || return 1
    sql "copy released to stdout csv header" | diff straight.csv -
}
check "a query, also through CSV" through_csv
check "a release replaces the one before" same_twice
check "verify" "$shoal" verify "$url?table=released" --quasi a,b --k 40
check "assess against the original" "$shoal" assess "$url?table=released" --against "$url?table=plain" \
    --quasi a,b --progress none
check "assess a file against the original" "$shoal" assess straight.csv --against "$url?table=plain" \
    --quasi a,b --progress none
check "inspect" "$shoal" inspect "$url?table=plain" --progress none
check "explore" "$shoal" explore "$url?table=plain" --quasi a,b --k 5,40 --progress none
check "a population" anonymize "$url?query=select * from plain where g < 100" --quasi a,b --k 2 \
    --model "k-map k=3" --population "$url?table=plain" -o mapped.csv

empty_and_absent() { # NULL is missing whatever the words are; '' where they say so
    sql "create table s.gaps as select unnest(array[null,'','','b','b','b']) as a, 1 as b"
    "$shoal" inspect "$url?table=s.gaps" --missing-token none --progress none --result gaps.json &&
        sed -n '/"a"/,/}/p' gaps.json | grep -q '"missing": 1' &&
        "$shoal" inspect "$url?table=s.gaps" --progress none --result gaps.json &&
        sed -n '/"a"/,/}/p' gaps.json | grep -q '"missing": 3'
}
check "absent values are missing, empty texts only where the plan says so" empty_and_absent

# ---- What is kept ----
kept() {
    sql "create role reader; create role keeper; grant keeper to shoal;
        create table kept as select 1 as a; alter table kept owner to keeper;
        grant select on kept to reader; grant insert on kept to public;
        comment on table kept is 'it''s kept'"
    anonymize plain.csv --quasi a,b --k 40 -o "$url?table=kept" || return 1
    [ "$(sql "select pg_get_userbyid(relowner), obj_description(oid) from pg_class where oid = 'kept'::regclass")" \
        = "keeper|it's kept" ] &&
        [ "$(sql "select has_table_privilege('reader', 'kept', 'select'), has_table_privilege('reader', 'kept', 'insert'),
            has_table_privilege('reader', 'kept', 'update')")" = "t|t|f" ]
}
check "owner, privileges and comment of the old table are kept" kept

# ---- What is refused ----
args=(--quasi a,b --k 40)
check "the input is not replaced" refused 1 "replace the input" anonymize "$url?table=plain" "${args[@]}" \
    -o "$url?table=plain"
check "nor by another name of it" refused 1 "the input was read from this table" anonymize \
    "$url?query=select * from plain" "${args[@]}" -o "${url/127.0.0.1/localhost}?table=public.plain"
check "a table that is not there" refused 4 "there is no table" anonymize "$url?table=nothing" \
    "${args[@]}" -o x.csv
check "a schema that is not there" refused 4 "there is no schema" anonymize plain.csv "${args[@]}" \
    -o "$url?table=nothing.at_all"
check "neither table nor query" refused 1 "neither a table nor a query" anonymize "$url" "${args[@]}" -o x.csv
check "a query that is none" refused 4 "syntax error" anonymize "$url?query=selec 1" "${args[@]}" -o x.csv
check "a query that writes" refused 4 "cannot" anonymize \
    "$url?query=with d as (delete from plain returning *) select * from d" "${args[@]}" -o x.csv
check "two statements" refused 4 "cannot insert multiple" anonymize \
    "$url?query=select 1 as a, 2 as b; drop table plain" "${args[@]}" -o x.csv
check "a query that closes the bracket" refused 4 "syntax error" anonymize \
    "$url?query=select 1) to program 'touch hacked' --" "${args[@]}" -o x.csv
check "all rows are still there" sql "select 1/(count(*)/500) from plain"
sql "create view seen as select * from plain; create table viewed as select 1 as a;
    create view of_viewed as select * from viewed; create role limited login password 'secret';
    create table theirs as select 1 as a"
check "a view as a source" anonymize "$url?table=seen" "${args[@]}" -o x.csv
check "a view as an output" refused 1 "not a plain table" anonymize plain.csv "${args[@]}" -o "$url?table=seen"
check "a table with a view" refused 4 "of_viewed depends" anonymize plain.csv "${args[@]}" -o "$url?table=viewed"
limited=${url/shoal:/limited:}
sql "revoke create on schema public from public"
check "no permission to read" refused 4 "permission denied" anonymize "$limited?table=plain" "${args[@]}" -o x.csv
check "no permission to create" refused 4 "may not create" anonymize plain.csv "${args[@]}" -o "$limited?table=new"
check "a dry run checks that, too" refused 4 "may not create" anonymize plain.csv "${args[@]}" --dry-run \
    -o "$limited?table=new"
sql "grant create on schema public to limited"
check "not the owner" refused 4 "only its owner" anonymize plain.csv "${args[@]}" -o "$limited?table=theirs"
check "a dry run writes nothing" anonymize plain.csv "${args[@]}" --dry-run -o "$url?table=dry"
check "and leaves nothing" sql "select 1/(to_regclass('dry') is null)::int"
check "a wrong password" refused 4 "authentication failed" anonymize "${url/secret@/wrong@}?table=plain" \
    "${args[@]}" -o x.csv
check "no server" refused 4 "cannot connect" anonymize "postgresql://shoal:secret@127.0.0.1:1/shoal?table=plain" \
    "${args[@]}" -o x.csv
check "a recorded name" refused 1 "left out" anonymize "${url/secret/***}?table=plain" "${args[@]}" -o x.csv

locked() {
    sql "select pg_advisory_lock(hashtextextended('shoal:public', hashtext('released'))), pg_sleep(20)" \
        >/dev/null &
    until [ "$(sql "select count(*) from pg_locks where locktype = 'advisory'")" = 1 ]; do :; done
    refused 4 "another run" anonymize plain.csv "${args[@]}" -o "$url?table=released"
    local status=$?
    sql "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'" >/dev/null
    wait
    return $status
}
check "two runs do not meet" locked

check "a password from the environment" env PGPASSWORD=secret "$shoal" verify "${url/:secret@/@}?table=released" \
    "${args[@]}"
printf '[here]\nhost=127.0.0.1\nport=%s\ndbname=shoal\nuser=shoal\npassword=secret\n' \
    "$(cat server/port)" >services
check "a service file" env PGSERVICEFILE=services "$shoal" verify "postgresql:///?service=here&table=released" \
    "${args[@]}"

# ---- Passwords ----
silent() { # every output of every command
    local from="$url?table=plain" to="$url?table=released"
    mkdir -p out
    {
        anonymize "$from" "${args[@]}" -o "$to" --result out/a.json --report out/a.html --write-plan out/a.yaml \
            --population "$from" --model "k-map k=2" --progress json
        anonymize --nonsense="$from" "$from" -o "$to"
        "$shoal" anonymize "$from" "${args[@]}" -o "$to" --strict --progress plain
        "$shoal" assess "$to" --against "$from" "${args[@]}" --result out/b.json --report out/b.html \
            --records out/b.csv --population "$from"
        "$shoal" inspect "$from" -o out/c.yaml --result out/c.json --report out/c.html
        "$shoal" explore "$from" --quasi a,b --k 5,40 --out out/d.csv --result out/d.json --report out/d.html
        "$shoal" verify "$to" "${args[@]}" --against "$from"
        "$shoal" verify "$to" "${args[@]}"
        "$shoal" verify "$to" --quasi a,b,nothing --k 2
        "$shoal" verify "$to" "${args[@]}" --population "${from/plain/nothing}"
        "$shoal" anonymize "$from" "$to" "${args[@]}" -o x.csv
        "$shoal" anonymize "$from" "${args[@]}" -o "$to" --result "$to"
    } >out/stdout 2>out/stderr
    for file in a.json a.html a.yaml b.json b.html c.yaml c.json c.html d.csv d.json d.html; do
        [ -s out/$file ] || { cat out/stderr; echo "$file is missing"; return 1; }
    done
    ! grep -rn secret out
}
check "no output of any command has the password" silent

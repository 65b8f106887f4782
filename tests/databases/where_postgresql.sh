# Rows that stay in PostgreSQL: the same release as that of a run that reads them, and nothing where
# something goes wrong.
. "$SHOAL_SOURCE/tests/databases/common"
use_postgresql

anonymize() { # FROM TO FLAGS...
    local from=$1 to=$2
    shift 2
    "$shoal" anonymize "$url?table=$from" -o "$url?table=$to" --progress none "$@"
}

# Types, absent values, quotes, several bytes, words of SQL, and what looks like an injection.
make_table() { # NAME ROWS SEED
    sql <<SQL
select setseed($3);
create table $1 (
    "select" text, born date, zone timestamptz, "it""s" varchar(20), wage numeric(38, 3),
    alive boolean, code char(4), diagnosis text, note text);
insert into $1
select (array['a', 'b''c', '"q"', 'é中', null, 'x; drop table t; --', E'tab\there'])[1 + random() * 6],
    date '1969-12-25' + (random() * 9)::int,
    timestamptz '1969-12-31 23:00:00+00' + (random() * 3)::int * interval '1 hour',
    (array['', 'null', 'NULL', null, E'line\nbreak', E'back\\\\slash'])[1 + random() * 5],
    (random() * 4)::int * 1e30 + 0.125,
    (array[true, false, null])[1 + random() * 2],
    (array['ab', 'abcd', ''])[1 + random() * 2],
    (array['flu', 'cold', 'none', null])[1 + random() * 3],
    md5(random()::text)
from generate_series(1, $2);
SQL
}

# Of these columns a tree would be grown from the rows, which are not there.
quasi='--quasi select,born,it"s,wage,alive,code --sensitive diagnosis --identifier note
    --hierarchy select=flat --hierarchy it"s=flat --hierarchy wage=flat'

# The same rows as often, whatever their order, and the same answer.
is_same() { # TABLE FLAGS...
    local from=$1
    shift
    # shellcheck disable=SC2086
    anonymize "$from" of_memory $quasi --result memory.json "$@" || return 1
    # shellcheck disable=SC2086
    anonymize "$from" of_database $quasi --result database.json --where database "$@" || return 1
    [ "$(sql "select count(*) from ((table of_memory except all table of_database) union all
        (table of_database except all table of_memory)) as differing")" = 0 ] || return 1
    for key in outcome value bound suppressed classes k_eff rows dropped; do
        [ "$(grep -m 1 "\"$key\":" memory.json)" = "$(grep -m 1 "\"$key\":" database.json)" ] ||
            { echo "$key differs" && return 1; }
    done
    [ "$(levels_of memory.json)" = "$(levels_of database.json)" ]
}

levels_of() { # FILE
    awk '/"levels"/ { found = 1 } found { print } found && /}/ { exit }' "$1"
}

leaves_nothing() {
    [ "$(sql "select count(*) from pg_class where relname like 'shoal%'")" = 0 ]
}

fails() { # STATUS WORDS COMMAND...
    local status=0 expected=$1 words=$2
    shift 2
    "$@" >out 2>&1 || status=$?
    cat out
    [ "$status" = "$expected" ] && grep -q "$words" out
}

make_table t1 400 0.1
make_table t2 900 0.2
make_table t3 60 0.3
check "levels" is_same t1 --k 3 --suppression 10%
check "more rows" is_same t2 --k 4 --suppression 5%
check "no suppression" is_same t3 --k 2
check "a model" is_same t2 --k 3 --suppression 30% --model "l-diversity l=2"
check "closeness" is_same t2 --k 2 --suppression 30% --t 0.4
check "cuts" is_same t3 --k 3 --suppression 10% --recoding cut
check "dropped rows" is_same t2 --k 3 --suppression 20% --missing drop
check "wildcards" is_same t3 --k 3 --suppression 20% --missing wildcard
check "masked identifiers" is_same t1 --k 3 --suppression 10% --identifiers mask

keeps_types() {
    [ "$(sql "select data_type from information_schema.columns where table_name = 'of_database'
        and column_name = 'zone'")" = "timestamp with time zone" ]
}
check "columns that are not recoded keep their types" keeps_types

of_query() {
    "$shoal" anonymize "$url?query=SELECT born, wage, diagnosis FROM t1 WHERE alive;" \
        -o "$url?table=of_query" --quasi born,wage --k 3 --where database --progress none
}
check "a query is a source" of_query

has_floor() {
    # shellcheck disable=SC2086
    anonymize t2 of_floor $quasi --k 4 --suppression 5% --where database --memory 113700 \
        --result floor.json && grep -q '"floor": {' floor.json
}
check "what does not fit is taken at higher levels" has_floor
# With a proof that has the time, little memory finds what much memory does: from a floor on, and
# where not even the highest levels fit.
little_memory() { # MEMORY FLAGS...
    local memory=$1
    shift
    is_same t2 --k 4 "$@" || return 1
    # shellcheck disable=SC2086
    anonymize t2 of_little $quasi --k 4 "$@" --where database --memory "$memory" --prove 1000 \
        --result little.json | tee summary || return 1
    [ "$(sql "select count(*) from ((table of_database except all table of_little) union all
        (table of_little except all table of_database)) as differing")" = 0 ] || return 1
    [ "$(levels_of database.json)" = "$(levels_of little.json)" ] || return 1
    for key in outcome value bound suppressed classes k_eff rows; do
        [ "$(grep -m 1 "\"$key\":" database.json)" = "$(grep -m 1 "\"$key\":" little.json)" ] ||
            { echo "$key differs" && return 1; }
    done
}
check "nodes below a floor are counted there" little_memory 113700 --suppression 5%
check "the same with weights" little_memory 113700 --suppression 30% --suppression-weight 2
check "every node is counted there" little_memory 40 --suppression 5%
check "every node, without suppression" little_memory 40 --algorithm exhaustive
check "every node, of rows without gaps" little_memory 40 --suppression 10% --missing drop
# What the table was before, though nobody has seen all its tuples.
counts_ground() {
    # shellcheck disable=SC2086
    anonymize t2 of_ground $quasi --k 4 --suppression 5% --where database --memory 113700 >summary || return 1
    [ "$(awk '$1 == "classes" || $1 == "k" { print $2 }' summary | paste -sd " ")" = \
        "$(sql 'select count(*) || chr(32) || min(n) from (select count(*) as n from t2
            group by "select", born, "it""s", wage, alive, code) as g')" ]
}
check "the summary says what the table was before" counts_ground
no_bound() {
    # shellcheck disable=SC2086
    anonymize t2 of_none $quasi --k 4 --suppression 5% --where database --memory 113700 --prove 0 \
        --result none.json && grep -q '"outcome": "feasible"' none.json
}
check "without a proof the gap stays" no_bound
check "too little memory is refused where models need the set" fails 1 "allow more" anonymize t2 \
    no_room --quasi select,born,wage --sensitive diagnosis --l 2 --k 4 --where database --memory 40

# ---- What goes wrong -----------------------------------------------------------------------------

sql "create schema apart; create table apart.secret (a text); create role clerk login password 'secret';
    create schema authorization clerk; create table t4 as table t1; grant select on t1 to clerk; revoke create on schema public from public"
clerk=${url/shoal:secret/clerk:secret}
check "rows do not go elsewhere" fails 1 "another kind\|same database" "$shoal" anonymize \
    "$url?table=t1" -o safe.csv --quasi born --k 2 --where database
check "another account is elsewhere" fails 1 "same" "$shoal" anonymize "$url?table=t1" \
    -o "$clerk?table=safe" --quasi born --k 2 --where database
check "a table does not replace itself" fails 1 "replace\|is the input" anonymize t4 t4 --quasi born --k 2 \
    --where database
check "no permission to make tables" fails 4 "CREATE" "$shoal" anonymize "$clerk?table=t1" \
    -o "$clerk?table=public.safe" --quasi born --k 2 --where database
check "no permission to read" fails 4 "permission denied" "$shoal" anonymize "$clerk?table=t2" \
    -o "$clerk?table=clerk.safe" --quasi born --k 2 --where database
check "a table that is not there" fails 4 "there is no table" anonymize nowhere safe --quasi born \
    --k 2 --where database
check "passwords are not shown" bash -c '! grep -q "secret" out'
check "a dry run publishes nothing" bash -c "'$shoal' anonymize '$url?table=t1' -o '$url?table=dry' \
    --quasi born --k 2 --where database --dry-run --progress none"

keeps_grants() {
    sql "create table granted as select 1 as born; grant select on granted to clerk"
    anonymize t1 granted --quasi born --k 2 --where database &&
        [ "$(sql "select has_table_privilege('clerk', 'granted', 'select')")" = t ]
}
check "a table that is replaced keeps its privileges" keeps_grants

locked() {
    local status
    sql "select pg_advisory_lock(hashtextextended('shoal:public', hashtext('busy'))), pg_sleep(600)" \
        >/dev/null 2>&1 &
    until [ "$(sql "select count(*) > 0 from pg_locks where locktype = 'advisory'")" = t ]; do sleep 0.05; done
    fails 4 "another run" anonymize t1 busy --quasi born --k 2 --where database
    status=$?
    sql "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'" >/dev/null
    wait
    return $status
}
check "two runs do not write the same table" locked

# Somebody writes all the time: the server itself, so that it goes on however busy the machine is.
sees_changes() {
    local status
    make_table t5 3000 0.5
    PGAPPNAME=changer sql "do \$\$ begin loop insert into t5 select * from t1 limit 1; commit;
        perform pg_sleep(0.001); end loop; end \$\$" >/dev/null 2>&1 &
    until [ "$(sql "select count(*) > 3000 from t5")" = t ]; do sleep 0.05; done
    # shellcheck disable=SC2086
    fails 4 "changed while" anonymize t5 changed $quasi --k 3 --suppression 50% --where database
    status=$?
    sql "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'changer'" >/dev/null
    wait
    [ $status = 0 ] && [ "$(sql "select to_regclass('changed') is null")" = t ]
}
check "a source that changes is noticed" sees_changes

# Killed at any moment, a client leaves the old state or the new one.
survives_kills() {
    local round client
    sql "create table old as select 'old' as born"
    for ((round = 0; round < ${ROUNDS:-4}; round++)); do
        # shellcheck disable=SC2086
        anonymize t2 old $quasi --k 4 --suppression 5% --where database >/dev/null 2>&1 &
        client=$!
        sleep "0.$((RANDOM % 7))$((RANDOM % 10))"
        kill -9 "$client" 2>/dev/null
        wait "$client" 2>/dev/null
        case "$(sql "select count(*) from old")" in 1 | 900) ;; *) return 1 ;; esac
    done
    for ((round = 0; round < 100; round++)); do
        [ "$(sql "select count(*) from pg_stat_activity where state like 'idle in%' or state = 'active'")" -gt 1 ] || break
        sleep 0.1
    done
    leaves_nothing
}
check "a client that is killed leaves nothing" survives_kills
check "nothing is left" leaves_nothing

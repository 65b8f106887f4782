# What goes wrong while a release is written to PostgreSQL: the client or the server is killed, the
# connection is lost, the table is dropped, the disk is full. Afterwards the old table or the new one
# is there, whole, and nothing else. FAULT_ROUNDS says how often each is done; 200 by hand.
. "$SHOAL_SOURCE/tests/databases/common"
use_postgresql "log_min_messages = panic"
rounds=${FAULT_ROUNDS:-2}

sql "create table people as select g as id, g % 7 as a, 'v' || g % 5 as b, md5(g::text) as c
    from generate_series(1, 20000) g"
target="$url?table=target"
plan=(--quasi a,b --identifier id --progress none --accept sensitive_not_stated --accept near_unique)
release() { exec "$shoal" anonymize "$url?table=people" "${plan[@]}" --k "$1" -o "$target"; }
content() { sql "select md5(string_agg(t::text, '|')) from target t"; }
rows() { sql "copy target to stdout csv header"; }

# Two releases that replace one another.
(release 500) >/dev/null 2>&1 && rows >one.csv
(release 5000) >/dev/null 2>&1 && rows >two.csv
state() {
    rows >now.csv || return 1
    if cmp -s now.csv one.csv; then echo one; elif cmp -s now.csv two.csv; then echo two; else return 1; fi
}
clean() { # once the server has noticed that clients are gone
    local i
    for ((i = 0; i < 200; i++)); do
        [ "$(sql "select count(*) from pg_stat_activity where application_name = 'shoal'")" = 0 ] && break
        sleep 0.05
    done
    [ "$(sql "select count(*) from pg_class where relname like 'shoal%'")" = 0 ] &&
        [ "$(sql "select count(*) from pg_locks where locktype = 'advisory'")" = 0 ]
}
begin=$(date +%s%N)
(release 500) >/dev/null 2>&1
longest=$((($(date +%s%N) - begin) / 1000000 + 20))
a_moment() { sleep "$(printf '0.%03d' $((RANDOM % (longest < 999 ? longest : 999))))"; }

# disturb COMMAND...: runs of which each is disturbed by the command at some moment. One that ended
# well has made the new state, one that says that nothing was published has kept the old one.
disturb() {
    local round before after wanted k status client
    for ((round = 0; round < rounds; round++)); do
        before=$(state) || return 1
        if [ "$before" = one ]; then k=5000 wanted=two; else k=500 wanted=one; fi
        (release $k) >said 2>&1 &
        client=$!
        a_moment
        "$@" $client || return 1
        status=0
        wait $client 2>/dev/null || status=$?
        after=$(state) || { echo "round $round: half"; return 1; }
        case $status in
        0) [ "$after" = $wanted ] || { echo "round $round: ended well, but is $after"; return 1; } ;;
        137) ;;
        4)
            grep -q '^shoal: ' said && ! grep -q secret said || { cat said; return 1; }
            grep -q 'look whether' said || [ "$after" = "$before" ] ||
                { cat said; echo "round $round: failed, but is $after"; return 1; }
            ;;
        *)
            cat said
            echo "round $round: status $status"
            return 1
            ;;
        esac
    done
    clean
}
kill_client() { kill -9 "$1" 2>/dev/null || true; }
kill_server() {
    "$SHOAL_SOURCE/tests/servers/postgresql" kill "$PWD/server" && "$SHOAL_SOURCE/tests/servers/postgresql" again "$PWD/server"
}
cut_connection() {
    sql "select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'shoal'" >/dev/null
}
check "a client that is killed leaves the old table or the new one" disturb kill_client
check "a server that is killed has the old table or the new one" disturb kill_server
check "a connection that is cut leaves the old table or the new one" disturb cut_connection

interrupted() {
    local before client status=0
    before=$(state)
    (release 1000) >said 2>&1 &
    client=$!
    a_moment
    kill -INT $client 2>/dev/null
    wait $client || status=$?
    { [ $status -eq 130 ] && [ "$(state)" = "$before" ] && clean; } || [ $status -eq 0 ]
}
check "an interrupted run leaves nothing" interrupted
(release 500) >/dev/null 2>&1

# The search waits for the table of its hierarchies, a pipe, while somebody else is at work.
meanwhile() { # SQL: done after the run has opened its output and before it writes
    rm -f hierarchy && mkfifo hierarchy
    "$shoal" anonymize "$url?table=people" "${plan[@]}" --hierarchy a=hierarchy --k 50 -o "$target" >said 2>&1 &
    local client=$! status=0
    until [ "$(sql "select count(*) from pg_locks where locktype = 'advisory'")" = 1 ]; do :; done
    sql "$1"
    for i in 0 1 2 3 4 5 6; do echo "$i;*"; done >hierarchy
    wait $client || status=$?
    cat said
    return $status
}
dropped() {
    ! meanwhile "drop table target" || return 1
    grep -q 'somebody else removed' said && [ "$(sql "select to_regclass('target') is null")" = t ] && clean
}
replaced() {
    sql "create table target as select 1 as mine"
    ! meanwhile "drop table target; create table target as select 2 as theirs" || return 1
    grep -q 'somebody else' said && [ "$(sql "select theirs from target")" = 2 ] && clean
}
appeared() {
    sql "drop table target"
    ! meanwhile "create table target as select 3 as theirs" || return 1
    grep -q 'somebody else' said && [ "$(sql "select theirs from target")" = 3 ] && clean
}
viewed() {
    ! meanwhile "create view of_target as select * from target" || return 1
    grep -q 'depend' said && [ "$(sql "select theirs from of_target")" = 3 ] && clean
}
check "a table that is dropped meanwhile" dropped
check "a table that is replaced meanwhile" replaced
check "a table that appears meanwhile" appeared
check "a view that appears meanwhile" viewed
sql "drop table target cascade"

full_disk() {
    sql "create table target as select 'old' as x"
    ! (release 50) >said 2>&1 || return 1
    cat said
    grep -q 'No space left\|free space' said && [ "$(sql "select x from target")" = old ] && clean
}
mkdir -m 711 -p small
if mount -t tmpfs -o size=1m tmpfs small 2>/dev/null; then
    mkdir small/space && chown --reference=server/data small/space && chmod 700 small/space
    sql "create tablespace small location '$PWD/small/space'"
    sql "alter role shoal set default_tablespace = small"
    check "a full disk of the server" full_disk
    sql "alter role shoal reset default_tablespace; drop table target"
    sql "drop tablespace small"
    umount small
else
    echo "ok a full disk of the server # SKIP a small disk cannot be mounted here"
fi

# Runs that are killed, and servers, at random moments: the table is the old one or the new one, and
# the next run removes what was left. SHOAL_KILL_ROUNDS says how often.
. "$SHOAL_SOURCE/tests/databases/common"
. "$SHOAL_SOURCE/tests/databases/clickhouse_common"
use_clickhouse
rounds=${SHOAL_KILL_ROUNDS:-2}
RANDOM=${SHOAL_KILL_SEED:-$$}
echo "# seed ${SHOAL_KILL_SEED:-$$}"

for mark in a b; do
    { echo who,mark && for i in $(seq 400); do echo "$((i % 7)),$mark"; done; } >$mark.csv
done
write() { # MARK URL [FLAG...]
    "$shoal" anonymize "$1.csv" --quasi who --k 2 -o "$2" --progress none >out 2>&1
}
# whole TABLE: 400 rows of one mark.
whole() {
    local found
    found=$(sql "select count(), uniqExact(mark) from $1 format TSV")
    [ "$found" = "$(printf '400\t1')" ] || { echo "$1: $found" && return 1; }
}
left() {
    local server
    for server in 1 2; do
        sql "select name from system.tables where name like 'shoal\\_pending%' or name like 'shoal\\_old%'" $server
    done
}
pause() { sleep "$(printf '0.%03d' $((RANDOM % 1000)))"; }

killed_clients() { # TABLE PARAMETERS SERVERS
    local i mark pid
    write a "$3/?table=$1$2" || return 1
    for ((i = 0; i < rounds; i++)); do
        mark=a
        [ $((RANDOM % 2)) = 0 ] || mark=b
        write $mark "$3/?table=$1$2" &
        pid=$!
        pause
        pkill -KILL -P "$pid"
        wait "$pid" 2>/dev/null
        # Between the two renames the table has no name for a moment: the next run puts it back.
        whole "$1" || { write a "$3/?table=$1$2" && whole "$1"; } || return 1
    done
    write b "$3/?table=$1$2" || { cat out && return 1; }
    whole "$1" && [ -z "$(left)" ] && [ "$(sql "select distinct mark from $1")" = b ]
}

# A server that is killed in the middle of its own renaming keeps the folder of a table that it has
# no more: then nobody can write that table until somebody removes the folder, as the message says.
mend_server() {
    local folder
    folder=$(sed -n 's/.*Target path already exists: \([^ ]*\).*/\1/p' out | head -n 1)
    case $folder in "$PWD"/*) rm -rf "$folder" ;; *) return 1 ;; esac
}

write_again() { # URL
    write a "$1" || { mend_server && write a "$1"; }
}

killed_servers() { # TABLE PARAMETERS SERVERS
    local i mark pid server
    write a "$3/?table=$1$2" || return 1
    for ((i = 0; i < rounds; i++)); do
        mark=a server=1
        [ $((RANDOM % 2)) = 0 ] || mark=b
        [ -z "$2" ] || server=$((1 + RANDOM % 2))
        write $mark "$3/?table=$1$2" &
        pid=$!
        pause
        "$SHOAL_SOURCE/tests/servers/clickhouse" kill "$PWD/server" $server
        wait "$pid" 2>/dev/null
        "$SHOAL_SOURCE/tests/servers/clickhouse" again "$PWD/server" $server || return 1
        # As above; of a cluster, also a shard may be the only one that was stopped between the two.
        whole "$1" || { write_again "$3/?table=$1$2" && whole "$1"; } ||
            { cat out && sql "show tables" && return 1; }
    done
    write b "$3/?table=$1$2" || { cat out && return 1; }
    whole "$1" && [ -z "$(left)" ] && [ "$(sql "select distinct mark from $1")" = b ]
}

check "runs are killed" killed_clients alone "" "$url"
check "runs are killed that write to a cluster" killed_clients spread "&cluster=shoal" "$cluster"
check "the server is killed" killed_servers alone2 "" "$url"
check "a shard is killed" killed_servers spread2 "&cluster=shoal" "$cluster"

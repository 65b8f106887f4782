# The server of the other tests.
. "$SHOAL_SOURCE/tests/databases/common"
use_postgresql

is_private() {
    [ "$(sql "show listen_addresses")" = 127.0.0.1 ]
}

comes_back() {
    sql "create table t as select 1 as a"
    "$SHOAL_SOURCE/tests/servers/postgresql" kill "$PWD/server"
    ! sql "select 1" 2>/dev/null || return 1
    "$SHOAL_SOURCE/tests/servers/postgresql" again "$PWD/server"
    [ "$(sql "select a from t")" = 1 ]
}

check "the server listens on loopback alone" is_private
check "the server can be killed and started again" comes_back

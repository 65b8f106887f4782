# The help of `shoal serve`, what it refuses before it listens, and that it serves and ends.
. "$SHOAL_SOURCE/tests/cli/await"
export XDG_RUNTIME_DIR=$PWD/run XDG_STATE_HOME=$PWD/state
mkdir run
"$SHOAL" serve --help
printf 'age,sex\n30,m\n31,f\n' >people.csv
mkdir -p other empty project && touch other/file project/plan.yaml
printf '%s\n' 0123456789abcdef0123456789abcdef >token && chmod 600 token
printf 'short\n' >short && chmod 600 short
cp token open && chmod 644 open
try() {
    "$SHOAL" serve "$@" 2>&1
    echo "= $?"
}
try people.csv other
try nowhere.csv
try -
try other
try project --project empty
try --port 65536
try --port x
try --jobs 0
try --upload-limit 8X
try --upload-limit -1
try --upload-limit 9999999999999999999
try --memory 9000000T
try --listen 127.0.0.1
try --listen localhost --token-file token
try --token-file nowhere
try --token-file short
try --token-file open
try --folder nowhere
try --prot 80
ls run people.project 2>&1

# serve NAME...: starts it, says what it printed without what differs, and ends it.
serve() {
    rm -f printed
    "$SHOAL" serve "$@" >printed &
    await $! grep -q Ctrl-C printed
    sed "s,$PWD,HERE,; s,127.0.0.1:[0-9]*,127.0.0.1:PORT,; s,=[0-9a-f]\{64\}\$,=TOKEN," printed
    kill -TERM $!
    wait $!
    echo "= $?"
}
serve
serve people.csv
serve project
serve --project empty --token-file token
serve --listen 127.0.0.1 --token-file token
ls run/shoal-serve-*

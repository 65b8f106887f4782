# A release appears whole or not at all: full disk, Ctrl-C. (tests/faults has kill -9.)
"$SHOAL" sample --rows 20000 --seed 1 -o people.csv >/dev/null
mkdir out
anonymize() {
    "$SHOAL" anonymize people.csv -p people.plan.yaml --k "$1" --suppression 10% --progress none \
        -o out/safe.csv --result out/run.json
}
# The release as it was, as it would be, or none; and no other file beside it and its result.
state() {
    [ -e out/safe.csv ] || { echo none && return; }
    case $(cksum <out/safe.csv) in
    "$old") echo old ;;
    "$new") echo new ;;
    *) echo damaged ;;
    esac
}
old= new=

echo "# a disk that is full for a new file"
(
    ulimit -f 64
    anonymize 5 2>&1
    echo "= $?"
)
state
ls -A out

anonymize 10 >/dev/null
new=$(cksum <out/safe.csv)
anonymize 5 >/dev/null
old=$(cksum <out/safe.csv)
ls -A out

echo "# a disk that is full for one that is there"
(
    ulimit -f 64
    anonymize 10 2>&1
    echo "= $?"
)
state
ls -A out

echo "# Ctrl-C before anything is published, on input that never ends"
# Opened for both, a pipe neither blocks nor ends.
mkfifo pipe
exec 3<>pipe
"$SHOAL" anonymize - --k 10 --quasi age --progress none -o out/safe.csv <&3 2>/dev/null &
running=$!
while kill -INT $running 2>/dev/null; do
    sleep 0.05
done
wait $running
echo "= $?"
exec 3>&-
state
ls -A out

echo "# and then another run"
anonymize 10 >/dev/null
state
ls -A out

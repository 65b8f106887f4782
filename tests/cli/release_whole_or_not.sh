# A release appears whole or not at all: full disk, Ctrl-C, kill -9.
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
mkfifo pipe
sleep 30 >pipe &
writer=$!
"$SHOAL" anonymize - --k 10 --quasi age --progress none -o out/safe.csv <pipe 2>/dev/null &
running=$!
while kill -INT $running 2>/dev/null; do
    sleep 0.2
done
wait $running
echo "= $?"
kill $writer
state
ls -A out

echo "# kill -9 at any moment"
for i in $(seq 10); do
    anonymize 5 >/dev/null
    timeout -s KILL 0.$((RANDOM % 2))$((RANDOM % 10)) \
        "$SHOAL" anonymize people.csv -p people.plan.yaml --k 10 --suppression 10% \
        --progress none -o out/safe.csv >/dev/null 2>&1
    state
done 2>/dev/null | sort -u | grep -vx -e old -e new
anonymize 10 >/dev/null
state
ls -A out

# An interrupted run ends with status 130 and leaves nothing; a second signal ends it at once.
mkfifo in
start() {
    "$SHOAL" anonymize in --k 2 --quasi age,sex -o out.csv --result out.json "$@" \
        2>errors &
    exec 3>in
    printf 'age,sex\n1,f\n1,f\n' >&3
}
for signal in INT TERM; do
    start --write-plan plan.yaml
    kill -s $signal $!
    exec 3>&-
    wait $!
    echo "$signal: status $?, $(cat errors)"
done
start
while kill -s INT $! 2>/dev/null; do
    sleep 0.05
done
wait $!
echo "twice: status $?"
exec 3>&-
ls
echo "# an exploration"
"$SHOAL" explore in --k 2 --quasi age,sex --out out.csv --result out.json 2>errors &
exec 3>in
printf 'age,sex\n1,f\n1,f\n' >&3
kill -s INT $!
exec 3>&-
wait $!
echo "status $?, $(cat errors)"
ls

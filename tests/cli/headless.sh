# Tables without names: a release from which columns were dropped has names, so that nobody takes
# one column for another; an identifier that is published never holds.
printf '1,20,f\n2,20,f\n3,30,m\n4,30,m\n' >in.csv
run() {
    echo "\$ shoal $*"
    "$SHOAL" "$@" 2>&1
    echo "= $?"
}
echo "# a column is dropped"
"$SHOAL" anonymize in.csv --header no --identifier c1 --quasi c2,c3 --k 2 --progress none -o safe.csv >/dev/null
cat safe.csv
run verify safe.csv --identifier c1 --quasi c2,c3 --k 2
echo "# all columns stay"
"$SHOAL" anonymize in.csv --header no --identifier c1 --identifiers mask --quasi c2,c3 --k 2 --progress none \
    -o safe.csv >/dev/null
cat safe.csv
run verify safe.csv --header no --identifier c1 --quasi c2,c3 --k 2
echo "# the table itself, and with a name"
run verify in.csv --header no --identifier c1 --quasi c2,c3 --k 2
printf 'name,age\nann,20\nbo,20\n' >named.csv
run verify named.csv --identifier name --quasi age --k 2
run verify named.csv --quasi age --k 2

# What cuts cannot do is said, with what to do about it, and leaves nothing behind.
printf 'age,sex\n30,f\n31,f\n40,m\n41,m\n' >people.csv
printf '30;3x;*\n31;3x;*\n40;4x;*\n41;4x;*\n' >age.csv
try() {
    echo "\$ $*"
    "$SHOAL" anonymize people.csv --recoding cut --k 2 --quasi age,sex --progress none \
        -o safe.csv "$@" 2>&1 >/dev/null
    echo "= $?"
    rm -f safe.csv
}
try --algorithm kgen
try --algorithm quick
try --recoding cuts
try --metric precision
try --metric nice
try --set depth=3
try --algorithm optimal --set polish=on
try --order 'age=30|31|40'
try --order 'age=30'
try --order 'age=30|31|40|41|41'
try --order 'age=30|31|40|41|50'
try --order 'age='
try --order 'age'
try --order 'height=1|2'
try --order 'age=40|30|41|31' --hierarchy age=age.csv
try --order 'age=40|30|41|31' --hierarchy age=age.csv --constrained age
try --finest age=3 --hierarchy age=age.csv
try --finest age=2 --hierarchy age=age.csv
try --finest height=1
try --finest age=-1
try --finest age=fine
try --constrained height
try --k 5
try --k 5 --suppression 100%
genitor() {
    try --algorithm genitor --set "$@"
}
genitor bias=3
genitor bias=0.5
genitor bias=much
genitor crossover=x
genitor points=none
genitor duplicates=maybe
genitor polish=yes
genitor population=1
genitor population=1e9
genitor budget=0
genitor stall=0
genitor batch=0
genitor batch=5000
genitor mutation=2
genitor mutation=often
genitor mutation=auto
try --algorithm local --set optima=0

echo "# little to choose from"
few() {
    echo "\$ $*"
    "$SHOAL" anonymize few.csv --recoding cut --progress none -o safe.csv "$@" 2>&1 |
        grep -E '^(shoal|optimal|feasible)'
    echo "= ${PIPESTATUS[0]}"
    [ ! -e safe.csv ] || cat safe.csv
    rm -f safe.csv
}
printf 'age\n30\n31\n40\n40\n' >few.csv
few --k 2 --quasi age
printf 'age,sex\n30,f\n30,f\n30,f\n' >few.csv
few --k 3 --quasi age,sex
few --k 4 --quasi age,sex
printf 'a,b\n1,x\n2,y\n3,z\n' >few.csv
few --k 2 --quasi a,b
few --k 2 --quasi a,b --algorithm genitor --evaluations 1
few --k 2 --quasi a,b --suppression 100% --constrained a,b
printf 'a,b\n' >few.csv
few --k 2 --quasi a,b
printf 'a,b\n?,?\n?,?\n' >few.csv
few --k 2 --quasi a,b
few --k 2 --quasi a,b --missing wildcard
few --k 2 --quasi a,b --missing drop
ls -A

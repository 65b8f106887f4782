# What microaggregation cannot do is said, with what to do about it, and leaves nothing behind.
printf 'age,sex,born\n30,f,1990-01-01\n31,f,1991-07-07\n40,m,1980-05-05\n41,m,1981-12-31\n' >in.csv
# attempt FLAGS...
attempt() {
    echo "\$ $*"
    "$SHOAL" anonymize in.csv --recoding microaggregation --k 2 --progress none -o safe.csv \
        --accept sensitive_not_stated \
        --result run.json "$@" 2>&1 >/dev/null
    echo "= $?"
    rm -f safe.csv run.json
}
try() {
    attempt --quasi age,born "$@"
}
attempt --quasi age,sex
attempt --quasi sex --algorithm mdav --type sex=decimal
attempt --quasi age,height
try --type age=date
try --algorithm kgen
try --metric loss
try --metric sum
try --algorithm refine --metric score
try --metric score
try --algorithm mdav --metric score
try --groups age
try --groups 'age|sex'
try --groups 'age,born,height'
try --groups 'age|born|age'
try --groups 'age||born'
try --groups ''
try --algorithm gomm --groups 'age|born'
try --algorithm dgomm --groups 'age|born'
try --algorithm univariate --groups 'age|born'
try --monitor seen
try --algorithm mdav --monitor seen
try --recoding cut --monitor seen
try --algorithm gomm --monitor in.csv
try --algorithm gomm --monitor no/where
try --algorithm mdav --set form=other
try --algorithm mdav --set scan=fast
try --algorithm mdav --set scale=log
try --algorithm mdav --set gamma=1
try --algorithm vmdav --set gamma=-1
try --algorithm vmdav --set gamma=much
try --algorithm vmdav --set gamma=nan
try --algorithm refine --set changes=some
try --algorithm refine --set changes=-5
try --algorithm gomm --set population=0
try --algorithm gomm --set generations=x
try --k 5
try --k 5 --suppression 100%
try --k 4 --algorithm mdav
try --front front.csv
try --objectives sse,score
try --memory 1 --algorithm mdav
for cell in many 1e200 1e999 -inf 0x10 '1 00' 5%; do
    printf 'age,born\n30,1\n31,2\n%s,3\n33,4\n' "$cell" >in.csv
    attempt --quasi age,born --type age=decimal --algorithm mdav
done
for cell in 2020-02-30 31.12.2020 12/31/2020 soon; do
    printf 'day\n2020-01-01\n2020-01-05\n%s\n2020-03-01\n' $cell >in.csv
    attempt --quasi day --algorithm mdav
    attempt --quasi day --algorithm mdav --missing-token $cell --missing wildcard
done
echo "# little to average"
few() {
    echo "$1" | tr ' ' '\n' >in.csv
    shift
    echo "\$ $*"
    "$SHOAL" anonymize in.csv --recoding microaggregation --algorithm mdav --progress none \
        -o safe.csv "$@" 2>&1 | grep -E '^(feasible|optimal|k-anonymous|NOT|shoal)'
    echo "= ${PIPESTATUS[0]}"
    [ ! -e safe.csv ] || tr '\n' ' ' <safe.csv
    echo
    rm -f safe.csv
}
few 'a 7' --k 1 --quasi a
few 'a 7' --k 2 --quasi a
few 'a 7 7 7' --k 2 --quasi a
few 'a 7 7 7' --k 2 --quasi a --metric score
few 'a,b 7,1 7,2 7,3 7,4' --k 2 --quasi a,b
few 'a,b 7,1 7,2 7,3 7,4' --k 1 --quasi a,b
few 'a ? ? NA NA' --k 2 --quasi a
few 'a ? ? NA NA' --k 2 --quasi a --missing drop
few 'a 1e140 -1e140 2e140 -2e140' --k 2 --quasi a --type a=decimal
few 'a 0.1 0.2 0.3 0.5' --k 2 --quasi a
few 'a 100000000000001 100000000000002 100000000000003' --k 3 --quasi a
few 'a' --k 2 --quasi a
ls

# Models that the sensitive values of the whole table rule out: said before the search, with the reason.
exec 2>&1
# 5 of 8 people have flu, 2 an ulcer, 1 asthma.
cat >table.csv <<'CSV'
age,sex,illness
20,f,flu
21,f,flu
22,m,flu
23,m,ulcer
30,f,ulcer
31,f,flu
32,m,asthma
33,m,flu
CSV
# run FLAGS...
run() {
    echo "\$ $*"
    "$SHOAL" anonymize table.csv --k 2 --quasi age,sex --hierarchy age=flat --sensitive illness --progress none -o safe.csv \
        --result run.json "$@" | grep -E '^(l-|t-|alpha|suppressed)'
    echo "= ${PIPESTATUS[0]}"
    ls safe.csv run.json 2>/dev/null
    rm -f safe.csv run.json
}
echo "# three values"
run --l 30
run --l 4 --suppression 90%
run --model 'l-diversity l=4 form=entropy' --suppression 50%
run --model 'l-diversity l=4 form=recursive c=2'
run --l 3
echo "# one of three values has a third of any class at least"
run --model 'alpha-k alpha=0.3' --suppression 50%
echo "# with alpha = 0.5 flu may have 3 rows beside the 3 others"
run --model 'alpha-k alpha=0.5'
run --model 'alpha-k alpha=0.5' --suppression 24%
run --model 'alpha-k alpha=0.5' --suppression 25%
run --model 'alpha-k alpha=0.625'
echo "# the table itself has less entropy, and nothing may be suppressed"
run --model 'l-diversity l=2.9 form=entropy'
echo "# the table as a whole is as close as can be"
run --t 0
echo "# in every recoding"
cut -d, -f1,3 table.csv >ages.csv
for recoding in cut microaggregation; do
    "$SHOAL" anonymize ages.csv --k 2 --quasi age --sensitive illness --recoding $recoding --l 30 --progress none \
        -o safe.csv
    echo "= $?"
done
echo "# everything may be suppressed"
run --l 30 --suppression 100%
exit 0

# Missing values under each rule, and dates in their own writing.
cat >in.csv <<'CSV'
id;seen;weight;height
1;31.12.1999;70;1.75
2;01.01.2000;72;?
3;02.01.2000;71;?
4;05.06.2010;80;1.80
5;06.06.2010;82;1.90
6;07.06.2010;;
7;NA;90;1.60
CSV
anonymize() {
    echo "\$ $*"
    "$SHOAL" anonymize in.csv --recoding microaggregation --algorithm mdav --k 2 \
        --quasi seen,weight,height --progress none -o safe.csv "$@" 2>&1 |
        grep -E '^(rows|classes|suppressed|feasible|optimal|k-anonymous|NOT|shoal)'
    echo "= ${PIPESTATUS[0]}"
    [ ! -e safe.csv ] || cat safe.csv
}
verify() {
    "$SHOAL" verify safe.csv --k 2 --quasi seen,weight,height "$@"
    echo "= $?"
    rm -f safe.csv
}
anonymize
anonymize --suppression 30%
verify
anonymize --missing wildcard
verify --missing wildcard
anonymize --missing drop
verify
anonymize --suppression 100% --groups 'seen|weight|height'
verify
echo "# tokens that averages may look like"
anonymize --missing wildcard --missing-token 72 --missing-token ? --missing-token NA \
    --missing-token ''
verify --missing wildcard --missing-token 72
anonymize --suppression 50% --missing-token 80 --missing-token ? --missing-token NA \
    --missing-token ''
verify

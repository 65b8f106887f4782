# Privacy models beside averages: classes hold them on the written file, within the suppression.
awk 'BEGIN {
    print "age,income,illness"
    for (i = 0; i < 120; i++)
        printf "%d,%d,%s\n", 20 + i * 37 % 61, 1000 + i * i * 13 % 4001,
               i % 9 < 4 ? "flu" : i % 9 < 6 ? "cold" : i % 9 < 8 ? "asthma" : "gout"
}' >people.csv
# anonymize FLAGS...
anonymize() {
    echo "\$ $*"
    "$SHOAL" anonymize people.csv --recoding microaggregation --quasi age,income --sensitive illness \
        --progress none -o safe.csv --result run.json "$@" 2>&1 | tail -n 3
    echo "= ${PIPESTATUS[0]}"
}
# Figures of the result, and each rule as it was found on the file.
result() {
    grep -E '^  "(outcome|suppressed|classes|k_eff|k_anonymous)"' run.json
    sed -n '/"privacy"/,/]/p' run.json | grep -E '"(rule|asked|found)"' |
        sed -E 's/([0-9]\.[0-9]{6})[0-9]+/\1/'
}
# The fewest illnesses among the rows that read the same, suppressed ones aside.
fewest() {
    awk -F , 'NR > 1 && $1 != "*" && !seen[$1 "," $2 "," $3]++ { count[$1 "," $2]++ }
        END { for (c in count) if (!least || count[c] < least) least = count[c]; print "l", least }' \
        safe.csv
}
anonymize --k 3 --algorithm mdav
fewest

echo "# every algorithm, without suppression"
for algorithm in mdav vmdav; do
    anonymize --k 3 --algorithm $algorithm --l 3
    fewest
    result
done
anonymize --k 3 --algorithm refine --set changes=20000 --l 3
fewest
"$SHOAL" verify safe.csv --k 3 --quasi age,income --sensitive illness --l 3
echo "= $?"

echo "# whatever the threads"
for threads in 1 2 3; do
    anonymize --k 3 --algorithm mdav --l 3 --threads $threads | tail -n 1
    cksum <safe.csv
done | uniq

echo "# distances of distributions"
anonymize --k 3 --algorithm mdav --model "t-closeness t=0.3 distance=ordered"
result

echo "# suppression where it costs less"
anonymize --k 3 --algorithm mdav --model "l-diversity l=3 form=entropy" --suppression 30%
result
grep -c '^\*,\*' safe.csv

echo "# one group is all that gomm finds"
anonymize --k 3 --algorithm gomm --l 2 --set population=6 --set generations=4 --seed 7
sed -n '/"grouping"/,/"context"/p' run.json | grep -c '"age"'
fewest

echo "# several groups: rows are classes of their own"
anonymize --k 3 --algorithm mdav --groups 'age|income' --l 2
anonymize --k 60 --algorithm mdav --groups 'age|income' --l 2 | tail -n 1
fewest

echo "# no release"
anonymize --k 3 --algorithm mdav --l 5
anonymize --k 3 --algorithm refine --l 5 --suppression 50%

echo "# no meaning"
anonymize --k 3 --model "k-map k=5" --population people.csv
anonymize --k 3 --model "delta-presence max=0.5" --population none.csv

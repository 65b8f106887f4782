# The same bytes by every road: threads, pipes, gzip, memory, seeds of what has no chance in it.
"$SHOAL" sample --rows 1500 --seed 1 -o people.csv >/dev/null
anonymize() {
    "$SHOAL" anonymize --order input --accept input_order "$@" --recoding microaggregation --k 4 --progress none \
        --quasi birth_date,household_size,income
}
for algorithm in mdav vmdav univariate 'refine --evaluations 30000' \
    'gomm --set population=12 --set generations=4' \
    'dgomm --set population=12 --set generations=4'; do
    for threads in 1 2 8; do
        anonymize people.csv --algorithm $algorithm --threads $threads -o $threads.csv \
            >$threads.txt || echo "status $?"
        sed -i '/^released/d' $threads.txt
    done
    echo "$algorithm: $(cat [128].csv | wc -l) lines"
    cmp 1.csv 2.csv && cmp 1.csv 8.csv
    cmp 1.txt 2.txt && cmp 1.txt 8.txt
done
anonymize people.csv --algorithm mdav -o safe.csv >/dev/null
anonymize - --algorithm mdav -o - <people.csv 2>/dev/null | cmp - safe.csv
anonymize people.csv --algorithm mdav -o safe.csv.gz >/dev/null
gunzip -c safe.csv.gz | cmp - safe.csv
gzip -c people.csv | anonymize - --algorithm mdav -o - 2>/dev/null | cmp - safe.csv
anonymize people.csv --algorithm mdav --seed 99 -o other.csv >/dev/null
cmp other.csv safe.csv
anonymize people.csv --algorithm mdav --memory 1 -o other.csv >/dev/null
cmp other.csv safe.csv
"$SHOAL" verify safe.csv.gz --k 4 --quasi birth_date,household_size,income
echo "# all other columns are as they were"
others() {
    cut -d , -f 1,2,4-9,11,12 "$1"
}
others people.csv >before
others safe.csv >after
cmp before after && wc -l <after
echo "# and averages keep the sums"
for column in 10 13; do
    for file in people.csv safe.csv; do
        awk -F , -v column=$column 'NR > 1 { sum += $column } END { printf "%.2f\n", sum }' $file
    done
done

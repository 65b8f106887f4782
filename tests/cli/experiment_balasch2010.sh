# A small balasch2010 experiment on made-up tables: the files, the claims, the same bytes whatever
# the threads; and what it refuses.
mkdir -p data/census data/water-treatment
awk 'BEGIN {
    OFS = ","
    print "AFNLWGT", "AGI", "EMCONTRB", "FEDTAX", "PTOTVAL", "STATETAX", "TAXINC", "POTHVAL", \
        "INTVAL", "PEARNVAL", "FICA", "WSALVAL", "ERNVAL"
    for (i = 1; i <= 130; i++) {
        printf "%d", i * 7919 % 1009
        for (a = 1; a <= 12; a++)
            printf ",%d", i * (a % 4 + 3) * 104729 % 997 + a * i % 13
        print ""
    }
}' >data/census/census.csv
awk 'BEGIN {
    for (i = 1; i <= 120; i++) {
        printf "D-%d/3/90", i
        for (a = 1; a <= 38; a++)
            printf ",%s", i % 20 || a != 5 ? i * (a % 9 + 2) * 7919 % 1009 / 10 + a * i % 7 : "?"
        print ""
    }
}' >data/water-treatment/water-treatment.data
experiment() {
    "$SHOAL" experiment balasch2010 --data data --seeds 2 --evaluations 400 --no-times "$@"
}
experiment --out here --progress none
ls here
wc -l here/*.csv
head -n 1 here/results.csv
cut -d, -f1-6 here/results.csv | grep -E '^(Census,5|Water-treatment,25),' | uniq -c | awk '{ print $1, $2 }'
head -n 1 here/configurations.csv
grep '^Census,5,' here/configurations.csv | cut -d, -f3,4
head -n 1 here/operators.csv
head -n 1 here/generations.csv
sed -n '/^## Claims/,/^## /s/|[^|]*|[^|]*|$//p' here/page.md
grep '^##' here/page.md
grep 'complete rows' here/page.md
echo "# the page with its charts"
node "$SHOAL_SOURCE/tests/cli/experiment_page.mjs" here/page.html
echo "# the same bytes whatever the threads"
experiment --out there --threads 1 2>/dev/null
diff -r here there
echo "# seconds only when asked for"
"$SHOAL" experiment balasch2010 --data data --seeds 1 --evaluations 300 --out timed --progress none
head -n 1 timed/results.csv
grep -c 'Seconds of a search' here/page.md timed/page.md
echo "# what it refuses"
try() {
    "$SHOAL" experiment balasch2010 --data data --out gone "$@" 2>&1
    echo "status $?"
}
try --evaluations 299
try --seeds 1001
try --k 5
sed -i 's/AFNLWGT/WEIGHT/' data/census/census.csv
sed -i '100,$d' data/water-treatment/water-treatment.data
try --seeds 1
printf 'a,b\n1,2\n' >data/water-treatment/water-treatment.data
try --seeds 1
ls

# All experiments, on made-up tables and as small as they get: a folder for each, and an index with
# their verdicts.
mkdir -p data/adult data/cargo2000 data/census data/pima data/water-treatment
awk 'BEGIN {
    OFS = ";"
    print "sex", "age", "race", "marital-status", "education", "native-country", "workclass", \
        "occupation", "salary-class"
    split("Federal-gov State-gov Private", work, " ")
    split("Sales Adm-clerical Craft-repair Tech-support", job, " ")
    for (i = 0; i < 15000; i++) {
        n = i % 23
        print n % 2 ? "Male" : "Female", 20 + n * 3, n % 5 ? "White" : "Black",
            n % 3 ? "Never-married" : "Divorced", n % 4 ? "Masters" : "9th",
            i % 50 ? "United-States" : "Canada", work[n % 3 + 1], job[i % 70 ? 1 : n % 4 + 1],
            n % 7 ? "<=50K" : ">50K"
    }
}' >data/adult/adult.csv
awk 'BEGIN {
    print "nr,a,b"
    for (i = 1; i <= 60; i++) print i "," i * i % 37 "," (i % 9 ? i % 7 : "?")
    print ",,"
}' >data/cargo2000/c2k_data_comma.csv
awk 'BEGIN {
    print "AFNLWGT,AGI,EMCONTRB,FEDTAX,PTOTVAL,STATETAX,TAXINC,POTHVAL,INTVAL,PEARNVAL,FICA," \
        "WSALVAL,ERNVAL"
    for (i = 1; i <= 130; i++) {
        printf "%d", i * 7919 % 1009
        for (a = 1; a <= 12; a++) printf ",%d", i * (a % 4 + 3) * 104729 % 997 + a * i % 13
        print ""
    }
}' >data/census/census.csv
awk 'BEGIN {
    for (i = 1; i <= 300; i++) {
        for (a = 1; a <= 8; a++) printf "%d,", i * (a + 2) * 104729 % (a * 9)
        print i % 2
    }
}' >data/pima/pima.csv
awk 'BEGIN {
    for (i = 1; i <= 120; i++) {
        printf "D-%d/3/90", i
        for (a = 1; a <= 38; a++) printf ",%s", i * (a % 9 + 2) * 7919 % 1009 / 10 + a * i % 7
        print ""
    }
}' >data/water-treatment/water-treatment.data
try() {
    "$SHOAL" experiment all --data data --out here --progress none "$@" 2>&1
    echo "status $?"
}
echo "# what it refuses"
try --report here.html
try --k 0
try --data nowhere
ls
echo "# a run"
try --seeds 1 --evaluations 300 --quasi-identifiers 1-2 --auto-time-limit 0.2 --k 5 --tables pima \
    --no-times
ls here here/kgen
node "$SHOAL_SOURCE/tests/cli/experiment_page.mjs" here/index.html
grep -o '"href":"[^"]*"' here/index.html | while IFS='"' read -r _ _ _ page _; do
    ls "here/$page"
done
echo "# a report elsewhere, but not over another file"
"$SHOAL" experiment kgen --data data --out there --quasi-identifiers 1 --seeds 1 --evaluations 50 \
    --progress none --report elsewhere.html
ls there elsewhere.html
"$SHOAL" experiment kgen --data data --out there --progress none --report there/page.md 2>&1
echo "status $?"

# A small dewri2009 experiment: on a made-up table, whose optimum is soon proven, the files, the
# claims and the same bytes whatever the threads; and the searches on Adult.
mkdir -p data/adult
awk 'BEGIN {
    OFS = ";"
    print "sex", "age", "race", "marital-status", "education", "native-country", "workclass", \
        "occupation", "salary-class"
    split("Federal-gov State-gov Private", work, " ")
    split("Sales Adm-clerical Craft-repair Tech-support", job, " ")
    for (i = 0; i < 1500; i++) {
        n = i % 11
        print n % 2 ? "Male" : "Female", 20 + n * 3, n % 5 ? "White" : "Black",
            n % 3 ? "Never-married" : "Divorced", n % 4 ? "Masters" : "9th",
            i % 50 ? "United-States" : "Canada", work[n % 3 + 1], job[i % 70 ? 1 : n % 4 + 1],
            n % 7 ? "<=50K" : ">50K"
    }
}' >data/adult/adult.csv
experiment() {
    "$SHOAL" experiment dewri2009 --data data --seeds 2 --evaluations 600 --no-times "$@"
}
experiment --out here --progress none
ls here
head -n 1 here/results.csv
cut -d, -f1-8 here/results.csv | tail -n +2
grep optimal, here/results.csv | cut -d, -f9,21,22
head -n 1 here/fronts.csv
grep -c hypervolume here/summary.json
sed -n '/^## Claims/,/^## /s/|[^|]*|[^|]*|$//p' here/page.md
grep '^##' here/page.md
echo "# the page with its charts"
node "$SHOAL_SOURCE/tests/cli/experiment_page.mjs" here/page.html
echo "# the same bytes whatever the threads"
experiment --out there --threads 1 2>/dev/null
diff -r here there
echo "# a column that is missing, and too many seeds"
sed -i 's/salary-class/salary/' data/adult/adult.csv
experiment --out gone 2>&1
echo "status $?"
"$SHOAL" experiment dewri2009 --data data --seeds 1001 --out gone 2>&1
echo "status $?"
ls
[ -e "${SHOAL_DATA-}/adult/adult.csv" ] || { echo "no real data" >&2 && exit 77; }
echo "# Adult"
"$SHOAL" experiment dewri2009 --seeds 1 --evaluations 500 --time-limit 0.1 --no-times --out adult \
    --progress none
cut -d, -f1-7 adult/results.csv
sed -n '/^- Adult/p' adult/page.md
grep -c '^|' adult/page.md

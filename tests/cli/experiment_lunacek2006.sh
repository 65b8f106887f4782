# A small lunacek2006 experiment: the trials on Adult; and on a made-up table, whose optimum is soon
# proven, the files, the claims and the same bytes whatever the threads.
mkdir -p data/adult
awk 'BEGIN {
    OFS = ";"
    print "sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"
    split("Federal-gov State-gov Local-gov Private", work, " ")
    split("Sales Adm-clerical Craft-repair", job, " ")
    split("United-States Canada India Iran Japan", country, " ")
    split("Masters Doctorate Bachelors 9th 10th", school, " ")
    for (i = 0; i < 15100; i++) {
        n = i < 15000 ? i % 23 : i % 97
        print n % 2 ? "Male" : "Female", 20 + n % 50, n % 5 ? "White" : "Black",
            n % 3 ? "Never-married" : "Divorced", school[n % 5 + 1], country[n % 7 % 5 + 1],
            work[n % 4 + 1], job[n % 3 + 1]
    }
}' >data/adult/adult.csv
experiment() {
    "$SHOAL" experiment lunacek2006 --data data --seeds 3 --evaluations 1100 --no-times "$@"
}
experiment --out here --progress none
ls here
cut -d, -f1-7,14 here/results.csv
grep optimal here/results.csv
for file in curves boxes; do
    head -n 1 here/$file.csv
    wc -l <here/$file.csv
done
sed -n '/^## Claims/,/^## /s/|[^|]*|[^|]*|$//p' here/page.md
grep '^##' here/page.md
sed -n '/^## The proof/,/^## Attributes/p' here/page.md
echo "# the page with its charts"
node "$SHOAL_SOURCE/tests/cli/experiment_page.mjs" here/page.html
echo "# the same bytes whatever the threads"
experiment --out there --threads 1 2>/dev/null
diff -r here there
echo "# a table that is too short"
head -n 100 data/adult/adult.csv >short && mv short data/adult/adult.csv
experiment --out gone 2>&1
echo "status $?"
ls
[ -e "${SHOAL_DATA-}/adult/adult.csv" ] || { echo "no real data" >&2 && exit 77; }
echo "# Adult"
"$SHOAL" experiment lunacek2006 --seeds 1 --evaluations 1500 --time-limit 0.1 --no-times \
    --out adult --progress none
cut -d, -f1-6 adult/results.csv | sort | uniq -c
sed -n '/^## Attributes/,/^The paper/s/^|/&/p' adult/page.md
grep -c '^|' adult/page.md

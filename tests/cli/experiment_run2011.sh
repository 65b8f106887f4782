# A small run2011 experiment: answers, the table that says where the claim holds, and the same
# bytes whatever the threads.
[ -e "${SHOAL_DATA-}/pima/pima.csv" ] || { echo "no real data" >&2 && exit 77; }
experiment() {
    "$SHOAL" experiment run2011 --tables pima --k 5,10 --seeds 2 --evaluations 500 \
        --no-times "$@"
}
experiment --out here --progress none
ls here
grep optimal here/results.csv | cut -d, -f1-12
# Equal evaluations, whatever the method.
grep -v optimal here/results.csv | cut -d, -f3,6,7,16,17
sed -n '/^## Claims/,/^## Results/s/|[^|]*|$//p' here/page.md
grep -c '^| [0-9]' here/page.md
echo "# the page with its charts"
node "$SHOAL_SOURCE/tests/cli/experiment_page.mjs" here/page.html
echo "# the same bytes whatever the threads"
experiment --out there --threads 1 2>/dev/null
diff -r here there

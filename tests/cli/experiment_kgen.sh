# A small kgen experiment: answers, claims, and the same bytes whatever the threads.
[ -e "${SHOAL_DATA-}/cargo2000/c2k_data_comma.csv" ] || { echo "no real data" >&2 && exit 77; }
source "$SHOAL_SOURCE/tests/cli/await"
experiment() {
    "$SHOAL" experiment kgen --quasi-identifiers 2-3 --seeds 2 --evaluations 1000 --no-times "$@"
}
experiment --out here --progress none
ls here
cut -d, -f1-8,9-15 here/results.csv
sed -n '/^## Claims/,/^## Beside/p' here/page.md
sed -n '/^### LOG/,/^### Gap/p' here/page.md
echo "# the page with its charts"
node "$SHOAL_SOURCE/tests/cli/experiment_page.mjs" here/page.html
echo "# the same bytes whatever the threads"
experiment --out there --threads 1 2>/dev/null
diff -r here there
echo "# Ctrl-C"
"$SHOAL" experiment kgen --out gone --quasi-identifiers 25,50 2>log &
running=$!
await $running [ -s log ]
kill -INT $running
wait $running
echo "status $?"
tail -n 1 log
ls

# A proven bound on sse: the same for any number of threads, and never above what any algorithm finds,
# with groups, missing values, models and persons.
set -u
"$SHOAL" sample --rows 400 --seed 3 -o people.csv >/dev/null
awk -F, -v OFS=, 'NR > 1 && NR % 9 == 0 { $NF = "?" } { print }' people.csv >table.csv
quasi=birth_date,household_size,income

key() { grep -E "^  \"$2\":" "$1" | sed 's/.*: //; s/,$//'; }

run() {
    "$SHOAL" anonymize table.csv --identifier id,name --sensitive diagnosis --quasi $quasi \
        --recoding microaggregation --progress none -o out.csv --result "$1" "${@:2}" \
        >summary.txt 2>messages.txt || { echo "failed: ${*:2}"; tail -n 1 messages.txt; }
}

# check ARGUMENT...: the bound of each algorithm against the values of all.
check() {
    local algorithm threads least=1e9 most=0 bounds=
    for algorithm in mdav vmdav refine; do
        run $algorithm.json --algorithm $algorithm "$@"
        least=$(awk -v a="$least" -v b="$(key $algorithm.json value)" 'BEGIN { print (b < a) ? b : a }')
        most=$(awk -v a="$most" -v b="$(key $algorithm.json bound)" 'BEGIN { print (b > a) ? b : a }')
    done
    for threads in 1 2 7; do
        run threads.json --algorithm mdav --threads $threads "$@"
        bounds="$bounds $(key threads.json bound)"
    done
    set -- "$*" $bounds
    [ "$2" = "$3" ] && [ "$2" = "$4" ] || echo "threads matter:$bounds"
    awk -v name="$1" -v least="$least" -v most="$most" 'BEGIN {
        print name ": " (most == 0 ? "no bound" : most <= least ? "below all" : most " above " least) }'
}

check --k 3
check --k 5 --missing wildcard
check --k 30
check --k 3 --groups 'birth_date,income|household_size'
check --k 3 --l 2
check --k 3 --l 2 --suppression 5%
check --k 4 --person postcode

echo "# groups that are chosen: every attribute separately loses least"
run gomm.json --k 3 --algorithm gomm --metric sse --evaluations 50
run univariate.json --k 3 --algorithm univariate
awk -v a="$(key gomm.json bound)" -v b="$(key univariate.json value)" \
    'BEGIN { print (a <= b && a > b * (1 - 1e-9)) ? "as proven" : a " " b }'
run score.json --k 3 --algorithm gomm --evaluations 50
echo "score: $(key score.json bound)"

echo "# as much as one likes, or none"
run none.json --k 3 --algorithm mdav --prove 0
echo "none: $(key none.json bound)"
run long.json --k 3 --algorithm mdav --prove 0.5
run short.json --k 3 --algorithm mdav --evaluations 1
awk -v a="$(key long.json bound)" -v b="$(key short.json bound)" \
    'BEGIN { print (a > 0 && b > 0) ? "both" : a " " b }'

echo "# resumed"
run first.json --k 3 --algorithm refine --evaluations 200000 --checkpoint search.shoal
run again.json --k 3 --algorithm refine --evaluations 200000 --resume search.shoal
[ "$(key first.json bound)" = "$(key again.json bound)" ] && echo "the same bound"

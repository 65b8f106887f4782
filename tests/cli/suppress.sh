# Cells that are blanked: as a recoding in both readings, on top of levels, by weights, and as the
# last step of others; the same bytes for every number of threads; what is refused.
"$SHOAL" sample --rows 400 --seed 3 -o people.csv >/dev/null 2>&1
quasi=sex,education,country,marital_status
run() {
    echo "\$ $*"
    "$SHOAL" anonymize people.csv --quasi $quasi --identifier id,name --sensitive diagnosis --k 3 \
        --hierarchies people.hierarchies --progress none -o safe.csv --result run.json "$@" \
        >/dev/null 2>errors
    echo "= $?"
    grep -v -E 'note: |near_unique|single_value' errors
    sed -n -E 's/^  ("(outcome|suppressed|suppressed_cells|blanks|rare_rows|classes|k_eff)": .*)/  \1/p' run.json
    rm -f run.json
}
verify() {
    "$SHOAL" verify safe.csv --quasi $quasi --k 3 "$@" 2>&1
    echo "= $?"
}
run --recoding suppress
verify
cp safe.csv first.csv
run --recoding suppress --threads 1 >/dev/null
cmp safe.csv first.csv && echo 'the same bytes'
run --recoding suppress --algorithm greedy
run --recoding suppress --levels country=1,education=1
cut -d, -f4,6 safe.csv | sed 1d | tr ',' '\n' | sort -u | tr '\n' ';'
echo
# Countries are important.
run --recoding suppress --weights country=20,sex=1,education=1,marital_status=1
cut -d, -f6 safe.csv | grep -c -F '*'
run --recoding suppress --keep country --suppression 20%
cut -d, -f6 safe.csv | grep -c -F '*'
run --recoding suppress --missing wildcard
verify --missing wildcard
verify
# With models a blank is a text like any other.
run --recoding suppress --missing wildcard --l 2
verify
run --recoding suppress --missing wildcard --strict
for recoding in lattice 'cut --evaluations 2000'; do
    run --recoding $recoding --suppression 10%
    run --recoding $recoding --suppression 10% --then suppress
    verify
    run --recoding $recoding --suppression 10% --then suppress --l 2
    verify
done
run --then suppress
run --recoding suppress --then suppress
run --algorithm nsga2 --then suppress
run --model 'k-map k=3' --population people.csv --then suppress
run --then cells

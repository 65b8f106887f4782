# Labels made of values name those of published rows, not of rows that are suppressed or left out.
{
    echo city,age,sex,dx
    for i in $(seq 0 119); do
        city=$(printf 'Aachen\nBerlin\nBonn\nEssen\n' | sed -n "$((i % 4 + 1))p")
        echo "$city,$((20 + i * 7 % 30)),$((i / 3 % 2)),d$((i * i / 3 % 5))"
    done
} >most.csv
{ cat most.csv; printf 'Bxcanary,25,X,d1\nBxcanary,26,X,d0\n'; } >city.csv
{ cat most.csv; printf 'Bonn,117,X,d1\nBerlin,7,X,d2\n'; } >age.csv
run() {
    local table=$1
    shift
    "$SHOAL" anonymize "$table" --quasi city,age,sex --sensitive dx --k 5 --suppression 2% "$@" -o safe.csv \
        --result run.json --report page.html --public --progress none >/dev/null 2>&1
    sed -E '1d; s/,[^,]*$//' safe.csv | sort | uniq -c | sed -n '1,3p;$p'
    grep -cE 'Bxcanary|[-",]117|"7-' safe.csv run.json
}
echo "# Sets of cuts; what is left out of a label still counts in its loss."
run city.csv --recoding cut --l 2
grep '"loss"' run.json | head -1
"$SHOAL" verify safe.csv --quasi city,age,sex --sensitive dx --k 5 --recoding cut --l 2 --against city.csv
echo "# Ranges of cuts, also where the suppressed rows are kept."
run age.csv --recoding cut --max-level sex=0
run age.csv --recoding cut --max-level sex=0 --suppressed keep --suppression 5% --k 2
echo "# Where the plan's domain names them, groups are those of the domain."
printf 'Aachen;*\nBerlin;*\nBonn;*\nBxcanary;*\nEssen;*\n' >city.levels
run city.csv --recoding cut --l 2 --domain hierarchy --hierarchy city=city.levels
echo "# Grown trees name values that k rows have."
run city.csv --hierarchy city=grown --min-level city=1 --max-level sex=0
run city.csv --recoding suppress --levels city=1 --hierarchy city=grown

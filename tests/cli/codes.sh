# Top and bottom codes: numbers beyond a bound are published as the bound.
{
    echo id,age,pay,hours,s
    for i in $(seq 1 60); do
        pay=$((21000 + i * i * 7 % 9000))
        [ "$i" != 17 ] || pay=987654
        [ "$i" != 23 ] || pay=-765432
        [ "$i" != 31 ] || pay=?
        echo "p$((i % 50)),$((20 + i * 37 % 50)),$pay,$((30 + i % 9)).5,$((i % 3))"
    done
} >people.csv
columns=(--quasi age --sensitive s,pay --identifier id --k 5 --progress none)
show() {
    command cut -d, -f 2 "$1" | sed 1d | sort -n | uniq -c | sed -n '1,2p;$p'
}
run() {
    "$SHOAL" anonymize people.csv "${columns[@]}" "$@" -o safe.csv --result run.json --report page.html \
        >said 2>heard
    local status=$?
    grep ' reads\? ' said
    grep -v '^note\|^warning' heard
    [ $status -eq 0 ] || echo "exit $status"
}
echo "# A share: at least 1 %, and at least k rows, read the bound."
run --top-code pay=99% --bottom-code pay=1%
show safe.csv
sed -n '/"codes"/,/^  ]/p' run.json
echo "# The values beyond it are nowhere."
cat safe.csv run.json page.html said heard | grep -c '987654\|765432\|987,654\|765,432'
"$SHOAL" verify safe.csv "${columns[@]:0:8}" --top-code pay=99% --bottom-code pay=1% --against people.csv | tail -1
"$SHOAL" verify safe.csv "${columns[@]:0:8}" --against people.csv 2>&1
"$SHOAL" assess safe.csv "${columns[@]:0:8}" --top-code pay=99% --against people.csv --result found.json >/dev/null 2>&1
grep -c '987654' found.json
echo "# Shares are of people: ten of them have two rows each."
people=("${columns[@]}")
columns=(--quasi age --sensitive s,pay --person id --k 5 --progress none)
run --top-code pay=90%
show safe.csv
columns=("${people[@]}")
echo "# Numbers, also with decimals. The plan says them, and verify holds the release to them."
run --top-code pay=25000,hours=35.25 --bottom-code pay=0 --recoding local --write-plan plan.yaml
show safe.csv
command cut -d, -f 3 safe.csv | sort -n | tail -1
"$SHOAL" verify safe.csv -p plan.yaml | tail -1
"$SHOAL" verify safe.csv "${columns[@]:0:8}" --top-code pay=24999 2>&1 | tail -1
echo "# Of a public result: the bound alone."
run --top-code pay=99% --public
sed -n '/"codes"/,/^  ]/p' run.json
echo "# What cannot be coded."
run --top-code age=50
run --top-code id=50
run --top-code none=50
run --top-code pay=much
run --top-code pay=100%
run --top-code pay=0 --bottom-code pay=0
sed 's/?/lots/' people.csv >words.csv
"$SHOAL" anonymize words.csv "${columns[@]}" --top-code pay=99% -o safe.csv 2>&1 >/dev/null | tail -1

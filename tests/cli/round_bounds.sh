# Ranges of local recoding, and of Mondrian where that is asked for: their bounds are nobody's own value.
{
    echo age,income,born,s
    for i in $(seq 1 60); do
        income=$((21000 + i * i * 7 % 9000))
        [ "$i" != 17 ] || income=987654
        echo "$((20 + i * 37 % 50)),$income,19$((40 + i * 13 % 50))-0$((1 + i % 9))-1$((i % 10)),$((i % 3))"
    done
} >people.csv
columns=(--quasi age,income,born --sensitive s --k 5 --progress none)
show() {
    command cut -d, -f "$1" "$2" | sed 1d | sort | uniq -c
}
for recoding in local mondrian; do
    echo "# $recoding"
    "$SHOAL" anonymize people.csv "${columns[@]}" --recoding $recoding --round-bounds yes -o safe.csv --result run.json >/dev/null 2>&1
    grep -c 987654 safe.csv
    show 2 safe.csv
    show 3 safe.csv | head -4
    grep -o '"bounds": "[a-z]*"' run.json | sort | uniq -c
    "$SHOAL" verify safe.csv "${columns[@]:0:6}" --recoding $recoding | tail -1
    # What is published is what is measured: the same losses from the labels alone.
    "$SHOAL" assess safe.csv "${columns[@]:0:6}" --against people.csv --result found.json >/dev/null 2>&1
    sed -n '/"metrics"/,/}/p' run.json | grep '"loss"' | cut -c -20
    sed -n '/"utility"/,$p' found.json | grep -m1 '"loss"' | cut -c -22
done
# The same with exact bounds: the largest income is there.
"$SHOAL" anonymize people.csv "${columns[@]}" --recoding local --round-bounds no -o exact.csv --result run.json \
    >/dev/null 2>&1
grep -c 987654 exact.csv
grep -o '"bounds": "[a-z]*"' run.json | sort | uniq -c
# Mondrian as usual: ranges do not overlap, and have exact bounds.
"$SHOAL" anonymize people.csv "${columns[@]}" --recoding mondrian -o exact.csv --result run.json >/dev/null 2>&1
grep -o '"bounds": "[a-z]*"' run.json | sort | uniq -c
# Another outlier of the same size: the same release.
sed 's/987654/612345/' people.csv >other.csv
"$SHOAL" anonymize people.csv "${columns[@]}" --recoding local -o one.csv >/dev/null 2>&1
"$SHOAL" anonymize other.csv "${columns[@]}" --recoding local -o two.csv >/dev/null 2>&1
cmp one.csv two.csv && echo the same
# Missing values beside numbers; values below zero and with decimals; days before months.
printf 'x,y,d,s\n1.25,-7,31.12.1999,p\n2.5,-3,1.1.2000,q\n3.75,12,15.06.2001,p\n900.5,?,2.2.1950,q\n' >few.csv
printf '1.5,-70,3.12.1999,p\n2.75,30,1.11.2000,q\n3,120,5.06.2001,p\n4.5,?,12.2.1951,q\n' >>few.csv
"$SHOAL" anonymize few.csv --quasi x,y,d --sensitive s --k 3 --recoding local -o safe.csv --progress none >/dev/null 2>&1
cat safe.csv
# Recodings without such ranges refuse to round them, and mind nothing else.
for recoding in lattice cut suppress microaggregation; do
    for how in yes no auto; do
        "$SHOAL" anonymize people.csv --quasi age --k 5 --recoding $recoding --round-bounds $how -o safe.csv --progress none 2>&1 |
            grep 'shoal:'
    done
done
"$SHOAL" anonymize few.csv --quasi x --round-bounds perhaps --k 2 --recoding local -o safe.csv 2>&1

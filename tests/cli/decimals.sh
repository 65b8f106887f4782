# Decimal commas and separated thousands: read as numbers, and written as they were.
{
    echo 'weight;income;street;visits;city'
    for i in $(seq 0 59); do
        printf '%d,%d;%d.%03d,%02d;y.z, 3;%d.%03d;a\n' $((50 + i % 20)) $((i * 7 % 10)) $((1 + i % 9)) \
            $((100 + i * 7)) $((i * 13 % 100)) $((1 + i % 5)) $((i * 37 % 1000))
    done
} >people.csv
"$SHOAL" anonymize --order input --accept input_order people.csv --k 1 --quasi weight,income -o safe.csv 2>&1 | grep '^note: .*comma\|thousands\|^shoal\|^released'
cmp people.csv safe.csv && echo same bytes
for recoding in lattice cut microaggregation; do
    echo "# $recoding"
    "$SHOAL" anonymize --order input --accept input_order people.csv --k 5 --quasi weight,income --hierarchy weight=ranges:2.5,5 --recoding $recoding \
        --suppression 10% --sensitive city -o safe.csv --write-plan plan.yaml --report safe.html 2>&1 |
        grep '^shoal\|^released'
    sed -n 2,3p safe.csv
    "$SHOAL" verify safe.csv -p plan.yaml >verified
    echo "= $?"
    "$SHOAL" assess safe.csv --against people.csv -p plan.yaml >verified 2>&1
    echo "= $?"
done
grep -A2 '^  weight' plan.yaml
echo '# a hierarchy with commas'
mkdir trees
cut -d';' -f1 people.csv | tail -n +2 | sort -u | sed 's/\(.\)\(.*\)/\1\2;\10,0 to \19,9;*/' >trees/weight.csv
"$SHOAL" anonymize --order input --accept input_order people.csv --k 5 --quasi weight --hierarchies trees -o safe.csv 2>&1 | grep '^shoal\|^released'
sed -n 2,3p safe.csv
for form in "%d'%03d.5" '%d %03d,5' '%d,%03d.5' '%d,%03d'; do
    echo "# $form"
    {
        echo 'income;city'
        for i in $(seq 0 39); do printf "$form;a\n" $((1 + i % 9)) $((i * 37 % 1000)); done
    } >people.csv
    "$SHOAL" anonymize --order input --accept input_order people.csv --k 5 --quasi income --hierarchy income=ranges:2500 -o safe.csv 2>&1 |
        grep '^note: .*comma\|thousands\|^shoal\|^released'
    sed -n 2,3p safe.csv
done
echo '# named'
"$SHOAL" anonymize --order input --accept input_order people.csv --k 5 --quasi income --hierarchy income=ranges:2.5 --decimal , -o safe.csv 2>&1 |
    grep '^note: .*comma\|thousands\|^shoal\|^released'
sed -n 2,3p safe.csv
"$SHOAL" anonymize --order input --accept input_order people.csv --k 5 --quasi income --decimal x -o safe.csv 2>&1

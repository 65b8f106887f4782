# The order of rows is attacked with the order that the input has, also where a recoding sorts the
# rows before it groups them.
awk 'BEGIN { print "zip,dx"; split("flu cold gout HIV burn", dx)
    for (i = 0; i < 800; i++) print 1000 + i * 7 % 40 "," dx[1 + int(i * i / 3 + i / 7) % 5] }' > mixed.csv
awk 'BEGIN { print "name,age,dx"; split("flu cold gout HIV burn", dx)
    for (i = 0; i < 800; i++) printf "n%03d,%d,%s\n", i, 20 + i * 13 % 40, dx[1 + int(i / 160)] }' > named.csv

by_order() {
    "$SHOAL" "$@" -o out.csv --report r.html --progress none 2>&1 > /dev/null |
        grep -o 'by the order of rows.*guessed' || echo "no order gives values away"
}
for recoding in lattice mondrian local suppress microaggregation; do
    echo "-- $recoding: rows in no order, published in that of published cells"
    by_order anonymize mixed.csv --quasi zip --sensitive dx --k 5 --recoding $recoding
    echo "-- $recoding: illnesses in the order of a name, in the order of the input"
    by_order anonymize named.csv --quasi age --identifier name --sensitive dx --k 5 \
        --suppression 10% --order input --recoding $recoding
done
echo "-- rows suppressed further"
by_order anonymize mixed.csv --quasi zip --sensitive dx --k 5 --then suppress
by_order anonymize named.csv --quasi age --identifier name --sensitive dx --k 5 \
    --suppression 10% --order input --then suppress

echo "-- a release that was sorted, with its mapping"
$SHOAL anonymize named.csv --quasi age --identifier name --sensitive dx --k 5 --recoding mondrian \
    --order input --mapping out.map -o kept.csv --progress none 2> /dev/null > /dev/null
$SHOAL assess kept.csv --quasi age --sensitive dx --recoding mondrian --against named.csv \
    --mapping out.map --progress none 2>&1 > /dev/null | grep -o 'by the order of rows.*guessed'
"$SHOAL" assess kept.csv --quasi age --sensitive dx --recoding mondrian --against named.csv \
    --mapping out.map --result mapped.json --progress none > /dev/null 2>&1
grep -o 'both tables list.*order\|the mapping says.*is' mapped.json

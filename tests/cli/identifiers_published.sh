# Columns that are published unchanged and identify people, whatever their role is.
awk 'BEGIN {
    split("Anna Berta Carla Dora Emil Franz Gustav Hugo Ida Jana", first)
    split("Meyer Schmidt Weber Fischer Wagner Becker Hoffmann Koch Richter Klein", last)
    print "name,phone,age,sex,weight,diagnosis,clinic"
    for (i = 0; i < 200; i++)
        printf "%s %s,%s,%d,%s,%d.%d,%s,c%d\n", first[i % 10 + 1], last[int(i / 10) % 10 + 1],
            i % 8 == 3 ? "" : sprintf("+49 30 %07d", 1234567 + i * 7919), 30 + i % 4, i % 2 ? "f" : "m",
            10 + i, i * 37 % 97, i % 3 ? "flu" : "asthma", i % 5
}' >in.csv
found() { "$SHOAL" "$@" --progress none 2>&1 >/dev/null | grep '\[' | grep -v sensitive_single; }
common="--quasi age,sex --sensitive diagnosis --k 5"
echo "== a name and a phone number with missing values, as plain columns"
found anonymize in.csv $common --identifier weight --plain name,phone,clinic -o out.csv
echo "== the same under strict: nothing is written"
"$SHOAL" anonymize in.csv $common --identifier weight,clinic --plain name,phone --strict -o strict.csv 2>&1 | tail -1
ls strict.csv 2>&1
echo "== as a sensitive attribute"
found anonymize in.csv --quasi age,sex --k 5 --sensitive diagnosis,phone --identifier name,weight,clinic -o out.csv
echo "== sampling weights with a value per row"
found anonymize in.csv $common --weight weight --identifier name,phone,clinic -o out.csv
echo "== assess looks at columns likewise"
found assess in.csv $common --weight weight --identifier phone,clinic --plain name
echo "== values that single out one person, where persons have several rows"
awk -F, 'NR == 1 {print "person," $0; next} {print "p" int(NR / 4) "," $0}' in.csv >persons.csv
found anonymize persons.csv $common --person person --identifier name,phone --plain clinic --weight weight -o out.csv
echo "== nothing of the kind"
found anonymize in.csv $common --identifier name,phone,weight,clinic -o out.csv
found anonymize in.csv $common --identifier name,phone,weight --plain clinic -o out.csv
"$SHOAL" anonymize in.csv $common --identifier name,phone,weight --plain clinic --progress none -o out.csv \
    --result - 2>/dev/null | grep -c identifier_published
echo "== a phone number that six people share is a quasi-identifier, and published as it is; masked it is not"
awk 'BEGIN {
    print "zip,phone,diagnosis"
    for (i = 0; i < 60; i++) printf "%d,+49 30 %07d,%s\n", 10115 + int(i / 30), 1234567 + int(i / 6) * 7919, i % 3 ? "flu" : "asthma"
}' >shared.csv
quasi="--quasi zip,phone --sensitive diagnosis --k 5"
for recoding in lattice local cut; do found anonymize shared.csv $quasi --recoding $recoding -o out.csv; done
found assess out.csv $quasi
found anonymize shared.csv $quasi --hierarchy phone=mask:right --level phone=5-5 -o out.csv

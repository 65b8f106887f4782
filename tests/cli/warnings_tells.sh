# Columns that give away what the release hides of a quasi-identifier.
exec 2>&1
# Grade is school as a number. Town follows from zip, and zone from town and shift together.
{
    echo zip,town,sex,school,grade,zone,shift,ill
    for ((i = 0; i < 48; i++)); do
        zip=$((i % 8)) school=$((i / 8 % 4)) sex=$((i / 4 % 2)) shift=$((i / 4 % 3))
        echo "80$zip,t$((zip / 2)),s$sex,school$school,$((10 + 2 * school)),z$(((zip / 2 + shift) % 3)),$shift,i$((i % 5))"
    done
} >table.csv
cat >school.csv <<'CSV'
school0;low;*
school1;low;*
school2;high;*
school3;high;*
CSV
# run FLAGS...
run() {
    echo "\$ $*"
    "$SHOAL" anonymize --order input --accept input_order table.csv --k 3 --progress none -o safe.csv --result run.json --sensitive ill \
        --hierarchy school=school.csv --l 2 "$@" | sed -n '/^quasi/,/^$/p' | cut -c 1-34
    sed -n '/"code": "[gq]/,/}/p' run.json | grep -E '"(code|attribute|quasi|together|certain|narrowed|rows)'
}
echo "# the number of a school, exactly"
run --quasi school,sex --identifier zip,town,zone --k 12
echo "# published as it is, nothing is hidden"
run --quasi school,sex --identifier zip,town,zone --k 2
echo "# two columns together"
run --quasi zone --identifier zip,grade,school --hierarchy zone=flat --k 30
echo "# a quasi-identifier tells another"
cut -d, -f1,2,8 table.csv | sed '2,$s/,t[0-9],/,*,/' >hidden.csv
"$SHOAL" assess --order input hidden.csv --quasi zip,town --sensitive ill --progress none --against table.csv --result found.json \
    --hierarchy town=flat >summary
sed -n '/"code": "[gq]/,/}/p' found.json | grep -E '"(code|attribute|quasi|together|certain|narrowed|rows)'
echo "# an age follows from a birth date: undone where the year stays, no matter where both are published alike"
{
    echo born,age,ill
    for ((i = 0; i < 60; i++)); do
        year=$((1970 + i % 5)) month=$((1 + i % 2 * 7))
        echo "$year-0$month-01,$((2020 - year - (month > 6))),i$((i % 3))"
    done
} >born.csv
sed -E '2,$s/^([0-9]{4})-[^,]*,[0-9]+/\1,*/' born.csv >undone.csv
sed -E '2,$s/^([0-9]{4})-[^,]*,[0-9]+/*,*/' born.csv >alike.csv
for release in undone alike; do
    "$SHOAL" assess --order input $release.csv --quasi born,age --sensitive ill --hierarchy born=dates --hierarchy age=flat --progress none \
        --against born.csv --result found.json >summary
    sed -n '/"code": "[gq]/,/}/p' found.json | grep -E '"(attribute|quasi|certain|narrowed|rows)'
done
echo "# an assessment of the table, of the release, and of both"
"$SHOAL" anonymize --order input --accept input_order table.csv --k 12 --quasi school,sex --sensitive ill --identifier zip,town,zone --l 2 \
    --hierarchy school=school.csv --progress none -o safe.csv >summary 2>&1
for against in "" "--against table.csv"; do
    "$SHOAL" assess --order input safe.csv --quasi school,sex --sensitive ill --hierarchy school=school.csv --progress none \
        $against --result found.json >summary
    sed -n '/"code": "[gq]/,/}/p' found.json | grep -E '"(code|attribute|quasi|together|certain|narrowed|rows)'
done
"$SHOAL" assess --order input table.csv --quasi school,sex --sensitive ill --identifier zip,town,zone --progress none >summary
exit 0

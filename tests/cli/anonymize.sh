# The one-liner, and what becomes of each kind of column.
cat >people.csv <<'END'
name,age,sex,postcode,diagnosis
Ann,31,f,12101,"flu, mild"
Bob,34,m,12103,
Cy,34,m,12103,"""cold"""
Di,31,f,12105,flu
Ed,58,m,48201,cold
Flo,58,m,48203,flu
Gus,34,f,12101,flu
Hal,52,f,48209,asthma
END
common="--k 2 --quasi age,sex,postcode --identifier name --progress none"

echo "# fresh target"
"$SHOAL" anonymize people.csv $common --suppression 20% -o safe.csv
cat safe.csv
"$SHOAL" verify safe.csv --k 2 --quasi age,sex,postcode --suppression 20%

echo "# replaced target, its permissions kept; result and report beside it"
chmod 640 safe.csv
"$SHOAL" anonymize people.csv $common -o safe.csv --result run.json --report run.html >/dev/null
cat safe.csv
stat -c %a safe.csv
grep -E '^  "(outcome|value|rows|suppressed|k_eff)":' run.json
[ "$(sed -n 's/.*"sha256": "\(.*\)",/\1/p' run.json)" = "$(sha256sum people.csv safe.csv | cut -c-64)" ]
echo "hashes: $?"
grep -o '"headline":"[^"]*"' run.html
ls -A

echo "# standard input and output; identifiers masked; another delimiter"
tr , ';' <people.csv | sed 's/flu; mild/flu, mild/' |
    "$SHOAL" anonymize - $common --identifiers mask -o - 2>summary
cat summary | tail -n 1

echo "# gzip out and in"
"$SHOAL" anonymize people.csv $common -o safe.csv.gz >/dev/null
gunzip <safe.csv.gz | cmp - safe.csv && echo same
"$SHOAL" verify safe.csv.gz --k 2 --quasi age,sex,postcode

echo "# no header"
tail -n +2 people.csv |
    "$SHOAL" anonymize - --header no --k 2 --quasi c2,c3,c4 --identifier c1 --progress none -o - \
        2>/dev/null | head -n 2

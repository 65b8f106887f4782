# The suffix of an output must not promise another kind of file; nothing is written.
printf '%s\n' age,sex 20,f 21,m 22,f 23,m >people.csv
refused() {
    "$SHOAL" "$@" 2>&1
    echo "= $?"
}
refused sample --rows 10 -o s.parquet
refused inspect people.csv -o p.parquet
refused inspect people.csv -o p.csv
refused inspect people.csv --report p.xlsx
refused inspect people.csv --result p.html
refused explore people.csv --quasi age --out e.parquet
refused explore people.csv --quasi age --report e.xlsx
refused explore people.csv --quasi age --result x.html
refused hierarchy build people.csv --column age -o h.xlsx
refused anonymize people.csv --quasi age --k 2 -o safe.csv --write-plan x.parquet
ls
echo '# other names are fine'
"$SHOAL" hierarchy build people.csv --column age -o tree >/dev/null 2>&1
"$SHOAL" anonymize --quasi age --k 2 --write-plan plan.yml
"$SHOAL" anonymize --quasi age --k 2 --write-plan plan
ls

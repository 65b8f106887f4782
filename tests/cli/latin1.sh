# A table in Latin-1: its names and values are read as such in results and reports, and keep their
# bytes in the release.
table() {
    printf 'a\361o,ciudad\n'
    for i in 1 2 3; do printf '1990,M\341laga\n1991,\301vila\n'; done
}
name=$(printf 'a\361o')
table >people.csv
"$SHOAL" anonymize people.csv --k 2 --quasi "$name" --sensitive ciudad --progress none -o safe.csv --report safe.html \
    --result safe.json >/dev/null
echo "= $?"
cmp people.csv safe.csv && echo same bytes
grep -c 'año' safe.json
"$SHOAL" assess people.csv --k 2 --quasi "$name" --sensitive ciudad --report found.html --result found.json >/dev/null
echo "= $?"
grep -o '"value": "[^"]*"' found.json | sort -u
grep -o '"plan": null' found.json
grep -o 'The plan is not shown[^"]*' found.html safe.html
for page in safe.html found.html; do
    LC_ALL=C grep -c "$(printf '\357\277\275')" $page
    grep -o '"Málaga"\|"Ávila"\|"año"' $page | sort -u | tr '\n' ' '
    echo
done

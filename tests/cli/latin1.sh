# A table in Latin-1: inside it is UTF-8 like any other, also its names; the release keeps its bytes.
table() {
    printf 'a\361o,ciudad\n'
    for i in 1 2 3; do printf '1990,M\341laga\n1991,\301vila\n'; done
}
table >people.csv
"$SHOAL" anonymize people.csv --k 2 --quasi año --sensitive ciudad --progress none -o safe.csv --report safe.html \
    --result safe.json >/dev/null
echo "= $?"
cmp people.csv safe.csv && echo same bytes
grep -c 'año' safe.json
"$SHOAL" assess people.csv --k 2 --quasi año --sensitive ciudad --report found.html --result found.json >/dev/null 2>&1
echo "= $?"
grep -o '"value": "[^"]*"' found.json | sort -u
for page in safe.html found.html; do
    LC_ALL=C grep -c "$(printf '\357\277\275')" $page
    grep -o '"Málaga"\|"Ávila"\|"año"' $page | sort -u | tr '\n' ' '
    echo
done

# as bytes, nothing is decoded, and names are given as they are in the file
name=$(printf 'a\361o')
"$SHOAL" anonymize people.csv --encoding bytes --k 2 --quasi "$name" --sensitive ciudad --progress none -o safe.csv \
    --report safe.html >/dev/null
echo "= $?"
cmp people.csv safe.csv && echo same bytes
grep -o 'The plan is not shown[^"]*' safe.html

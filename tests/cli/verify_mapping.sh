# verify --against --mapping: every row is held against the row of the original that the mapping names.
cat >toy.csv <<'CSV'
age,sex,illness
31,f,flu
32,f,hiv
33,f,flu
41,m,flu
42,m,hiv
43,m,cold
CSV
flags=(--quasi age,sex --sensitive illness --hierarchy age=ranges:10 --hierarchy sex=flat --k 3)
"$SHOAL" anonymize toy.csv "${flags[@]}" -o safe.csv --mapping rows.map --progress none >/dev/null
verify() {
    "$SHOAL" verify "$@" 2>&1
    echo "= $?"
}
# The mapping as if it were of another file with as many rows.
claim() { sed "s/^release [0-9a-f]*/release $(sha256sum "$1" | cut -c -64)/" rows.map; }
swapped() { awk -v column="$1" -F, -v OFS=, 'NR == 2 { first = $0; next }
    NR == FNR && !done && NR > 2 { split(first, f); if (f[column] != $column) {
        other = $column; $column = f[column]; f[column] = other
        print f[1], f[2], f[3]; done = 1 } }
    { print }' safe.csv; }
echo '# as it is'
verify safe.csv "${flags[@]}" --against toy.csv --mapping rows.map
echo '# mappings of other files, and files that are no mapping'
(head -n 1 safe.csv && tail -n +2 safe.csv | sort) >sorted.csv
verify sorted.csv "${flags[@]}" --against toy.csv --mapping rows.map
(head -n 1 toy.csv && tail -n +2 toy.csv | sort -r) >reversed.csv
verify safe.csv "${flags[@]}" --against reversed.csv --mapping rows.map
echo junk >junk.map
verify safe.csv "${flags[@]}" --against toy.csv --mapping junk.map
verify safe.csv "${flags[@]}" --against toy.csv --mapping nowhere.map
verify safe.csv "${flags[@]}" --mapping rows.map
verify safe.csv "${flags[@]}" --mapping rows.map --against toy.csv --front front.csv
echo '# two rows exchange a value: as a whole the release could be of the original, row by row it is not'
for column in 1 2 3; do
    swapped $column >swapped.csv
    claim swapped.csv >swapped.map
    diff safe.csv swapped.csv | grep -c '^>'
    verify swapped.csv "${flags[@]}" --k 1 --against toy.csv
    verify swapped.csv "${flags[@]}" --k 1 --against toy.csv --mapping swapped.map
done
echo '# rows that were left out, and persons'
(cat toy.csv && echo 70,m,flu) >seven.csv
"$SHOAL" anonymize seven.csv "${flags[@]}" --suppression 20% --suppressed drop --max-level age=1 -o safe.csv \
    --mapping rows.map --progress none >/dev/null 2>&1
verify safe.csv "${flags[@]}" --against seven.csv --mapping rows.map
sed 's/^/p&/; 1s/^p/person,/; 2,$s/,/&/; 2,$s/^p\([0-9]\)\([0-9]\)/p\2,\1\2/' toy.csv >people.csv
"$SHOAL" anonymize people.csv "${flags[@]}" --k 2 --person person --pseudonyms -o safe.csv --mapping rows.map --progress none \
    >/dev/null 2>&1
verify safe.csv "${flags[@]}" --k 2 --person person --against people.csv --mapping rows.map
sed '2s/flu/hiv/; 2s/cold/hiv/; 2t; 2s/hiv/flu/' safe.csv >changed.csv
claim changed.csv >changed.map
verify changed.csv "${flags[@]}" --k 2 --person person --against people.csv --mapping changed.map

# The order of released rows: it depends on published cells alone. A register sorted by a column,
# published or not, is not to be read by its order; --order input keeps it and says what it gives away.
anonymize() { "$SHOAL" anonymize "$@" --progress none; }
flags=(--quasi birth_date,sex,postcode --identifier id,name --sensitive diagnosis --k 5
    --l 2 --suppression 5% --plain education,occupation,country,marital_status,household_size,employment,income)
"$SHOAL" sample --rows 2000 --seed 5 -o people.csv >/dev/null
sorted() { head -n 1 people.csv && tail -n +2 people.csv | LC_ALL=C sort -t , -k "$1,$1" -s; }
sorted 3 >by_birth.csv
sorted 2 >by_name.csv

# attack RELEASE ORIGINAL: the i-th person of the list is guessed to be the i-th row; the share of right incomes.
attack() {
    paste -d '|' <(tail -n +2 "$2" | cut -d , -f 13) <(tail -n +2 "$1" | awk -F , '{ print $NF }') |
        awk -F '|' '{ right += $1 == $2 } END { share = right / NR; print (share > 0.9 ? "over 90 %" : share < 0.05 ? "under 5 %" : "between") }'
}

for by in birth name; do
    echo "# sorted by $by: in the order of the input, and in that of the release"
    anonymize by_$by.csv "${flags[@]}" --order input -o kept.csv 2>&1 >/dev/null | grep -o 'rows are published in.*by their place'
    attack kept.csv by_$by.csv
    anonymize by_$by.csv "${flags[@]}" -o safe_$by.csv >/dev/null 2>&1
    attack safe_$by.csv by_$by.csv
done
echo '# the same bytes whatever the order of the input, and the same rows as in its order'
cmp safe_birth.csv safe_name.csv && echo same
cmp <(sort kept.csv) <(sort safe_name.csv) && echo same
anonymize people.csv "${flags[@]}" --threads 1 -o safe.csv >/dev/null 2>&1
cmp safe.csv safe_name.csv && echo same
echo '# a strict plan refuses the order of the input'
anonymize people.csv "${flags[@]}" --order input --strict -o strict.csv 2>&1 >/dev/null | grep -o 'nothing was written.*input_order'
ls strict.csv 2>&1 | grep -c 'No such file'
anonymize people.csv "${flags[@]}" --order sideways -o strict.csv

echo '# the mapping: private, bound to both files, and what assess needs to compare rows'
anonymize people.csv "${flags[@]}" -o safe.csv --mapping rows.map >/dev/null 2>&1
stat -c %a rows.map
sed 's/[0-9a-f]\{64\}/HASH/' rows.map | head -n 3
"$SHOAL" assess safe.csv "${flags[@]}" --against people.csv --progress none 2>/dev/null | grep 'information loss'
"$SHOAL" assess safe.csv "${flags[@]}" --against people.csv --mapping rows.map --progress none 2>/dev/null |
    grep -c '^metrics: loss'
# Row for row, the unchanged columns are those of the original.
paste -d , <(tail -n +4 rows.map) <(tail -n +2 safe.csv) | LC_ALL=C sort -n | cut -d , -f 12- |
    cmp - <(tail -n +2 people.csv | cut -d , -f 13) && echo 'row for row'
echo '# of other files, or changed'
"$SHOAL" assess safe.csv "${flags[@]}" --against by_name.csv --mapping rows.map --progress none 2>&1 | grep mapping
"$SHOAL" assess safe_name.csv "${flags[@]}" --mapping rows.map --progress none 2>&1 | grep mapping
sed '5s/.*/1/;6s/.*/1/' rows.map >twice.map
"$SHOAL" assess safe.csv "${flags[@]}" --against people.csv --mapping twice.map --progress none 2>&1 | grep mapping
anonymize people.csv "${flags[@]}" -o safe.csv --mapping - 2>&1 | grep private

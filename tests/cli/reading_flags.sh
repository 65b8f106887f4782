# inspect, assess and hierarchy read a table with the same flags as anonymize.
printf 'name;height\nJos\351;1,70\nJos\351;1,80\nEve;1,70\nEve;1,80\n' >people.csv
for encoding in latin1 utf-8; do
    echo "# $encoding"
    "$SHOAL" inspect people.csv --encoding $encoding --decimal , --progress none >out 2>&1
    echo "= $?"
    "$SHOAL" assess people.csv --quasi name,height --encoding $encoding --decimal , >out 2>&1
    echo "= $?"
    "$SHOAL" hierarchy build people.csv --column name --encoding $encoding 2>/dev/null
    echo "= $?"
done
printf 'a;height\nx;1,70\ny;1,80\nz;1,95\n' >heights.csv
for sign in , .; do
    echo "# $sign"
    "$SHOAL" inspect heights.csv --decimal $sign --progress none --result found.json >/dev/null 2>&1
    echo "= $?"
    grep -o '"type": "[a-z]*"' found.json
    rm -f found.json
done

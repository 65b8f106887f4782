# Several files as one table, compressed or not; and what names mean.
"$SHOAL" sample --rows 3000 --seed 7 -o all.csv >/dev/null
header=$(head -n 1 all.csv)
part() { # FROM TO: rows, with the header
    echo "$header"
    sed "1d; $1,$2!d" all.csv
}
pack() { "$SHOAL" anonymize "$1" --quasi sex --k 1 -o "$2" --progress none >/dev/null; }
part 2 1000 >2024-01.csv
part 1001 1001 | gzip >2024-02.csv.gz
part 1002 2000 | tr , ';' >2024-03.csv
part 9999 9999 >2024-04.csv # no rows
part 2001 2500 >rest.csv
pack rest.csv 2024-05.csv.zst
part 2501 3001 >rest.csv
pack rest.csv 2024-06.csv.xz
common="-p all.plan.yaml --progress none"
quiet() { "$SHOAL" "$@" 2>&1 >/dev/null; }

echo "# a pattern, several names, and threads: the same release"
"$SHOAL" anonymize all.csv $common -o one.csv --result one.json >/dev/null
"$SHOAL" anonymize '2024-*.csv*' $common -o pattern.csv --result pattern.json >/dev/null
"$SHOAL" anonymize 2024-01.csv 2024-02.csv.gz 2024-0[34].csv 2024-05.csv.zst 2024-06.csv.xz $common --threads 1 \
    -o named.csv --result named.json >/dev/null
cmp one.csv pattern.csv && cmp one.csv named.csv && echo same
sed -n '/"input"/,/}/p' pattern.json named.json | grep -v sha256
expected=$(cat 2024-*.csv* | sha256sum | cut -d ' ' -f 1)
grep -c "$expected" pattern.json named.json
"$SHOAL" anonymize '2024-*.csv*' $common --threads 3 -o safe.csv.xz >/dev/null
"$SHOAL" anonymize '2024-*.csv*' $common --threads 1 -o safe1.csv.xz >/dev/null
cmp safe.csv.xz safe1.csv.xz && "$SHOAL" verify safe.csv.xz -p all.plan.yaml

echo "# assess and verify"
"$SHOAL" assess all.csv -p all.plan.yaml >one.txt
"$SHOAL" assess 2024-01.csv '2024-0[2-6].csv*' -p all.plan.yaml >several.txt
diff one.txt several.txt
head -n 1501 one.csv >half1.csv
(head -n 1 one.csv && tail -n +1502 one.csv) >half2.csv
"$SHOAL" verify half1.csv half2.csv -p all.plan.yaml
"$SHOAL" assess 'half?.csv' -p all.plan.yaml --against '2024-*.csv*' >/dev/null && echo against

echo "# the rows follow the order of the names"
printf 'a\n1\n2\n' >x.csv
printf 'a\n3\n\n' >y.csv
printf 'a\n\n4\n' >'z*.csv'
printf 'a\n5\n' >z1.csv
printf 'a\n6\n' >Z2.csv
show() { "$SHOAL" anonymize "$@" --quasi a --hierarchy a=flat --k 1 --progress none -o - 2>/dev/null | xargs; }
show y.csv x.csv
show 'z*.csv' x.csv # a file of that name
show '[zZ]?.csv'

echo "# what is refused"
printf 'b\n3\n' >other.csv
printf 'a,b\n3,4\n' >more.csv
printf '1\n2\n' >bare.csv
printf 'a\n1,2\n' >ragged.csv
for names in 'x.csv other.csv' 'x.csv more.csv' 'more.csv x.csv' 'bare.csv x.csv' 'x.csv bare.csv' \
    'x.csv ragged.csv' 'x.csv - y.csv' 'x.csv ./x.csv' 'x.csv missing.csv' 'none-*.csv' 'none/*.csv' \
    'postgresql://host/db' 'foo:bar' 'x.csv 2024-04.csv'; do
    echo "$names: $(quiet anonymize $names --quasi a --k 1 --progress none -o out.csv) [$?]"
done
quiet anonymize y.csv x.csv --quasi a --k 1 -o x.csv
quiet anonymize '[xy].csv' --quasi a --k 1 -o y.csv
quiet anonymize '[xy].csv' --quasi a --k 1 -o new.csv --write-plan y.csv
quiet assess '[xy].csv' --quasi a --result y.csv
quiet assess x.csv --quasi a --against '[xy].csv' --result y.csv
quiet anonymize x.csv --quasi a --k 1 -o mongodb://host/db
head -c 60 2024-05.csv.zst >cut.csv.zst
quiet anonymize 2024-01.csv cut.csv.zst $common -o out.csv
ls out.csv new.csv 2>&1

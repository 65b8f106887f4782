# Text in any encoding is found or named, and the release has the same encoding, byte order mark and
# line ends: columns that are not touched keep their bytes.
words() {
    case $1 in
    windows-1252 | ISO-8859-1 | UTF-8) echo "Málaga Ávila Zürich" ;;
    GB18030) echo "北京 上海 广州" ;;
    *) echo "東京 大阪 さいたま" ;;
    esac
}
table() { # ENCODING [LINE-END]
    set -- "$1" "${2:-}" $(words "$1")
    printf "age,city$2\n"
    for i in 1 2 3 4; do printf "3$i,$3$2\n3$i,$4$2\n3$i,\"$5, $i\"$2\n"; done
}
release() {
    "$SHOAL" anonymize --order input --accept input_order "$@" --k 3 --quasi age --sensitive city 2>&1 | grep '^note: .*read as\|^shoal\|^released'
}
for encoding in UTF-8 windows-1252 GB18030 CP932 UTF-16LE UTF-16BE; do
    echo "# $encoding"
    table $encoding | iconv -f UTF-8 -t $encoding >in.csv
    release in.csv -o out.csv
    cmp in.csv out.csv && echo same bytes
    table $encoding '\r' | iconv -f UTF-8 -t $encoding >in.csv
    release in.csv -o out.csv | grep -v note
    cmp in.csv out.csv && echo same bytes with CRLF
done
echo '# byte order marks'
{ printf '\357\273\277'; table UTF-8; } >in.csv
release in.csv -o out.csv
cmp in.csv out.csv && echo same bytes
{ printf '\377\376'; table CP932 | iconv -f UTF-8 -t UTF-16LE; } >in.csv
release in.csv -o out.csv
cmp in.csv out.csv && echo same bytes
echo '# compressed, from standard input, named'
table GB18030 | iconv -f UTF-8 -t GB18030 >in.csv
gzip -c in.csv >in.csv.gz
release in.csv.gz -o out.csv.gz
gzip -cd out.csv.gz | cmp - in.csv && echo same bytes
release - --encoding gb18030 -o out.csv <in.csv
cmp in.csv out.csv && echo same bytes
for encoding in EUC-JP ISO-2022-JP UTF-32LE; do
    table $encoding | iconv -f UTF-8 -t $encoding >in.csv
    release in.csv --encoding $encoding -o out.csv
    iconv -f $encoding -t UTF-8 out.csv | cmp - <(table $encoding) && echo same text
done
echo '# what shows late'
{
    printf 'age,city\n'
    for i in $(seq 30000); do echo "31,Rome"; done
    printf '31,M\341laga\n'
} >in.csv
release in.csv -o out.csv
cmp in.csv out.csv && echo same bytes
echo '# not of the encoding'
{ table UTF-8 && printf '31,M\341laga\n'; } >in.csv
release in.csv -o out.csv
printf 'age,city\n31,a\n31,\201 \n' >in.csv
release in.csv --encoding shift-jis -o out.csv
release in.csv --encoding utf-8 -o out.csv
release in.csv --encoding latn -o out.csv
printf 'age,city\n31,\201\n31,\215\n31,\235\n' >in.csv
release in.csv -o out.csv
cmp in.csv out.csv && echo same bytes
echo '# what the encoding has no form for'
table windows-1252 | iconv -f UTF-8 -t windows-1252 >in.csv
mkdir trees
for i in 1 2 3 4; do echo "3$i;≥ 30"; done >trees/age.csv
"$SHOAL" anonymize --order input --accept input_order in.csv --k 4 --quasi age --hierarchies trees -o out2.csv 2>&1 | grep ^shoal
ls out2.csv 2>/dev/null
echo '# a hierarchy and a population in encodings of their own'
printf 'Málaga;Europe\nÁvila;Europe\n' | iconv -f UTF-8 -t UTF-16LE >trees/city.csv
printf 'city\nMálaga\nÁvila\n' >people.csv
table windows-1252 | grep -v '"' | iconv -f UTF-8 -t windows-1252 >few.csv
"$SHOAL" anonymize --order input --accept input_order few.csv --k 8 --quasi city --hierarchies trees --population people.csv --model "k-map k=2" -o out.csv 2>&1 |
    grep '^shoal\|^released\|^note.*population'
sort out.csv | uniq -c | sed 's/^ *//'
echo '# the plan says it to others'
"$SHOAL" anonymize --order input --accept input_order in.csv --k 3 --quasi age --write-plan plan.yaml -o out.csv >/dev/null 2>&1
grep encoding plan.yaml

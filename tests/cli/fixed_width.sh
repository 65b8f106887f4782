# Columns of fixed width: read with --delimiter fixed, released with commas.
release() {
    "$SHOAL" anonymize "$@" 2>&1 | grep '^note: .*character\|^shoal\|^released'
}
printf 'name        town      age\nAnna Maria  New York    7\nBob         Rome       31\n\nEve                     32\nZoë         Łódź        8\n' >people.txt
echo '# a header, blanks inside, a missing value'
release people.txt --delimiter fixed --k 2 --identifier name --quasi age --sensitive town \
    --write-plan plan.yaml -o safe.csv
cat safe.csv
grep delimiter plan.yaml
echo '# verified and assessed under the same plan'
"$SHOAL" verify safe.csv --plan plan.yaml | head -n 1
"$SHOAL" assess safe.csv --plan plan.yaml --against people.txt >summary.txt && echo assessed
echo '# compressed, from standard input, and several files'
gzip -c people.txt | "$SHOAL" anonymize - --plan plan.yaml -o again.csv >summary.txt 2>&1
cmp safe.csv again.csv && echo same bytes
sed 's/ New York /   Oslo   /' people.txt >more.txt
release people.txt more.txt --plan plan.yaml -o both.csv
wc -l <both.csv
echo '# no header; the encoding and line ends stay'
tail -n +2 people.txt | head -n 2 | sed 's/Rome/R\xf6ma/; s/$/\r/' >bare.txt
release bare.txt --delimiter fixed --k 1 --quasi c3 -o safe.csv
cat -A safe.csv
echo '# refused'
{
    cat people.txt
    for i in {1..4096}; do echo 'Al          Rome       31'; done
    echo 'Maximilian      Rome    31'
    echo 'Maximilian-Friedrich    31'
} >long.txt
release long.txt --plan plan.yaml -o safe.csv
printf 'a;b\n1;2\n' >people.csv
release people.csv --delimiter fixed --k 1 --quasi a -o safe.csv
printf 'a\tb\n1\t2\n' >people.csv
release people.csv --delimiter fixed --k 1 --quasi a -o safe.csv

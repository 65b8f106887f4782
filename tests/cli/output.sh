# The summary goes where the release does not; progress and notes are on stderr or nowhere.
printf 'age,sex\n1,f\n1,f\n2,m\n2,m\n' >in.csv
"$SHOAL" anonymize in.csv --k 2 --quasi age,sex -o out.csv >summary 2>notes
echo "status $?"
grep -c released summary
grep -c '^note: ' notes
"$SHOAL" anonymize in.csv --k 2 --quasi age,sex -o - >out2.csv 2>summary2
grep -c '^suppressed' summary2
cmp out.csv out2.csv
"$SHOAL" anonymize in.csv --k 2 --quasi age,sex -o out.csv --progress none 2>&1 >/dev/null
"$SHOAL" anonymize - --k 2 --quasi age,sex -o - --progress none <in.csv 2>/dev/null
"$SHOAL" anonymize in.csv --k 2 --quasi age,sex -o out.csv --progress plain 2>&1 >/dev/null |
    grep -o '^ *checked.*'
"$SHOAL" verify out.csv --k 2 --quasi age,sex
"$SHOAL" verify out.csv --k 3 --quasi age,sex
echo "status $?"
"$SHOAL" verify out.csv --k 3 --quasi age,sex --suppression 100%
echo "status $?"
"$SHOAL" list metrics >/dev/full
echo "full: status $?"

# Five people of one household are one household to whoever looks for it.
{
    echo sex,home,illness
    for i in 1 2 3 4 5; do echo "f,h1,v$i"; done
    for i in 1 2 3 4 5; do echo "m,g$i,v$i"; done
} > people.csv
show() {
    sed -n '/"verdict": {/,/^  }/s/^    "tone": "\(.*\)",/result: \1/p' result.json
    grep -o '"verdict":{"tone":"[a-z]*"' report.html | sed 's/.*tone":"/report: /; s/"$//' | sort -u
    grep -E '^(verdict|not looked)' summary.txt
    cat warnings.txt
}

echo "== released"
"$SHOAL" anonymize people.csv --quasi sex --sensitive illness --household home --k 5 --accept persons_not_stated \
    -o out.csv --result result.json --report report.html --progress none > summary.txt 2> warnings.txt
head -1 out.csv
show

echo "== strict"
"$SHOAL" anonymize people.csv --quasi sex --sensitive illness --household home --k 5 --accept persons_not_stated \
    --strict -o strict.csv --progress none 2>&1 | tail -1
test -e strict.csv && echo written

echo "== assessed with its original, which has the households, but nothing says which row is whose"
"$SHOAL" assess out.csv --against people.csv --quasi sex --sensitive illness --household home --k 5 \
    --accept persons_not_stated --result result.json --report report.html --progress none > summary.txt 2> warnings.txt
show
grep -A3 household summary.txt

echo "== the same, strictly"
"$SHOAL" assess out.csv --against people.csv --quasi sex --sensitive illness --household home --k 5 \
    --accept persons_not_stated --strict --progress none 2>&1 | tail -1

echo "== assessed with the mapping"
"$SHOAL" anonymize people.csv --quasi sex --sensitive illness --household home --k 5 --accept persons_not_stated \
    -o out.csv --mapping out.map --progress none > /dev/null 2>&1
"$SHOAL" assess out.csv --against people.csv --mapping out.map --quasi sex --sensitive illness --household home --k 5 \
    --accept persons_not_stated --result result.json --report report.html --progress none > summary.txt 2> warnings.txt
show

echo "== its original does not have the households, either"
cut -d, -f1,3 people.csv > homeless.csv
"$SHOAL" assess homeless.csv --against homeless.csv --quasi sex --sensitive illness --household home --k 5 \
    --accept persons_not_stated --progress none 2>&1 | grep households_unknown

echo "== assessed alone: nothing says who lives together"
"$SHOAL" assess out.csv --quasi sex --sensitive illness --household home --k 5 --accept persons_not_stated \
    --result result.json --report report.html --progress none > summary.txt 2> warnings.txt
show

echo "== the household as the person"
"$SHOAL" anonymize people.csv --quasi sex --sensitive illness --person home --k 5 --suppression 0 \
    -o out.csv --result result.json --report report.html --progress none > summary.txt 2> warnings.txt
cat out.csv | head -2
show

echo "== a row without a household is one of its own"
sed 's/,h1,/,?,/' people.csv > unknown.csv
"$SHOAL" anonymize unknown.csv --quasi sex --sensitive illness --household home --k 5 --accept persons_not_stated \
    -o out.csv --result result.json --report report.html --progress none > summary.txt 2> warnings.txt
show

echo "== several households are refused"
"$SHOAL" anonymize people.csv --quasi sex --household home,illness --k 5 -o out.csv --progress none
echo "exit $?"

# Rows that count as protected only because a missing value may be any value: never green, and no
# sentence says that they read the same.
{
    echo sex,age
    for age in 21 22 23 24 25 26 27 28; do echo "f,$age"; done
    for i in 1 2 3 4 5; do echo 'f,?'; done
} > women.csv

tones() {
    grep -o '"verdict":{"tone":"[a-z]*"' report.html | sed 's/.*tone":"/report: /; s/"$//' | sort -u
    sed -n '/"verdict": {/,/^  }/s/^    "tone": "\(.*\)",/result: \1/p' result.json
    grep '^verdict' summary.txt
}

for recoding in lattice cut local; do
    echo "== $recoding"
    "$SHOAL" anonymize women.csv --quasi sex,age --k 6 --missing wildcard --suppression 0 --recoding $recoding \
        --accept sensitive_not_stated,persons_not_stated -o out.csv --result result.json --report report.html \
        --progress none > summary.txt 2> warnings.txt
    echo "exit $?"
    grep -c '?' out.csv
    tones
    grep '^k ' summary.txt
    grep -E '"(headline|k_eff|k_read)"' result.json | head -3
    cat warnings.txt
    grep -c 'has the same quasi-identifiers' report.html
    "$SHOAL" anonymize women.csv --quasi sex,age --k 6 --missing wildcard --suppression 0 --recoding $recoding \
        --strict --accept sensitive_not_stated,persons_not_stated -o strict.csv --progress none 2>&1 | tail -1
    test -e strict.csv && echo written
done

echo "== assessed: risks are those of rows that read the same"
"$SHOAL" assess women.csv --quasi sex,age --k 6 --missing wildcard --accept sensitive_not_stated,persons_not_stated \
    --result result.json --report report.html --progress none > summary.txt
tones
grep -E '^(k|prosecutor|an attacker)' summary.txt

echo "== verified: the plan's rule holds, and it is said what the rule counts"
"$SHOAL" verify women.csv --quasi sex,age --k 6 --missing wildcard 2>&1
echo "exit $?"

echo "== as they read: green"
for i in 1 2 3 4 5 6; do echo 'f,?'; done | cat women.csv - | grep -v 'f,2' > alike.csv
"$SHOAL" anonymize alike.csv --quasi sex,age --k 6 --missing wildcard --accept sensitive_not_stated,persons_not_stated \
    -o out.csv --result result.json --report report.html --progress none > summary.txt
tones
"$SHOAL" verify out.csv --quasi sex,age --k 6 --missing wildcard 2>&1

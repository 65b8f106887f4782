# What may be published with a release: the result and the report say what the release shows, and
# nothing of the rows that are suppressed or left out.
{
    echo id,age,city,illness
    for i in $(seq 60); do
        echo "i$i,$((30 + i % 3)),$([ $((i % 2)) = 0 ] && echo North || echo South),ill$((i % 4))"
    done
    echo i98,117,CITYCANARY,ill1
    echo i99,,DROPCANARY,ill1
} >people.csv
common="people.csv --quasi age,city --identifier id --sensitive illness --k 5 --suppression 5% --missing drop
    --recoding cut --threads 1 --progress none"

echo "# for the auditor: every group, also of the suppressed row"
"$SHOAL" anonymize $common -o out.csv --result whole.json >/dev/null 2>&1
grep -oE '"117"|CITYCANARY' whole.json

echo "# public"
"$SHOAL" anonymize $common -o out.csv --result public.json --public >/dev/null 2>&1
# Times and hashes may contain any digits.
grep -vE '"(total|read|search|write|verify|sha256|shoal)"' public.json >shown.json
grep -cE '117|CANARY' shown.json out.csv
cat shown.json

echo "# the report alone, the result alone, neither"
"$SHOAL" anonymize $common -o out.csv --report public.html --public >/dev/null 2>&1
grep -cE '"117|CANARY' public.html
"$SHOAL" anonymize $common -o out.csv --public
echo "exit $?"

echo "# of an assessment and of an inspection"
"$SHOAL" assess out.csv --against people.csv --quasi age,city --sensitive illness --k 5 --progress none \
    --public --result assessed.json --report assessed.html >/dev/null 2>&1
"$SHOAL" inspect people.csv --progress none --public --result inspected.json --report inspected.html >/dev/null 2>&1
for file in assessed.json assessed.html inspected.json inspected.html; do
    echo "$file $(grep -cE '"117|CANARY' "$file") $(grep -cE '"against"|"before": \{|sha256.*before' "$file")"
done

echo "# an inspection counts nothing in public: reasons, persons, what singles out and tells others, trials"
{
    echo id,visit,city,region
    for i in $(seq 60); do
        echo "p$((i % 20)),$i,c$((i % 6)),r$((i % 3))"
    done
} >visits.csv
for public in "" --public; do
    "$SHOAL" inspect visits.csv --person id --progress none $public --report visits.html >/dev/null 2>&1
    echo "inspect${public:+ $public}"
    grep -oE '[0-9]+ in [0-9]+ rows|[0-9]+ different values|"name":"(because|tells)"|singles? out [0-9.]+|in a short trial' \
        visits.html | LC_ALL=C sort -u
done

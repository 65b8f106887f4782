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

echo "# how few rows the release lacks follows from no figure: with two and with three of them it says the same"
register() {
    echo home,city,age,dx
    for i in $(seq 400); do
        echo "h$i,$([ $((i % 2)) = 0 ] && echo North || echo South),$((30 + i % 3)),ill$((i % 4))"
    done
    for i in $(seq "$1"); do echo "g$i,Westover$i,$((80 + i)),ill1"; done
}
# lines OF: what it says, without times, hashes and the path of the search.
lines() {
    sed 's/^ *//' "$1" |
        grep -vE '"(total|read|search|write|verify|assess|sha256|shoal)"'
}
# strings OF: what a page says, without times and hashes.
strings() {
    grep -o '<script[^>]*application/json[^>]*>.*' "$1" | grep -oE '"[^"]*"' |
        grep -vE '^"([0-9]+\.[0-9e-]+|[0-9]e-[0-9]+|[0-9]|[0-9a-f]{64})"$' | sort -u
}
for recoding in cut local; do
    for lacking in 2 3; do
        register $lacking >register.csv
        "$SHOAL" anonymize register.csv --quasi city,age --household home --sensitive dx --k 5 --suppression 2% \
            --recoding $recoding --threads 1 --progress none -o lacks.csv --public --result lacks.json \
            --report lacks.html >/dev/null 2>&1
        lines lacks.json >lacks$lacking.json
        strings lacks.html >lacks$lacking.txt
        echo "$recoding: $(grep -E '"suppressed_rows"|"rows"' lacks$lacking.json | head -2 | tr '\n' ' ')" \
            "$(grep -cE "40$lacking|0\\.00(49|74)" lacks$lacking.json lacks$lacking.txt | tr '\n' ' ')"
    done
    diff lacks2.json lacks3.json &&
        diff lacks2.txt lacks3.txt && echo "$recoding: the same"
done
grep -E '"(evaluations|value|bound|gap|loss|dm|suppressed|persons)"' lacks2.json | head -8
sed -n '/"suppressions"/,/"warnings"/p' lacks2.json

echo "# rows that the release keeps are counted by all its readers"
register 6 >register.csv
"$SHOAL" anonymize register.csv --quasi city,age --household home --sensitive dx --k 5 --suppression 2% --suppressed keep \
    --recoding cut --threads 1 --progress none -o keeps.csv --public --result keeps.json >/dev/null 2>&1
grep -E '"(suppressed|suppressed_rows|loss|dm)"' keeps.json | head -4
sed -n '/"suppressions"/,/^  }/p' keeps.json

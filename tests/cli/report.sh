# What reports say, what they leave out, and what no table may do to them.
sections() { # ids of the sections, and the verdict
    grep -o '"tone":"[a-z]*","headline":"[^"]*"' "$1"
    grep -o '"id":"[a-z]*","title"' "$1" | cut -d'"' -f4 | tr '\n' ' '
    echo
}
left() { # what is left to worry about, and what to do
    grep -o '"id":"left".*"sections":' "$1" | sed 's/"id":"lost".*//' |
        grep -o '"text":"[^"]*","advice":[^}]*'
}
{
    echo id,name,age,zip,illness
    for i in $(seq 60); do
        echo "MARKid$i,MARKname$i,$((20 + i * 7 % 25)),MARKzip$((i * i % 7)),MARKill$((i % 5))"
    done
} >people.csv
common="--k 4 --quasi age,zip --hierarchy age=ranges --identifier id,name --progress none"

echo "# the parts of a release's report"
"$SHOAL" anonymize people.csv $common -o safe.csv --report all.html >/dev/null
sections all.html
left all.html
"$SHOAL" anonymize people.csv $common --sensitive illness -o safe.csv --report k.html >/dev/null
sections k.html
left k.html
"$SHOAL" anonymize people.csv $common --sensitive illness --l 2 -o safe.csv --report l.html >/dev/null
sections l.html
left l.html
"$SHOAL" anonymize people.csv $common --sensitive illness --l 2 --accept persons_not_stated -o safe.csv --report good.html >/dev/null
sections good.html
"$SHOAL" anonymize people.csv $common --threshold 0.05 -o safe.csv --report risk.html >/dev/null
sections risk.html
left risk.html
"$SHOAL" anonymize people.csv --k 3 --quasi age --hierarchy age=ranges --progress none -o safe.csv --report names.html >/dev/null
sections names.html
printf 'MARKzip%s;%s\n' 0 low 1 low 2 low 4 high >zip.csv
"$SHOAL" anonymize people.csv --k 50 --quasi zip --hierarchy zip=zip.csv --progress none -o none.csv \
    --report none.html 2>/dev/null
echo "= $?"
sections none.html
{
    echo a,b,c
    for i in $(seq 40); do echo "$((i * 7 % 40)),$((i * 11 % 40)),$((i * 13 % 40))"; done
} >numbers.csv
"$SHOAL" anonymize numbers.csv --k 3 --quasi a,b,c --recoding microaggregation --groups 'a,b|c' \
    --progress none -o safe.csv --report groups.html >/dev/null
sections groups.html

echo "# of an assessment's"
"$SHOAL" anonymize people.csv $common -o safe.csv >/dev/null
"$SHOAL" assess safe.csv $common --against people.csv --report both.html >/dev/null
sections both.html
"$SHOAL" assess people.csv $common --sensitive illness --report alone.html >/dev/null
sections alone.html
"$SHOAL" assess people.csv --quasi zip --threshold 0.5 --report raw.html >/dev/null
sections raw.html
left raw.html
"$SHOAL" assess people.csv --quasi zip --identifier id,name --k 2 --threshold 0.5 --report raw.html

echo "# the audit part"
grep -o 'shoal anonymize people.csv --k 4 [^"]*all.html' all.html | head -n 1
sha256sum people.csv | cut -c-64 | grep -q -f - all.html
echo "hash: $?"

echo "# the course of a search is the same for every number of threads, but for the seconds"
"$SHOAL" sample --rows 2000 --seed 1 -o register.csv >/dev/null
course() { # lines of the trace, and their sum
    sed -n '/"trace": \[/,/\]/p' "$1" | grep -v '"seconds"' | tee course.txt | grep -c '"evaluations"' >points
    echo "$(cksum <course.txt) $(cat points)"
}
for options in "-p register.plan.yaml" \
    "-p register.plan.yaml --recoding cut --evaluations 3000" \
    "--k 5 --quasi household_size,income --recoding microaggregation --evaluations 3000000"; do
    for threads in 1 2; do
        "$SHOAL" anonymize register.csv $options --threads $threads --progress none -o safe.csv \
            --result run.json --report run.html >/dev/null
        course run.json >course.$threads
    done
    read -r _ _ points <course.1
    [ "$points" -gt 2 ] && cmp course.1 course.2 && echo same
done

echo "# a public report shows no value, no label, no folder"
mkdir hiddenfolder
cp people.csv hiddenfolder
cat >hiddenfolder/plan.yaml <<'END'
attributes:
  age:
    role: quasi
    hierarchy: "groups:20|21|22|23|24|25|26|27|28|29;30|31|32|33|34|35|36|37|38|39|40|41|42|43|44"
  zip:
    role: quasi
    order: "MARKzip4|MARKzip1|MARKzip2|MARKzip0"
  illness:
    role: sensitive
  id:
    role: identifier
privacy:
  k: 4
missing:
  tokens: ["MARKmissing"]
END
for recoding in lattice cut; do
    "$SHOAL" anonymize hiddenfolder/people.csv -p hiddenfolder/plan.yaml --recoding $recoding \
        --progress none -o hiddenfolder/safe.csv --report full.html >/dev/null
    "$SHOAL" anonymize hiddenfolder/people.csv -p hiddenfolder/plan.yaml --recoding $recoding \
        --progress none -o hiddenfolder/safe.csv --report public.html --public >/dev/null
    echo "$recoding: $(grep -c MARK full.html) $(grep -c MARK public.html)" \
        "$(grep -c hiddenfolder full.html) $(grep -c hiddenfolder public.html)"
done
sections public.html
"$SHOAL" assess hiddenfolder/safe.csv -p hiddenfolder/plan.yaml --against hiddenfolder/people.csv \
    --population hiddenfolder/people.csv --progress none --report full.html >/dev/null
"$SHOAL" assess hiddenfolder/safe.csv -p hiddenfolder/plan.yaml --against hiddenfolder/people.csv \
    --population hiddenfolder/people.csv --progress none --report public.html --public >/dev/null
echo "assess: $(grep -c MARK full.html) $(grep -c MARK public.html)" \
    "$(grep -c hiddenfolder full.html) $(grep -c hiddenfolder public.html)"
"$SHOAL" anonymize people.csv $common -o safe.csv --public 2>&1
echo "= $?"

echo "# hostile tables"
long=$(printf '%01000000d' 0)
{
    echo '<script>alert(1)</script>,"=cmd()""</script>"'
    for i in $(seq 20); do echo "</script><img src=x onerror=alert($((i % 3)))>,$long$((i % 2))"; done
} >hostile.csv
"$SHOAL" anonymize hostile.csv --k 3 --quasi '<script>alert(1)</script>' --progress none -o safe.csv \
    --report hostile.html >/dev/null
grep -c 'alert(1)</script>\|<img' hostile.html
[ "$(wc -c <hostile.html)" -lt 2000000 ] && echo small
{
    seq -s, -f 'c%g' 10000
    for i in $(seq 12); do yes $((i % 3)) | head -n 10000 | paste -sd,; done
} >wide.csv
"$SHOAL" anonymize wide.csv --k 3 --quasi c1,c2 --progress none -o safe.csv --report wide.html >/dev/null
sections wide.html
[ "$(wc -c <wide.html)" -lt 2000000 ] && echo small
{
    echo one
    seq 20
} >one.csv
"$SHOAL" anonymize one.csv --k 3 --quasi one --progress none -o safe.csv --report one.html >/dev/null
sections one.html
echo one >zero.csv
"$SHOAL" anonymize zero.csv --k 3 --quasi one --progress none -o safe.csv --report zero.html 2>&1
echo "= $?"

# Risks of persons with several rows: what an attacker with the original finds, and line by line.
# Ann has three stays and Bo two; Cy, Di, Ed and Flo have one each.
cat >stays.csv <<'CSV'
who,age,sex,illness,home
ann,31,f,flu,1
ann,32,f,flu,1
ann,34,f,flu,1
bo,35,m,cold,1
bo,36,m,flu,1
cy,37,m,cold,2
di,38,f,cold,2
ed,61,m,flu,2
flo,35,f,cold,3
CSV
cat >safe.csv <<'CSV'
age,sex,illness
30-39,f,flu
30-39,f,flu
30-39,f,flu
30-39,m,cold
30-39,m,flu
30-39,m,cold
30-39,f,cold
*,*,flu
30-39,f,cold
CSV
# The women's class has three persons in five rows, the men's two in three: each person is found with
# probability 1/3 or 1/2, and (1 + 1) / 5 of them in the mean. Two of three women have a cold, although
# most of their rows are flu; the men have two colds and a flu, since Bo counts for both. So four of
# six guesses are right. Ed alone is suppressed.
"$SHOAL" assess safe.csv --quasi age,sex --sensitive illness --person who --hierarchy age=ranges:10 \
    --against stays.csv --records risk.csv --result found.json --progress none |
    grep -E "^(marketer|with|right)"
cat risk.csv
grep -E '"(published|expected|expected_all|risk_of|guessed)"' found.json
echo "# three of each: households of two, three and one; Bo's two rows are one member"
"$SHOAL" assess stays.csv --quasi sex --sensitive illness --person who --household home \
    --records plain.csv --progress none | grep -E "^(marketer|right|household)|households"
cat plain.csv
echo "# Zoe is alone with her age in two rows: by rows nobody is unique, by persons she is"
printf '%s\n' who,age zoe,31 zoe,31 yan,40 xia,40 >alone.csv
for person in plain person; do
    "$SHOAL" assess alone.csv --quasi age --$person who --records alone.risk.csv --progress none |
        grep -E "^(unique|[0-9].*singled)"
    cut -d, -f1- alone.risk.csv
done

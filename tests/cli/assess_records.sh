# A line for each row. The individual risks are those that sdcMicro's tests expect of these weights.
cat >survey.csv <<'CSV'
a,b,c,w,home
2,3,1,18,A
3,3,3,45.5,A
2,3,1,39,B
2,3,2,17,B
3,3,1,92,C
3,3,1,8,C
1,4,1,123.5,D
2,3,1,51,
CSV
echo "# classes, risks and unique combinations"
"$SHOAL" assess survey.csv --quasi a,b,c --records - --progress none
echo "# sampling weights and households"
"$SHOAL" assess survey.csv --quasi a,b,c --weight w --household home --records risk.csv --result found.json
cat risk.csv
sed -n '/^  "weights": {/,/^  }/p;/^  "households": {/,/^  }/p' found.json
echo "# a release: the suppressed row is in no class, but whoever has the original finds it"
cat >safe.csv <<'CSV'
a,b,c
2,3,*
3,3,*
2,3,*
2,3,*
3,3,*
3,3,*
*,*,*
2,3,*
CSV
"$SHOAL" assess safe.csv --quasi a,b,c --weight w --against survey.csv --records linked.csv --progress none |
    grep -E "^(marketer|with)|weights"
cat linked.csv
echo "# compressed by the name"
"$SHOAL" assess survey.csv --quasi a,b,c --weight w --household home --records risk.csv.gz --progress none >/dev/null
gzip -dc risk.csv.gz | cmp - risk.csv && echo same
echo "# weights that are none"
for bad in 0 -3 many NA ''; do
    sed "s/^2,3,2,17,/2,3,2,$bad,/" survey.csv >bad.csv
    "$SHOAL" assess bad.csv --quasi a,b,c --weight w --records bad.out --progress none
    echo "= $?"
done
ls bad.out 2>&1
echo "# never over a file that is read, nor over another output"
"$SHOAL" assess survey.csv --quasi a,b,c --records survey.csv
echo "= $?"
"$SHOAL" assess safe.csv --quasi a,b,c --against survey.csv --records survey.csv
echo "= $?"
"$SHOAL" assess survey.csv --quasi a,b,c --records both --result both
echo "= $?"
"$SHOAL" assess survey.csv --quasi a,b,c --records both --result ./both
echo "= $?"
"$SHOAL" assess survey.csv --quasi a,b,c --weight w,home
echo "= $?"
"$SHOAL" assess survey.csv --quasi a,b --weight w --household c,home
echo "= $?"
"$SHOAL" assess survey.csv --quasi a,b,c --records nowhere/risk.csv
echo "= $?"
ls
echo "# lines are lines of the file, also behind empty lines and quoted line breaks"
printf 'a,note,w\n\n1,"two\nlines",3\n\n2,x,none\n' >notes.csv
"$SHOAL" assess notes.csv --quasi a --weight w
"$SHOAL" assess - --quasi a --weight w <notes.csv
echo "= $?"

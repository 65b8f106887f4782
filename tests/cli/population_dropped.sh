# People of a population whose value only dropped rows have are in no group of a cut: they do not count for the first one.
printf 'q,d\na,1\nb,2\n?,3\n' > table.csv
printf 'q\na\nb\n?\n?\n?\n' > people.csv
printf 'a;*\nb;*\n' > q.csv
"$SHOAL" anonymize table.csv --quasi q --sensitive d --hierarchy q=q.csv --k 1 --model 'k-map k=3' --population people.csv \
    --recoding cut --suppression 50% --missing drop -o release.csv --progress none 2>&1
echo "exit $?"
ls

# Suppressed rows that neither hold nor can be left out: clusters are searched and published a second time.
printf 'q,r,d\na,1,x\na,1,y\na,2,x\na,2,y\nb,7,x\nc,8,x\nd,9,x\n' > table.csv
for recoding in local mondrian suppress; do
    "$SHOAL" anonymize table.csv --quasi q,r --sensitive d --k 2 --l 2 --suppression 50% --suppressed keep \
        --recoding $recoding --seed 1 -o $recoding.csv --progress none > summary.txt 2>&1
    echo "$recoding: exit $?"
done

# The same in a release that suppresses: the single x-y of HIV is one person of the population, not six.
printf 'q,r,d\nHIV,true,1\nnone,x-y,2\nnone,x-y,3\nHIV,x-y,4\nnone,x-y,5\nnone,none,?\nx-y,HIV,6\n' > table.csv
{
    printf 'q,r,d\nx-y,HIV,6\n'
    for i in 1 2 3 4 5; do printf 'x-y,none,6\nHIV,true,1\nnone,x-y,2\nHIV,x-y,4\n'; done
} > people.csv
"$SHOAL" anonymize table.csv --quasi q,r,d --type d=string --k 1 --model 'k-map k=5' --population people.csv \
    --recoding cut --suppression 40% --missing drop -o release.csv --progress none >summary.txt 2>&1
echo "exit $?"
grep -c 'x-y,HIV' release.csv

# People between the values of a cut may fit its range: they are no people of the suppressed class.
{
    echo town,size,s
    printf '62,11.3\n64,-2.0\n65,11.3\n65,11.3\n64,13.6\n64,4.0\n64,4.0\n70,-2.0\n64,11.3\n35,11.3\n' | sed 's/$/,s/'
} > table.csv
{
    echo town,size
    while read -r times row; do
        for i in $(seq "$times"); do echo "$row"; done
    done <<END
3 35,-2.0
7 35,13.6
12 35,4.0
4 49,-2.0
1 49,11.3
2 49,13.6
12 49,4.0
1 62,-2.0
4 62,11.3
1 62,13.6
3 64,-2.0
2 64,11.3
2 64,4.0
6 65,-2.0
2 65,11.3
1 65,13.6
3 65,4.0
1 70,-2.0
2 70,13.6
1 elsewhere,11.3
END
} > people.csv
"$SHOAL" anonymize table.csv --quasi town,size --sensitive s --k 1 --model 'k-map k=8' --population people.csv \
    --recoding cut --suppression 10% --suppressed keep --metric aecs -o release.csv --progress none 2>&1 |
    grep -E '^k-map|^suppressed|^shoal'

# What a range covers in the values of dropped rows counts in no loss.
printf 'q,r\n?,13.7\n1,0.5\n1,0.5\n1,10.9\n1,17.8\n1,19.6\n1,19.9\n' > table.csv
"$SHOAL" anonymize table.csv --quasi q,r --hierarchy r=flat --shape r=range --k 2 --missing drop --recoding local -o release.csv \
    --result run.json --mapping release.map --progress none >summary.txt 2>&1
"$SHOAL" assess release.csv --quasi q,r --hierarchy r=flat --k 2 --missing drop --recoding local --against table.csv \
    --mapping release.map --result found.json --progress none >summary.txt 2>&1
cat release.csv
sed -n '/"metrics"/,/}/p' run.json | grep '"loss"'
sed -n '/"metrics"/,/}/p' found.json | grep '"loss"'

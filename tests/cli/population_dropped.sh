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

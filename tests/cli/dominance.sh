# Means that give their largest value away: whoever knows the second largest subtracts it, and what is left is
# the largest within p %.
run() {
    "$SHOAL" anonymize "$1" --quasi x,y --sensitive s --k 3 --recoding microaggregation -o safe.csv --progress none \
        --result run.json "${@:2}" 2>&1 >/dev/null | grep -v recoding_proposed
    echo "= ${PIPESTATUS[0]}"
}
# 20,000 + 25,000 + 987,654: nobody else has more than 2 % of it.
printf 'x,y,s\n20000,1,p\n25000,2,q\n987654,3,p\n21000,4,p\n22000,5,q\n23000,6,p\n' >outlier.csv
run outlier.csv
cat safe.csv
sed -n '/"mean_dominated"/,/}/p' run.json
# strict refuses, unless it is accepted
rm safe.csv
run outlier.csv --strict
ls safe.csv 2>&1
run outlier.csv --strict --accept mean_dominated
# A plan may ask for more than 10 %, but not for less. 0.8 of 26,000 is 20,800, and 20,000 is less.
run outlier.csv --dominance 0
run outlier.csv --dominance 0 --strict
run outlier.csv --dominance 0.02
run outlier.csv --dominance 2
# Without an outlier, and where all values are the same, nothing is given away.
sed 's/987654/26000/; s/2[123]000/7/' outlier.csv >even.csv
run even.csv
run even.csv --dominance 0.8 | grep "of x"
# One person with a value among missing ones: the mean is hers. Of several with the same it is no secret.
printf 'x,y,s\n50000,1,p\n,1,q\n,1,p\n21000,9,p\n22000,9,q\n23000,9,p\n' >lonely.csv
run lonely.csv --missing wildcard
cat safe.csv
sed 's/^,1,q/50000,1,q/' lonely.csv >shared.csv
run shared.csv --missing wildcard
# The signs of values hide nobody: -987,654 is as far away as 987,654.
sed 's/987654/-987654/' outlier.csv >debt.csv
run debt.csv
# Three rows of one person are one contribution: of two people each knows the other's.
printf 'x,y,s,p\n50,1,p,1\n40,2,q,1\n60,3,p,1\n45,4,p,2\n55,5,q,2\n30,6,p,3\n35,7,q,4\n' >visits.csv
"$SHOAL" anonymize visits.csv --quasi x,y --sensitive s --identifier p --k 7 --recoding microaggregation -o safe.csv \
    --progress none 2>&1 >/dev/null | grep -c mean_dominated
"$SHOAL" anonymize visits.csv --quasi x,y --sensitive s --person p --k 2 --recoding microaggregation -o safe.csv \
    --progress none 2>&1 >/dev/null | grep mean_dominated
# Means of local recoding.
"$SHOAL" anonymize outlier.csv --quasi x,y --sensitive s --k 3 --recoding local --shape x=mean,y=range -o safe.csv \
    --progress none 2>&1 >/dev/null | grep mean_dominated

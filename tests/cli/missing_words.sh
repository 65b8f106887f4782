# NaN, null and the like count as missing among numbers and dates, and only there.
{
    echo age,born,answer,city
    for i in $(seq 0 59); do
        age=$((20 + i % 12)) born=19$((50 + i % 20))-01-02
        [ $((i % 7)) = 0 ] && age=NaN
        [ $((i % 5)) = 0 ] && born=null
        [ $((i % 15)) = 0 ] && born=.
        answer=None
        [ $((i % 3)) = 0 ] && answer=some
        echo "$age,$born,$answer,a"
    done
} >people.csv
for rule in category wildcard drop; do
    for recoding in lattice cut microaggregation; do
        echo "# $rule, $recoding"
        "$SHOAL" anonymize people.csv --k 3 --quasi age,born --missing $rule --recoding $recoding --suppression 5% \
            --sensitive city -o safe.csv --write-plan plan.yaml --report safe.html 2>&1 |
            grep 'count.* as missing\|^shoal\|^released'
        "$SHOAL" verify safe.csv -p plan.yaml >verified
        echo "= $?"
    done
done
grep -A2 '^  age\|^  born' plan.yaml
echo '# verified with the same flags, as values and as ranges'
for k in 3 12; do
    for recoding in lattice cut microaggregation; do
        flags="--k $k --quasi age,born --missing wildcard --recoding $recoding --suppression 5%"
        "$SHOAL" anonymize people.csv $flags --sensitive city -o safe.csv >made 2>&1
        "$SHOAL" verify safe.csv $flags 2>&1
    done
done
echo '# words among codes and words do not match others'
printf '%s\n' code 01-05 01-05 06-09 06-09 null >codes.csv
"$SHOAL" verify codes.csv --k 2 --quasi code --missing wildcard 2>&1
printf '%s\n' code A1 A1 A2 A2 null >codes.csv
"$SHOAL" verify codes.csv --k 2 --quasi code --missing wildcard 2>&1
echo '# among words they are words'
"$SHOAL" anonymize people.csv --k 3 --quasi answer -o safe.csv 2>&1 | grep '^note: answer'
echo '# assessed'
"$SHOAL" assess people.csv --k 3 --quasi age,born --sensitive city 2>&1 | grep 'count.* as missing'
echo '# tokens that are given say it all'
"$SHOAL" anonymize people.csv --k 3 --quasi age --missing-token '?' -o safe.csv 2>&1 | grep '^note: age'
echo '# nearly numbers'
{
    echo age,city
    for i in $(seq 34); do echo "$((i % 34 + 20)),x"; done
    echo N,x
} >people.csv
"$SHOAL" anonymize people.csv --k 1 --quasi age -o safe.csv 2>&1 | grep '^note: age'

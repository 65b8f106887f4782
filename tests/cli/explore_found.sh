# A point of an exploration is what a run of its own finds, also where words for missing values and
# decimal commas are found in the table.
{
    echo 'age;height;sex'
    for i in $(seq 0 59); do
        age=$((20 + i * 7 % 11)) height=1,$((60 + i * 11 % 12))
        [ $((i % 17)) = 0 ] && age=NaN
        [ $((i % 13)) = 0 ] && height=null
        echo "$age;$height;$((i % 2))"
    done
} >people.csv
for rule in category wildcard drop; do
    for recoding in lattice cut microaggregation; do
        flags="--quasi age,height,sex --k 4 --suppression 0 --missing $rule --evaluations 100 --progress none"
        echo "# $rule, $recoding"
        rm -f grid.json safe.json
        "$SHOAL" explore people.csv $flags --recodings $recoding --result grid.json >/dev/null 2>&1
        "$SHOAL" anonymize people.csv $flags --recoding $recoding -o safe.csv --result safe.json >/dev/null 2>&1
        for made in grid safe; do grep -m 1 -o '"value": [a-z0-9.]*' $made.json 2>/dev/null || echo none; done
    done
done

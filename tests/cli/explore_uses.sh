# Releases of several recodings side by side: what explore says of them is what assess says of the
# files that anonymize writes.
"$SHOAL" sample --rows 400 --seed 5 -o people.csv >/dev/null 2>&1
plan="--quasi sex,education,occupation,income --sensitive diagnosis --hierarchies people.hierarchies
    --identifier id,name --seed 3"
recodings=lattice,cut,local,mondrian,suppress
"$SHOAL" explore people.csv $plan --evaluations 200 --k 5 --suppression 2% --recodings $recodings --no-costs \
    --progress none --result explored.json --out points.csv 2>/dev/null |
    sed -n '/^Side/,/^$/p;/^recoding  /,/^$/p' | cut -c1-17
head -n 1 points.csv

# use NAME KEY: of the recoding in the exploration.
use() {
    awk -v recoding="\"$1\"," -v key="\"$2\":" '
        $1 == "\"recoding\":" { here = $2 == recoding; inside = 0 }
        here && $1 == "\"use\":" { inside = 1 }
        inside && $1 == key { sub(/,$/, "", $2); print $2; exit }' explored.json
}
# judged KEY: of the assessment, the first after a line with $2.
judged() {
    awk -v key="\"$1\":" -v after="\"$2\":" '
        $1 == after { here = 1 }
        here && $1 == key { sub(/,$/, "", $2); print $2; exit }' judged.json
}
same() { # WHAT ONE OTHER
    # Sums of fractions differ in their last digit by the order of the rows.
    [ "${2:0:15}" = "${3:0:15}" ] && [ -n "$2" ] || echo "$recoding: $1 is $2 and $3"
}
for recoding in lattice cut local mondrian suppress; do
    "$SHOAL" anonymize --order input --accept input_order people.csv $plan --evaluations 200 --k 5 --suppression 2% --recoding $recoding -o safe.csv \
        --progress none >/dev/null 2>&1 || echo "$recoding fails"
    "$SHOAL" assess --order input safe.csv --against people.csv $plan --suppression 2% --recoding $recoding --result judged.json \
        --progress none >/dev/null 2>&1 || echo "$recoding is not assessed"
    same loss "$(use $recoding loss)" "$(judged loss metrics)"
    same untouched "$(use $recoding untouched)" "$(judged untouched queries)"
    same tables "$(use $recoding tables)" "$(judged mean tables)"
    same pairs "$(use $recoding pairs)" "$(judged mean pairs)"
    same risk "$(use $recoding risk)" "$(judged risk excluded)"
    same overlapping "$(use $recoding overlapping)" "$(judged overlapping generalized)"
    same k "$(use $recoding k_eff)" "$(judged k one_class)"
    echo "$recoding is compared"
done

#!/bin/bash
# The grid of an exploration of Adult, 7 x 8 points, against one search (k = 5, 2 %) and against all
# searches one by one, alternating: only the seconds of searching, one thread.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
repeats=${REPEATS:-5}
[ -e "$data/adult/adult.csv" ] || skip "no adult in $data"
task=("$data/adult/adult.csv" --hierarchies "$data/adult/hierarchies" --domain hierarchy --threads 1
    --quasi sex,age,race,marital-status,education,native-country,workclass,occupation,salary-class
    --progress none --result "$work/result.json")

# one K SUPPRESSION: the seconds of one search.
one() {
    "$shoal" anonymize "${task[@]}" --k "$1" --suppression "$2" -o "$work/out.csv" >/dev/null 2>&1
    number "$work/result.json" search
}

grid() {
    "$shoal" explore "${task[@]}" --no-costs >/dev/null 2>&1
    number "$work/result.json" grid
}

for ((i = 0; i < repeats; i++)); do
    grid >>"$work/grid"
    one 5 2% >>"$work/one"
done
for k in 2 3 5 10 20 50 100; do
    for share in 0 0.5% 1% 2% 5% 10% 20% 100%; do
        one "$k" "$share" >>"$work/all"
    done
done
whole=$(least <"$work/grid")
single=$(least <"$work/one")
sum=$(awk '{ s += $1 } END { print s }' "$work/all")
printf 'grid of 56 %.3f s: %.1f times one search of %.4f s (at most 10), %.2f of the sum of all, %.3f s\n' \
    "$whole" "$(calculate "$whole / $single" %.2f)" "$single" "$(calculate "$whole / $sum" %.3f)" "$sum"

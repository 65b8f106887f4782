#!/bin/bash
# What counting persons costs: the search for the best levels with --person against the same search
# in rows, on two tables of hospital stays of `shoal sample`: nearly everybody has one row (2 % have
# two), and everybody has ten. One thread, alternating, least of several runs. Where valgrind is
# installed also the instructions inside the search, which do not depend on what else the machine
# does.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
rows=${ROWS:-200000}
repeats=${REPEATS:-7}

# run NAME TABLE ROLE: one search; adds its seconds to $work/NAME.search and $work/NAME.total.
run() {
    "$shoal" anonymize "$work/$2.csv" -p "$work/$2.plan.yaml" "--$3" patient_id --threads 1 \
        --algorithm optimal --progress none -o "$work/out.csv" --result "$work/$1.json" \
        >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    number "$work/$1.json" search >>"$work/$1.search"
    number "$work/$1.json" total >>"$work/$1.total"
}

# instructions TABLE ROLE
instructions() {
    valgrind --tool=callgrind --callgrind-out-file="$work/callgrind" --toggle-collect=search_run \
        "$shoal" anonymize "$work/$1.csv" -p "$work/$1.plan.yaml" "--$2" patient_id --threads 1 \
        --algorithm optimal --progress none -o "$work/out.csv" 2>&1 | sed -n 's/.*Collected : *//p'
    rm -f "$work/callgrind"
}

ratio() {
    calculate "$(least <"$work/person.$1") / $(least <"$work/rows.$1")" %.2f
}

# compare TABLE VISITS WANTED TITLE
compare() {
    "$shoal" sample --visits "$2" --even --rows "$rows" --seed 1 -o "$work/$1.csv" >/dev/null
    rm -f "$work"/{person,rows}.{search,total}
    for ((i = 0; i < repeats; i++)); do
        run rows "$1" identifier
        run person "$1" person
    done
    printf '%-30s %8s %8s %10s %10s' "$4" "$(ratio search)" "$(ratio total)" \
        "$(number "$work/person.json" evaluations)" "$(number "$work/rows.json" evaluations)"
    if command -v valgrind >/dev/null; then
        printf ' %14s' "$(calculate "$(instructions "$1" person) / $(instructions "$1" identifier)" %.2f)"
    fi
    printf '   at most %s wanted\n' "$3"
}

echo "$rows hospital stays, eight quasi-identifiers, k = 5, 2 %: persons / rows"
printf '%-30s %8s %8s %21s %14s\n' '' search whole 'evaluations of each' instructions
compare one 1.02 1.3 'nearly everybody has one row'
compare ten 10 5 'everybody has ten rows'

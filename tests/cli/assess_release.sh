# What assess finds in a release is what anonymize said of it.
"$SHOAL" sample --rows 400 --seed 3 -o people.csv >/dev/null

# The numbers of a result that both have, to nine digits.
numbers() {
    awk '/^  "metrics"/ || /^    "metrics"/ { inside = 1; next }
        inside && /}/ { inside = 0 }
        inside { gsub(/[ ",]/, ""); split($0, part, ":"); if (part[2] == "null") print part[1], "null";
            else printf "%s %.8g\n", part[1], part[2] }' "$1" | grep -v 'loss_sum' | grep "$2" | sort
}

check() {
    "$SHOAL" anonymize people.csv -p people.plan.yaml --k 3 --suppression 5% --evaluations 500 \
        --progress none "$@" -o safe.csv --result made.json >/dev/null || return
    "$SHOAL" assess safe.csv -p people.plan.yaml --k 3 --suppression 5% "$@" --against people.csv \
        --result found.json >/dev/null || return
    numbers made.json "$names" >made
    numbers found.json "$names" >found
    join made found | awk -v what="$*" '$2 != $3 { print; differ = 1 }
        END { if (!differ) print "same " NR " numbers: " what }'
    for key in k_eff suppressed; do
        grep "^  \"$key\"" made.json
    done
    grep '^  "k"\|^  "suppressed"' found.json
}

names=.
check
check --recoding cut
check --missing wildcard
check --recoding cut --missing drop
check --recoding cut --domain hierarchy --weights sex=3,country=2
check --l 2
names='^[dp]ld\|^sse\|^id'
check --recoding microaggregation --quasi income --plain birth_date,sex,postcode,education \
    --plain occupation,country,marital_status

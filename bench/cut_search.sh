#!/bin/bash
# What `auto` finds on free cuts within SECONDS_EACH (8) seconds, over SEEDS (3) seeds, and what it proves; against
# another build, BASE=FOLDER. The first problems are those that the search was tuned on. ONLY=adult
# runs those whose name begins so.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
[ -e "$data/adult/adult.csv" ] || skip "no adult in $data"
seeds=${SEEDS:-3}
seconds=${SECONDS_EACH:-8}
"$shoal" sample --rows 20000 --seed 3 -o "$work/people.csv" >/dev/null

# search BUILD PROBLEM K LIMIT SEED
search() {
    local table=() quasi
    case $2 in
    adult*)
        quasi=age,education,marital-status,native-country,occupation,race,salary-class,sex,workclass
        table=("$data/adult/adult.csv" --hierarchies "$data/adult/hierarchies")
        ;;
    creditcard)
        quasi=LIMIT_BAL,SEX,EDUCATION,MARRIAGE,AGE,PAY_0,PAY_2,BILL_AMT1
        table=("$data/creditcard/creditcard.csv" --hierarchies "$data/creditcard/hierarchies")
        ;;
    people)
        quasi=sex,education,marital_status,household_size,country,occupation
        table=("$work/people.csv" --hierarchies "$work/people.hierarchies" --identifier id,name)
        ;;
    poker)
        quasi=c1,c2,c3,c4,c5,c6
        table=("$data/poker/poker-training.data" --header no)
        ;;
    esac
    "$1/shoal" anonymize "${table[@]}" --quasi "$quasi" --recoding cut --k "$3" --suppression "$4" \
        --time-limit "$seconds" --seed "$5" --progress none -o "$work/out.csv" \
        --result "$work/out.json" >/dev/null 2>"$work/messages" || {
        tail -n 1 "$work/messages" >&2
        exit 1
    }
}

printf '%-12s %3s %5s  %-9s %9s %9s %7s\n' problem k limit build best worst gap
while read -r problem k limit; do
    [[ $problem == "${ONLY-}"* ]] || continue
    rm -f "$work/out.json"
    for one in ${BASE:+"$BASE"} "$build"; do
        for seed in $(seq "$seeds"); do
            search "$one" "$problem" "$k" "$limit" "$seed"
            echo "$(number "$work/out.json" value) $(number "$work/out.json" gap)"
        done | sort -g >"$work/all"
        printf '%-12s %3s %5s  %-9s %9.6f %9.6f %6.1f%%\n' "$problem" "$k" "$limit" \
            "$([ "$one" = "$build" ] && echo this || echo base)" \
            "$(head -n 1 "$work/all" | cut -d' ' -f1)" "$(tail -n 1 "$work/all" | cut -d' ' -f1)" \
            "$(cut -d' ' -f2 "$work/all" | median | awk '{ print 100 * $1 }')"
    done
done <<'END'
adult 5 5%
adult 5 0
adult 10 2%
adult 2 10%
adult 50 2%
adult 5 100%
people 5 2%
people 3 0
creditcard 5 5%
creditcard 10 0
poker 5 5%
END

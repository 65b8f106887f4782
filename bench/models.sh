#!/bin/bash
# Searches with privacy models, on Adult and on a sample register, one thread each: the seconds of
# the search by every model, least of several runs, and how much faster that is than another build.
#
#     BASE=FOLDER bench/models.sh [MODEL]...
# shellcheck source=bench/common
source "$(dirname "$0")/common"
people=${PEOPLE:-100000}
repeats=${REPEATS:-3}
base=${BASE-}

"$shoal" sample --rows "$people" --seed 1 -o "$work/people.csv" >/dev/null
adult=$data/adult
on_adult=("$adult/adult.csv" --hierarchies "$adult/hierarchies" --domain hierarchy --k 5
    --quasi sex,age,race,marital-status,education,native-country,workclass,salary-class
    --sensitive occupation --suppression 5% --metric loss)
on_people=("$work/people.csv" -p "$work/people.plan.yaml")

# seconds SHOAL MODEL TASK...: sets $taken and $value.
measure() {
    local program=$1 model=$2 times='' i
    shift 2
    for ((i = 0; i < repeats; i++)); do
        "$program" anonymize "$@" --model "$model" --threads 1 --progress none -o "$work/out.csv" \
            --result "$work/result.json" >/dev/null 2>&1
        times+="$(number "$work/result.json" search)"$'\n'
    done
    taken=$(printf %s "$times" | least)
    value=$(number "$work/result.json" value)
}

table() {
    local name=$1 model before
    shift
    for model in "${models[@]}"; do
        measure "$shoal" "$model" "$@"
        printf '%-8s %-36s %9.3f s' "$name" "$model" "$taken"
        if [ -n "$base" ]; then
            local own=$taken answer=$value
            measure "$base/shoal" "$model" "$@"
            before=$taken
            printf '  %9.3f s before: %6s times faster' "$before" "$(calculate "$before / $own")"
            [ "$value" = "$answer" ] || printf ', and another answer: %s, %s' "$value" "$answer"
        fi
        echo
    done
}

models=("$@")
[ $# -gt 0 ] || models=('l-diversity l=3' 't-closeness t=0.4' 'beta-likeness beta=1'
    'beta-likeness beta=2' 'beta-likeness beta=4' 'beta-likeness beta=2 form=enhanced'
    'alpha-k alpha=0.3' 'delta-disclosure delta=2')
[ ! -e "$adult/adult.csv" ] || table Adult "${on_adult[@]}"
table people "${on_people[@]}"

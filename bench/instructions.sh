#!/bin/bash
# Instructions of four searches and of whole runs on Adult, without attacks, counted by callgrind,
# and the peak memory of a large register, of this build against another:
# BASE=FOLDER-OF-THE-OTHER scripts/bench instructions. Only some of the cases:
# BASE=... bench/instructions.sh adult|cut|creditcard|mdav|whole|whole-local|memory...
# shellcheck source=bench/common
source "$(dirname "$0")/common"
people=${PEOPLE:-1000000}
[ -n "${BASE-}" ] || skip "BASE does not name another build folder to compare with"
command -v valgrind >/dev/null || skip "valgrind is not installed"
base=$(realpath "$BASE")
[ ! -d "$base" ] || base=$base/shoal
[ -x "$base" ] || skip "no program $base"
adult=sex,age,race,marital-status,education,native-country,workclass,occupation,salary-class

# count PROGRAM NAME ARGUMENT...: instructions inside the function $counted, or of the whole run where
# that is empty, into $work/NAME.
counted=search_run
count() {
    local program=$1 name=$2
    shift 2
    if ! valgrind --tool=callgrind --callgrind-out-file="$work/callgrind" \
        ${counted:+--toggle-collect=$counted} \
        "$program" anonymize "$@" --threads 1 --progress none \
        -o "$work/out.csv" >"$work/log" 2>&1; then
        echo "$name failed: $(tail -n 1 "$work/log")"
        return 1
    fi
    sed -n 's/.*Collected : *//p' "$work/log" >"$work/$name"
    rm -f "$work/callgrind" "$work/out.csv"
}

# compare NAME ARGUMENT...
compare() {
    local name=$1 before now
    shift
    case " ${cases[*]:-$name} " in
    *" $name "*) ;;
    *) return ;;
    esac
    count "$base" before "$@" && count "$shoal" now "$@" || return 0
    before=$(cat "$work/before") now=$(cat "$work/now")
    printf '%-12s %16.0f %16.0f %8.3f\n' "$name" "$before" "$now" \
        "$(calculate "$now / $before" %.4f)"
}

# peak PROGRAM: the peak memory of anonymizing the register, in KiB.
peak() {
    "$programs/bench_measure" "$work/measured" "$1" anonymize "$work/people.csv" \
        -p "$work/people.plan.yaml" --threads 2 --progress none -o "$work/out.csv" >"$work/log" 2>&1 ||
        echo "the register failed: $(tail -n 1 "$work/log")" >&2
    cut -d ' ' -f 2 "$work/measured"
    rm -f "$work/out.csv"
}

memory() {
    local before now
    case " ${cases[*]:-memory} " in
    *" memory "*) ;;
    *) return ;;
    esac
    "$shoal" sample --rows "$people" --seed 1 -o "$work/people.csv" >/dev/null
    before=$(peak "$base")
    now=$(peak "$shoal")
    echo
    printf '%-12s %16s %16s %8s\n' 'peak, KiB' base this ratio
    printf '%-12s %16.0f %16.0f %8.3f\n' "$people rows" "$before" "$now" \
        "$(calculate "$now / $before" %.4f)"
}

cases=("$@")
echo "instructions inside the search, or of whole runs, one thread; ratios below 1: this build needs fewer"
printf '%-12s %16s %16s %8s\n' search base this ratio
if [ -e "$data/adult/adult.csv" ]; then
    compare adult "$data/adult/adult.csv" --k 5 --quasi $adult --hierarchies \
        "$data/adult/hierarchies" --domain hierarchy --metric loss --algorithm optimal \
        --suppression 5%
    compare cut "$data/adult/adult.csv" --k 5 --quasi $adult --hierarchies "$data/adult/hierarchies" \
        --recoding cut --suppression 5% --algorithm genitor --set budget=1000
fi
if [ -e "$data/creditcard/creditcard.csv" ]; then
    compare creditcard "$data/creditcard/creditcard.csv" --k 5 --suppression 10% --metric loss \
        --quasi LIMIT_BAL,SEX,EDUCATION,MARRIAGE,AGE,PAY_0,PAY_2,PAY_3,BILL_AMT1,PAY_AMT1 \
        --hierarchies "$data/creditcard/hierarchies" --algorithm optimal --evaluations 2000
fi
# Pseudo-random numbers, the same on every machine.
awk 'BEGIN {
    for (c = 1; c <= 10; c++) printf "c%d%s", c, c < 10 ? "," : "\n"
    x = 1
    for (r = 0; r < 20000; r++)
        for (c = 1; c <= 10; c++) {
            x = (x * 16807) % 2147483647
            printf "%d%s", x % 100000, c < 10 ? "," : "\n"
        }
}' >"$work/numbers.csv"
compare mdav "$work/numbers.csv" --k 5 --quasi "$(seq -s, -f c%g 10)" --recoding microaggregation \
    --algorithm mdav
counted=
if [ -e "$data/adult/adult.csv" ]; then
    compare whole "$data/adult/adult.csv" --k 5 --quasi $adult --hierarchies \
        "$data/adult/hierarchies" --suppression 5%
    compare whole-local "$data/adult/adult.csv" --k 5 --quasi $adult --hierarchies \
        "$data/adult/hierarchies" --suppression 5% --recoding local --algorithm agglomerate --prove 0
fi
memory

# Models that ask for nothing do not make a verdict green: it goes by what the classes tell.
people() { # sex value count
    i=0
    while [ $i -lt "$3" ]; do
        echo "$1,$2"
        i=$((i + 1))
    done
}
judge() { # name table flags...
    name=$1 table=$2
    shift 2
    "$SHOAL" anonymize "$table" --quasi sex --sensitive illness --k 5 --accept persons_not_stated "$@" \
        -o out.csv --result result.json --report report.html --progress none > summary.txt 2> warnings.txt
    "$SHOAL" assess out.csv --against "$table" --quasi sex --sensitive illness --k 5 --accept persons_not_stated "$@" \
        --result assessed.json --report assessed.html --progress none > assessed.txt 2> /dev/null
    echo "== $name"
    for result in result assessed; do
        sed -n '/"verdict": {/,/^  }/s/^    "tone": "\(.*\)",/'$result': \1/p' $result.json
    done
    for report in report assessed; do
        grep -o '"verdict":{"tone":"[a-z]*"' $report.html | sed "s/.*tone\":\"/$report.html: /; s/\"\$//" | sort -u
    done
    grep -h '^verdict' summary.txt assessed.txt
    cat warnings.txt
}

{ echo sex,illness; people f HIV 99; people f flu 1; people m flu 60; people m cold 40; } > likely.csv
judge "no model, 99 of 100 have HIV" likely.csv
judge "l = 2, 99 of 100 have HIV" likely.csv --l 2
judge "t = 1" likely.csv --t 1
judge "alpha = 1" likely.csv --model "alpha-k alpha=1"
judge "t = 0.2" likely.csv --t 0.2

{ echo sex,illness; people f HIV 10; people m flu 6; people m cold 4; } > single.csv
judge "l = 1, all women have HIV" single.csv --l 1

echo "== 99 % of the table, and of each class: nothing new, green"
{ echo sex,illness; people f flu 99; people f HIV 1; people m flu 99; people m HIV 1; } > common.csv
judge "common" common.csv

echo "== no model, and nothing is told: green"
{ echo sex,illness; people f flu 5; people f HIV 5; people m flu 6; people m HIV 4; } > even.csv
judge "even" even.csv

echo "== in persons: ten rows of one woman are one woman"
{
    echo sex,who,illness
    for i in 1 2 3 4 5 6 7 8 9; do echo "f,w$i,HIV"; done
    for i in 1 2 3 4 5 6 7 8 9 10; do echo "f,w10,flu"; done
    for i in 1 2 3 4 5 6 7 8 9 10; do echo "m,m$i,flu"; done
    for i in 1 2 3 4 5; do echo "m,n$i,cold"; done
} > persons.csv
"$SHOAL" anonymize persons.csv --quasi sex --sensitive illness --person who --k 5 -o out.csv --progress none 2>&1 |
    grep -E '^(verdict|warning)'

echo "== strict"
"$SHOAL" anonymize likely.csv --quasi sex --sensitive illness --k 5 --l 2 --strict --accept persons_not_stated \
    -o strict.csv --progress none
echo "exit $?"

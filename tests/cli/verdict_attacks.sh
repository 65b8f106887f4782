# A release is green only where attacks were measured: for a report, and where the plan is strict.
judge() { # table flags...
    table=$1
    shift
    rm -f out.csv result.json
    "$SHOAL" anonymize "$table" --quasi sex --sensitive illness --k 10 --accept persons_not_stated "$@" \
        -o out.csv --result result.json --progress none >summary.txt 2>warnings.txt
    echo "exit $?, $(ls out.csv 2>/dev/null || echo nothing written)"
    test -e result.json || tail -1 warnings.txt
    test -e result.json && sed -n '/"verdict": {/,/^  }/s/^    "\(tone\|headline\)": "\(.*\)",/\1: \2/p' result.json
    test -e result.json && grep -E '^(verdict|  Ask|not looked)' summary.txt
    test -e result.json && grep -cE '^  "(risk|assessment)"' result.json
}

awk 'BEGIN { print "sex,illness"; for (i = 0; i < 40; i++) print substr("fm", i % 2 + 1, 1) "," substr("ABCD", i * 7 % 4 + 1, 1) }' >mixed.csv
awk 'BEGIN { print "sex,illness"; for (i = 0; i < 20; i++) print substr("fm", int(i / 10) + 1, 1) ",v" i % 10 }' >sorted.csv
check() { # table flags...
    echo "== $*: neither a report nor strict"
    judge "$@"
    echo "== with a report"
    judge "$@" --report report.html
    echo "== strict"
    judge "$@" --strict
    echo "== strict, with a report"
    judge "$@" --strict --report report.html
}
check mixed.csv
# In this order everybody's row is found.
check sorted.csv --order input --accept input_order

echo "== a dry run, strict"
judge sorted.csv --order input --accept input_order --strict --dry-run

echo "== strict plans measure with a control, too"
judge mixed.csv --strict --control 20%

echo "== where rows stay in a database, nothing can be strict"
"$SHOAL" anonymize postgresql://host/base?table=people --where database --quasi sex --k 5 --strict \
    -o postgresql://host/base?table=safe --progress none 2>&1
echo "exit $?"

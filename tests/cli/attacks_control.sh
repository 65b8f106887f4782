# A control that has the people of the table would clear every attack.
run() {
    $SHOAL "$@" --progress none > summary 2>&1
    status=$?
    grep -o '.* of the control are also in the table' summary | sed 's/^warning: //' | sort -u |
        grep -v '^ '
    grep '^verdict' summary
    grep -o 'the plan is strict and there .* ([a-z_, ]*)' summary
    echo "exit $status"
}
people() { awk -v from="$1" 'BEGIN { split("flu cold gout HIV burn", dx)
    print "zip,shoe,dx"; for (i = 0; i < 400; i++) print 1000 + i % 20 "," from + i "," dx[(i + int(i / 20)) % 5 + 1] }'; }
people 0 > in.csv
people 1000 > others.csv
{ head -1 in.csv; sed -n '2,387p' in.csv; sed -n '388,401p' others.csv; } > most.csv
{ head -1 in.csv; sed -n '2,301p' in.csv; sed -n '302,401p' others.csv; } > some.csv
plan="--quasi zip --sensitive dx --plain shoe --k 5"
for control in in most some others; do
    echo "-- anonymize: $control"
    run anonymize in.csv $plan --control $control.csv -o out.csv --report r.html
done
echo "-- a share that is set aside"
run anonymize in.csv $plan --control 10% -o out.csv --report r.html
echo "-- strictly"
cut -d, -f1,3 in.csv > two.csv
run anonymize two.csv --quasi zip --sensitive dx --k 5 --control two.csv --strict \
    --accept attack_succeeds -o strict.csv --report r.html
[ -e strict.csv ] || echo nothing was written
echo "-- assess"
run assess two.csv --quasi zip --sensitive dx --k 5 --against two.csv --control two.csv
run assess in.csv $plan --against in.csv --control others.csv

echo "-- the same persons with other rows, and other persons with the same rows"
awk -F, 'NR == 1 { print "pid," $0; next } { print "p" int(NR / 2) "," $0 }' in.csv > visits.csv
awk -F, 'NR == 1 { print "pid," $0; next } { print "p" int(NR / 2) "," $0 }' others.csv > later.csv
sed 's/^p\([0-9]\)/q\1/; s/^qid/pid/' visits.csv > twins.csv
head -3 twins.csv
for control in later twins; do
    run anonymize visits.csv $plan --person pid --control $control.csv -o out.csv --report r.html
done

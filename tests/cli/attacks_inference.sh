# Sensitive values that are guessed from plain columns, and from all rows of a person together.
run() {
    $SHOAL anonymize "$@" -o out.csv --report r.html --result r.json --progress none 2>&1 > summary |
        grep -o 'by .*guess.*:' | tr -d :
    grep '^verdict' summary
    python3 -c 'import json
for each in json.load(open("r.json"))["assessment"]["attacks"]:
    if each["name"] == "inference" and "order" not in each["by"]:
        main = each["main"]
        print("%s: %s" % (each["by"], each["not_looked_at"] or "%.1f%% of %d, %d certain%s" % (
              100 * main["share"], main["targets"], each["certain"],
              ", SUCCEEDS" if each["succeeds"] else "")))'
}

echo "-- classes of ten with five illnesses; in half of them one sex has one of these"
awk 'BEGIN { split("flu cold gout burn asthma", ill); print "zip,sex,dx"
    for (c = 0; c < 40; c++) for (j = 0; j < 10; j++)
        print 1000 + c "," (j < 5 ? "M" : "F") "," (c < 20 && j < 5 ? "HIV" : ill[j % 5 + 1]) }' > sexes.csv
run sexes.csv --quasi zip --type zip=string --hierarchy zip=flat --k 5 --plain sex --sensitive dx --l 3
echo "-- where both sexes have all illnesses"
sed 's/HIV/flu/' sexes.csv | awk -F, 'BEGIN { split("flu cold gout burn asthma", ill, " "); OFS = "," }
    NR > 1 { $3 = ill[NR % 5 + 1] } { print }' > mixed.csv
run mixed.csv --quasi zip --type zip=string --hierarchy zip=flat --k 5 --plain sex --sensitive dx --l 3

echo "-- two visits of everybody: each class has five illnesses, and those of two visits one in common"
awk 'BEGIN { print "pid,clinic,dx"
    for (b = 0; b < 10; b++) for (i = 0; i < 5; i++) for (j = 0; j < 5; j++) {
        who = "p" b * 25 + i * 5 + j; dx = "dx" i * 5 + j
        print who ",A" b i "," dx; print who ",B" b j "," dx } }' > visits.csv
run visits.csv --person pid --quasi clinic --hierarchy clinic=flat --sensitive dx --k 2 --l 5 --threshold 0.5
echo "-- without the clinic"
run visits.csv --person pid --quasi clinic --hierarchy clinic=flat --sensitive dx --k 50 --l 5
echo "-- illnesses that change from visit to visit are nobody's value"
awk -F, 'NR > 1 { $3 = "dx" NR } { print $1 "," $2 "," $3 }' visits.csv > changing.csv
run changing.csv --person pid --quasi clinic --hierarchy clinic=flat --sensitive dx --k 2 --l 5 --threshold 0.5

echo "-- amounts: one class has pays from 100000 to 104000, all others pays of every size"
pays() { # FORMAT OF A PAY
    awk -v format="$1" 'BEGIN { print "region,pay"
        for (i = 0; i < 300; i++) printf "%s," format "\n", substr("NSE", i % 3 + 1, 1), 20000 + 2300 * (i * 7 % 43)
        for (i = 0; i < 5; i++) printf "W," format "\n", 100000 + 2000 * (i % 3)
        for (i = 0; i < 6; i++) printf "N," format "\n", 100000 + 2000 * (i % 3)
        for (i = 0; i < '"${2:-0}"'; i++) printf "%s,%s\n", substr("NSE", i % 3 + 1, 1), "90000 USD" }'
}
guess() { run pays.csv --quasi region --sensitive pay --k 5 --l 3 --max-level region=0 --accept persons_not_stated; }
for format in '%d' '%d EUR' '€%d' 'EUR %d.50' '"%d,50 EUR"'; do
    echo "$format"
    pays "$format" > pays.csv
    guess
done
echo "of two units, and beside words"
pays '%d EUR' 20 > pays.csv
guess
pays '%d' > pays.csv
printf 'N,unknown\nS,refused\n' >> pays.csv
guess
echo "but not of codes"
pays '%07d' > pays.csv
guess

# A file that is sorted by several columns, or by the last word of one, gives away whose row is where.
by_order() {
    "$SHOAL" assess "$@" --accept persons_not_stated --progress none --result r.json > /dev/null 2>&1
    python3 - <<'PY'
import json
for each in json.load(open("r.json"))["attacks"]:
    if each["main"] and "the order of rows" in each["by"]:
        print("%s by %s: %.1f%%%s" % (each["name"], each["by"], 100 * each["main"]["share"],
              ", SUCCEEDS" if each["succeeds"] else ""))
PY
}
# star COLUMNS: the table on standard input with these columns suppressed.
star() { awk -F, -v OFS=, -v last="$1" 'NR > 1 { for (i = 1; i <= last; i++) $i = "*" } { print }'; }

echo "-- the day, the month and the year of birth"
awk 'BEGIN { print "day,month,year,illness"
    for (i = 0; i < 400; i++) print 1 + i * 17 % 28 "," 1 + i * 5 % 12 "," 1950 + i * 7 % 19 "," \
        substr("ABCDEFGH", i * i % 61 % 8 + 1, 1) }' > dates.csv
(head -1 dates.csv; tail -n +2 dates.csv | sort -t, -k3,3n -k2,2n -k1,1nr) | star 3 > sorted.csv
by_order sorted.csv --quasi day,month,year --sensitive illness --k 5 --against dates.csv

echo "-- the last name of people who are listed with their first one"
awk 'BEGIN { print "name,sex,illness"
    for (i = 0; i < 400; i++) printf "%c%c %c%c%c,%s,%s\n", 65 + i * 11 % 26, 97 + i * 3 % 26,
        65 + i * 7 % 23, 97 + i * 5 % 26, 97 + int(i / 23), i % 2 ? "m" : "f",
        substr("ABCDEFGH", i * i % 61 % 8 + 1, 1) }' > names.csv
(head -1 names.csv; tail -n +2 names.csv | sed 's/^\([^ ]*\) \([^,]*\)/\2 \1/' | LC_ALL=C sort) |
    cut -d, -f2,3 | star 1 > last.csv
by_order last.csv --quasi sex --identifier name --sensitive illness --k 5 --against names.csv

echo "-- sorted by nothing"
(head -1 dates.csv; tail -n +2 dates.csv | awk '{ print NR * 7919 % 401 " " $0 }' | sort -n |
    cut -d' ' -f2) | star 3 > mixed.csv
by_order mixed.csv --quasi day,month,year --sensitive illness --k 5 --against dates.csv

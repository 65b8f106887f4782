# Measured attacks: each finds what a bad release gives away, and a good one stays near the control.
attacks() {
    python3 - "$1" <<'PY'
import json, sys
result = json.load(open(sys.argv[1]))
part = result.get("assessment", result)
def percent(share):
    return "-" if share is None else "%.1f%%" % (100 * share["share"])
for each in part["attacks"]:
    print("%s %s by %s: %s" % (each["name"], each["of"] or "", each["by"],
          each["not_looked_at"] or "main %s, control %s, guessing %s%s" % (
          percent(each["main"]), percent(each["control"]), percent(each["baseline"]),
          ", SUCCEEDS" if each["succeeds"] else "")))
PY
}

# A register sorted by age: forty people, ages in tens, in the order of the input.
awk 'BEGIN { print "age,shoe,illness"
    for (i = 0; i < 40; i++) print 20 + i ",s" i "," substr("ABCD", i * 7 % 4 + 1, 1) }' > in.csv
awk -F, 'NR == 1 { print "age,shoe,illness" } NR > 1 {
    low = int($1 / 10) * 10; print low "-" low + 9 "," $2 "," $3 }' in.csv > kept.csv
echo "-- in the order of the input, with a column of its own value for everybody"
$SHOAL assess kept.csv --quasi age --sensitive illness --k 10 --against in.csv --result kept.json \
    2> warnings > /dev/null
attacks kept.json
grep -c attack_succeeds warnings

echo "-- the same, strictly"
$SHOAL assess kept.csv --quasi age --sensitive illness --k 10 --against in.csv --strict \
    2>&1 > /dev/null | grep -o 'attack_succeeds' | sort -u

echo "-- without that column, in an order of published cells"
cut -d, -f1,3 in.csv > two.csv
(head -1 kept.csv; tail -n +2 kept.csv | sort -t, -k3,3 -k1,1) | cut -d, -f1,3 > sorted.csv
$SHOAL assess sorted.csv --quasi age --sensitive illness --k 10 --against two.csv \
    --result sorted.json > /dev/null 2> warnings
attacks sorted.json
grep -c attack_succeeds warnings

echo "-- labels that nobody knows are not taken for harmless"
sed 's/^20-29,/young,/' sorted.csv > named.csv
$SHOAL assess named.csv --quasi age --sensitive illness --k 10 --against two.csv \
    --result named.json > /dev/null 2> warnings
attacks named.json | grep -v order

echo "-- suppressed rows are a class: their value is certain"
{ echo "age,illness"; for i in 1 2 3 4 5 6; do echo "2$i,A"; echo "2$i,B"; done
  for i in 1 2 3; do echo "9$i,HIV"; done; } > mixed.csv
sed 's/^2.,/20-29,/; s/^9.,/*,/' mixed.csv > blanked.csv
$SHOAL assess blanked.csv --quasi age --sensitive illness --k 3 --against mixed.csv \
    --result blanked.json > /dev/null 2>&1
python3 -c 'import json
for each in json.load(open("blanked.json"))["attacks"]:
    if each["name"] == "inference" and "order" not in each["by"]: print(each["certain"], "are certain")'

echo "-- people who are not in the release"
$SHOAL sample --rows 2000 --seed 3 -o people.csv > /dev/null
$SHOAL anonymize people.csv --quasi birth_date,sex,postcode --identifier id,name --sensitive diagnosis \
    --k 5 --suppression 5% --control 20% --seed 5 -o safe.csv --report safe.html --result safe.json \
    > /dev/null 2> warnings
attacks safe.json | grep -v 'order of rows'
not_looked_at() {
    python3 -c 'import json, sys
print(", ".join(each["name"] for each in json.load(open(sys.argv[1]))["verdict"]["not_looked_at"]))' "$1"
}
echo "not looked at: $(not_looked_at safe.json)"
tail -n +2 safe.csv | wc -l
$SHOAL sample --rows 200 --seed 4 -o others.csv > /dev/null
$SHOAL assess safe.csv --quasi birth_date,sex,postcode --identifier id,name --sensitive diagnosis \
    --against people.csv --control others.csv --result again.json > /dev/null 2>&1
attacks again.json | grep membership
echo "not looked at: $(not_looked_at again.json)"

echo "-- what a control needs"
$SHOAL anonymize people.csv --quasi sex --k 5 --control 10% -o x.csv 2>&1
$SHOAL anonymize people.csv --quasi sex --k 5 --control 60% -o x.csv --report x.html 2>&1
$SHOAL assess safe.csv --quasi sex --control others.csv 2>&1
echo "-- the same for every number of threads"
for threads in 1 2; do
    $SHOAL assess kept.csv --quasi age --sensitive illness --against in.csv --threads $threads \
        --result t$threads.json > /dev/null 2>&1
    attacks t$threads.json > t$threads
done
cmp t1 t2 && echo same

echo "-- all rows of a person, and of a household, are set aside together, whatever the order of the input"
awk 'BEGIN { print "tag,person,home,age,illness"
    for (i = 0; i < 120; i++) print "t" int(i / 6) ",p" int(i / 3) ",h" int(i / 6) "," 20 + i % 7 "," substr("AB", i % 2 + 1, 1) }' > stays.csv
(head -1 stays.csv; tail -n +2 stays.csv | sort -r) > turned.csv
set_aside() {
    $SHOAL anonymize "$1" --quasi age --sensitive illness --person person --household home --k 2 \
        --control 25% --seed 9 -o "$2" --report r.html --progress none 2> /dev/null | grep 'set aside'
    tail -n +2 "$2" | cut -d, -f1 | sort | uniq -c | awk '{ print $1 }' | sort -u
    head -1 "$2"
}
set_aside stays.csv a.csv
set_aside turned.csv b.csv
cmp <(sort a.csv) <(sort b.csv) && echo same people

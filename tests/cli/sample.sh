# The sample register: to standard output alone, to a file with its plan and hierarchies.
"$SHOAL" sample --rows 3 --seed 1 -o -

"$SHOAL" sample --rows 5000 --seed 9 -o people.csv >/dev/null
"$SHOAL" sample --rows 5000 --seed 9 -o - | cmp - people.csv && echo 'same seed, same bytes'
"$SHOAL" sample --rows 9000 --seed 9 -o - | head -n 5001 | cmp - people.csv && echo 'a longer one goes on from it'
"$SHOAL" sample --rows 5000 --seed 8 -o - | cmp -s - people.csv || echo 'another seed, other people'
"$SHOAL" sample --rows 5000 --seed 9 -o people.csv.gz >/dev/null
gunzip -c people.csv.gz | cmp - people.csv && echo 'packed, the same'
rm people.csv.gz

ls -A . people.hierarchies
tail -n 4 people.plan.yaml

# Hospital stays: several rows for many of the patients.
"$SHOAL" sample --visits --rows 3 --seed 1 -o -
"$SHOAL" sample --rows 5000 --visits=1.4 --seed 9 -o stays.csv
"$SHOAL" sample --visits 1.4 --rows 9000 --seed 9 -o - | head -n 5001 | cmp - stays.csv && echo 'a longer one goes on from it'
head -n 5 stays.plan.yaml
echo stays.hierarchies/*
"$SHOAL" sample --visits 10 --even --rows 640 -o - | tail -n +2 | cut -d, -f1 | sort | uniq -c | awk '{ print $1 }' | uniq -c
"$SHOAL" sample --visits 0.5 -o - 2>&1
"$SHOAL" sample --visits 1.5.5 -o - 2>&1
"$SHOAL" sample --even -o - 2>&1
true

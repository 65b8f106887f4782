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

# The sample register: to standard output alone, to a file with its plan and hierarchies.
"$SHOAL" sample --rows 3 --seed 1 -o -

"$SHOAL" sample --rows 5000 --seed 9 -o people.csv >/dev/null
"$SHOAL" sample --rows 5000 --seed 9 -o - | cmp - people.csv && echo 'same seed, same bytes'
"$SHOAL" sample --rows 9000 --seed 9 -o - | head -n 5001 | cmp - people.csv && echo 'a longer one goes on from it'
"$SHOAL" sample --rows 5000 --seed 8 -o - | cmp -s - people.csv || echo 'another seed, other people'

ls -A . people.hierarchies
tail -n 4 people.plan.yaml

# Pseudonyms: fresh keys for persons, and what linked rows give away.
anonymize() { "$SHOAL" anonymize --order input --accept input_order "$@" --progress none --threads 1; }

# As in tests/release/test_pseudonyms.c: six persons; 2, 3 and 4 have rows in a only, two of them one row.
cat >stays.csv <<'CSV'
person,place,illness
0,a,flu
0,b,flu
1,b,cough
1,a,cough
2,a,flu
2,a,cough
3,a,flu
4,a,cough
5,c,flu
0,c,cough
CSV
flags=(--quasi place --hierarchy place=flat --sensitive illness --person person --k 2)

echo '# the rows of a person have one pseudonym, whichever it is'
anonymize stays.csv "${flags[@]}" --pseudonyms -o linked.csv --result linked.json | tail -n 2
head -n 1 linked.csv
tail -n +2 linked.csv | cut -d, -f2- >without.csv
anonymize stays.csv "${flags[@]}" -o unlinked.csv | tail -n 1
tail -n +2 unlinked.csv | diff - without.csv && echo 'otherwise the release is the same'
paste -d, <(tail -n +2 stays.csv | cut -d, -f1) <(tail -n +2 linked.csv | cut -d, -f1) | sort -u | wc -l
tail -n +2 linked.csv | cut -d, -f1 | sort -n | uniq -c | awk '{ print $2 }' | paste -sd' '
sed -n '/"warnings"/,/\]/p' linked.json
"$SHOAL" verify linked.csv "${flags[@]}" 2>&1

echo '# two runs with one seed share no pseudonyms but by chance'
for i in 1 2 3 4 5 6 7 8; do
    anonymize stays.csv "${flags[@]}" --pseudonyms --seed 1 -o again.csv >/dev/null 2>&1
    tail -n +2 again.csv | cut -d, -f1 | paste -sd,
done | sort -u | wc -l | awk '{ print ($1 > 1) ? "different" : "the same" }'

# Of so few rows the published order links everybody, which a strict plan refuses, too.
echo '# a strict plan refuses them, unless they are accepted'
anonymize stays.csv "${flags[@]}" --pseudonyms --strict -o strict.csv; echo "= $?"
ls strict.csv 2>&1
anonymize stays.csv "${flags[@]}" --pseudonyms --strict --accept pseudonyms_link,attack_succeeds,attack_certain -o strict.csv | tail -n 1

echo '# where k persons share all that each has, they give nobody away, and there is no warning'
{ echo person,place; for ((i = 0; i < 8; i++)); do echo "$i,$((i % 2))"; echo "$i,3"; done; } >shared.csv
anonymize shared.csv --quasi place --hierarchy place=flat --person person --k 4 --pseudonyms \
    --strict --accept sensitive_not_stated,attack_certain -o shared_safe.csv 2>&1 | grep -c pseudonyms_link

echo '# dropped rows have none, and of a key of two columns the first is replaced'
cat >two.csv <<'CSV'
site,no,place
x,1,a
x,2,a
y,1,a
y,1,?
x,1,b
CSV
anonymize two.csv --quasi place --person site,no --missing drop --k 1 --pseudonyms -o two_safe.csv 2>/dev/null | head -n 3
head -n 1 two_safe.csv
tail -n +2 two_safe.csv | wc -l

echo '# they stand for persons'
anonymize stays.csv --quasi place --k 2 --pseudonyms -o no.csv; echo "= $?"

echo '# a checkpoint belongs to the persons that it was made with'
anonymize stays.csv "${flags[@]}" --checkpoint run.cp --algorithm exhaustive -o one.csv 2>&1 | tail -n 1
anonymize stays.csv "${flags[@]/--person/--identifier}" --resume run.cp --algorithm exhaustive -o two.csv 2>&1 | tail -n 1
anonymize stays.csv "${flags[@]}" --resume run.cp --algorithm exhaustive -o three.csv 2>&1 | tail -n 1

echo '# six persons have visits in A and in B, and all of them read HIV in A, where others do not'
dx=(flu cold tb)
{
    echo pid,ward,dx
    for ((i = 0; i < 6; i++)); do echo "both$i,A,HIV"; echo "both$i,B,${dx[i % 3]}"; done
    for ((i = 0; i < 24; i++)); do echo "a$i,A,${dx[i % 3]}"; echo "a$i,A,${dx[i % 2]}"; done
    for ((i = 0; i < 24; i++)); do echo "b$i,B,${dx[i % 3]}"; echo "b$i,B,${dx[i % 2]}"; done
} >wards.csv
flags=(--quasi ward --max-level ward=0 --person pid --sensitive dx --k 5 --progress none --threads 1)
wards() { "$SHOAL" anonymize "$@"; }
wards wards.csv "${flags[@]}" --l 2 --pseudonyms --strict -o wards_strict.csv 2>&1; echo "= $?"
wards wards.csv "${flags[@]}" --l 2 --pseudonyms --strict --accept linked_rows_tell -o wards_safe.csv --result wards.json \
    --mapping wards.map | tail -n 1
sed -n '/"code": "linked_rows_tell"/,/}/p; /^  "verdict"/,/"tone"/p; /"name": "knowledge"/,/}/p' wards.json
"$SHOAL" verify wards_safe.csv "${flags[@]:0:10}" --l 2 2>&1

echo '# an assessment takes them for identifiers, unless the plan says what they are; no attacker lacks them'
for says in "" --pseudonyms; do
    "$SHOAL" assess wards_safe.csv --quasi ward --person pid --sensitive dx --k 5 --against wards.csv --mapping wards.map \
        --result wards.json --progress none $says | grep -e '^verdict' -e '^not looked'
    sed -n '/^  "verdict"/,/"tone"/p; /"name": "identifiers"/,/}/p; /"name": "knowledge"/,/}/p' wards.json
done

echo '# without pseudonyms nothing links their rows'
wards wards.csv "${flags[@]}" --l 2 --strict -o wards_rows.csv 2>&1 | tail -n 1

echo '# a value of all in A is told of by its class'
sed 's/,A,.*/,A,HIV/' wards.csv >same.csv
wards same.csv "${flags[@]}" --pseudonyms -o same_safe.csv 2>&1 >/dev/null

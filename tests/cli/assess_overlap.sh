# Releases whose classes overlap: labels of several kinds in one column, and what attackers and
# analysts make of them.
cat >people.csv <<'END'
age,race,education,illness
20,black,Masters,flu
21,white,Bachelors,cold
22,asian,Masters,flu
23,asian,Doctorate,asthma
24,white,HS-grad,cold
25,white,HS-grad,flu
30,black,11th,cold
31,asian,10th,asthma
33,asian,Masters,cold
END
mkdir hierarchies
cat >hierarchies/education.csv <<'END'
Masters;university;*
Bachelors;university;*
Doctorate;university;*
HS-grad;school;*
11th;school;*
10th;school;*
END
# Ranges, sets with a gap, averages, a blanked cell, groups beside values, and a suppressed row that
# a class covers.
cat >local.csv <<'END'
age,race,education,illness
20-22,"{asian, black}",Masters,flu
21-23,"{asian, white}",university,cold
20-22,"{asian, black}",Masters,flu
21-23,"{asian, white}",university,asthma
24.5,white,HS-grad,cold
24.5,white,HS-grad,flu
30-31,*,school,cold
30-31,*,school,asthma
*,*,*,cold
END
figures() { sed -n "/\"$1\": {/,/^    }/p" result.json; }
for recoding in lattice cut; do
    "$SHOAL" assess --order input local.csv --against people.csv --hierarchies hierarchies \
        --quasi age,race,education --sensitive illness --recoding $recoding --result result.json |
        sed -n '/^with the original/,/^$/p'
    figures labels
    figures generalized
done

# Then the same without being told that the rows are in the same order, which nothing shows: figures
# are not below those of an attacker who finds out which class everybody is in.
overlap() {
    printf 'age\n%s\n%s\n%s\n%s\n' $1 >ages.csv
    printf 'age\n%s\n%s\n%s\n%s\n' $2 >ranges.csv
    "$SHOAL" assess --order input ranges.csv --against ages.csv --quasi age --result result.json | grep overlap
    figures generalized | grep -E 'expected"|candidates|narrowest|excluded'
    "$SHOAL" assess ranges.csv --against ages.csv --quasi age --result result.json |
        grep -E '^with the original|linkage by quasi-identifiers|cannot be matched'
    figures generalized | grep -E 'expected"|expected_all|largest|fewest'
}
# The first two fit both classes. But the others fit only the second, and fill it.
overlap "20 21 29 30" "20-21 20-21 20-30 20-30"
# One of those aged 21 is in each class, and nothing tells which.
overlap "20 21 21 22" "20-21 20-21 21-22 21-22"
# A guess in the narrow class is better than a guess among all rows that fit.
overlap "20 20 20 30" "20 20 20-30 20-30"

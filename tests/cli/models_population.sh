# k-map and delta-presence: the population is recoded by labels, and counted by an awk of its own.
cat >people.csv <<'CSV'
age,sex,country,illness
21,f,chile,flu
24,f,chile,gout
26,m,peru,flu
33,m,peru,gout
38,m,spain,flu
39,f,spain,gout
CSV
# 22 and 36 are nobody's age in the table; bolivia stands in the hierarchy, norway nowhere.
cat >population.csv <<'CSV'
country,age,sex
chile,21,f
chile,24,f
chile,22,f
bolivia,24,f
peru,26,m
peru,33,m
bolivia,36,m
spain,38,m
spain,39,f
norway,38,m
CSV
printf 'chile;america;*\nperu;america;*\nbolivia;america;*\nspain;europe;*\nitaly;europe;*\n' >country.csv
task=(--quasi age,sex,country --sensitive illness --k 1 --population population.csv
    --hierarchy age=ranges:10,20 --hierarchy country=country.csv --progress none)

# The label of a value at a level, as anybody would write it.
judge() {
    awk -F, -v levels="$1" '
    function age(v, l) { return l == 0 ? v : l == 3 ? "*" : l == 1 ? int(v / 10) * 10 "-" int(v / 10) * 10 + 9 \
                         : int(v / 20) * 20 "-" int(v / 20) * 20 + 19 }
    function sex(v, l) { return l == 0 ? v : "*" }
    function country(v, l) { return l == 0 ? v : l == 2 ? "*" : v == "spain" ? "europe" \
                             : v == "norway" ? "nowhere" : "america" }
    BEGIN { split(levels, level, " ") }
    FNR == 1 { next }
    FILENAME == "safe.csv" { if ($1 $2 $3 != "***" || level[1] level[2] level[3] == "312") rows[$1 "," $2 "," $3]++; next }
    { people[age($2, level[1]) "," sex($3, level[2]) "," country($1, level[3])]++ }
    END {
        least = 1e9; most = 0; outside = 0
        for (c in people) if (!(c in rows)) outside += people[c]
        for (c in rows) {
            n = people[c] + 0
            least = n < least ? n : least
            share = rows[c] < n ? rows[c] / n : 1
            most = share > most ? share : most
        }
        printf "at least %d people, at most %.3f of them, %d outside\n", least, most, outside
    }' safe.csv population.csv
}
release() {
    local levels
    echo "\$ $*"
    "$SHOAL" anonymize people.csv "${task[@]}" -o safe.csv --result run.json "$@" 2>&1 |
        grep -E '^(shoal|optimal|suppressed)'
    [ "${PIPESTATUS[0]}" = 0 ] || return
    levels=$(sed -n '/"levels"/,/}/s/.*: \([0-9]*\),*$/\1/p' run.json | tr '\n' ' ')
    echo "levels $levels"
    sed -n '/"models": \[/,/^    \]/s/^ *"\(rule\|found\)": \(.*\)/  \1 \2/p' run.json
    judge "$levels"
}
for k in 1 2 3 4 5 10 11; do
    release --model "k-map k=$k"
done
release --model 'k-map k=3' --suppression 50%
release --model 'delta-presence max=1'
release --model 'delta-presence max=0.7'
release --model 'delta-presence max=0.6'
release --model 'delta-presence max=0.5'
release --model 'delta-presence max=0.75' --suppression 50%
# Whoever is in no class has a share of 0.
release --model 'delta-presence min=0.1 max=1'
release --model 'delta-presence min=0.5 max=0.7'
release --model 'delta-presence min=0.65 max=1'
release --model 'k-map k=4' --model 'delta-presence max=0.8' --l 2

echo "# cuts count the people whose values the table has"
for k in 1 2 4 7 8; do
    "$SHOAL" anonymize people.csv "${task[@]}" --recoding cut --model "k-map k=$k" -o safe.csv \
        --result run.json 2>&1 | grep -E '^(shoal|optimal)'
    sed -n 's/^ *"found": \([^"]\)/found \1/p' run.json
done

echo "# missing values are one value, however written"
printf 'age,sex\n30,f\n?,f\n30,m\n' >people.csv
printf 'sex,age\nf,30\nf,NA\nf,?\nf,\nm,30\n' >population.csv
"$SHOAL" anonymize people.csv --quasi age,sex --k 1 --population population.csv --progress none \
    --model 'k-map k=1' --result run.json -o safe.csv | grep optimal
"$SHOAL" anonymize people.csv --quasi age,sex --k 1 --population population.csv --progress none \
    --model 'delta-presence max=1 min=0.2' --result run.json -o safe.csv | grep optimal

echo "# refusals"
try() {
    "$SHOAL" anonymize people.csv --quasi age,sex --k 1 --model 'k-map k=2' --progress none \
        --population "$1" -o never.csv 2>&1
    echo "= $?"
}
printf 'sex\nf\n' >narrow.csv
try narrow.csv
: >empty.csv
try empty.csv
printf 'sex,age\n' >nobody.csv
try nobody.csv
try nowhere.csv

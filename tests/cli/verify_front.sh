# Fronts, their releases and the original, held against each other.
"$SHOAL" sample --rows 200 --seed 5 -o people.csv >/dev/null
"$SHOAL" sample --rows 200 --seed 6 -o others.csv >/dev/null
plan=(-p people.plan.yaml --quasi sex,education,household_size,marital_status,country
    --plain birth_date,postcode,occupation --suppression 5% --weights sex=2 --seed 1 --progress none)
# How many points were found is no matter here.
judge() {
    "$SHOAL" verify "$@" 2>&1 | sed -E 's/ of [0-9]+ in/ of them in/'
    echo "= ${PIPESTATUS[0]}"
}
# make FLAGS...: a front, its release, and that of another point.
make() {
    echo "\$ $*"
    "$SHOAL" anonymize --order input --accept input_order people.csv "${plan[@]}" --algorithm nsga2 --k 4 -o safe.csv --front front.csv \
        --write-plan plan.yaml --set budget=1000 "$@" >/dev/null
    "$SHOAL" anonymize --order input --accept input_order people.csv -p plan.yaml --progress none -o second.csv --front front.csv --pick 2 >/dev/null
    judge safe.csv -p plan.yaml --front front.csv
    judge second.csv -p plan.yaml --front front.csv
    judge safe.csv -p plan.yaml --front front.csv --against people.csv
    judge second.csv -p plan.yaml --front front.csv --against people.csv
}
make --recoding cut --prefer nwp=0.2,necd=0.1
make --recoding cut --prefer nwp=0.2,necd=0.1 --objectives aecs,ach,k_eff
make --recoding cut --objectives nwp,entropy,suppressed --finest household_size=1 --constrained country
make --recoding cut --objectives loss,k_eff --missing wildcard
make --recoding lattice --prefer nwp=0.2,necd=0.1 --missing drop
make --recoding lattice --objectives precision,entropy,dm --missing wildcard
make --recoding lattice --objectives max:entropy,classes
make --recoding lattice --objectives loss,necd,k_eff

# A number that is changed shows: the exit codes without the original and with it.
echo "# tampering"
title=$(head -n 1 front.csv)
for number in $(seq 1 "$(tr ',' '\n' <<<"$title" | wc -l)"); do
    name=$(cut -d, -f "$number" <<<"$title")
    awk -F, -v OFS=, -v n="$number" 'NR == 3 {
        if ($n ~ /^[0-9.]+$/ && n < 16) $n = $n + 1; else $n = substr($n, 2) "0" } 1' front.csv >tampered.csv
    "$SHOAL" verify second.csv -p plan.yaml --front tampered.csv >out 2>&1
    alone=$?
    "$SHOAL" verify second.csv -p plan.yaml --front tampered.csv --against people.csv >out 2>&1
    echo "$name: $alone $? $(head -n 1 out)"
done
echo "# points"
renumber() {
    awk -F, -v OFS=, 'NR > 1 { $1 = NR - 1; $2 = NR == 2 ? 1 : 0 } 1'
}
sed 3p front.csv | renumber >twice.csv
judge second.csv -p plan.yaml --front twice.csv --against people.csv
(cat front.csv && sed -n 2p front.csv | awk -F, -v OFS=, '{ $6 += 0.01; print }') | renumber >worse.csv
judge safe.csv -p plan.yaml --front worse.csv
sed 2d front.csv | renumber >without.csv
judge safe.csv -p plan.yaml --front without.csv
judge safe.csv -p plan.yaml --front without.csv --against people.csv
sed 2d front.csv >unmarked.csv
judge safe.csv -p plan.yaml --front unmarked.csv
echo "# everything suppressed"
printf 'a\nx\ny\n' >two.csv
printf 'x;x\ny;y\n' >levels.csv
"$SHOAL" anonymize --order input --accept input_order two.csv --quasi a --hierarchy a=levels.csv --k 2 --suppression 100% --algorithm nsga2 \
    --progress none -o none.csv --front none.front --write-plan none.yaml >/dev/null
judge none.csv -p none.yaml --front none.front --against two.csv
echo "# releases"
sed '2s/,male,/,female,/;2t;2s/,female,/,male,/' safe.csv >changed.csv
judge changed.csv -p plan.yaml --front front.csv --against people.csv
(head -n 1 safe.csv && tail -n +2 safe.csv | tac) >turned.csv
judge turned.csv -p plan.yaml --front front.csv
judge turned.csv -p plan.yaml --front front.csv --against people.csv
head -n 190 safe.csv >fewer.csv
judge fewer.csv -p plan.yaml --front front.csv --against people.csv
echo "# other plans and data"
judge safe.csv -p plan.yaml --front front.csv --against others.csv
judge safe.csv -p plan.yaml --front front.csv --k 20
judge safe.csv -p plan.yaml --front front.csv --suppression 0
sed 's/loss,necd,k_eff/loss,necd,classes/' plan.yaml >classes.yaml
judge safe.csv -p classes.yaml --front front.csv --against people.csv
sed 's/nsga2/optimal/; /objectives/d; /budget/d' plan.yaml >optimal.yaml
judge safe.csv -p optimal.yaml --front front.csv --against people.csv
sed 's/recoding: lattice/recoding: cut/' plan.yaml >cut.yaml
judge safe.csv -p cut.yaml --front front.csv --against people.csv
echo "# usage"
judge safe.csv -p plan.yaml --against people.csv
judge safe.csv -p plan.yaml --front nothing.csv
judge nothing.csv -p plan.yaml --front front.csv
judge safe.csv -p plan.yaml --front front.csv --against nothing.csv
judge safe.csv -p plan.yaml --front people.csv
cut -d, -f 1-5,9- front.csv >bare.csv
judge safe.csv -p plan.yaml --front bare.csv
awk -F, -v OFS=, 'NR == 3 { $6 = "many" } 1' front.csv >words.csv
judge safe.csv -p plan.yaml --front words.csv

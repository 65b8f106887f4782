# Weights count relative to one another, however large they are.
"$SHOAL" sample --rows 500 --seed 3 -o people.csv >/dev/null
for weights in sex=1,education=1 sex=1e308,education=1e308 sex=4e-300,education=1e-300 sex=4,education=1; do
    echo "$weights"
    "$SHOAL" anonymize people.csv --k 5 --quasi sex,education --weights $weights -o safe.csv \
        --result run.json --progress none >/dev/null
    grep -E '"(metric|value|nwp)":' run.json
done

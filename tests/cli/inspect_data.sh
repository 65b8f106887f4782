# The plans that inspect writes release the benchmark tables without editing.
[ -n "${SHOAL_DATA-}" ] || exit 77
release() {
    local name=$1 file=$2
    "$SHOAL" inspect "$file" -o "$name.yaml" >"$name.txt" || echo "inspect $name: exit $?"
    # A few evaluations instead of the plan's seconds, so that nothing depends on the time.
    "$SHOAL" anonymize "$file" -p "$name.yaml" -o "$name.csv" --evaluations 30 --time-limit 0 --progress none \
        >"$name.out" 2>"$name.err"
    echo "$name: exit $?, $(grep -c '^released and verified' "$name.out") release"
}
release adult "$SHOAL_DATA/adult-raw/adult.data"
release creditcard "$SHOAL_DATA/creditcard/creditcard.csv"
release pima "$SHOAL_DATA/pima/pima.csv"
release cargo2000 "$SHOAL_DATA/cargo2000/c2k_data_comma.csv"
release poker "$SHOAL_DATA/poker/poker-training.data"
release census "$SHOAL_DATA/census/census.csv"
gzip -dc "$SHOAL_DATA/covid-mx/covid_mx.csv.gz" 2>/dev/null | head -n 20001 >covid-mx.csv
release covid covid-mx.csv
"$SHOAL" sample --rows 3000 --visits --seed 1 -o stays.csv >/dev/null
release visits stays.csv

# Which metric is minimized: the one asked for, else the algorithm's own, else nwp with weights.
"$SHOAL" sample --rows 300 -o people.csv >/dev/null
minimized() {
    "$SHOAL" anonymize people.csv --k 3 --quasi sex,education --hierarchies people.hierarchies \
        "$@" -o out.csv --result out.json --progress none >/dev/null
    echo "$*: $(sed -n 's/^  "metric": "\(.*\)",$/\1/p' out.json)"
}
for algorithm in optimal genetic tabu tabu-genetic; do
    minimized --algorithm $algorithm
    minimized --algorithm $algorithm --weights sex=2
    minimized --algorithm $algorithm --metric entropy
done

# Checkpoints and fronts of recodings by clusters, with privacy models and persons: the same problem is
# known again, and another table, model or person is not.
{
    echo "who,a,b,s"
    for ((i = 0; i < 60; i++)); do
        echo "p$((i * 7 % 40)),$((i * i % 11)),$((i % 4)),$((i * 3 % 5))"
    done
} >people.csv
# The same rows but for the sensitive values of two of them; for a person; for their order.
sed '2s/0$/3/; 3s/3$/0/' people.csv >swapped.csv
sed '2s/^p0/p39/' people.csv >person.csv
{ head -n 1 people.csv; sed 1d people.csv | tac; } >turned.csv
columns=(--quasi a,b --sensitive s --k 3 --suppression 10%)

# run TABLE NAME FLAG...: leaves NAME.csv; says why it was refused.
run() {
    local table=$1 name=$2
    shift 2
    "$SHOAL" anonymize "$table" "${columns[@]}" --progress none -o "$name.csv" "$@" 2>&1 >/dev/null |
        grep -v '^warning' | sed 's/^shoal: the checkpoint kept belongs to another problem/another problem/; s/): .*/)/'
}

# resumed FLAG...
resumed() {
    echo "# $*"
    run people.csv whole "$@"
    run people.csv first "$@" --checkpoint kept
    run people.csv again "$@" --resume kept
    cmp whole.csv first.csv && cmp whole.csv again.csv && echo same
    for table in swapped person turned; do
        echo "$table: $(run $table.csv other "$@" --resume kept)"
    done
    echo "k: $(run people.csv other "$@" --k 4 --resume kept)"
    echo "l: $(run people.csv other "$@" --l 3 --resume kept)"
    rm kept
}

for recoding in local mondrian suppress; do
    resumed --recoding $recoding --identifier who --l 2
    resumed --recoding $recoding --person who
    resumed --recoding $recoding --person who --l 2
    resumed --recoding $recoding --identifier who --model 'alpha-k alpha=0.7'
done

echo "# fronts"
front=(--recoding local --algorithm nsga2 --l 2 --identifier who)
run people.csv one "${front[@]}" --front one.front
run people.csv two "${front[@]}" --front two.front
cmp one.front two.front && echo "the same task"
for pick in 1 2 3; do
    run people.csv picked "${front[@]}" --front one.front --pick $pick
    "$SHOAL" verify picked.csv "${columns[@]}" "${front[@]}" --front one.front --against people.csv |
        sed 's/;.*//'
done
run swapped.csv none "${front[@]}" --front one.front --pick 1

# Points depend on the seed: the front says which it was. What is released is what was picked.
"$SHOAL" sample --rows 60 --seed 2 -o sample.csv >/dev/null
plan=(--quasi birth_date,postcode,occupation,household_size --k 2 --suppression 10% --recoding local
      --algorithm nsga2 --identifier id,name,sex,education,country,marital_status,employment,diagnosis,income)
pick() {
    local name=$1
    shift
    "$SHOAL" anonymize sample.csv "${plan[@]}" --progress none -o "$name.csv" "$@" 2>&1 >/dev/null |
        grep -v '^warning'
}
pick seeded --seed 3 --front seeded.front
for point in 1 2 3 4; do
    pick picked --front seeded.front --pick $point
    "$SHOAL" verify picked.csv "${plan[@]}" --front seeded.front --against sample.csv | sed 's/;.*//'
done
sed 's/,3$/,4/' seeded.front >forged.front
pick none --front forged.front --pick 2
"$SHOAL" verify seeded.csv "${plan[@]}" --front forged.front --against sample.csv 2>&1
sed 's/,seed$//; s/,3$//' seeded.front >bare.front
pick none --front bare.front --pick 2
pick bare --front bare.front --pick 1 --seed 3
cmp seeded.csv bare.csv && echo same
sed 's/,3$/,x/' seeded.front >damaged.front
pick none --front damaged.front --pick 1
! ls none.csv 2>/dev/null

# What cannot be done is said, with the exit code of its kind, and leaves nothing behind.
printf 'age,sex\n30,f\n30,f\n40,m\n40,m\n' >people.csv
printf 'age,sex\n*,*\n*,*\n40,m\n40,m\n' >stars.csv
printf 'age,sex\n30,f\n30\n' >ragged.csv
printf '30;3x\n40;4x\n' >age.csv
try() {
    "$SHOAL" anonymize "$@" --progress none 2>&1
    echo "= $?"
}
try people.csv --quasi age -o safe.csv
try people.csv --k 2 -o safe.csv
try people.csv --k 5 --quasi age -o safe.csv
try people.csv --k 2 --quasi age,seks -o safe.csv
try people.csv --k 2 --quasi age --identifier name -o safe.csv
try people.csv --k 2 --quasi age,sex --sensitive age -o safe.csv
try people.csv --k 2 --quasi age --identifier sex,age -o safe.csv
try people.csv --k 2 --quasi age --algorithm quick -o safe.csv
try people.csv --k 2 --quasi age --metric nice -o safe.csv
try people.csv --k 2 --quasi age --recoding regions -o safe.csv
try people.csv --k 2 --quasi age --set depth=3 -o safe.csv
try people.csv --k 2 --quasi age -o people.csv
try people.csv --k 2 --quasi age -o safe.csv --result ./people.csv
try people.csv --k 2 --quasi age -o safe.csv --result ./safe.csv
try stars.csv --k 2 --quasi age,sex -o safe.csv
try ragged.csv --k 2 --quasi age -o safe.csv | tail -n 1
try nobody.csv --k 2 --quasi age -o safe.csv
try people.csv --k 3 --quasi age --hierarchy age=age.csv -o safe.csv --result infeasible.json
grep -E '"(outcome|value|stopped_by|classes|output)":' infeasible.json
printf '31;*\n32;*\n41;4x\n42;4x\n' >beside.csv
printf 'age\n31\n32\n41\n42\n' >four.csv
try four.csv --k 2 --quasi age --hierarchy age=beside.csv -o safe.csv
try people.csv --k 2 --quasi age -o nowhere/safe.csv
try people.csv --k 2 --quasi age -o safe.csv --result nowhere/run.json
try people.csv --k 2 --quasi age -o .
ls -A
echo "# what is read is not overwritten"
mkdir kept && cd kept || exit
printf 'age,sex\n30,f\n30,f\n40,m\n40,m\n' | tee people.csv >all.csv
printf '30;*\n40;*\n' >age.csv
mkdir folder
printf 'f;*\nm;*\n' >folder/sex.csv
printf 'privacy: {k: 2}\nattributes:\n  age: {role: quasi, hierarchy: age.csv}\n  sex: {role: quasi}\nhierarchies: folder\npopulation: {file: all.csv}\n' >plan.yaml
ln -s plan.yaml link
before=$(cat ./*.csv folder/* plan.yaml | cksum)
for target in people.csv all.csv plan.yaml age.csv folder/sex.csv link; do
    try people.csv -p plan.yaml -o $target
    for flag in --report --result; do
        try people.csv -p plan.yaml -o safe.csv $flag $target
    done
    try people.csv -p plan.yaml --algorithm nsga2 -o safe.csv --front $target
done
for target in people.csv all.csv age.csv folder/sex.csv; do
    try people.csv -p plan.yaml -o safe.csv --write-plan $target
done
[ "$before" = "$(cat ./*.csv folder/* plan.yaml | cksum)" ] && ls && ls folder
try people.csv -p plan.yaml --algorithm nsga2 -o safe.csv --front front.csv | tail -n 1
try people.csv -p plan.yaml --algorithm nsga2 -o ./front.csv --front front.csv --pick 1
try people.csv -p plan.yaml --algorithm nsga2 -o safe.csv --front front.csv --pick 1 --write-plan ./front.csv
try people.csv -p plan.yaml -o safe.csv --write-plan plan.yaml | tail -n 1

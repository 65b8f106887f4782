# Judging files that were not just written.
judge() {
    "$SHOAL" verify "$@" 2>&1
    echo "= $?"
}
printf 'age,sex\n3x,f\n3x,f\n4x,m\n4x,m\n*,*\n' >safe.csv
printf 'age,sex\n3x,f\n3x,f\n4x,m\n' >loose.csv
printf 'age,sex\n*,*\n*,*\n*,*\n' >one.csv
judge safe.csv --k 2 --quasi age,sex
judge safe.csv --k 2 --quasi age,sex --suppression 20%
judge safe.csv --k 2 --quasi age,sex --suppression 10%
judge safe.csv --k 3 --quasi age,sex
judge loose.csv --k 2 --quasi age,sex
judge one.csv --k 3 --quasi age,sex --suppression 0
judge one.csv --k 4 --quasi age,sex
# Every flag of a plan, as it was given to anonymize.
judge safe.csv --k 2 --quasi age,sex --domain hierarchy --metric nwp --weights age=2 --recoding cut \
    --algorithm optimal --seed 3 --evaluations 10 --order 'sex=f|m' --identifier name --finest age=1
judge safe.csv --k 2 --quasi age,sex --domains hierarchy
judge safe.csv --k 2 --quasi age,income
judge safe.csv --k 2
judge safe.csv --quasi age
judge nothing.csv --k 2 --quasi age
printf 'privacy:\n  k: 2\nattributes:\n  name: {role: identifier}\n  age: {role: quasi}\n  sex: {role: quasi}\n' >plan.yaml
judge safe.csv -p plan.yaml
# Columns that a release should have, misspelt; keys leave with it, but its original has them.
printf 'age,sex,home,illness\n31,f,1,flu\n32,f,2,hiv\n41,m,3,flu\n42,m,3,flu\n' >original.csv
printf '31;3x\n32;3x\n41;4x\n42;4x\n' >age.csv
printf 'age,sex,illness\n3x,f,flu\n3x,f,hiv\n4x,m,flu\n4x,m,flu\n' >release.csv
for against in "" "--against original.csv"; do
    for named in "--sensitive ilness" "--sensitive illness" "--quasi sexe" "--person patient" "--household house" "--household home"; do
        echo "# $named $against"
        judge release.csv --k 2 --quasi age,sex --hierarchy age=age.csv $named $against
    done
done

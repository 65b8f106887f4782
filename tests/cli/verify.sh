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

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
judge safe.csv --k 2 --quasi age,income
judge safe.csv --k 2
judge safe.csv --quasi age
judge nothing.csv --k 2 --quasi age
printf 'privacy:\n  k: 2\nattributes:\n  name: {role: identifier}\n  age: {role: quasi}\n  sex: {role: quasi}\n' >plan.yaml
judge safe.csv -p plan.yaml

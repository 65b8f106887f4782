# What is wrong on the command line is said, with a way out, and ends with status 1.
attempt() {
    echo "\$ shoal $*"
    "$SHOAL" "$@" 2>&1
    echo "status $?"
}
printf 'age,sex\n1,f\n1,f\n' >in.csv
printf 'privacy:\n  k: many\n' >bad.yaml

attempt nonsense
attempt help nonsense
attempt assess in.csv
attempt anonymize
attempt anonymize in.csv
attempt anonymize in.csv other.csv -o out.csv
attempt anonymize in.csv -o
attempt anonymize in.csv -o out.csv --kay 5
attempt anonymize in.csv -o out.csv --supression=5%
attempt anonymize in.csv -o out.csv -x
attempt anonymize in.csv -o out.csv --keep-best=yes
attempt anonymize in.csv -o out.csv --k 0
attempt anonymize in.csv -o out.csv --k
attempt anonymize in.csv -o out.csv --suppression 5
attempt anonymize in.csv -o out.csv --weights age
attempt anonymize in.csv -o out.csv --weights age=0
attempt anonymize in.csv -o out.csv --type =integer
attempt anonymize in.csv -o out.csv --quasi age,,sex
attempt anonymize in.csv -o out.csv --set population
attempt anonymize in.csv -o out.csv --progress loud
attempt anonymize in.csv -o out.csv -p bad.yaml
attempt anonymize in.csv -o out.csv -p absent.yaml
attempt anonymize - -o out.csv -p -
attempt anonymize in.csv -o same --result same
attempt verify
attempt verify in.csv -p bad.yaml
attempt verify in.csv --algorithm optimal
attempt sample
attempt sample -o out.csv --rows 0
attempt sample -o out.csv --rows many
attempt sample -o out.csv more
attempt list
attempt list everything
attempt list metrics --jsn
ls

# Labels that cover no value of their column: known by the hierarchy that is given, or by the original.
printf 'Rome;south;*\nLima;south;*\nOslo;north;*\nBern;north;*\nKiel;north;*\nBari;islands;*\n' >city.csv
printf '31;30-39;*\n32;30-39;*\n41;40-49;*\n42;40-49;*\n55;50-59;*\n' >age.csv
printf 'city,age,ill\nRome,31,flu\nLima,32,hiv\nOslo,41,flu\nBern,42,cold\n' >original.csv
# CITY AGE FLAGS...: a release with these in its last two rows
judge() {
    printf 'city,age,ill\nsouth,30-39,flu\nsouth,30-39,hiv\n"%s",%s,flu\n"%s",%s,cold\n' "$1" "$2" "$1" "$2" >safe.csv
    echo "# $*"
    "$SHOAL" verify safe.csv --k 2 --quasi city,age --sensitive ill "${@:3}" 2>&1
    echo "= $?"
}
files=(--hierarchy city=city.csv --hierarchy age=age.csv)
judge north 40-49 "${files[@]}"
judge nowhere 40-49 "${files[@]}"
judge north bogus "${files[@]}"
judge '*' '*' "${files[@]}"
judge '?' NA "${files[@]}"
judge '{Oslo, Bern}' 40-44 "${files[@]}"
judge 'O***' 41 "${files[@]}"
# Of a hierarchy that is not known anything may be a label.
judge nowhere bogus
judge nowhere bogus --hierarchy city=flat --hierarchy age=ranges:10
# Beside the original all that can be read must cover somebody.
beside=(--against original.csv)
judge north 40-49 "${files[@]}" "${beside[@]}"
judge nowhere 40-49 "${files[@]}" "${beside[@]}"
judge islands 40-49 "${files[@]}" "${beside[@]}"
judge north 50-59 "${files[@]}" "${beside[@]}"
judge north 60-69 "${files[@]}" "${beside[@]}"
judge north bogus "${files[@]}" "${beside[@]}"
judge '{Oslo, Bern}' '>=40' "${files[@]}" "${beside[@]}"
judge '{Oslo ... Bern, 2 values}' '*' "${files[@]}" "${beside[@]}"
# Without their hierarchy: words are no ages, but levels of numbers can be written in many ways.
judge north 40s --hierarchy city=city.csv "${beside[@]}"
judge north 'in their forties' --hierarchy city=city.csv "${beside[@]}"
judge north 40-49 "${beside[@]}"
judge '{Oslo, Bern}' 40-49 "${beside[@]}"
# Levels of dates; averages.
printf 'born,size\n1990-01-02,1\n1990-05-06,2\n1991-07-08,4\n1991-09-10,7\n' >original.csv
printf 'born,size\n1990,1.5\n1990,1.5\n1991-07 to 1991-09,5.5\n1991-07 to 1991-09,5.5\n' >safe.csv
"$SHOAL" verify safe.csv --k 2 --quasi born,size --against original.csv 2>&1
sed 's/1991-07 to 1991-09/late/' safe.csv >late.csv
"$SHOAL" verify late.csv --k 2 --quasi born,size --against original.csv 2>&1
echo "= $?"
# {*} stands for all values: what other labels stand for is counted all the same.
printf 'born\n1990-01-02\n1990-01-02\n?\n1991-07-08\n1991-07-08\n' >original.csv
for last in 1990-01-02 '{*}'; do
    printf 'born\n1990-01-02\n1990-01-02\n{*}\n{*}\n%s\n' "$last" >safe.csv
    "$SHOAL" verify safe.csv --k 2 --quasi born --against original.csv 2>&1
    echo "= $?"
done

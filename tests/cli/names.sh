# Names that are nearly right: of columns, commands, flags, algorithms; and what cannot be seen in them.
"$SHOAL" sample --rows 60 --seed 1 -o people.csv >/dev/null
printf 'age,sex,zip code,note\n31,f,1010,a\n31,f,1010,b\n31,f,1010,c\n31,f,1010,d\n' >few.csv
printf 'age\u200b,sex \n31,f\n31,f\n' >hidden.csv
run() { "$SHOAL" "$@" --progress none 2>&1 >/dev/null | grep '^shoal: '; }
release() { run anonymize "$@" --k 2 -o safe.csv; }
echo "# columns"
release few.csv --quasi Age
release few.csv --quasi age,sxe
release few.csv --quasi zip-code
release few.csv --quasi income
release people.csv --quasi Age
release people.csv --quasi birthdate
release people.csv --quasi xyzzy
release few.csv --quasi age --sensitive Note
release few.csv --quasi age --target Sex
run assess few.csv --quasi Age
run assess few.csv --quasi age --sensitive nte
run assess few.csv --quasi age --target sxe
"$SHOAL" verify few.csv --k 2 --quasi Age 2>&1
"$SHOAL" hierarchy build few.csv --column Age 2>&1
echo "# whatever is said of a column that is not there"
release few.csv --quasi age --hierarchy zip=mask:right
release few.csv --quasi age --type agee=integer
release few.csv --quasi age --weights agee=2
release few.csv --quasi age --add-top Age
release few.csv --quasi age --min-level Age=1
printf 'attributes:\n  age: {role: quasi}\n  Sex: {hierarchy: flat}\n' >plan.yaml
release few.csv -p plan.yaml
echo "# what cannot be seen"
release few.csv --quasi $'age\r'
release few.csv --quasi $'age\t'
release few.csv --quasi $'\ufeffage'
release few.csv --quasi $'zip\u00a0code'
release few.csv --quasi $'ag\x01e'
release few.csv --quasi $'a\xe9e'
release hidden.csv --quasi age
release hidden.csv --quasi sex
echo "# blanks in lists; a name alone is taken as it is"
release few.csv --quasi 'age, sex , zip code' && echo refused
release few.csv --quasi ' sex'
release few.csv --quasi 'age, sex' --identifier sex
"$SHOAL" anonymize few.csv --quasi 'age, sex' --weights 'age=2, sex=1' --k 2 -o - --progress none 2>/dev/null | head -n 2
"$SHOAL" anonymize hidden.csv --quasi 'sex ' --k 2 -o - --progress none 2>/dev/null | head -n 1
echo "# commands, flags, and other names"
for name in anonymise anonymze Assess hierachy exprience frobnicate; do
    "$SHOAL" $name 2>&1
done
release few.csv --qausi age
release few.csv --supression 2% --quasi age
release few.csv --quasi age --frobnicate 3
release few.csv --quasi age --recoding latice
release few.csv --quasi age --algorithm optimum
release few.csv --quasi age --algorithm xyzzy
release few.csv --quasi age --metric Loss
printf 'privcay: {k: 2}\n' >plan.yaml
release few.csv -p plan.yaml

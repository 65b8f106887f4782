# Forms of text that people have: Excel's sep=, blanks between values, columns without a name.
release() {
    "$SHOAL" anonymize "$@" 2>&1 | grep '^note: .*\(blank\|name\)\|^shoal\|^released'
}
echo '# sep='
printf 'sep=;\r\nage;city\r\n31;"a,b,c"\r\n32;"a,b,d"\r\n' >people.csv
release people.csv --k 1 --quasi age -o safe.csv
cat -A safe.csv
printf '"sep=|"\nage|city\n31|a;b\n32\n' >people.csv
release people.csv --k 1 --quasi age -o safe.csv
printf 'sep=;\n' >people.csv
release people.csv --k 1 --quasi age -o safe.csv
echo '# blanks'
printf '  age   city\n  31   Rome\n\t7  "New  York"  \n 8 Oslo\n' >people.txt
release people.txt --k 1 --quasi age -o safe.txt
cat safe.txt
release people.txt --k 1 --quasi age --delimiter blank -o safe.txt
printf 'x  y\n1 2\n 3  4  5\n' >people.txt
release people.txt --k 1 --quasi x --delimiter blank -o safe.txt
echo '# sentences are no columns'
printf 'answer\nnot at all\nall of it\nnow and then\n' >answers.txt
release answers.txt --k 1 --quasi answer -o safe.txt
cat safe.txt
echo '# columns without a name'
printf ',age,,city\n0,31,x,Rome\n1,32,y,Rome\n' >people.csv
release people.csv --k 1 --quasi age,column_3 -o safe.csv
cmp people.csv safe.csv && echo same bytes
release people.csv --k 1 --quasi age --identifier column_1 -o safe.csv
cat safe.csv
printf ',age,column_7\n0,31,x\n' >people.csv
release people.csv --k 1 --quasi age -o safe.csv
echo "# lines that end in a carriage return alone"
printf 'age,sex\r20,f\r21,m\r' >mac.csv
"$SHOAL" inspect mac.csv -o plan.yaml 2>&1
echo "= $?"
echo "# a delimiter that is not found"
printf 'name#age\nann#20\nbo#21\n' >hash.csv
"$SHOAL" inspect hash.csv -o plan.yaml 2>&1
echo "= $?"
[ ! -e plan.yaml ] || echo "a plan was written"
"$SHOAL" inspect hash.csv --delimiter '#' | head -n 1

# What cannot be judged, and tables that mean harm.
try() {
    "$SHOAL" assess "$@" --result found.json --report found.html >out 2>&1
    echo "= $?"
    head -n "${lines:-1}" out
    [ ! -e found.json ] || echo "found.json"
    [ ! -e found.html ] || echo "found.html"
    rm -f found.json found.html
}
printf 'a,b\n1,x\n1,x\n2,y\n' >table.csv
printf 'a,b\n' >no_rows.csv
: >nothing.csv
try table.csv
try table.csv --quasi c
try table.csv --quasi a --sensitive c
try table.csv --quasi a --target c
try table.csv --quasi a --threshold 2
try table.csv --quasi a --model 'l-diversity l=2'
try table.csv --quasi a --against nowhere.csv
try table.csv --quasi a --population nowhere.csv
try table.csv --quasi a --population no_rows.csv
try no_rows.csv --quasi a
try nothing.csv --quasi a
try - --quasi a --against -
try
"$SHOAL" assess table.csv --quasi a --public
"$SHOAL" assess table.csv --quasi a --result same --report same
ls
echo "# judged, whatever the verdict"
lines=3
try table.csv --quasi a,b --k 2
try table.csv --quasi a --against no_rows.csv
echo "# one column, HTML, formulas, bytes that are no text"
printf '1\n1\n2\n' >one.csv
try one.csv --quasi c1 --header no
printf '<script>alert(1)</script>,"=cmd|x"\n</script>,=1+1\n"<img src=x>",\xff\xfe\n"&amp;",@A1\n' >harm.csv
try harm.csv --quasi '<script>alert(1)</script>,=cmd|x' --header yes
"$SHOAL" assess harm.csv --quasi '<script>alert(1)</script>,=cmd|x' --header yes --result found.json \
    --report found.html >/dev/null
grep -c '<img src=x>' found.json found.html
grep -c 'alert(1)</script>' found.html
echo "# long values"
{ echo a,b && head -c 1000000 /dev/zero | tr '\0' x && echo ,1 && echo y,2; } >long.csv
try long.csv --quasi a,b
"$SHOAL" assess long.csv --quasi a,b --result found.json >/dev/null
[ "$(wc -c <found.json)" -lt 30000 ] && grep -c '"cut": true' found.json
echo "# many columns"
{ seq -s, -f 'c%g' 10000 && seq -s, 10000 && seq -s, 2 10001; } >wide.csv
try wide.csv --quasi c1,c2,c10000 --accept sensitive_not_stated,unnamed_published,unique_unchanged --progress none
try wide.csv --quasi "$(seq -s, -f 'c%g' 10000)"
echo "# what is read is not overwritten"
mkdir kept && cd kept || exit
printf 'a,b\n1,x\n1,x\n2,y\n' | tee table.csv people.csv >original.csv
printf '1;*\n2;*\n' >levels.csv
mkdir folder
printf 'x;*\ny;*\n' >folder/b.csv
printf 'attributes:\n  a: {role: quasi, hierarchy: levels.csv}\n  b: {role: quasi}\nhierarchies: folder\npopulation: {file: people.csv}\n' >plan.yaml
ln -s table.csv link.html
before=$(cat ./*.csv folder/* plan.yaml | cksum)
for target in table.csv original.csv people.csv plan.yaml levels.csv folder/b.csv ./folder/../plan.yaml link.html; do
    for flag in --report --result; do
        "$SHOAL" assess table.csv -p plan.yaml --against original.csv $flag $target 2>&1
        echo "= $?"
    done
done
[ "$before" = "$(cat ./*.csv folder/* plan.yaml | cksum)" ] && ls && ls folder

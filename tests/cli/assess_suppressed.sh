# A row that is suppressed alone is found by whoever has the original: the headline, the risk and a warning
# say so.
printf 'x,y,s\n6,a,p\n3,b,q\n6,a,r\n6,b,p\n6,b,r\n' >people.csv
columns=(--quasi x,y --sensitive s --hierarchy x=flat --hierarchy y=flat --k 2)
"$SHOAL" anonymize people.csv "${columns[@]}" --suppression 0.3 --recoding local -o safe.csv --progress none \
    >/dev/null
cat safe.csv
"$SHOAL" assess safe.csv "${columns[@]}" --against people.csv --result found.json |
    grep -E '^(an attacker|with the original)'
sed -n '/"linkage"/,$p' found.json | grep -E '"(certain|published|expected|expected_all|largest|risk|risk_of)"'
# Without the original it is known only that there are few of them.
"$SHOAL" assess safe.csv "${columns[@]}" | grep '^an attacker'
# Not without sensitive attributes, nor where there are k of them.
"$SHOAL" assess safe.csv --quasi x,y --plain s --k 2 >/dev/null
{ cat safe.csv; echo '*,*,p'; } >two.csv
"$SHOAL" assess two.csv "${columns[@]}" >/dev/null
# Suppressed rows below k are a class below k, also where nothing is sensitive, in verdict and headline.
{ echo x,y; for i in $(seq 1 20); do echo "6,a"; done; printf '*,*\n*,*\n*,*\n'; } >three.csv
"$SHOAL" assess three.csv --quasi x,y --k 5 --result three.json | grep -E -A 2 '^(the table|verdict)'
grep -E '"(holds|k_holds|tone|headline)"' three.json | head -4

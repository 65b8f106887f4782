# Labels of local recoding that name their values one by one cover each of them: the missing values whatever
# their token, and values with commas, braces, quotes or blanks. Everybody is found among four: 25 %.
found() {
    "$SHOAL" anonymize "$1" --quasi x,y --sensitive s --k 4 --recoding local --round-bounds ${round-auto} "${@:2}" -o safe.csv \
        --progress none >/dev/null 2>&1
    sort safe.csv | uniq -c
    "$SHOAL" assess safe.csv --quasi x,y --sensitive s "${@:2}" --against "$1" --result found.json >/dev/null 2>&1
    sed -n '/"generalized": {/,/}/p' found.json | grep -E '"(found|expected|candidates)"'
}
printf 'x,y,s\na,1,p\na,1,q\n,1,p\nNA,1,q\nb,2,p\nb,2,q\nc,2,p\n?,2,q\n' >missing.csv
found missing.csv
found missing.csv --missing wildcard
printf 'x,y,s\n1,1,p\n2,1,q\n?,1,p\nNA,1,q\n5,2,p\n6,2,q\n7,2,p\n,2,q\n20,3,p\n21,3,q\n22,3,p\n40,3,q\n' >numbers.csv
round=no found numbers.csv
printf 'x,y,s\n"a,b",1,p\n"{c}",1,q\n"q""q",1,p\nNA,1,q\n"a, b",2,p\n" b",2,q\n"b ",2,p\n?,2,q\n' >marks.csv
found marks.csv

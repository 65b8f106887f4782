# Tables that say little: the plan still releases them.
check() {
    "$SHOAL" inspect "$@" -o plan.yaml >summary || { echo "inspect: exit $?"; return; }
    grep -E '^plan:' summary
    "$SHOAL" anonymize "$@" -p plan.yaml -o safe.csv --evaluations 100 --time-limit 0 --progress none >out 2>err
    local code=$?
    grep -E '^(k|shoal)' out err | sed 's/^[a-z]*://'
    echo "exit $code"
}
echo "# one column of own values"
printf 'id\n1\n2\n3\n4\n5\n6\n7\n' >one.csv
check one.csv
grep -B4 'role' plan.yaml | grep -v '^#'
echo "# three rows"
printf 'age,sex\n20,f\n30,m\n40,f\n' >three.csv
check three.csv
grep -A4 '^privacy' plan.yaml
echo "# one row"
printf 'age,sex\n20,f\n' >row.csv
check row.csv
echo "# a column of one value, and one without values"
printf 'a,b\nx,\nx,\nx,\nx,\nx,\nx,\n' >same.csv
check same.csv
echo "# names that YAML would take for something else"
printf 'no,a: b,"two\nlines",#c,-\n1,f,x,1,a\n2,m,x,2,b\n3,f,y,3,a\n4,m,y,4,b\n5,f,x,5,a\n6,m,y,6,b\n' >names.csv
check names.csv
echo "# more quasi-identifiers than a release can keep"
{
    (IFS=,; echo "sex,age,postcode,country,city,education,occupation,religion,marital_status,language,nationality,race,region,birth_year,employer")
    for i in {0..39}; do
        echo "$([ $((i % 2)) = 0 ] && echo f || echo m),$((20 + i % 30)),$((1000 + i % 9)),country$((i % 5)),city$((i % 9)),edu$((i % 4)),job$((i % 7)),rel$((i % 3)),single,l$((i % 4)),n$((i % 3)),r$((i % 4)),reg$((i % 6)),$((1960 + i % 30)),e$((i % 8))"
    done
} >wide.csv
check wide.csv
grep -c 'role: identifier' plan.yaml
echo "# nothing at all"
printf 'a,b\n' >empty.csv
check empty.csv 2>&1

# A plain column that differs in nearly every row: noted by anonymize, and a warning in its report
# and in an assessment, by the same rule: 20 rows or more, and in 80 % of them a value of their own.
# Where it is the only unchanged column, one person is enough for unique_unchanged otherwise.
table() { # ROWS VALUES
    echo sex,serial
    for ((i = 0; i < $1; i++)); do
        echo "$((i % 2)),s$((i % $2))"
    done
}
try() { # ROWS VALUES
    echo "# $1 rows with $2 values"
    table "$1" "$2" >people.csv
    "$SHOAL" anonymize people.csv --quasi sex --k 2 -o safe.csv --report safe.html 2>&1 >summary |
        grep serial
    grep -o '"text":"serial is [^"]*"' safe.html
    "$SHOAL" assess people.csv --quasi sex --report found.html | grep serial
    grep -o '"text":"serial is [^"]*"' found.html
}
try 29 20
try 20 18
try 20 17
try 19 19
try 29 1
one() { # [FLAG...]
    "$SHOAL" anonymize one.csv --quasi sex "$@" --k 2 --strict --progress none -o safe.csv 2>&1 >/dev/null
    echo "exit $?"
}
echo "# one person of 200 is unique"
{ echo sex,note; for ((i = 0; i < 200; i++)); do echo "$((i % 2)),$([ $i -eq 7 ] && echo once || echo same)"; done; } >one.csv
one --plain note --accept sensitive_not_stated
one --sensitive note
echo "# nobody is, and who has no value is not"
sed 's/once/same/' one.csv >none.csv && mv none.csv one.csv && sed -i '2s/same/?/' one.csv
one --plain note --accept sensitive_not_stated
exit 0

# A plain column that differs in nearly every row: noted by anonymize, and a warning in its report
# and in an assessment, by the same rule: 20 rows or more, and in 80 % of them a value of their own.
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
exit 0

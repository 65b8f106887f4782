# How many rows a person has gives values away, however many values the class has.
exec 2>&1

# visits ROWS VALUE: ten persons with a visit each in wards A and B; in W one with ROWS visits, all of
# VALUE, and six with one.
visits() {
    awk -v rows="$1" -v value="$2" 'BEGIN {
        split("flu cold tb HIV", dx, " ")
        print "pid,ward,dx"
        for (w = 0; w < 2; w++)
            for (i = 0; i < 10; i++)
                printf "p%d,%s,%s\n", w * 10 + i, substr("AB", w + 1, 1), w && i % 4 == 3 ? "H.I.V." : dx[i % 4 + 1]
        for (i = 0; i < rows; i++)
            printf "x,W,%s\n", value == "HIV" && i == 0 ? "H.I.V." : value
        for (i = 0; i < 6; i++)
            printf "y%d,W,%s\n", i, dx[i % 3 + 1]
    }' >visits.csv
}

# run FLAGS...
run() {
    echo "\$ $*"
    rm -f safe.csv
    "$SHOAL" anonymize visits.csv --quasi ward --max-level ward=0 --sensitive dx --k 5 --progress none --threads 1 \
        -o safe.csv "$@" >summary
    echo "= $?"
    ls safe.csv 2>/dev/null
}

strict=(--strict --accept persons_not_stated,attack_certain,attack_succeeds)

echo '# 20 of the 26 rows in W read HIV, and all others have 6: it is a value of the person with 20'
visits 20 HIV
run --person pid --l 2 "${strict[@]}"
run --person pid --l 2 --result run.json
sed -n '/"code": "rows_of_person_tell"/,/}/p' run.json
sed -n '/^  "verdict"/,/"headline"/p' run.json

echo '# an assessment, with the persons in the table'
"$SHOAL" assess visits.csv --quasi ward --person pid --sensitive dx --k 5 --progress none | grep -c rows_of_person_tell

echo '# 6 rows are no more than those of the others'
visits 6 HIV
run --person pid --l 2 "${strict[@]}"

echo '# a value that all persons of the class have is told of by another code'
visits 20 flu
sed -i '/^y/s/,[a-z]*$/,flu/' visits.csv
run --person pid

echo '# where rows are counted, nobody has several'
visits 20 HIV
sed -i '1!s/^[^,]*,//; 1s/pid,//' visits.csv
run --l 2 "${strict[@]}"
exit 0

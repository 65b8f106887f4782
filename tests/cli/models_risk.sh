# Risk as a constraint: of a record, on average, and the share of unique records. Releases are judged
# again by awk, and the exact search against enumeration.
"$SHOAL" sample --rows 2000 --seed 4 -o people.csv >/dev/null
task=(people.csv --quasi sex,postcode,education,household_size --sensitive diagnosis --progress none
    --identifier id,name --hierarchies people.hierarchies --plain birth_date)
field() {
    sed -n "s/^  \"$1\": \"*\([^\",]*\).*/\1/p" run.json
}
# Of the rows that are not suppressed: the largest and the average 1 / size, and the share of rows
# that are alone.
judge() {
    awk -F, -v columns="sex postcode education household_size" '
        NR == 1 { for (i = 1; i <= NF; i++) place[$i] = i; count = split(columns, name, " "); next }
        { class = ""; stars = 0
          for (i = 1; i <= count; i++) { v = $place[name[i]]; class = class FS v; stars += v == "*" }
          if (stars == count) hidden++
          else rows[class]++ }
        END { for (c in rows) { n = rows[c]; all += n; classes++; worst = 1 / n > worst ? 1 / n : worst
                                alone += n == 1 }
              printf "  awk: largest %.4f, average %.4f, alone %.4f, %d suppressed\n", worst,
                  classes / all, alone / all, hidden }' "$1"
}
release() {
    echo "\$ $*"
    "$SHOAL" anonymize "${task[@]}" -o safe.csv --result run.json "$@" 2>err.txt >said.txt
    echo "= $?"
    sed 's/^/  /' err.txt | grep -v 'warning:\|^  built\|^  *$'
    grep -E '^(optimal|feasible|max-)' said.txt
    judge safe.csv
    "$SHOAL" verify safe.csv "${task[@]:1:4}" "$@" | sed 's/^/  /'
}
release --max-risk 0.09
release --max-risk 0.090909091 # 11 rows are not enough for less than 1/11
release --max-risk 0.0909090909
release --max-risk 0.1 --k 20 --suppression 5%
release --max-risk 0.2 --recoding cut --evaluations 500
release --k 2 --max-average-risk 0.05
release --k 2 --max-average-risk 0.05 --suppression 20%
release --k 1 --max-uniques 0.01
release --k 1 --max-uniques 0
release --k 1 --max-uniques 0.01 --max-average-risk 0.1 --l 2 --suppression 10%
release --k 2 --max-average-risk 0.05 --recoding microaggregation
"$SHOAL" anonymize people.csv --quasi household_size,income --identifier id,name --max-risk 0.05 \
    --recoding microaggregation --algorithm mdav -o safe.csv --progress none 2>/dev/null | grep max-
echo "# exact: as enumeration has it"
for flags in '--k 2 --max-average-risk 0.03' '--k 2 --max-average-risk 0.03 --suppression 15%' \
    '--k 1 --max-uniques 0.02' '--k 1 --max-uniques 0.02 --l 3 --suppression 30%'; do
    for algorithm in optimal exhaustive ola incognito; do
        "$SHOAL" anonymize "${task[@]}" $flags --algorithm $algorithm -o safe.csv --result run.json \
            >/dev/null 2>&1
        printf '%s: %s %s %.6f\n' "$flags" $algorithm "$(field outcome)" "$(field value)"
    done
done
echo "# with a population the people of a class are meant"
"$SHOAL" sample --rows 9000 --seed 5 -o all.csv >/dev/null
release --max-risk 0.1 --population all.csv --suppression 20%
echo "# what is no limit"
for wrong in '--max-risk 0' '--max-risk 1.1' '--max-average-risk x' '--max-uniques -1' \
    '--max-risk 0.1234567891'; do
    "$SHOAL" anonymize "${task[@]}" $wrong -o safe.csv 2>&1 | tail -n 1
done
echo "# a file that breaks them"
printf 'a,b\nx,1\nx,1\ny,2\ny,2\nz,3\n' >loose.csv
for limit in '--k 1 --max-average-risk 0.6' '--k 1 --max-average-risk 0.5' '--k 1 --max-uniques 0.2' \
    '--k 1 --max-uniques 0.19' '--max-risk 0.5'; do
    "$SHOAL" verify loose.csv --quasi a,b $limit 2>&1
    echo "= $?"
done

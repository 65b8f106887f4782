# Adult: education is generalized, and educational-num, the same as a number, stays.
[ -e "${SHOAL_DATA-}/adult-raw/adult.data" ] || exit 77
exec 2>&1
{
    echo age,workclass,fnlwgt,education,educational-num,marital-status,occupation,relationship,race,sex,capital-gain,capital-loss,hours-per-week,native-country,salary-class
    sed 's/, /,/g; /^$/d' "$SHOAL_DATA/adult-raw/adult.data"
} >adult.csv
# run FLAGS...
run() {
    "$SHOAL" anonymize adult.csv --k 5 --suppression 5% --missing drop --hierarchies "$SHOAL_DATA/adult/hierarchies" \
        --progress none -o safe.csv --result run.json "$@" | grep -E '^educ' | cut -c 1-35
    echo "= ${PIPESTATUS[0]}"
    rm -f safe.csv
}
quasi=sex,age,race,marital-status,education,native-country,workclass,occupation
run --quasi $quasi --sensitive salary-class --identifier fnlwgt
sed -n '/"code": "gives/,/}/p' run.json
echo "# as a quasi-identifier it is recoded, too"
run --quasi $quasi,educational-num --hierarchy educational-num=ranges --sensitive salary-class --identifier fnlwgt
echo "# strict"
run --quasi $quasi --sensitive salary-class --identifier fnlwgt --strict --accept sensitive_single_value
exit 0

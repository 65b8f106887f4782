# The three rules for missing values.
cat >people.csv <<'END'
age,sex,note
30,f,a
30,f,b
?,f,c
40,m,d
40,m,e
,m,f
END
for rule in category wildcard drop; do
    echo "# $rule"
    "$SHOAL" anonymize people.csv --k 2 --quasi age,sex --hierarchy age=flat --hierarchy sex=flat \
        --missing $rule --suppression 1 --progress none -o safe.csv --result run.json | tail -n 2
    cat safe.csv
    grep -E '"(missing|dropped|rows|suppressed|k_eff)":' run.json
    "$SHOAL" verify safe.csv --k 2 --quasi age,sex --missing $rule
done

# Parquet files, folders of them, tables and queries of DuckDB: the same release as through CSV.
"$SHOAL" list sources | grep '^parquet' | grep -qv 'not in this build' || { echo "DuckDB's library is missing" >&2 && exit 77; }
"$SHOAL" sample --rows 400 --seed 5 -o people.csv >out
release() { "$SHOAL" anonymize "$1" -p people.plan.yaml -o "$2" --progress none "${@:3}" | tail -n 1; }
# A table of a database, or a file, as CSV without types.
as_csv() {
    "$SHOAL" anonymize "$1" --k 1 --quasi "$2" --recoding lattice -o "$3" --progress none >out 2>&1 ||
        cat out
}

echo "# the same release, whatever it is written to"
release people.csv safe.csv
release people.csv safe.parquet
release people.csv 'duckdb:safe.db?table=people'
as_csv safe.csv employment csv.csv
as_csv safe.parquet employment parquet.csv
as_csv 'duckdb:safe.db?table=people' employment duckdb.csv
cmp csv.csv parquet.csv && cmp csv.csv duckdb.csv && echo same
"$SHOAL" verify safe.parquet -p people.plan.yaml
"$SHOAL" verify 'duckdb:safe.db?table=people' -p people.plan.yaml

echo "# and whatever it comes from"
cat >typed.sql <<'END'
duckdb:?query=SELECT id, name, birth_date, sex, CAST(postcode AS VARCHAR) AS postcode, education, occupation,
 country, marital_status, household_size, employment, diagnosis, income FROM 'people.csv'
END
query=$(cat typed.sql)
release "$query" typed.csv
cmp safe.csv typed.csv && echo same
release "$query" typed.parquet --result typed.json
"$SHOAL" anonymize "duckdb:?query=SELECT column_name, column_type, 1 AS one FROM (DESCRIBE SELECT * FROM 'typed.parquet')" \
    --k 1 --quasi one --recoding lattice -o types.csv --progress none >out 2>&1
cat types.csv
mkdir lake
cp typed.parquet 'lake/part[1].parquet'
echo '{}' >lake/_metadata.json
"$SHOAL" verify lake -p people.plan.yaml
"$SHOAL" verify 'lake/*.parquet' -p people.plan.yaml

echo "# what is refused"
refused() {
    "$SHOAL" "$@" 2>&1 | head -n 3
    echo "exit ${PIPESTATUS[0]}"
}
refused verify missing.parquet --k 2 --quasi a
refused verify 'duckdb:missing.db?table=a' --k 2 --quasi a
refused verify 'duckdb:safe.db?table=missing' --k 2 --quasi a
refused verify 'duckdb:safe.db' --k 2 --quasi a
refused verify 'duckdb:?query=DROP TABLE people' --k 2 --quasi a
refused verify "duckdb:safe.db?query=SELECT * FROM 'people.csv'" --k 2 --quasi sex
refused verify people.parquet.gz --k 2 --quasi a
head -c 1000 safe.parquet >cut.parquet
refused verify cut.parquet --k 2 --quasi a
cp safe.parquet safe.csv.txt
refused verify safe.csv.txt --k 2 --quasi a
cp safe.db safe.txt
refused verify safe.txt --k 2 --quasi a
refused anonymize people.csv --progress none -p people.plan.yaml -o 'duckdb:safe.db?query=SELECT 1'
refused anonymize people.csv --progress none -p people.plan.yaml -o 'duckdb:none/safe.db?table=t'
refused anonymize people.csv --progress none -p people.plan.yaml -o none/safe.parquet
(
    export SHOAL_DUCKDB=/none/libduckdb.so
    refused verify safe.parquet -p people.plan.yaml
    refused anonymize people.csv --progress none -p people.plan.yaml -o new.parquet
    refused anonymize people.csv --progress none -p people.plan.yaml -o 'duckdb:new.db?table=t'
    "$SHOAL" list sources | grep -E '^(parquet|duckdb)' | sed 's/.*; //'
)

echo "# nothing is left of what failed"
"$SHOAL" anonymize people.csv -p people.plan.yaml --k 500 --suppression 0 -o 'duckdb:new.db?table=t' \
    --progress none >out 2>&1
echo "exit $?"
ls -A | grep -E 'new|shoal-'

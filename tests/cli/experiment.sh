# What experiments refuse, and what they leave behind then.
try() {
    "$SHOAL" experiment "$@" 2>&1
    echo "status $?"
}
echo "# help"
"$SHOAL" experiment --help
echo "# usage errors"
try
try nothing2011
try kgen run2011
try kgen --k 5
try run2011 --quasi-identifiers 5
try kgen --quasi-identifiers 5-2
try kgen --quasi-identifiers 2,98
try kgen --quasi-identifiers 3,
try run2011 --tables iris
try run2011 --k 0
try kgen --seeds 0
try kgen --time-limit soon
echo "# no data"
unset SHOAL_DATA
try kgen --out here
try run2011 --data nowhere --out here
echo "# data of another shape"
mkdir -p data/cargo2000 data/pima
printf 'nr,a,b\n1,2,3\n,,\n' >data/cargo2000/c2k_data_comma.csv
printf '1,2,3\n4,5,6\n' >data/pima/pima.csv
try kgen --data data --out here
SHOAL_DATA=data try run2011 --out here
echo "# a made-up table will do"
awk 'BEGIN { print "nr,a,b"; for (i = 1; i <= 60; i++) print i "," i * i % 37 "," (i % 9 ? i % 7 : "?")
    print ",," }' >data/cargo2000/c2k_data_comma.csv
try kgen --data data --out here --quasi-identifiers 1-2 --seeds 2 --evaluations 50 --no-times \
    --progress none
cut -d, -f2,4-9,12-15 here/results.csv
rm -r here
echo "# nowhere to write to"
try kgen --data data --out no/such/folder
ls

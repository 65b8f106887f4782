# shoal hierarchy check: labels that are values or labels of another branch, blanks, repeated lines,
# no top.
say() { echo "== $*"; "$@" 2>&1; echo "-> $?"; }
shoal() { "$SHOAL" hierarchy "$@"; }
printf 'Oslo;Norway;Europe\nBergen;Norway;Europe\nRome;Oslo;Europe\nLima;Europe;Peru\n' >names.csv
say shoal check names.csv
printf 'a;x;*\na;x;*\n"b ";x;*\nc; y;*\nd; y;*\n' >blanks.csv
say shoal check blanks.csv
printf 'a;x\nb;x\nc;y\nc;y\n' >topless.csv
say shoal check topless.csv
printf 'city\nOslo\nOslo\nBergen\nBergen\nRome\nRome\n' >cities.csv
printf 'Oslo;Norway;*\nBergen;Norway;*\nRome;Oslo;*\n' >city.csv
"$SHOAL" anonymize cities.csv --quasi city --hierarchy city=city.csv --k 2 --accept sensitive_not_stated \
    -o safe.csv 2>&1 | grep note

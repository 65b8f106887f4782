# Files of SPSS, Stata and SAS: as they are read, as releases, and what is refused.
"$SHOAL" list sources | grep '^spss ' | grep -q 'not in this build' && exit 77
samples=$SHOAL_SOURCE/tests/store/corpus/statistics
cp "$samples"/people.* .
keep='--k 1 --quasi NAME --hierarchy NAME=flat --progress none'
show() { "$SHOAL" anonymize "$@" $keep -o - 2>notes || cat notes; }
for suffix in sav zsav por dta sas7bdat xpt; do
    echo "# people.$suffix"
    show people.$suffix
done
echo "# compressed, and several files"
gzip -k people.sav
show people.sav.gz | cmp - <(show people.sav)
show people.sav people.zsav | tail -n +6 | cmp - <(show people.sav | tail -n +2)
show people.sav people.dta
mkdir -p years && cp people.sav years/1.sav && cp people.sav years/2.sav
show 'years/*.sav' | wc -l
echo "# a release keeps codes, labels and dates of columns that are not changed"
for from in sav dta sas7bdat; do
    for to in sav zsav dta; do
        "$SHOAL" anonymize people.$from $keep -o safe.$to >/dev/null 2>&1
        show safe.$to | cmp - <(show people.$from) && echo "$from to $to: same"
    done
done
"$SHOAL" anonymize people.sav --k 2 --quasi SEX -o safe.sav --suppression 1 --progress none | tail -n 1
"$SHOAL" verify safe.sav --k 2 --quasi SEX --suppression 1
"$SHOAL" anonymize people.sav $keep -o again.sav >/dev/null 2>&1
"$SHOAL" anonymize people.sav $keep -o once.sav --threads 1 >/dev/null 2>&1
cmp once.sav again.sav && echo "same bytes"
echo "# refused"
refused() { "$SHOAL" anonymize "$@" --k 1 --progress none 2>&1 >/dev/null | grep shoal:; }
head -c 700 people.sav >cut.sav
refused cut.sav --quasi NAME -o -
printf 'a b\n1\n' >in.csv
refused in.csv --quasi 'a b' -o safe.sav
refused in.csv --quasi 'a b' -o safe.dta
printf 'a\n"x "\n' >in.csv
refused in.csv --quasi a --trim no -o safe.dta
refused in.csv --quasi a -o safe.sav.gz
refused in.csv --quasi a -o safe.sas7bdat
cp people.sav people.csv
refused people.csv --quasi NAME -o -

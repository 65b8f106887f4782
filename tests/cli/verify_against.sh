# verify --against: whether a release can have been made of its original, whatever the order of rows.
cat >toy.csv <<'CSV'
age,sex,illness
31,f,flu
32,f,hiv
33,f,flu
41,m,flu
42,m,hiv
43,m,cold
CSV
flags=(--quasi age,sex --sensitive illness --hierarchy age=ranges:10 --hierarchy sex=flat --k 3)
"$SHOAL" anonymize toy.csv "${flags[@]}" -o safe.csv --progress none >/dev/null
sort safe.csv
verify() { "$SHOAL" verify "$1" "${flags[@]}" --against toy.csv 2>&1 || echo "exit $?"; }
echo '# as it is, and in any order'
verify safe.csv
(head -n 1 safe.csv && tail -n +2 safe.csv | sort -r) >sorted.csv && verify sorted.csv
echo '# a row less is fine: it may have been left out'
flags+=(--suppression 100%)
(head -n 1 safe.csv && tail -n +2 safe.csv | grep -v cold) >less.csv && verify less.csv
flags[9]=2 && verify less.csv
flags[9]=3
echo '# an illness that nobody has; one that too many have'
sed 's/cold/gout/' safe.csv >strange.csv && verify strange.csv
sed 's/cold/hiv/' safe.csv >more.csv && verify more.csv
echo '# a row too many'
(cat safe.csv && tail -n 1 safe.csv) >rows.csv && verify rows.csv
echo '# labels: four rows of an age that three people have'
flags=(--quasi age --sensitive illness --hierarchy age=ranges:10 --k 2)
"$SHOAL" anonymize toy.csv "${flags[@]}" -o safe.csv --progress none >/dev/null 2>&1
verify safe.csv
sed '/cold/s/40-49/30-39/' safe.csv >label.csv && verify label.csv

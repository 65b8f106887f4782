# shoal hierarchy: build from a column, check a file, show it.
cat >people.csv <<'END'
age,city,born,code
17,Bonn,1990-03-31,A10
23,Rome,1991-12-01,A11
?,Oslo,NA,B20
42,Bonn,2001-07-14,B21
90,Rome,1999-01-02,C30
END
say() { echo "== $*"; "$@" 2>&1; echo "-> $?"; }
shoal() { "$SHOAL" hierarchy "$@"; }

say shoal build people.csv --column age --spec ranges:5,10,20
say shoal build people.csv --column age --spec ranges:5,12
say shoal build people.csv --column age --spec ranges -o age.csv
say shoal show age.csv
say shoal build people.csv --column born --spec dates
say shoal build people.csv --column code
say shoal build people.csv --column city --spec 'groups:north=Oslo|Bonn;south=Rome'
say shoal build people.csv --column city --spec 'groups:north=Oslo|Bonn'
say shoal build people.csv --column town
say shoal build people.csv
say shoal build nowhere.csv --column age

say shoal check age.csv --against people.csv --column age
printf 'Bonn;de;eu\nRome;it;eu\n\nBonn;it;eu\nParis;it;fr\n' >city.csv
say shoal check city.csv
say shoal check city.csv --against people.csv --column city
say shoal check city.csv --against people.csv
printf 'Bonn;de;eu\nRome;it\n' >ragged.csv
say shoal check ragged.csv
say shoal show city.csv

seq 1 100 | awk '{ printf "%d;%d;*\n", $1, $1 / 2 }' >pairs.csv
say shoal show pairs.csv
shoal show pairs.csv --all | tail -n 1
printf 'a\nb\n' | say shoal show -
say shoal prune age.csv
say shoal

# Sensitive values that differ only in how they are written do not make a class diverse.
warnings() { "$SHOAL" "$@" --progress none 2>&1 >/dev/null | grep values_alike; }
printf 'age,sex,disease\n' >hiv.csv
for disease in HIV hiv 'HIV ' H.I.V. 'ＨＩＶ'; do printf '30,m,%s\n' "$disease"; done >>hiv.csv
for disease in flu asthma gout mumps cold; do printf '40,f,%s\n' "$disease"; done >>hiv.csv
echo "== HIV in five spellings is one value"
warnings anonymize hiv.csv --quasi age,sex --sensitive disease --k 5 --l 3 --hierarchy age=flat --max-level age=0,sex=0 -o out.csv
warnings assess hiv.csv --quasi age,sex --sensitive disease --k 5 --l 3
echo "== also where no rule asks for l"
warnings assess hiv.csv --quasi age,sex --sensitive disease
echo "== strict stops"
"$SHOAL" anonymize hiv.csv --quasi age,sex --sensitive disease --k 5 --l 3 --hierarchy age=flat --max-level age=0,sex=0 \
    --strict --progress none -o strict.csv 2>&1 | tail -1
echo "== letters with accents of their own or apart"
printf 'age,sex,disease\n30,m,Ménière\n30,m,Me\xcc\x81nie\xcc\x80re\n30,m,MENIERE\n40,f,flu\n40,f,gout\n40,f,cold\n' >accents.csv
warnings assess accents.csv --quasi age,sex --sensitive disease --l 2
echo "== amounts within 1 % of each other"
printf 'age,sex,income\n' >income.csv
for i in 0 1 2 3 4 5; do printf '30,m,%d\n40,f,%d\n' $((250000 + i)) $((30000 + 5000 * i)); done >>income.csv
warnings assess income.csv --quasi age,sex --sensitive income --l 3
warnings assess income.csv --quasi age,sex --sensitive income
echo "== signs that change the meaning, codes and small numbers are not alike"
printf 'age,sex,a,b,c,d\n' >other.csv
printf '30,m,<=50K,HIV-,401.9,A+\n30,m,>50K,HIV,402,A-\n30,m,=50K,HIV?,403.1,A\n' >>other.csv
warnings assess other.csv --quasi age,sex --sensitive a,b,c,d --l 3
true
echo "== numbers counted by distance"
distance="--quasi age,sex --sensitive income --k 3 --hierarchy age=flat --progress none"
"$SHOAL" anonymize income.csv $distance --model "l-diversity l=3" --max-level age=0,sex=0 -o texts.csv >/dev/null 2>&1; echo "exit $?"
"$SHOAL" anonymize income.csv $distance --model "l-diversity l=3 within=10%" --max-level age=0,sex=0 -o apart.csv 2>&1; echo "exit $?"
"$SHOAL" anonymize income.csv $distance --model "l-diversity l=3 within=10%" -o apart.csv >/dev/null 2>&1; echo "exit $?"
cut -d, -f1,2 apart.csv | sort | uniq -c
"$SHOAL" verify apart.csv --quasi age,sex --sensitive income --k 3 --model "l-diversity l=3 within=10%"; echo "exit $?"
"$SHOAL" verify texts.csv --quasi age,sex --sensitive income --k 3 --model "l-diversity l=3 within=0.1" 2>&1; echo "exit $?"
"$SHOAL" assess texts.csv --quasi age,sex --sensitive income --k 3 --model "l-diversity l=3 within=10%" 2>/dev/null | grep -i "within"
for wrong in "l-diversity l=3 within=100%" "l-diversity l=3 form=entropy within=10%" "t-closeness t=0.2 within=10%"; do
    "$SHOAL" verify texts.csv --quasi age,sex --sensitive income --k 3 --model "$wrong" 2>&1
done
true

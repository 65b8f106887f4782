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
echo "== characters that do not show: a variation selector, a filler, a tag, a control character, Braille without dots"
for hidden in '\xef\xb8\x8f' '\xe3\x85\xa4' '\xf3\xa0\x81\x81' '\xc2\x85' '\xe2\xa0\x80'; do
    printf "age,sex,disease\n30,m,HIV\n30,m,HIV$hidden\n30,m,HIV\n40,f,flu\n40,f,gout\n40,f,cold\n" >hidden.csv
    warnings assess hidden.csv --quasi age,sex --sensitive disease --l 2 | cut -d "'" -f 5
done
echo "== amounts within 1 % of each other"
printf 'age,sex,income\n' >income.csv
for i in 0 1 2 3 4 5; do printf '30,m,%d\n40,f,%d\n' $((250000 + i)) $((30000 + 5000 * i)); done >>income.csv
warnings assess income.csv --quasi age,sex --sensitive income --l 3
warnings assess income.csv --quasi age,sex --sensitive income
echo "== one word among the numbers, and units, change nothing"
table() { # VALUES: those of a class of five whose values are told, beside an ordinary one
    printf 'age,sex,value\n'
    for value in "$@"; do printf '30,m,%s\n' "$value"; done
    printf '40,f,%s\n' 100 unknown 200 300 400
}
alike() { table "$@" >alike.csv; warnings assess alike.csv --quasi age,sex --sensitive value --l 3; }
alike 250000 250001 250002 250003 250004
alike '80000 EUR' '80001 EUR' '80002EUR' 'EUR 80003' 80004
echo "== equal numbers are one value, whatever their size"
alike 8.5 8.50 08.5 8.500 +8.5
alike 4 4.0 4.00 04 4.000
alike '5 mg' 5.0mg '5.00 mg' '5 MG' 'mg 5'
echo "== and so are dates that can be read in one way only"
alike 2024-04-04 04.04.2024 2024/04/04 '2024-04-04 00:00' 4.4.2024
alike 2024-04-05 05/04/2024 04/05/2024 5.4.2024 2024-04-05T10:30
echo "== words with digits, and codes of diseases"
alike COVID-19 'Covid 19' COVID19 covid_19 '(COVID–19)'
alike HIV-1 HIV1 'HIV 1' hiv-1 'HIV.1'
alike B20.0 B200 b20.0 '(B20.0)' 'B20.0 '
echo "== but marks between digits and signs of numbers stay"
alike 1.5x 15x 1-5x 1/5x 1:5x
alike 10-20 1020 2020-01-02 20200102 1/2
alike 'at -5' 'at 5' 'at .5' 'at -.5' 'at +5'
echo "== a class in which spelling hides what nine of ten have, whatever rule is named"
{
    printf 'age,sex,disease\n'
    for age in 20 21 22; do
        for disease in flu cold gout asthma burn flu cold gout asthma burn; do printf '%d,m,%s\n' $age $disease; done
    done
    for disease in HIV HIV HIV HIV HIV hiv hiv hiv hiv flu; do printf '50,m,%s\n' $disease; done
} >shares.csv
shares() {
    echo "-- ${*:-no rule}"
    "$SHOAL" anonymize shares.csv --quasi age,sex --sensitive disease --k 5 --hierarchy age=flat --max-level age=0,sex=0 "$@" \
        --strict --progress none -o shares-safe.csv 2>&1 | grep -v '^ '
}
shares
shares --l 2
shares --model "l-diversity l=2 form=entropy"
shares --model "l-diversity l=2 form=recursive c=2"
shares --t 1
echo "== a rule that asks for one value asks for nothing"
nothing() {
    echo "-- $*"
    warnings assess shares.csv --quasi age,sex --sensitive disease --k 5 "$@"
}
nothing --l 1
nothing --model "l-diversity l=1 form=entropy"
nothing --model "l-diversity l=1 form=recursive c=2"
nothing --model "l-diversity l=1 on=disease"
warnings assess income.csv --quasi age,sex --sensitive income --model "l-diversity l=1 within=1%"
echo "== a class that says only one thing is told, whatever was asked, and beside one that shows it"
{
    printf 'age,sex,income\n'
    for i in 0 1 2 3 4; do printf '30,m,%d\n40,f,30000\n' $((250000 + i)); done
} >single.csv
warnings assess single.csv --quasi age,sex --sensitive income
warnings assess single.csv --quasi age,sex --sensitive income --l 6
echo "== a share that is kept only by spelling"
share() {
    echo "-- $*"
    warnings assess shares.csv --quasi age,sex --sensitive disease --k 5 "$@"
}
share --model "alpha-k alpha=0.5"
share --model "alpha-k alpha=0.5" --model "l-diversity l=3"
share --model "alpha-k alpha=0.9"
warnings anonymize shares.csv --quasi age,sex --plain disease --k 5 --model "alpha-k alpha=0.5 on=disease" \
    --hierarchy age=flat --max-level age=0,sex=0 -o kept-safe.csv
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
echo "== which a column without numbers is refused for, but not one with some"
for value in 2024-04-04 '1000 EUR' flu; do
    { echo age,sex,value; for i in 1 2 3 4 5; do echo "30,m,$value"; done; } >none.csv
    "$SHOAL" anonymize none.csv --quasi age,sex --sensitive value --k 5 --model "l-diversity l=1 within=10%" --progress none -o none-safe.csv 2>&1
    echo "exit $?"
done
table 1 2 3 many few >some.csv
"$SHOAL" anonymize some.csv --quasi age,sex --sensitive value --k 5 --model "l-diversity l=5 within=10%" --progress none -o some-safe.csv >some.txt 2>&1
echo "exit $?"
true

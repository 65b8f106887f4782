# People, or their sensitive values, whom an attacker finds with certainty who knows plain columns, too: each is a finding, however
# few of all people they are, and strict stops at it.
awk 'BEGIN {
    split("flu cold gout asthma HIV", ill)
    print "age,sex,ward,diag"
    for (g = 0; g < 6; g++) {
        for (i = 0; i < 5; i++) printf "%d,m,B,HIV\n", 20 + g
        for (i = 0; i < 15; i++) printf "%d,m,A,%s\n", 20 + g, ill[(i + g) % 5 + 1]
    }
}' >wards.csv
asked="--quasi age,sex --sensitive diag --k 5 --l 3 --accept persons_not_stated --progress none"
"$SHOAL" anonymize wards.csv $asked --plain ward -o out.csv --report out.html --result out.json 2>&1 | grep -E 'certain|^verdict'
"$SHOAL" anonymize wards.csv $asked --plain ward --strict -o strict.csv 2>&1 >/dev/null | tail -1
ls strict.csv 2>&1
echo "== without the column"
"$SHOAL" anonymize wards.csv $asked --identifier ward --strict -o out.csv | grep ^verdict

# Attackers who are not measured as they should be leave the verdict open: values that are written
# otherwise are compared by what they say, others are listed; labels that cover too few people; and
# releases of which it is not known who is in them.
judge() { # release original flags...
    release=$1 original=$2
    shift 2
    rm -f r.json
    "$SHOAL" assess "$release" --against "$original" --k 5 --accept persons_not_stated "$@" \
        --result r.json --progress none 2>warnings.txt >summary.txt || cat warnings.txt
    grep '^verdict' summary.txt
    python3 - <<'END'
import json
result = json.load(open("r.json"))
verdict = result["verdict"]
for each in verdict["conditions"]:
    if each["name"] == "knowledge":
        print("%s: %s" % (each["found"], each["sentence"]))
for each in verdict["not_looked_at"]:
    if each["name"] in ("changed columns", "labels that cover too few", "who is in the release"):
        print("not looked at:", each["name"])
for each in result["attacks"]:
    by = "by " + each["by"] if each["of"] is None else "of %s by %s" % (each["of"], each["by"])
    if each["not_looked_at"] and "original" in each["not_looked_at"]:
        print("%s %s: not made" % (each["name"], by))
    elif each["name"] == "inference" and "order" not in each["by"]:
        print("%s %s: %.1f%% of %d%s" % (each["name"], by, 100 * each["main"]["share"],
              each["main"]["targets"], ", SUCCEEDS" if each["succeeds"] else ""))
END
}

# Another order of the rows, which says nothing.
mix() { # table
    awk 'NR == 1 { print 0 "\t" $0; next } { print NR * 7919 % 10007 "\t" $0 }' "$1" | sort -n | cut -f 2-
}

# Everybody of a sex and zip has the same illness, each of the sexes has eight of these.
awk 'BEGIN { split("flu cold gout burn asthma HIV mumps lice", ill); print "sex,zip,illness"
    for (z = 0; z < 8; z++) for (i = 0; i < 20; i++)
        print (i % 2 ? "M" : "F") "," 1012 + z "," ill[(z + i % 2) % 8 + 1] }' >original.csv
plain="--quasi sex --plain zip --sensitive illness"
echo "== plain values as they are"
mix original.csv >same.csv
judge same.csv original.csv $plain
echo "== the same with decimals"
mix original.csv | sed '2,$s/,\([0-9]*\),/,\1.0,/' >decimals.csv
judge decimals.csv original.csv $plain
echo "== the same in other units: no value is one of the original"
mix original.csv | awk -F, 'BEGIN { OFS = "," } NR > 1 { $2 = $2 * 10 } { print }' >tenfold.csv
judge tenfold.csv original.csv $plain
echo "== a quarter of them in other units"
mix original.csv | awk -F, 'BEGIN { OFS = "," } NR > 1 && NR % 4 == 0 { $2 = $2 * 10 } { print }' >quarter.csv
judge quarter.csv original.csv $plain

echo "== sensitive values as they are"
awk -F, 'BEGIN { OFS = "," } NR > 1 { $3 = $1 == "M" ? 1 : 2 } { print $1, $3 }' original.csv |
    sed '1s/.*/sex,code/' >codes.csv
judge codes.csv codes.csv --quasi sex --sensitive code
echo "== the same with decimals"
sed '2,$s/$/.0/' codes.csv >code_decimals.csv
judge code_decimals.csv codes.csv --quasi sex --sensitive code
echo "== the same, some with a blank"
awk 'NR > 1 && NR % 5 == 0 { sub(/,/, ", ") } { print }' codes.csv >code_blanks.csv
judge code_blanks.csv codes.csv --quasi sex --sensitive code
echo "== other codes for the same"
mix codes.csv | sed '2,$s/,1$/,A/; 2,$s/,2$/,B/' >code_letters.csv
judge code_letters.csv codes.csv --quasi sex --sensitive code

echo "== ages as they are, and as ranges"
awk 'BEGIN { print "age,illness"
    for (a = 20; a < 60; a++) for (i = 0; i < 5; i++)
        print a "," (i < 4 ? "ill" (a % 10 < 6 ? int(a / 10) : 0) : "other" i a % 3) }' >ages.csv
awk -F, 'BEGIN { OFS = "," } NR > 1 { b = int($1 / 10); $1 = b "0-" b "9" } { print }' ages.csv | mix /dev/stdin >ranges.csv
judge ages.csv ages.csv --quasi age --sensitive illness
judge ranges.csv ages.csv --quasi age --sensitive illness
echo "== ages that another tool has rounded"
awk -F, 'BEGIN { OFS = "," } NR > 1 { $1 = int($1 / 10) "0" } { print }' ages.csv | mix /dev/stdin >rounded.csv
judge rounded.csv ages.csv --quasi age --sensitive illness

echo "== one in eight people is released: job and sex tell the illness"
awk 'BEGIN { print "sex,job,illness"
    for (i = 0; i < 480; i++) print (i % 2 ? "M" : "F") ",job" i % 240 ",ill" i % 20 }' >everybody.csv
awk 'NR == 1 || NR % 16 > 13' everybody.csv | mix /dev/stdin >some.csv
sample="--quasi sex --plain job --sensitive illness"
judge some.csv everybody.csv $sample
echo "== against the people of the sample"
{ head -1 some.csv; tail -n +2 some.csv | sort; } >members.csv
judge some.csv members.csv $sample
echo "== one row in forty is missing"
awk 'NR % 40 != 7' everybody.csv | mix /dev/stdin >most.csv
judge most.csv everybody.csv $sample
echo "== with a mapping, people who are not in the release are not looked for"
"$SHOAL" anonymize everybody.csv $sample --k 5 --control 50% --accept persons_not_stated \
    -o half.csv --mapping half.map --report half.html --progress none >summary.txt 2>&1
judge half.csv everybody.csv $sample --mapping half.map

echo "== everybody of a town earns nearly the same, and different amounts: the amount is guessed nearly"
awk 'BEGIN { print "town,pay"
    for (t = 0; t < 10; t++) for (i = 0; i < 6; i++) print "t" t "," 20000 + 4000 * t + 60 * i }' >pay.csv
mix pay.csv >pay_mixed.csv
judge pay_mixed.csv pay.csv --quasi town --sensitive pay
echo "== amounts that lie far apart in each town"
awk -F, 'BEGIN { OFS = "," } NR > 1 { $1 = "t" (NR - 2) % 10 } { print }' pay.csv >apart.csv
mix apart.csv >apart_mixed.csv
judge apart_mixed.csv apart.csv --quasi town --sensitive pay

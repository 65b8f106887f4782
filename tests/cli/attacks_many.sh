# Many people are attacked also where many rows have the same plain cells: 6,000 areas of six people,
# three of them smokers, and a plain column that is constant.
awk 'BEGIN { print "area,smoker,flag,illness"
    for (i = 0; i < 36000; i++)
        print int(i / 6) "," (i % 2 ? "yes" : "no") ",0," substr("ABCDEFG", i * 5 % 7 + 1, 1) }' > in.csv
"$SHOAL" anonymize in.csv --quasi area --plain smoker,flag --sensitive illness --k 5 --seed 1 \
    --accept persons_not_stated -o out.csv --report out.html --result out.json --progress none \
    2>&1 > /dev/null | grep -o 'by quasi.*linked'
python3 - <<'PY'
import json
result = json.load(open("out.json"))
print("verdict", result["verdict"]["tone"])
for each in result["assessment"]["attacks"]:
    if each["main"] and "order" not in each["by"] and each["name"] in ("linkage", "inference", "singling_out"):
        print("%s by %s: %d, %.1f%%%s" % (each["name"], each["by"], each["main"]["targets"],
              100 * each["main"]["share"], ", SUCCEEDS" if each["succeeds"] else ""))
PY

# What the manual says about analysing releases: its programs are run, where there is something to
# run them, and count the same.
command -v python3 >/dev/null && command -v sqlite3 >/dev/null ||
    { echo "no python3 or sqlite3" >&2 && exit 77; }
manual=$SHOAL_SOURCE/docs/manual.md
block() { # LANGUAGE: its first block after the heading
    awk -v language="$1" '
        /^## Analysing releases/ { here = 1 }
        here && $0 == "```" { inside = 0 }
        inside
        here && $0 == "```" language && !seen { inside = seen = 1 }' "$manual"
}
"$SHOAL" sample -o people.csv >/dev/null 2>&1
"$SHOAL" anonymize people.csv --quasi sex,education,occupation,income --identifier id,name \
    --sensitive diagnosis --hierarchies people.hierarchies --k 10 --recoding local \
    --shape income=range --algorithm agglomerate -o local.csv --progress none >/dev/null 2>&1
echo "= $?"
block python >count.py
block sql >count.sql
python3 count.py >by_python
sqlite3 release.db "CREATE TABLE hierarchy (value, level1, level2, level3)" ".mode csv" \
    ".import local.csv release" ".separator ;" \
    ".import people.hierarchies/education.csv hierarchy"
sqlite3 release.db <count.sql >by_sql
diff by_python by_sql && echo "python and sql agree"
if command -v Rscript >/dev/null; then
    block r >count.R
    Rscript count.R >/dev/null || echo "R fails"
fi
# Everybody is counted once, and within a fifth of what is right where there are many.
awk -F, 'NR > 1 && $13 >= 20000 && $13 <= 30000 { print $6 }' people.csv | sort | uniq -c |
    awk 'NR == FNR { count = $1; sub(/^ *[0-9]+ /, ""); right[$0] = count; next }
         { split($0, part, ": "); counted += part[2]
           off = part[2] / right[part[1]] - 1
           if (right[part[1]] >= 100 && (off > 0.2 || off < -0.2)) print part[1], "is off" }
         END { print((counted > 1600 && counted < 2000) ? "all are counted" : counted) }' - by_python

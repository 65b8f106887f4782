# Adult, eight quasi-identifiers, k = 5: cuts lose less than the best levels do.
adult=${SHOAL_DATA-}/adult
[ -e "$adult/adult.csv" ] || { echo "no real data" >&2 && exit 77; }
anonymize() {
    "$SHOAL" anonymize "$adult/adult.csv" --hierarchies "$adult/hierarchies" --k 5 \
        --quasi age,education,marital-status,native-country,occupation,race,sex,workclass \
        --progress none -o safe.csv --result run.json "$@" >/dev/null || echo "status $?"
}
field() {
    sed -n "s/^  \"$1\": \"*\([^\",]*\).*/\1/p" run.json
}
facts() {
    printf '%s: %s %.10f, %s suppressed, %s classes\n' "$1" "$(field outcome)" "$(field value)" \
        "$(field suppressed)" "$(field classes)"
}
for suppression in 0 5% 100%; do
    echo "# at most $suppression suppressed"
    anonymize --suppression $suppression
    facts lattice
    lattice=$(field value)
    anonymize --suppression $suppression --recoding cut \
        --constrained age,education,marital-status,native-country,occupation,race,workclass
    facts 'cut, constrained'
    constrained=$(field value)
    anonymize --suppression $suppression --recoding cut --evaluations 3000
    # What is found in so short a time is no fact to hold on to, but that it is better is.
    awk -v lattice="$lattice" -v constrained="$constrained" -v free="$(field value)" 'BEGIN {
        print "constrained cuts are " (constrained < lattice ? "" : "not ") "better than levels"
        print "free cuts are " (free < constrained ? "" : "not ") "better than constrained ones"
    }'
done

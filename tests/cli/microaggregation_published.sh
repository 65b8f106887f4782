# MDAV loses what is published for it on the reference tables, to six decimals; the other methods
# keep their order.
[ -e "${SHOAL_DATA-}/census/census.csv" ] || { echo "no real data" >&2 && exit 77; }
# anonymize TABLE K FLAGS...
anonymize() {
    table=$1 k=$2
    shift 2
    "$SHOAL" anonymize "$SHOAL_DATA/$table/$table.csv" --recoding microaggregation --k "$k" \
        --quasi "$quasi" --progress none -o safe.csv --result run.json "$@" >summary ||
        echo "status $?"
}
field() {
    sed -n "s/^ *\"$1\": \"*\([^\",]*\).*/\1/p" run.json | head -n 1
}
columns() {
    head -n 1 "$SHOAL_DATA/$1/$1.csv" | tr -d '"\r'
}
losses() {
    echo "# $1"
    for k in 3 4 5 10 25; do
        anonymize "$1" $k --algorithm mdav
        printf 'k = %d: %.6f, smallest class %s\n' $k "$(field value)" "$(field k_eff)"
        "$SHOAL" verify safe.csv --k $k --quasi "$quasi" >/dev/null || echo "does not hold"
    done
}
quasi=UTILITYID,RESREVENUE,RESSALES,COMREVENUE,COMSALES,INDREVENUE,INDSALES,OTHREVENUE,OTHRSALES
quasi=$quasi,TOTREVENUE,TOTSALES
losses eia
quasi=$(columns tarragona)
losses tarragona
quasi=$(columns census)
losses census

echo "# census, k = 5"
row() {
    printf '%-36s %9.6f %s %-5s %7.3f %7.3f %7.3f\n' "$1" "$(field sse)" "$(field k_eff)" \
        "$(field k_anonymous)" "$(field id)" "$(field dld)" "$(field score)"
}
for flags in 'mdav' 'mdav --set form=thesis' 'mdav --set scan=plain' 'mdav --set scan=blocks' \
    'mdav --metric score' 'vmdav --set gamma=0' 'vmdav --set gamma=1' 'univariate'; do
    anonymize census 5 --algorithm $flags
    row "$flags"
done
field outcome
grep -E '^(NOT )?k-anonymous' summary
for groups in \
    'AFNLWGT,EMCONTRB,FICA|AGI,FEDTAX,PTOTVAL,STATETAX,TAXINC|POTHVAL,INTVAL,PEARNVAL,WSALVAL,ERNVAL' \
    'AGI,TAXINC|AFNLWGT,EMCONTRB,FEDTAX,PTOTVAL,STATETAX,POTHVAL,INTVAL,PEARNVAL,FICA,WSALVAL,ERNVAL'; do
    anonymize census 5 --algorithm mdav --groups "$groups"
    row "${groups:0:30}..."
    grep -E '^(NOT )?k-anonymous' summary
    sed -n '/"linkage"/,/^  }/p' run.json | grep -A 2 dld | tr -d ' \n'
    echo
    "$SHOAL" verify safe.csv --k 5 --quasi "$quasi"
    echo "= $?"
done

echo "# refined clusters"
anonymize census 5 --algorithm mdav
mdav=$(field value)
for threads in 1 3; do
    anonymize census 5 --algorithm refine --evaluations 200000 --threads $threads
    awk -v mdav="$mdav" -v refined="$(field value)" \
        'BEGIN { print "refine is " (refined < mdav ? "" : "not ") "better than mdav" }'
    "$SHOAL" verify safe.csv --k 5 --quasi "$quasi" >/dev/null || echo "does not hold"
    cksum <safe.csv >>refined
done
sort -u refined | wc -l

quasi=c2
for c in $(seq 3 39); do
    quasi=$quasi,c$c
done
echo "# water treatment, 38 attributes"
for flags in '--missing drop' '--missing wildcard' '--missing category' \
    '--missing category --suppression 30%'; do
    echo "\$ $flags"
    "$SHOAL" anonymize "$SHOAL_DATA/water-treatment/water-treatment.data" --header no --k 5 \
        --recoding microaggregation --algorithm mdav --quasi $quasi --progress none -o safe.csv \
        $flags 2>&1 | grep -E '^(rows|classes|k  |suppressed|feasible|k-anonymous|shoal)'
    echo "= ${PIPESTATUS[0]}"
    [ ! -e safe.csv ] ||
        "$SHOAL" verify safe.csv --header no --k 5 --quasi $quasi ${flags%--sup*}
    rm -f safe.csv
done

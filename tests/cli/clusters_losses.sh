# The same text has the same loss, whichever recoding made it, and as assess finds it; but cuts count from
# the lowest level that they may publish.
printf 'q,p\na,x\na,x\nb,x\nb,x\nc,y\nc,y\nd,y\nd,y\n' >grouped.csv
printf 'a;A;*\nb;A;*\nc;B;*\nd;B;*\ne;B;*\n' >grouped.hierarchy.csv
columns=(--quasi q,p --hierarchy q=grouped.hierarchy.csv --hierarchy p=flat)
# number FILE NAME: the first of that name.
number() {
    grep -m 1 "\"$2\":" "$1" | grep -o '[0-9.]*,*$' | tr -d ,
}
for domain in data hierarchy; do
    for recoding in lattice local mondrian suppress cut; do
        "$SHOAL" anonymize --order input --accept input_order grouped.csv "${columns[@]}" --k 2 --min-level q=1 --domain $domain \
            --recoding $recoding -o out.csv --result out.json --progress none 2>&1 >/dev/null | grep -v '^note'
        "$SHOAL" assess --order input out.csv "${columns[@]}" --domain $domain --against grouped.csv \
            --result found.json >/dev/null 2>&1
        sed -n '/"metrics"/,$p' out.json >metrics.json
        sed -n '/"metrics"/,$p' found.json >read.json
        echo "$domain $recoding: $(sort -u out.csv | tail -n 2 | tr '\n' ' ')" \
            "loss $(number metrics.json loss) $(number read.json loss)," \
            "entropy $(number metrics.json entropy) $(number read.json entropy)"
    done
done

echo "# rows of only blanks at a level"
printf 'q\na\na\nb\nb\n' >pairs.csv
printf 'a;A;*\nb;B;*\n' >pairs.hierarchy.csv
for algorithm in auto greedy refine; do
    "$SHOAL" anonymize --order input --accept input_order pairs.csv --k 3 --quasi q --hierarchy q=pairs.hierarchy.csv --levels q=1 \
        --suppression 0.25 --recoding suppress --algorithm $algorithm --progress none -o out.csv |
        tail -n 2
    tr '\n' ' ' <out.csv
    echo
done
"$SHOAL" assess --order input out.csv --quasi q --hierarchy q=pairs.hierarchy.csv --against pairs.csv | grep ^metrics

echo "# cells that say nothing"
printf 'q\na\na\nb\nc\n' >few.csv
for recoding in local suppress; do
    "$SHOAL" anonymize --order input --accept input_order few.csv --header yes --quasi q --hierarchy q=flat --k 2 --recoding $recoding \
        $([ $recoding = suppress ] || echo --shape q=hierarchy) -o out.csv --result out.json \
        --progress none 2>/dev/null | grep '^q '
    tr '\n' ' ' <out.csv
    grep -E '"(suppressed_cells|all)"' out.json
done

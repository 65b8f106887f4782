# Thresholds are exact at 300,000 rows, where products of counts do not fit 32 bits. Two classes of
# 150,000 rows, values a to d in the groups {a b} and {c d}. In class n the shares of the values are
# 0.3 above, 0.1 below, 0.3 below and 0.1 above those of the table, in class s the other way round:
#   hierarchical distance  0.2 across the root, and half of 0.1 twice below it: 0.3
#   ordered distance       (0.3 + 0.2 + 0.1) / 3 = 0.2
#   equal distance         0.3 + 0.1 = 0.4
# The largest gain is (0.65 - 0.35) / 0.35 of a, and the 0.05 of c are a seventh of its 0.35.
awk 'BEGIN { print "side,value" } { for (i = 0; i < $3; i++) print $1 "," $2 }' >rows.csv <<'END'
n a 97500
n b 7500
n c 7500
n d 37500
s a 7500
s b 37500
s c 97500
s d 7500
END
wc -l <rows.csv
printf 'a;ab;*\nb;ab;*\nc;cd;*\nd;cd;*\n' >value.csv
for recoding in lattice cut; do
    while read -r rule; do
        "$SHOAL" anonymize rows.csv --recoding $recoding --quasi side --sensitive value --k 75000 \
            --hierarchy value=value.csv --model "$rule" --progress none -o safe.csv --result run.json >/dev/null
        printf '%s: %s, side is %s, %s\n' "$rule" \
            "$(sed -n 's/^  "outcome": "\(.*\)",/\1/p' run.json)" \
            "$(cut -d, -f 1 safe.csv | sort -u | grep -v side | tr '\n' ' ')" \
            "$(sed -n 's/^ *"found": \([^"]\)/found \1/p' run.json)"
    done <<'END'
t-closeness t=0.3 distance=hierarchical
t-closeness t=0.299999999 distance=hierarchical
t-closeness t=0.2 distance=ordered
t-closeness t=0.199999999 distance=ordered
t-closeness t=0.4 distance=equal
t-closeness t=0.399999999 distance=equal
alpha-k alpha=0.65
alpha-k alpha=0.649999999
l-diversity l=2 form=recursive c=1.857142858
l-diversity l=2 form=recursive c=1.857142857
beta-likeness beta=0.857142858
beta-likeness beta=0.857142857
delta-disclosure delta=1.945910150
delta-disclosure delta=1.945910149
END
done

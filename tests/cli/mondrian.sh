# Mondrian: parts that do not overlap, end to end.
cat >people.csv <<'CSV'
age,work,mood,wage,who
21,private,good,10,a
22,private,fair,11,b
24,federal,good,12,c
29,state,fair,13,d
33,state,bad,14,e
34,own company,bad,15,f
35,own company,fair,16,f
41,self-employed,good,17,g
44,self-employed,good,18,h
52,private,bad,19,i
53,private,bad,20,i
67,?,fair,21,j
CSV
cat >work.csv <<'CSV'
private;private;*
own company;own business;*
self-employed;own business;*
federal;government;*
state;government;*
local;government;*
CSV
mondrian=(--recoding mondrian --quasi age,work,mood --hierarchy work=work.csv --progress none --seed 1)

# release FLAGS...: what happens to the columns, its rows, and what verify says of it.
release() {
    echo "\$ $*"
    "$SHOAL" anonymize people.csv "${mondrian[@]}" -o safe.csv "$@" 2>&1 |
        grep -E '^(suppressed|age|work|mood|feasible|optimal|l-diversity|shoal)'
    [ -f safe.csv ] || return
    cat safe.csv
    "$SHOAL" verify safe.csv --k 2 --quasi age,work,mood --suppression 100% --recoding mondrian
    rm safe.csv
}

release --k 2
release --k 2 --set cut=median
release --k 3 --hierarchy age=ranges:10,20,40 --shape mood=set
release --k 2 --suppression 20% --hierarchy age=ranges:10,20 --hierarchy mood=flat
release --k 2 --missing wildcard --set lookahead=1
release --k 2 --keep mood
release --k 2 --sensitive wage --l 2
release --k 2 --person who

# The same release for every number of threads.
for threads in 1 3; do
    "$SHOAL" anonymize people.csv "${mondrian[@]}" --k 2 --threads $threads -o safe$threads.csv \
        >out 2>&1 || cat out
done
cmp safe1.csv safe3.csv && echo same

# Kept values that cannot be published are left out at medians, too.
printf 'q,s\na,x\na,y\nb,z\n' >kept.csv
for cut in cost median; do
    for l in 2 3; do
        "$SHOAL" anonymize kept.csv --quasi q --sensitive s --keep q --k 1 --l $l --suppression 0.4 \
            --recoding mondrian --set cut=$cut -o kept.out.csv --progress none 2>&1 | grep -E '^(shoal|feas)'
    done
    tr '\n' ' ' <kept.out.csv
    echo
done

# What is refused.
for flags in "--set cut=middle" "--set lookahead=7" "--set beam=0" "--set beam=many" \
    "--shape age=mean" "--uniform work" "--k 13"; do
    # shellcheck disable=SC2086
    "$SHOAL" anonymize people.csv "${mondrian[@]}" --k 2 $flags -o none.csv 2>&1 | grep -v '^warning'
done
ls none.csv 2>&1

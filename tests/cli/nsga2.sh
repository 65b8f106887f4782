# Several objectives at once: a preference point, the whole front, and another of its points.
source "$SHOAL_SOURCE/tests/cli/await"
"$SHOAL" sample --rows 200 --seed 4 -o people.csv >/dev/null
echo 'warnings: {accept: near_unique}' >>people.plan.yaml
plan=(-p people.plan.yaml --quasi sex,education,household_size,marital_status,country
    --plain birth_date,postcode,occupation --suppression 0 --seed 1 --progress none)

# Numbers of a front to six digits, without nodes.
shown() {
    cut -d, -f "${2:-1-}" "$1" | sed 's/,recoding,node,task$//; s/,\(cut\|lattice\),.*//' |
        sed -E 's/([0-9]+\.[0-9]{6})[0-9]*/\1/g'
}

for recoding in cut lattice; do
    echo "# $recoding: a preference point"
    "$SHOAL" anonymize people.csv "${plan[@]}" --recoding $recoding --algorithm nsga2 --k 5 \
        --prefer nwp=0.3,necd=0.1 -o safe.csv --front front.csv --write-plan plan.yaml
    shown front.csv 1-13
    echo "# $recoding: another of its points"
    for pick in 1 2 k=7; do
        "$SHOAL" anonymize people.csv -p plan.yaml --progress none -o picked-$pick.csv --front front.csv \
            --pick $pick | sed -n '/^feasible/,$p'
        "$SHOAL" verify picked-$pick.csv -p plan.yaml
    done
    cmp safe.csv picked-1.csv && echo "the first is the one that was chosen"
    "$SHOAL" anonymize people.csv -p plan.yaml --progress none -o again.csv --front front.csv --pick k=1000
    echo "= $?"
done 2>&1

echo "# objectives by name, some rows suppressed"
objectives() {
    "$SHOAL" anonymize people.csv "${plan[@]}" --algorithm nsga2 --k 4 --suppression 5% -o safe.csv \
        --front front.csv "$@" | tail -n 3
    shown front.csv 1-8
}
objectives --objectives loss,necd,k_eff --set budget=400
objectives --objectives suppressed,nwp --weights sex=3 --recoding cut --set budget=2000
objectives --objectives max:classes,dm --recoding cut --set budget=2000

echo "# the result names the front"
"$SHOAL" anonymize people.csv "${plan[@]}" --recoding lattice --algorithm nsga2 --k 5 -o safe.csv \
    --prefer nwp=0.3,necd=0.1 --result run.json >/dev/null
grep -E '"(outcome|metric|value|bound|gap|evaluations|stopped_by)":' run.json
grep -c '"suppressed": 0' run.json

echo "# every number of threads, every time; killed or not"
run() {
    local name=$1
    shift
    "$SHOAL" anonymize people.csv "${plan[@]}" --recoding cut --algorithm nsga2 --k 3 \
        --objectives nwp,entropy,k_eff -o "$name.csv" --front "$name.front" --set budget=3000 "$@" >/dev/null
    cat "$name.csv" "$name.front" | cksum >>sums
}
run one --threads 1
run two --threads 2
run seven --threads 7
run kept --checkpoint kept
head -c 20000 kept >cut-short
run resumed --resume cut-short
run known --resume kept
sort -u sums | wc -l

echo "# restarts go on from what was found"
run thrice --set restarts=3
"$SHOAL" verify thrice.csv "${plan[@]:0:6}" --k 3 --front thrice.front >/dev/null && echo "holds"

echo "# interrupted: the best so far, and the front so far"
for keep in "" --keep-best; do
    rm -f safe.csv front.csv
    # The job opens its log only when it gets its turn: what an earlier one wrote must be gone.
    : >log
    "$SHOAL" anonymize people.csv "${plan[@]}" --recoding cut --algorithm nsga2 --k 3 --objectives loss,k_eff \
        --set budget=1000000000 --set stall=1000000000 --progress plain $keep -o safe.csv \
        --front front.csv --write-plan plan.yaml >/dev/null 2>log &
    running=$!
    await $running grep '^ N' log
    kill -INT $running
    wait $running
    echo "status $?, $(tail -n 1 log)"
    ls safe.csv front.csv 2>/dev/null
done
"$SHOAL" verify safe.csv "${plan[@]:0:6}" --k 3 --front front.csv >/dev/null && echo "holds"

echo "# small tables end at once"
printf 'a\n1\n2\n3\n4\n' >distinct.csv
printf 'a,b\nx,y\nx,y\nx,y\n' >constant.csv
small() {
    "$SHOAL" anonymize "$@" --algorithm nsga2 --progress none -o safe.csv 2>&1 |
        grep -vE '^(quasi|loss|rows|suppressed|released|$)'
    echo "= ${PIPESTATUS[0]}"
}
for recoding in lattice cut; do
    small distinct.csv --recoding $recoding --quasi a --k 2 --prefer nwp=0.2,necd=0.1
    small distinct.csv --recoding $recoding --quasi a --k 4
    small distinct.csv --recoding $recoding --quasi a --k 5
    small distinct.csv --recoding $recoding --quasi a --k 1 --prefer nwp=0,necd=0
    small constant.csv --recoding $recoding --quasi a,b --k 2 --prefer nwp=0,necd=0
    small constant.csv --recoding $recoding --quasi a,b --k 3 --objectives loss,necd,k_eff,classes
done
printf 'a\nx\ny\n' >two.csv
printf 'x;x\ny;y\n' >two-levels.csv
small two.csv --quasi a --hierarchy a=two-levels.csv --k 2 --prefer nwp=0.2,necd=0.1
small two.csv --quasi a --hierarchy a=two-levels.csv --k 2 --suppression 10%
small two.csv --quasi a --hierarchy a=two-levels.csv --k 2 --suppression 100%

echo "# refusals"
try() {
    "$SHOAL" anonymize people.csv "${plan[@]}" --k 5 -o never.csv "$@" 2>&1
    echo "= $?"
}
try --algorithm nsga2 --prefer nwp=1.5,necd=0.1
try --algorithm nsga2 --prefer nwp=0.2
try --algorithm nsga2 --objectives loss
try --algorithm nsga2 --objectives loss,nice
try --algorithm nsga2 --objectives loss,loss
try --algorithm nsga2 --objectives ach,k_eff
try --algorithm nsga2 --recoding cut --objectives precision,k_eff
try --algorithm nsga2 --set population=1
try --algorithm nsga2 --pick 1
try --algorithm nsga2 --front never.csv
try --front front.csv
try --prefer nwp=0.2,necd=0.1
try --objectives loss,k_eff --recoding cut
try --pick 1 --front front.csv
try --algorithm nsga2 --front people.csv
echo "# fronts of something else"
"$SHOAL" anonymize people.csv "${plan[@]}" --algorithm nsga2 --k 5 -o safe.csv --front front.csv >/dev/null
pick() {
    try --algorithm nsga2 --pick 1 --front "$@"
}
pick front.csv --pick 0
pick front.csv --pick 1000
pick front.csv --pick -1
pick front.csv --pick k=
pick front.csv --pick first
pick nothing.csv
pick people.csv
pick front.csv --recoding cut
pick front.csv --weights sex=2
pick front.csv --k 6
head -n 150 people.csv >fewer.csv
"$SHOAL" anonymize fewer.csv "${plan[@]}" --algorithm nsga2 --k 5 -o never.csv --front front.csv --pick 1 2>&1
sed 's/,lattice,../,lattice,ff/' front.csv >absent.csv
sed 's/,lattice,../,lattice,09/' front.csv >high.csv
sed 's/,lattice,../,lattice,0/' front.csv >short.csv
sed 's/,lattice,./,lattice,G/' front.csv >letters.csv
head -n 1 front.csv >empty.csv
cut -d, -f 1-16 front.csv >narrow.csv
for damaged in absent high short letters empty narrow; do
    pick $damaged.csv
done
ls | grep -c never || true

# Six people fit the class (W,b), which has six rows; six more fit (W,*) alone, which has six, too. So nobody of the
# first is among the rows of (W,*), although he fits them: the only row of (W,b) with the plain value p9 is his.
{
    echo ward,age,plain,dx
    for i in 1 2 3 4 5; do echo "W,b,p$((i % 2)),d$((i % 2))"; done
    echo W,b,p9,d2
    for i in 1 2 3; do
        echo "W,c,p$((i % 2)),d$((i % 2))"
        echo "W,d,p9,d$((i % 2))"
    done
    for i in $(seq 1 60); do echo "X,x,p$((i % 2)),d$((i * 7 % 3))"; done
} >in.csv
{
    echo ward,age,plain,dx
    sed -n '2,7p' in.csv
    sed -n '8,13p' in.csv | sed 's/,[cd],/,*,/'
    sed -n '14,$p' in.csv
} >out.csv
"$SHOAL" assess out.csv --quasi ward,age --sensitive dx --hierarchy ward=flat --hierarchy age=flat --k 5 \
    --against in.csv --result out.json 2>&1 | grep -E 'with certainty|quasi-identifiers and plain|linkage by quasi'
grep -B 14 '"certain": [1-9]' out.json | grep -E '"(name|of|by|certain)"'

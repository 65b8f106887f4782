# Limits of the whole release that nothing meets end in 3 before anything is written, however many rows may be
# suppressed: never in a written file that fails its verification.
printf 'p,x,y,s\n1,1,a,p\n2,2,b,q\n3,1,b,p\n1,?,a,q\n2,3,c,p\n3,3,?,q\n' >people.csv
count=0
for recoding in lattice cut; do
    for limit in "--max-average-risk 0.01" "--max-average-risk 0.2" "--max-average-risk 0.5" "--max-uniques 0" \
        "--max-uniques 0.3 --max-average-risk 0.34"; do
        for suppression in 0 40% 100%; do
            for rest in "--k 1 --person p" "--k 3 --person p" "--k 2 --identifier p --missing wildcard" \
                "--k 2 --identifier p --missing drop" "--k 2 --identifier p --then suppress"; do
                # shellcheck disable=SC2086
                "$SHOAL" anonymize people.csv --quasi x,y --sensitive s --recoding $recoding $limit \
                    --suppression $suppression $rest -o safe.csv --progress none >/dev/null 2>said
                status=$?
                count=$((count + 1))
                if [ $status != 0 ] && [ $status != 3 ]; then
                    echo "$recoding $limit $suppression $rest: $status"
                    tail -1 said
                fi
                if [ $status = 0 ] && ! [ -e safe.csv ] || [ $status = 3 ] && [ -e safe.csv ]; then
                    echo "$recoding $limit $suppression $rest: $status, but the file is otherwise"
                fi
                rm -f safe.csv
            done
        done
    done
done
echo "$count runs"
# Three people in one class have an average risk of a third, suppressed or not.
"$SHOAL" anonymize people.csv --quasi x,y --sensitive s --k 3 --person p --recoding cut --suppression 100% \
    --max-average-risk 0.2 -o safe.csv --progress none 2>&1 >/dev/null | tail -1
"$SHOAL" anonymize people.csv --quasi x,y --sensitive s --k 3 --person p --recoding cut --suppression 100% \
    --max-average-risk 0.34 -o safe.csv --progress none >/dev/null 2>&1 && cat safe.csv

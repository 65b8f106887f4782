# Whatever word is a URL with a password: no message shows it.
printf 'age,sex,diag\n30,f,a\n30,f,b\n' >p.csv
url='postgresql://shoal:s3cret@127.0.0.1:1/shoal?table=x'
told() {
    timeout 20 "$SHOAL" "$@" >out 2>&1 </dev/null
    grep -l s3cret out >/dev/null && echo "shown by: $*" && head -n 3 out
}
commands="anonymize assess explore inspect verify hierarchy sample experiment list help completion"
told "$url"
told help "$url"
for command in $commands; do
    told "$command" "$url"
    told "$command" "$url" "$url"
    told "$command" p.csv "$url"
    "$SHOAL" "$command" --help 2>/dev/null | grep -oE '^ +(-[a-z], )?--[a-z-]+|^ +-[a-z] ' |
        grep -oE -- '--?[a-z-]+' | sort -u >flags
    while read -r flag; do
        told "$command" p.csv --k 2 --quasi age "$flag" "$url"
        told "$command" p.csv "$flag" "$url"
        told "$command" p.csv --k 2 --quasi age -o new.csv "$flag=$url"
        told "$command" --rows 10 "$flag" "$url"
        rm -f new.csv
    done <flags
    wc -l <flags | grep -qx 0 && [ "$command" != help ] && [ "$command" != list ] && [ "$command" != completion ] && echo "$command: no flags"
done
echo "a column: $url" >named.csv
told anonymize named.csv --k 2 --quasi "$url" -o new.csv
printf 'k: 2\nattributes:\n  - name: %s\n    role: quasi\n' "'$url'" >plan.yaml
told anonymize p.csv -p plan.yaml -o new.csv
echo done

# Completions come from the tables of flags; the scripts are tried in the shells themselves.
"$SHOAL" sample --rows 50 --seed 1 -o people.csv >/dev/null
"$SHOAL" sample --rows 5000 --seed 1 -o - >large.csv
gzip -k people.csv
mkdir bin && ln -s "$SHOAL" bin/shoal
PATH=$PWD/bin:$PATH
shoal_complete() {
    echo "\$ shoal $*"
    shoal complete "$@" | cut -f 1
}
shoal_complete an
shoal_complete anonymize people.csv --qu
shoal_complete anonymize people.csv --quasi sex,bir
shoal_complete anonymize people.csv.gz --quasi=se
shoal_complete anonymize large.csv --quasi se
shoal_complete anonymize people.csv --hierarchy cou
shoal_complete anonymize people.csv --hierarchy country=
shoal_complete anonymize --type age=d
shoal_complete anonymize --missing ''
shoal_complete anonymize --recoding cu
shoal_complete anonymize --algorithm genitor --set bi
shoal_complete anonymize --accept pseu
shoal_complete anonymize --progress ''
shoal_complete anonymize -o ''
shoal_complete anonymize --hierarchies ''
shoal_complete anonymize --k ''
shoal_complete anonymize ''
shoal_complete hierarchy ''
shoal_complete hierarchy build people.csv --column e
shoal_complete list s
shoal_complete help geni
shoal_complete completion ''
shoal_complete nonsense ''
shoal_complete anonymize missing.csv --quasi ''

# Every flag of every command is offered.
for command in $(shoal --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    shoal $command --help all | sed -n 's/^ *\(-., \)\?\(--[a-z-]*\).*/\2/p' | sort >listed
    shoal complete $command -- | cut -f 1 | grep -v '^--help$' | sort >offered
    diff listed offered || echo "$command: flags differ"
done

echo "# bash"
# reply WORD...: what pressing the tab key behind the last word offers.
reply() {
    bash --norc -c '
        source <(shoal completion bash)
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _shoal
        printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
}
reply shoal anon
reply shoal anonymize people.csv --quasi sex,bir
reply shoal anonymize people.csv --quasi = se
reply shoal anonymize people.csv --type income = de
reply shoal anonymize --algorithm geni
reply shoal verify peo | sort
reply shoal ''  | grep -c .  | awk '{ print ($1 > 9 ? "all commands" : $1) }'
complete -p shoal 2>/dev/null
bash --norc -c 'source <(shoal completion bash); complete -p shoal'
shoal completion nonsense 2>&1

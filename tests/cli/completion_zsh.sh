# The script for zsh, in zsh.
command -v zsh >/dev/null || { echo "zsh is not installed"; exit 77; }
"$SHOAL" sample --rows 50 --seed 1 -o people.csv >/dev/null
mkdir bin && ln -s "$SHOAL" bin/shoal
PATH=$PWD/bin:$PATH
shoal completion zsh >_shoal
zsh -f -n _shoal && echo "syntax: ok"
# compadd is replaced by one that prints what it is given.
zsh -f -c '
    compdef() { :; }
    source ./_shoal
    compadd() { print -l -- "${names[@]}"; print -r -- "space: ${space[@]}"; }
    _files() { print files "$@"; }
    offer() { words=("$@"); CURRENT=$#; print "# $*"; _shoal; }
    offer shoal anon
    offer shoal anonymize people.csv --quasi sex,bir
    offer shoal anonymize people.csv --hierarchy cou
    offer shoal anonymize --hierarchies ""
    offer shoal verify ""'

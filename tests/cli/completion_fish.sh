# The script for fish, in fish.
command -v fish >/dev/null || { echo "fish is not installed"; exit 77; }
"$SHOAL" sample --rows 50 --seed 1 -o people.csv >/dev/null
mkdir bin && ln -s "$SHOAL" bin/shoal
export HOME=$PWD XDG_CONFIG_HOME=$PWD XDG_DATA_HOME=$PWD
PATH=$PWD/bin:$PATH
shoal completion fish >shoal.fish
fish --no-config --no-execute shoal.fish && echo "syntax: ok"
fish --no-config -c '
    source shoal.fish
    for line in "shoal anon" "shoal anonymize people.csv --quasi sex,bir" "shoal list m" "shoal verify peop"
        echo "# $line"
        complete -C "$line" | sort
    end'

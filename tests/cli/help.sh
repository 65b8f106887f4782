# Help fits 100 columns and a screen, and `--help all` names every flag of the plan.
"$SHOAL" --help
"$SHOAL" help list
"$SHOAL" sample --help
"$SHOAL" help anonymize
"$SHOAL" help verify
commands=$("$SHOAL" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
for command in $commands; do
    "$SHOAL" $command --help >short || echo "$command --help: status $?"
    "$SHOAL" $command --help all >all || echo "$command --help all: status $?"
    "$SHOAL" help $command | cmp - short
    "$SHOAL" help $command all | cmp - all
    "$SHOAL" $command --help=all | cmp - all
    awk -v command=$command 'length > 100 { print command ": too long: " $0 }' short all
    awk -v command=$command 'END { if (NR > 40) print command ": " NR " lines" }' short
    grep -q '^ *shoal '$command short || echo "$command --help shows no example"
done
"$SHOAL" anonymize --help all | grep -o '^ *\(-., \)\?--[a-z-]*' | tr -d ' '
"$SHOAL" help genitor
"$SHOAL" help optimal
"$SHOAL" help cut
"$SHOAL" help t-closeness
# Everything that is listed can be explained.
for kind in algorithms metrics models recodings sources warnings; do
    "$SHOAL" list $kind | cut -d' ' -f1 | while read -r name; do
        "$SHOAL" help "$name" >/dev/null || echo "$kind: $name"
    done
done
for wrong in kgn entrpy t-closenes latice anonymise; do
    "$SHOAL" help $wrong 2>&1 | grep -o '"[a-z-]*" (did you mean.*?)'
done
"$SHOAL" explore --help | grep -A1 -e --progress
"$SHOAL" help nonsense
echo "status: $?"
[ "$("$SHOAL" --version)" = "shoal $(cat "$SHOAL_SOURCE/VERSION")" ] || "$SHOAL" --version
# Each part has a version, or none was built in.
"$SHOAL" --version --verbose | sed '/^ /d; /^sources/,$d' | sed 's/^\(.\{26\}\).*/\1/; s/ *$//' | tail -n +2
"$SHOAL" --version --verbose | awk 'length > 100 || length <= 28 { print }' | tail -n +2
"$SHOAL" 2>/dev/null
echo "status without a command: $?"

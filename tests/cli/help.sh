# Help fits 100 columns and names every flag of the plan.
"$SHOAL" --help
"$SHOAL" help list
"$SHOAL" sample --help
"$SHOAL" help verify
for command in anonymize assess verify hierarchy sample list; do
    "$SHOAL" $command --help >help || echo "$command --help: status $?"
    "$SHOAL" help $command | cmp - help
    awk -v command=$command 'length > 100 { print command ": too long: " $0 }' help
    grep -q '^ *shoal '$command help || echo "$command --help shows no example"
done
"$SHOAL" anonymize --help | grep -o '^ *\(-., \)\?--[a-z-]*' | tr -d ' '
[ "$("$SHOAL" --version)" = "shoal $(cat "$SHOAL_SOURCE/VERSION")" ] || "$SHOAL" --version
"$SHOAL" 2>/dev/null
echo "status without a command: $?"

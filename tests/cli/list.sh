# The lists, as lines and as JSON with the same names.
for kind in algorithms metrics models recodings sources; do
    echo "$kind: $("$SHOAL" list $kind | awk '{ print $1 }' | tr '\n' ' ')"
    "$SHOAL" list $kind --json | sed -n 's/.*"name": "\([^"]*\)".*/\1/p' >json
    "$SHOAL" list $kind | awk '{ print $1 }' | cmp - json
done
"$SHOAL" list recodings --json

# --progress json: every line on standard error is a JSON object, also notes, warnings and errors.
"$SHOAL" sample --rows 500 --seed 3 -o people.csv >/dev/null
# The phases and what ended them; lines that come by the clock are left out.
phases() {
    node -e '
        const lines = require("fs").readFileSync("log", "utf8").trimEnd().split("\n").map(JSON.parse)
        const keys = ["done", "best", "bound", "gap", "rows", "seconds"]
        let before = ""
        for (const line of lines) {
            if (line.phase && !keys.every(key => key in line))
                console.log("incomplete", JSON.stringify(line))
            if (line.phase && line.ended)
                console.log(line.phase, "ended:", line.done, line.rows, line.best, line.bound)
            else if (line.phase && line.phase !== before)
                console.log(line.phase)
            else if (!line.phase)
                console.log(JSON.stringify(line.summary ? { summary: line.summary.split("\n").at(-2) } : line))
            before = line.phase
        }'
}
"$SHOAL" anonymize people.csv -p people.plan.yaml -o safe.csv --progress json 2>log | tail -n 1
phases
echo "# notes, a warning, a search that proves nothing, the summary"
"$SHOAL" anonymize people.csv --quasi sex,household_size --k 5 --recoding cut --algorithm genitor --set budget=100 \
    --plain name -o - --progress json 2>log >/dev/null
phases
echo "# errors"
"$SHOAL" anonymize people.csv -p people.plan.yaml --k 501 -o safe.csv --progress json 2>log
echo "= $?"
phases
"$SHOAL" anonymize people.csv -p people.plan.yaml --progress=json 2>log
echo "= $?"
phases
printf 'a"\xff,b\n1,2\n' >odd.csv
"$SHOAL" anonymize odd.csv --quasi b,c --k 1 -o safe.csv --progress json 2>log
phases
echo "# assess"
"$SHOAL" assess people.csv --quasi sex,household_size --progress json --result - 2>log >/dev/null
phases
"$SHOAL" anonymize people.csv -p people.plan.yaml -o safe.csv --progress loud 2>&1

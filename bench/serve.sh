#!/bin/bash
# The page of `shoal serve` in headless chromium, each figure against what it may take: the answers of
# every step on Adult against 100 ms, moving k until the new proven optimum is shown against 300 ms, and
# opening a million-row register: its rows shown against twice what the command line needs to read it,
# its columns with suggestions against twice what `shoal inspect` needs to read and inspect it.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
! "$shoal" --version --verbose | grep -q "^serve (libmicrohttpd) *no" || skip "this build has no server"
[ -e "$data/adult/adult.csv" ] || skip "no adult in $data"
"$root/web/build" --packages dev
people=${PEOPLE:-1000000}
"$shoal" sample --rows "$people" --seed 1 -o "$work/people.csv" >/dev/null
"$shoal" inspect "$work/people.csv" --result "$work/inspect.json" >/dev/null
began=$(date +%s.%N)
"$shoal" inspect "$work/people.csv" --result "$work/inspect.json" --progress json >/dev/null 2>"$work/progress"
ended=$(date +%s.%N)
read=$(sed -nE '/"phase": "read".*"ended": true/s/.*"seconds": ([0-9.]+).*/\1/p' "$work/progress")
REPEATS=${REPEATS:-5} READ=$read INSPECT=$(calculate "$ended - $began" %.3f) \
    node "$root/bench/serve.mjs" "$shoal" "$data" "$work" "$people"

#!/bin/bash
# The library in a program that has the table already: a DataFrame of PEOPLE (1,000,000) people of
# `shoal sample` to a release, as objects and as categoricals, against the command line's own search
# and grouping, and against df.to_csv, the command and read_csv. One plan, one seed, the same release.
# shellcheck source=bench/common
source "$(dirname "$0")/common"
python=${PYTHON:-/usr/bin/python3}
people=${PEOPLE:-1000000}
rounds=${ROUNDS:-3}

"$python" -c 'import pandas, setuptools' 2>/dev/null || skip "$python has no pandas or no setuptools"
(cd "$root/bindings/python" && SHOAL_BUILD=$build "$python" -W ignore setup.py -q build --build-base "$work/base" \
    --build-lib "$work/lib") >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
"$shoal" sample --rows "$people" --seed 1 -o "$work/people.csv" >/dev/null
cd "$work"
PYTHONPATH=$work/lib PYTHONDONTWRITEBYTECODE=1 "$python" "$root/bench/library.py" "$shoal" "$rounds"

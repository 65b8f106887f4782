#!/bin/bash
# Wide tables: how often, how soon and how nearly the best known answer is found, and what is proven,
# over the family of bench/wide/problems.tsv:
#   wide.sh [tune|held|all|NAME]...         the table and a page (default: tune)
#   wide.sh keep                            that run becomes the last release's (bench/wide/last.tsv)
#   BASE=FOLDER wide.sh gap [NAME]...       gaps after 60 s, of this build and another
#   BASE=FOLDER wide.sh rate [NAME]...      nodes per second, of this build and another
#   wide.sh make [NAME]...                  only makes the problems
# shellcheck source=bench/common
source "$(dirname "$0")/common"
command -v python3 >/dev/null || skip "python3 is not installed"
export SHOAL=$shoal SHOAL_DATA=$data
export PROBLEMS=${PROBLEMS:-$programs/wide} PAGE=${PAGE:-$programs/wide.html}
mkdir -p "$PROBLEMS" "$(dirname "$PAGE")"
python3 "$root/bench/wide/wide.py" "$@"

"""One run of Shoal on a problem, and what its progress says about it over time."""

import collections
import json
import os
import subprocess

# Seconds count from the beginning of the search; value and bound are None where there is none yet.
Line = collections.namedtuple("Line", "seconds value bound evaluations")


class Failed(Exception):
    """A run that released nothing, or not what it should."""


class Run:
    """The trace of one search."""

    def __init__(self, problem, seed, lines):
        self.problem, self.seed, self.lines = problem, seed, lines

    @property
    def end(self):
        return self.lines[-1]

    def value_at(self, seconds):
        """The best value that was known then: the last line of that time has it."""
        known = [line.value for line in self.lines if line.seconds <= seconds]
        return known[-1] if known else None


def parse(log):
    """The lines about the search and about the bound that may follow it, on one clock."""
    lines, begin = [], 0.0
    for text in log.splitlines():
        said = json.loads(text) if text.startswith("{") else {}
        if said.get("phase") not in ("search", "prove"):
            continue
        if said["phase"] == "prove" and not begin and lines:
            begin = lines[-1].seconds
        evaluations = said.get("evaluations") or (lines[-1].evaluations if lines else 0)
        value = said["best"] if said["best"] is not None else (lines[-1].value if lines else None)
        bound = said["bound"] if said["bound"] is not None else (lines[-1].bound if lines else None)
        lines.append(Line(begin + said["seconds"], value, bound, evaluations))
    return lines


def run(shoal, folder, name, seed, flags):
    """Runs everything but writing, so that what is found is also verified."""
    command = [shoal, "anonymize", os.path.join(folder, "table.csv")]
    command += ["-p", os.path.join(folder, "plan.yaml"), "--dry-run", "--progress", "json"]
    command += ["--seed", str(seed), *flags, "-o", os.path.join(folder, "never-written.csv")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = parse(done.stderr)
    if done.returncode != 0 or not lines or lines[-1].value is None:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise Failed(f"{name}, seed {seed}: {shoal} ended with {done.returncode}: {said[-1] if said else ''}")
    return Run(name, seed, lines)

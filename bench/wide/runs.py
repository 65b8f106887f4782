"""One run of Shoal on a problem, and what its progress says about it over time."""

import collections
import json
import os
import subprocess
import tempfile
import time

# Seconds count from the beginning of the search; value and bound are None where there is none yet.
Line = collections.namedtuple("Line", "seconds value bound evaluations")


class Failed(Exception):
    """A run that released nothing, or not what it should."""


class Run:
    """The trace of one search, and how many processors its process had on average."""

    def __init__(self, problem, seed, lines, processors=1.0):
        self.problem, self.seed, self.lines, self.processors = problem, seed, lines, processors

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


def watched(command):
    """Exit code, standard output and error, and processor seconds per second."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        begin = time.monotonic()
        process = subprocess.Popen(command, stdout=out, stderr=err)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = max(time.monotonic() - begin, 1e-3)
        out.seek(0)
        err.seek(0)
        return process.returncode, out.read(), err.read(), (used.ru_utime + used.ru_stime) / seconds


def run(shoal, folder, name, seed, flags):
    """Runs everything but writing, so that what is found is also verified."""
    command = [shoal, "anonymize", os.path.join(folder, "table.csv")]
    command += ["-p", os.path.join(folder, "plan.yaml"), "--dry-run", "--progress", "json"]
    command += ["--seed", str(seed), *flags, "-o", os.path.join(folder, "never-written.csv")]
    code, out, err, processors = watched(command)
    lines = parse(err)
    if code != 0 or not lines or lines[-1].value is None:
        said = (err.strip() or out.strip()).splitlines()
        raise Failed(f"{name}, seed {seed}: {shoal} ended with {code}: {said[-1] if said else ''}")
    return Run(name, seed, lines, processors)

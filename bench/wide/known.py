"""What is known about the problems: best.tsv, which only gets better, and last.tsv, the runs of the
last release."""

import collections
import csv
import os

NEAR = 1e-9  # progress has ten digits, so values nearer than this are the same

Best = collections.namedtuple("Best", "name fingerprint value bound proven found")
# A run as it is kept: its values at some moments, and how it ended. Processors: as many as it had on average,
# fewer than its threads where others used them too; None if nobody knows.
Kept = collections.namedtuple("Kept", "name version threads processors seed values value bound evaluations seconds")


class BelowBound(Exception):
    """A value that some run has proven impossible: one of the two is wrong."""


class OtherData(Exception):
    """A problem that was made differently from the one the best known value is about."""


def reaches(value, best):
    return value is not None and value <= best + NEAR * abs(best)


def read_lines(path):
    if not os.path.exists(path):
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def write_lines(path, fields, lines):
    """Under its name there is always a whole file."""
    with open(path + ".new", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(fields)
        writer.writerows(lines)
    os.replace(path + ".new", path)


def number(text):
    return float(text) if text else None


def shown(value):
    return "" if value is None else f"{value:.10g}"


def read_best(path):
    """Name → Best."""
    lines = [
        Best(l["name"], l["fingerprint"], float(l["value"]), number(l["bound"]), l["proven"] == "yes", l["found"])
        for l in read_lines(path)
    ]
    return {line.name: line for line in lines}


def write_best(path, best):
    write_lines(
        path,
        Best._fields,
        [
            (b.name, b.fingerprint, shown(b.value), shown(b.bound), "yes" if b.proven else "no", b.found)
            for _, b in sorted(best.items())
        ],
    )


def higher(one, other):
    """The higher of two bounds, of which None is none."""
    return max((bound for bound in (one, other) if bound is not None), default=None)


def check_bound(name, runs, before):
    """No value of any run may be below a bound that any run has proven."""
    bounds = [(run.end.bound, f"seed {run.seed}") for run in runs if run.end.bound is not None]
    values = [(run.end.value, f"seed {run.seed}") for run in runs]
    if before:
        values.append((before.value, before.found))
        bounds += [(before.bound, "an earlier run")] if before.bound is not None else []
    least, finder = min(values)
    most, prover = max(bounds, default=(None, ""))
    if most is not None and least < most - NEAR * abs(most):
        raise BelowBound(f"{name}: {least:.10g} ({finder}) is below the bound {most:.10g} ({prover})")


def found_after(run):
    return next(line.seconds for line in run.lines if line.value == run.end.value)


def better(name, fingerprint, runs, version, before):
    """The best that is known after these runs: never worse than before."""
    if before and before.fingerprint != fingerprint:
        raise OtherData(f"{name}: made differently from the problem in best.tsv ({before.fingerprint})")
    check_bound(name, runs, before)
    first = min(runs, key=lambda run: run.end.value)
    value, found = first.end.value, f"shoal {version}, seed {first.seed}, {found_after(first):.1f} s"
    if before and reaches(before.value, value):
        value, found = before.value, before.found
    bound = before.bound if before else None
    for run in runs:
        bound = higher(bound, run.end.bound)
    proven = bound is not None and reaches(value, bound)
    return Best(name, fingerprint, value, bound, proven, found)


def keep(run, version, threads, moments):
    end = run.end
    values = tuple(run.value_at(moment) for moment in moments)
    head = (run.problem, version, threads, run.processors, run.seed, values)
    return Kept(*head, end.value, end.bound, end.evaluations, end.seconds)


def column(moment):
    return f"at_{moment:g}"


def write_kept(path, kept, moments):
    fields = ["name", "version", "threads", "processors", "seed", *map(column, moments)]
    fields += ["value", "bound", "evaluations", "seconds"]
    lines = []
    for run in kept:
        had = "" if run.processors is None else f"{run.processors:.2f}"
        head = [run.name, run.version, run.threads, had, run.seed, *map(shown, run.values)]
        lines.append(head + [shown(run.value), shown(run.bound), run.evaluations, f"{run.seconds:.3f}"])
    write_lines(path, fields, lines)


def read_kept(path, moments):
    """Runs that do not say what they had at these moments are left out."""
    kept = []
    for line in read_lines(path):
        if not all(line.get(column(moment)) for moment in moments):
            continue
        values = tuple(float(line[column(moment)]) for moment in moments)
        head = (line["name"], line["version"], int(line["threads"]), number(line["processors"]), int(line["seed"]))
        tail = (float(line["value"]), number(line["bound"]), int(line["evaluations"]))
        kept.append(Kept(*head, values, *tail, float(line["seconds"])))
    return kept


def merge(old, new):
    """The kept runs, where problems that were run again have their new ones."""
    again = {run.name for run in new}
    return sorted(new + [run for run in old if run.name not in again], key=lambda run: (run.name, run.seed))

"""The commands of wide.sh: wide.py [run|gap|rate|keep|make] [tune|held|all|NAME]..."""

import collections
import concurrent.futures
import os
import subprocess
import sys

sys.dont_write_bytecode = True

import figures  # noqa: E402
import known  # noqa: E402
import page  # noqa: E402
import problems  # noqa: E402
import runs  # noqa: E402
import tables  # noqa: E402
import text  # noqa: E402

MOMENTS = (0.5, 2, 10)
COMMANDS = ("run", "gap", "rate", "keep", "make")
# Evaluations that today's machines do in a few seconds.
BUDGETS = {"rate-card-24": 6000, "rate-c2k-50": 15000, "rate-people-11": 400}
ENOUGH = 0.9  # processors that a run must have on average
FAILURES = (runs.Failed, known.BelowBound, known.OtherData)

# What is shown of a problem: its own runs with their traces, and the figures of both sides.
Row = collections.namedtuple("Row", "problem best runs this other")


def program(folder):
    """The program of a build folder, or a program."""
    return os.path.join(folder, "shoal") if os.path.isdir(folder) else folder


class Settings:
    """What wide.sh and the reader say in the environment."""

    def __init__(self, command):
        say = os.environ.get
        self.shoal = program(say("SHOAL"))
        self.base = program(os.path.abspath(say("BASE"))) if say("BASE") else None
        self.data = say("SHOAL_DATA")
        self.problems = os.path.abspath(say("PROBLEMS"))
        self.family = say("FAMILY") or problems.FAMILY
        self.best = say("BEST") or os.path.join(problems.HERE, "best.tsv")
        self.last = say("LAST") or os.path.join(problems.HERE, "last.tsv")
        self.page = say("PAGE")
        self.runs = os.path.join(self.problems, "runs.tsv")
        self.seeds = [int(s) for s in (say("SEEDS") or ("1" if command == "gap" else "1 2 3")).split()]
        self.limit = float(say("LIMIT") or (60 if command == "gap" else 10))
        self.threads = int(say("THREADS") or 2)
        self.jobs = int(say("JOBS") or 1)
        self.rounds = int(say("ROUNDS") or 3)
        self.algorithms = (say("ALGORITHMS") or "auto local kgen").split()
        self.version = version(self.shoal)
        self.moments = [m for m in MOMENTS if m <= self.limit] or [self.limit]

    @property
    def flags(self):
        return ["--time-limit", f"{self.limit:g}", "--threads", str(self.threads)]


def version(shoal):
    said = subprocess.run([shoal, "--version"], capture_output=True, text=True, check=True)
    return said.stdout.split()[1]


def wanted(family, names):
    """The problems of these names or halves. Only what may be tuned on, unless others are named."""
    names = names or ["tune"]
    halves = {"tune": ["tune"], "held": ["held"], "all": ["tune", "held"]}
    unknown = set(names) - set(halves) - {problem.name for problem in family}
    if unknown:
        sys.exit(f"no problem {', '.join(sorted(unknown))}: see {problems.FAMILY}")
    chosen = [half for name in names for half in halves.get(name, [])]
    return [p for p in family if p.name in names or p.name.split("-")[0] in chosen]


def made(chosen, settings):
    """Each problem with its folder; those without their table are named and left out."""
    for problem in chosen:
        try:
            yield problem, problems.make(problem, settings.shoal, settings.data, settings.problems)
        except tables.Missing as missing:
            print(f"skipped: {problem.name}: {missing}", flush=True)


def search(problem, folder, programs, settings, flags):
    """Runs of each program with each seed, in turn, as many at a time as the reader allows."""
    with concurrent.futures.ThreadPoolExecutor(settings.jobs) as pool:
        waiting = [
            [pool.submit(runs.run, shoal, folder, problem.name, seed, flags) for shoal in programs]
            for seed in settings.seeds
        ]
        return list(zip(*([turn.result() for turn in turns] for turns in waiting)))


def learn(problem, folder, found, settings):
    """Adds what all these runs found and proved to best.tsv, and returns what is best now."""
    best = known.read_best(settings.best)
    now = known.better(
        problem.name, problems.fingerprint(folder), found, settings.version, best.get(problem.name)
    )
    if now != best.get(problem.name):
        best[problem.name] = now
        known.write_best(settings.best, best)
    return now


def kept(found, version_of, settings):
    return [known.keep(run, version_of, settings.threads, settings.moments) for run in found]


def measured(problem, folder, settings, last):
    """The row of a problem, and its runs as they are kept."""
    programs = [settings.shoal] + ([settings.base] if settings.base else [])
    sides = search(problem, folder, programs, settings, settings.flags)
    best = learn(problem, folder, [run for side in sides for run in side], settings)
    this = kept(sides[0], settings.version, settings)
    other = kept(sides[1], "base", settings) if settings.base else last.get(problem.name, [])
    both = [figures.of_runs(side, best.value) for side in (this, other)]
    return Row(problem, best, sides[0], *both), this


def processors(kept_runs):
    """How many each run had; short ones say nothing about it."""
    return [run.processors for run in kept_runs if run.seconds >= 1 and run.processors is not None]


def busy(kept_runs):
    """A warning if the runs had to share their processors with others."""
    had = processors(kept_runs)
    if had and figures.mean(had) < ENOUGH:
        return f"The machine was busy: runs had {figures.mean(had):.2f} processors on average. Times say little."
    return ""


def by_name(kept_runs):
    groups = collections.defaultdict(list)
    for run in kept_runs:
        groups[run.name].append(run)
    return groups


def totals(rows):
    """Over all problems, each side; the other side only where it has them all."""
    this = figures.over_all([row.this for row in rows])
    others = [row.other for row in rows if row.other]
    return this, figures.over_all(others) if len(others) == len(rows) else None


def compared(settings, last):
    """What the second line of a problem is."""
    if settings.base:
        return "base, the other build"
    if not last:
        return "last release, of which there are no runs"
    told = {(run.version, run.threads) for run in last}
    had = processors(last)
    shared = f"{figures.mean(had):.2f} processors on average" if had else "how many processors nobody knows"
    return "last release, " + ", ".join(f"{v} with threads {t}" for v, t in sorted(told)) + f"; {shared}"


def intro(settings, label):
    seeds, threads = " ".join(map(str, settings.seeds)), settings.threads
    return (
        f"Seeds {seeds}, {settings.limit:g} s, {threads} thread{'s' * (threads > 1)}. reached: share of the "
        "seeds that have the best known value by then; mean and worst: distance from it; *: proven optimal. "
        f"The second line of a problem: {label}."
    )


def each(chosen, settings, failures, work):
    """What work makes of each problem. A failure is told and kept, and the next problem follows."""
    for problem, folder in made(chosen, settings):
        try:
            yield problem, work(problem, folder)
        except FAILURES as failure:
            failures.append(f"FAILED: {failure}")
            print(failures[-1], flush=True)


def run(settings, chosen):
    """The table and the page."""
    names = {problem.name for problem in chosen}
    released = [r for r in known.read_kept(settings.last, settings.moments) if r.name in names]
    last, about = by_name(released), intro(settings, compared(settings, released))
    label = "base" if settings.base else "last release"
    print(about, text.heading(settings.moments), sep="\n", flush=True)
    rows, all_kept, failures = [], [], []
    for problem, (row, these) in each(chosen, settings, failures, lambda *p: measured(*p, settings, last)):
        rows.append(row)
        all_kept += these
        print(text.row(problem, row.best, row.this, row.other, label), flush=True)
    if rows:
        finish(settings, about, label, rows, all_kept, failures)
    return failures


def finish(settings, about, label, rows, all_kept, failures):
    """The last lines of the table, the runs for `keep`, and the page."""
    both, note = totals(rows), busy(all_kept)
    print(text.total(*both, label), *filter(None, [note]), sep="\n")
    known.write_kept(settings.runs, all_kept, settings.moments)
    heading = f"Shoal {settings.version} on wide tables"
    page.write(settings.page, heading, f"{about} {note}", rows, both, settings.moments, settings.limit, failures)
    print(f"page: {settings.page}")


def proven(problem, folder, settings):
    """The kept runs of the base and of this build."""
    sides = search(problem, folder, [settings.base, settings.shoal], settings, settings.flags)
    learn(problem, folder, [run for side in sides for run in side], settings)
    return [kept(side, "", settings) for side in sides]


def gap(settings, chosen):
    """What two builds prove in the same time."""
    print(f"gaps after {settings.limit:g} s, seeds {settings.seeds}, threads {settings.threads}")
    side = f"{'bound':>12}{'gap':>8}"
    print(f"{'problem':18}{'base value':>12}{side}{'this value':>14}{side}{'ratio':>7}")
    gaps, failures = [], []
    for problem, (base, this) in each(chosen, settings, failures, lambda *p: proven(*p, settings)):
        gaps.append(tuple(figures.mean(map(figures.gap, side)) for side in (base, this)))
        print(f"{problem.name:18}{gap_side(base):>32}{gap_side(this):>34}{ratio(*gaps[-1]):>7}", flush=True)
    before, now = (figures.mean(pair[i] for pair in gaps) for i in (0, 1))
    print(f"{'mean':18}{text.percent(before, 1):>32}{text.percent(now, 1):>34}{ratio(before, now):>7}")
    return failures


def gap_side(side):
    """Values, bounds and gaps of all seeds, as means."""
    value, bound = (figures.mean(numbers) for numbers in ([r.value for r in side], [r.bound or 0 for r in side]))
    return f"{value:.7g}{bound:>12.7g}{text.percent(figures.mean(map(figures.gap, side)), 1):>8}"


def ratio(before, now):
    return f"{now / before:.3f}" if before > 0 else "-"


def rates(problem, folder, settings, flags):
    """The fastest of several rounds of both builds, in turn, each with the value that it found."""
    sides = ([], [])
    for _ in range(settings.rounds):
        for side, shoal in zip(sides, (settings.base, settings.shoal)):
            end = runs.run(shoal, folder, problem.name, settings.seeds[0], flags).end
            side.append((end.evaluations / max(end.seconds, 1e-3), end.value))
    return [max(side) for side in sides]


def rate_row(problem, folder, settings, algorithm, threads):
    budget = int(os.environ.get("EVALUATIONS") or BUDGETS.get(problem.name, 1000))
    flags = ["--evaluations", str(budget), "--algorithm", algorithm, "--prove", "0", "--threads", str(threads)]
    (before, old), (now, new) = rates(problem, folder, settings, flags)
    note = "" if known.reaches(old, new) and known.reaches(new, old) else "  other answers"
    name = f"{problem.name:16}{algorithm:>10}{threads:>8}{budget:>12}"
    return f"{name}{before:>10.0f}{now:>10.0f}{now / before:>7.2f}{note}"


def rate(settings, chosen):
    """Nodes per second of two builds, for the same number of evaluations by the same algorithm."""
    print(f"{'problem':16}{'algorithm':>10}{'threads':>8}{'evaluations':>12}{'base/s':>10}{'this/s':>10}{'ratio':>7}")
    failures = []
    for problem, folder in made(chosen, settings):
        for algorithm in settings.algorithms:
            for threads in (1, 2):
                try:
                    print(rate_row(problem, folder, settings, algorithm, threads), flush=True)
                except runs.Failed as failure:
                    failures.append(f"FAILED: {failure}")
                    print(failures[-1], flush=True)
    return failures


def keep(settings):
    """The runs of the last `run` become those of the last release."""
    new = known.read_kept(settings.runs, MOMENTS)
    if not new:
        sys.exit(f"nothing to keep: {settings.runs} has no runs of {MOMENTS[-1]} s")
    known.write_kept(settings.last, known.merge(known.read_kept(settings.last, MOMENTS), new), MOMENTS)
    print(f"kept {len(new)} runs in {settings.last}")
    return []


def main(words):
    command, names = (words[0], words[1:]) if words and words[0] in COMMANDS else ("run", words)
    settings = Settings(command)
    if command in ("gap", "rate") and not settings.base:
        print("skipped: BASE does not name another build folder to compare with")
        return 0
    family = problems.family(settings.family)
    if command == "keep":
        return keep(settings)
    if command == "rate":
        family = [p for p in family if p.name.startswith("rate-") and (not names or p.name in names)]
        return rate(settings, family)
    chosen = wanted(family, names)
    if command == "make":
        for _, folder in made(chosen, settings):
            print(folder, flush=True)
        return []
    return (gap if command == "gap" else run)(settings, chosen)


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)

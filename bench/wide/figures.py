"""What the table and the page show: the runs of one problem, or of all, in a few numbers."""

import collections

import known

# reached: share of the runs; mean, worst: distance from the best known value, as a share of it.
Moment = collections.namedtuple("Moment", "reached mean worst")
Figures = collections.namedtuple("Figures", "moments bound gap rate runs")


def distance(value, best):
    """How far a value is from the best known one; without a value as far as can be."""
    if value is None:
        return 1.0
    if known.reaches(value, best):
        return 0.0
    return value / best - 1 if best > 0 else value - best


def mean(numbers):
    numbers = list(numbers)
    return sum(numbers) / len(numbers) if numbers else 0.0


def moment(values, best):
    far = [distance(value, best) for value in values]
    return Moment(mean(known.reaches(value, best) for value in values), mean(far), max(far))


def gap(run):
    """What a run leaves open: all of it without a bound."""
    if run.bound is None:
        return 1.0
    return (run.value - run.bound) / run.value if run.value > 0 else 0.0


def of_runs(runs, best):
    """The figures of one problem's kept runs; None without any."""
    if not runs:
        return None
    moments = [moment(values, best) for values in zip(*(run.values for run in runs))]
    bounds = [run.bound for run in runs if run.bound is not None]
    rate = sum(run.evaluations for run in runs) / max(sum(run.seconds for run in runs), 1e-3)
    bound = min(bounds) if len(bounds) == len(runs) else None
    return Figures(moments, bound, mean(map(gap, runs)), rate, len(runs))


def over_all(figures):
    """The same over several problems, of which each counts the same; rates cannot be added up."""
    if not figures:
        return None
    moments = [
        Moment(mean(m.reached for m in same), mean(m.mean for m in same), max(m.worst for m in same))
        for same in zip(*(f.moments for f in figures))
    ]
    return Figures(moments, None, mean(f.gap for f in figures), None, sum(f.runs for f in figures))

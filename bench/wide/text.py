"""Tables for the terminal."""

HEAD = 49  # columns of what identifies a line


def percent(share, digits=2):
    return f"{100 * share:.{digits}f}%"


def best_known(best):
    """A proven optimum has a star."""
    return f"{best.value:.8g}{'*' if best.proven else ' '}"


def heading(moments):
    over = " " * HEAD + "".join(f"  {'within %g s' % m:^22}" for m in moments)
    head = f"{'problem':17}{'k':>4} {'supp.':>5} {'metric':9}{'best known':>11} "
    head += f"{'reached    mean   worst':>24}" * len(moments) + f"{'bound':>11}{'gap':>7}{'nodes/s':>9}"
    return over.rstrip() + "\n" + head


def figures(found):
    """The columns of one side: this build, another, or the last release."""
    text = "".join(
        f"{percent(m.reached, 0):>8}{percent(m.mean):>8}{percent(m.worst):>8}" for m in found.moments
    )
    bound = "-" if found.bound is None else f"{found.bound:.6g}"
    rate = "" if found.rate is None else f"{found.rate:.0f}"
    return text + f"{bound:>11}{percent(found.gap, 1):>7}{rate:>9}"


def row(problem, best, this, other, label):
    name = f"{problem.name:17}{problem.k:>4} {problem.suppression:>5} {problem.metric:9}"
    lines = [f"{name}{best_known(best):>12}" + figures(this)]
    if other:
        lines.append(label.rjust(HEAD - 1) + " " + figures(other))
    return "\n".join(lines)


def total(this, other, label):
    lines = ["all, each problem the same".ljust(HEAD) + figures(this)]
    if other:
        lines.append(label.rjust(HEAD - 1) + " " + figures(other))
    return "\n".join(lines)

"""The page: one HTML file that needs nothing else, in the colours the reader prefers. On a narrow
screen every problem is a block of its own."""

import html
import math

import figures
import text

STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #666; --mark: #1761b0; --good: #1b7f3b; --bad: #b03a1b;
        --paper: #fff; --ink: #1b1d20 }
@media (prefers-color-scheme: dark) {
  :root { --soft: #aaa; --mark: #7db8f5; --good: #6fd08c; --bad: #f0906f; --paper: #16181b; --ink: #e4e6e9 }
}
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 84rem; padding: 0 1rem;
       background: var(--paper); color: var(--ink) }
h1 { font-size: 1.4rem } p { max-width: 46rem } small, .soft { color: var(--soft) }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .3rem .5rem; text-align: right; vertical-align: top; border-bottom: 1px solid var(--line) }
th:first-child, td:first-child { text-align: left }
th { font-weight: 600; white-space: nowrap } td span { display: block; white-space: nowrap }
.good { color: var(--good) } .bad { color: var(--bad) } tfoot td { font-weight: 600 }
svg { width: 8rem; height: 2.2rem } svg path { fill: none; stroke: var(--mark); stroke-width: 1.2; opacity: .7 }
svg line { stroke: var(--line) }
@media (max-width: 60rem) {
  table, tbody, tfoot, tr, td { display: block } thead { display: none }
  tr { border: 1px solid var(--line); border-radius: .5rem; margin: .8rem 0; padding: .4rem }
  td { display: flex; gap: 1rem; justify-content: space-between; border: 0; padding: .15rem .3rem }
  td::before { content: attr(data-label); color: var(--soft); text-align: left }
  td:first-child { display: block } td:first-child::before { content: none }
}
"""
FARTHEST = 0.05  # distances above this are drawn as this
EARLIEST = 0.05  # seconds


def escaped(value):
    return html.escape(str(value))


def cell(label, *lines):
    """Lines of HTML, of which the second and later are about the other side."""
    spans = "".join(f"<span{' class=soft' if i else ''}>{line}</span>" for i, line in enumerate(lines))
    return f'<td data-label="{escaped(label)}"><div>{spans}</div></td>'


def curve(run, best, limit):
    """How far one run was from the best known value, over the logarithm of the seconds."""
    def across(seconds):
        return 100 * math.log(max(seconds, EARLIEST) / EARLIEST) / math.log(max(limit, 2 * EARLIEST) / EARLIEST)

    def down(value):
        return 26 - 24 * min(figures.distance(value, best) / FARTHEST, 1)

    steps, last = [], None
    for line in run.lines:
        if line.value is None or line.value == last:
            continue
        begin = "M" if not steps else f"H{across(line.seconds):.1f}V"
        point = f"{across(line.seconds):.1f},{down(line.value):.1f}" if not steps else f"{down(line.value):.1f}"
        steps.append(begin + point)
        last = line.value
    return f'<path d="{"".join(steps)}H100"/>'


def curves(runs, best, limit):
    paths = "".join(curve(run, best, limit) for run in runs)
    return f'<svg viewBox="0 0 100 28" preserveAspectRatio="none"><line x2="100" y1="26" y2="26"/>{paths}</svg>'


def reached(moment):
    kind = "good" if moment.reached >= 1 else "bad" if moment.reached == 0 else ""
    mark = f' class="{kind}"' if kind else ""
    share = f"<b{mark}>{text.percent(moment.reached, 0)}</b>"
    return f"{share} {text.percent(moment.mean)} {text.percent(moment.worst)}"


def cells(moments, sides):
    """Those of all figures; sides: this build, and what it is compared with."""
    out = [
        cell(f"within {m:g} s: reached, mean, worst", *(reached(side.moments[i]) for side in sides))
        for i, m in enumerate(moments)
    ]
    out.append(cell("bound", *("" if s.bound is None else f"{s.bound:.6g}" for s in sides)))
    out.append(cell("gap", *(text.percent(side.gap, 1) for side in sides)))
    out.append(cell("nodes per second", *("" if s.rate is None else f"{s.rate:,.0f}" for s in sides)))
    return "".join(out)


def problem_row(row, moments, limit):
    problem, best = row.problem, row.best
    about = f"k {problem.k}, suppression {problem.suppression}, {problem.metric}"
    first = cell("", f"<b>{escaped(problem.name)}</b>", escaped(about))
    sides = [side for side in (row.this, row.other) if side]
    value = cell("best known", f"{best.value:.9g}", "proven" if best.proven else "")
    drawn = cell("over time", curves(row.runs, best.value, limit))
    return f"<tr>{first}{value}{drawn}{cells(moments, sides)}</tr>"


def write(path, title, intro, rows, totals, moments, limit, failures):
    """rows: what wide.py shows of each problem; totals: the sides over all of them."""
    names = ["problem", "best known", "over time", *(f"within {m:g} s<br><small>reached, mean, worst</small>" for m in moments)]
    head = "".join(f"<th>{name}</th>" for name in [*names, "bound", "gap", "nodes/s"])
    body = "\n".join(problem_row(row, moments, limit) for row in rows)
    foot = cell("", "all") + cell("", "") + cell("", "") + cells(moments, [t for t in totals if t])
    failed = "".join(f'<p class="bad">{escaped(failure)}</p>' for failure in failures)
    page = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escaped(title)}</title><style>{STYLE}</style></head><body>
<h1>{escaped(title)}</h1>
<p>{escaped(intro)}</p>{failed}
<p class="soft">Over time: how far each seed was from the best known value, up to {text.percent(FARTHEST, 0)}; seconds on a
logarithmic scale from {EARLIEST:g} to {limit:g}.</p>
<table><thead><tr>{head}</tr></thead>
<tbody>
{body}
</tbody><tfoot><tr>{foot}</tr></tfoot></table>
</body></html>
"""
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)

"""Disagreements that are known, with the reason: counted and printed, but no failure. Empty this list."""

from labels import members, reach
from tables import MISSING


def labels_of(case):
    return {cell for row in case.release.rows for cell in row}


def set_with_missing(case):
    """A set that names a token of missing values, which in the data may be written otherwise."""
    for label in labels_of(case):
        if any(case.plan.is_missing(text) for text, _ in members(label) or ()):
            return True
    return False


def joined_missing(case):
    """A missing value that has become the single label of a level other than `*`."""
    return any(domain.hierarchy and label in domain.path_of(MISSING)[1:] and label not in ("*", MISSING)
               for name, domain in case.domains.items() for label in set(case.release.column(name)))


def label_of_two_levels(case):
    """A hierarchy with a label that stands for other values on another level: a reader cannot tell which is meant, the
    program can."""
    for domain in case.domains.values():
        paths = domain.hierarchy.paths if domain.hierarchy else {}
        height = max((len(path) for path in paths.values()), default=0)
        levels = [{path[n]: {v for v, p in paths.items() if p[n] == path[n]} for path in paths.values()} for n in range(height)]
        if any(label in other and level[label] != other[label] for level in levels for other in levels for label in level):
            return True
    return False


# (name, begins with, whether the case shows it)
KNOWN = [
    ("assess reads a set with a missing value as not covering its other tokens", ("linkage",), set_with_missing),
    ("assess takes classes with labels of grown trees for classes without people", ("assess: the plan",),
     lambda case: case.plan.population and not case.readable()),
    ("assess finds nobody of a population in sets that name values which the table lacks",
     ("assess: the plan", "largest risk, journalist", "average risk, journalist"),
     lambda case: case.plan.population and case.plan.recoding == "cut"),
    ("under wildcard, clusters publish missing values as the only label of a last level, and do not count them",
     ("loss", "assess: loss"), lambda case: case.plan.missing == "wildcard" and joined_missing(case)),
    ("of a set or range assess counts only values that the table has, also where the domain is that of the hierarchy",
     ("assess: loss", "assess: entropy"),
     lambda case: case.plan.domain == "hierarchy" and any(members(label) or reach(label) for label in labels_of(case))),
    ("a range of a cut may read like the single group of a level, which missing values join, and not have them",
     ("loss", "assess: loss", "nwp", "value"), lambda case: case.plan.recoding == "cut" and joined_missing(case)),
    ("the oracle takes people of a population for people of two classes where a cut has a label of two levels",
     ("the release breaks the plan",),
     lambda case: case.plan.recoding == "cut" and case.plan.population and label_of_two_levels(case)),
    ("a label that is one of two levels counts as what the level that was chosen has; assess counts nobody of a population "
     "who fits two classes", ("loss", "assess: loss", "assess: the plan"), label_of_two_levels),
]


def known(case, wrong):
    """The name of a known disagreement that explains the sentence, or None."""
    if not hasattr(case, "shown") and not wrong.startswith("no release"):
        return None
    for name, beginnings, shows in KNOWN:
        if wrong.startswith(beginnings) and shows(case):
            return name
    return None

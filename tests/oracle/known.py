"""Disagreements that are known, with the reason: counted and printed, but no failure. Empty this list."""

from labels import members, place
from tables import MISSING


def labels_of(case):
    return {cell for row in case.release.rows for cell in row}


def two_tokens(case):
    return any(len({c for c in case.release.column(n) if case.plan.is_missing(c)}) > 1 for n in case.plan.sensitive)


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


def numbers_in_groups(case):
    """Local recoding with a group of a hierarchy over numbers or dates, which need not be neighbours."""
    return case.plan.recoding in ("local", "mondrian") and any(
        domain.hierarchy and any(place(v) for v in domain.values if v is not MISSING) and
        any(label in path[1:] and label != "*" for path in domain.hierarchy.paths.values() for label in set(case.release.column(name)))
        for name, domain in case.domains.items())


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
    ("assess does not read its own label {*}, which stands for all values",
     ("linkage", "assess", "wildcard risk", "largest risk, journalist", "average risk, journalist"),
     lambda case: "{*}" in labels_of(case)),
    ("assess reads a set with a missing value as not covering it (or its other tokens)",
     ("linkage", "assess", "largest risk, journalist", "average risk, journalist", "wildcard risk"), set_with_missing),
    ("assess does not see that missing values join the first level of a single value",
     ("linkage", "assess", "largest risk, journalist", "average risk, journalist"), joined_missing),
    ("assess takes classes with labels of grown trees for classes without people", ("assess: the plan",),
     lambda case: case.plan.population and not case.readable()),
    ("classes of averages tell the tokens of missing values apart", ("largest risk", "average risk", "above", "k_eff", "verify says does not", "right guesses"),
     lambda case: case.plan.recoding == "microaggregation" and any(MISSING in key for key in case.shown.classes)),
    ("clusters that read alike are a class that breaks a model: it is suppressed, and the value is that before", ("value",),
     lambda case: case.plan.recoding in ("suppress", "local", "mondrian") and case.plan.rules and case.plan.person),
    ("verify against an original does not judge labels of columns that are numbers or dates, nor missing values",
     ("verify says holds",), lambda case: case.strange and not case.strange.startswith(("more", "unchanged"))),
    ("assess gives an entropy above 1 for a release that lacks rows", ("assess: entropy",),
     lambda case: case.whole is not case.shown),
    ("averages with a large suppression limit are suppressed until nothing is left", ("no release, but everybody",),
     lambda case: case.plan.recoding == "microaggregation" and case.plan.suppression > 0),
    ("assess finds nobody of a population in sets that name values which the table lacks",
     ("assess: the plan", "largest risk, journalist", "average risk, journalist"),
     lambda case: case.plan.population and case.plan.recoding == "cut" and case.plan.domain == "hierarchy"),
    ("a range of a cut may read like a group of the hierarchy that has missing values, too", ("loss",),
     lambda case: case.plan.recoding == "cut" and joined_missing(case)),
    ("under wildcard, local recoding publishes missing values as the only label of a last level, and does not count them",
     ("loss",), lambda case: case.plan.missing == "wildcard" and case.plan.recoding == "local" and joined_missing(case)),
    ("a label that is one of two levels counts as what the level that was chosen has", ("loss",), label_of_two_levels),
    ("right guesses of a sensitive attribute count every token of a missing value as a value of its own",
     ("right guesses", "cm"), two_tokens),
    ("assess takes groups of numbers that are not neighbours for what is beside them", ("assess: loss", "assess: entropy"),
     numbers_in_groups),
]


def known(case, wrong):
    """The name of a known disagreement that explains the sentence, or None."""
    if not hasattr(case, "shown") and not wrong.startswith("no release"):
        return None
    for name, beginnings, shows in KNOWN:
        if wrong.startswith(beginnings) and shows(case):
            return name
    return None

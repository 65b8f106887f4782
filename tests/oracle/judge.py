"""The verdict on a table from its text and the plan: classes, k, privacy models, limits."""

import math
import os
from fractions import Fraction

from labels import Hierarchy, place
from tables import MISSING, STAR

# Suppressed rows, with `*` in every quasi-identifier, are a class that k and the models judge like any other.
JUDGE_SUPPRESSED = os.environ.get("JUDGE_SUPPRESSED", "yes") == "yes"

CLOSE = 1e-9  # entropies and logarithms that are nearer to their threshold decide nothing


class Shown:
    """What a table shows of its rows: texts of the quasi-identifiers, values of the sensitive attributes,
    and whose rows they are (by default everybody's own)."""

    def __init__(self, plan, table, persons=None):
        self.plan = plan
        # Averages leave the tokens of missing values as they are: who reads them tells them apart.
        averages = plan.recoding == "microaggregation" and plan.missing != "wildcard"
        self.quasi = [row if averages else tuple(plan.fold(c) for c in row) for row in table.columns(plan.quasi)]
        self.values = {name: [plan.fold(c) for c in table.column(name)] for name in plan.sensitive}
        self.persons = persons if persons else list(range(len(self.quasi)))
        self.all_stars = [all(c == STAR for c in row) for row in self.quasi]
        self.one_class = all(self.all_stars)
        self.suppressed = [] if self.one_class else [i for i, stars in enumerate(self.all_stars) if stars]
        self.classes = {}
        for i, row in enumerate(self.quasi):
            if self.one_class or not self.all_stars[i]:
                self.classes.setdefault(row, []).append(i)

    def members(self, rows):
        return len({self.persons[i] for i in rows})

    def count(self, name, rows):
        """How many persons have each value; one with two values counts for both."""
        counts = {}
        for _, value in {(self.persons[i], self.values[name][i]) for i in rows}:
            counts[value] = counts.get(value, 0) + 1
        return counts


def compatible(one, other, wild):
    return all(a == b or a in wild or b in wild for a, b in zip(one, other))


def wild_texts(plan, any_table=False):
    """What matches everything under the wildcard rule: in any table missing values and blanks. A release of Shoal needs
    the blanks only where its plan blanks cells and asks for nothing else, and missing values not with clusters."""
    if plan.missing != "wildcard":
        return ()
    if any_table or plan.recoding == "suppress" and not plan.rules and not plan.person:
        return (MISSING, STAR)
    return (MISSING,) if plan.recoding in ("lattice", "cut") else ()


def class_sizes(plan, shown, any_table=False):
    """Members of each class, of all compatible ones together under the wildcard rule."""
    wild = wild_texts(plan, any_table)
    if not wild:
        return {key: shown.members(rows) for key, rows in shown.classes.items()}
    return {key: shown.members([i for other, rows in shown.classes.items()
                                if compatible(key, other, wild) for i in rows])
            for key in shown.classes}


# ---- distances and models; counts are persons with a value, `all_counts` those of the table


def ordered_values(plan, name, all_counts, hierarchy):
    """The order of t-closeness: the plan's; numbers and dates by size; the lines of the hierarchy; the text."""
    given = plan.attributes[name].get("order")
    values = set(all_counts)
    if given:
        listed = given.split("|")
        return sorted(values, key=lambda v: listed.index(v) if v in listed else len(listed))
    real = [v for v in values if v is not MISSING]
    if real and all(place(v) for v in real):
        return sorted(real, key=lambda v: place(v)[1]) + [MISSING] * (MISSING in values)
    if hierarchy:
        return None  # the order follows the lines of the hierarchy: not judged here
    return sorted(real, key=lambda v: v.encode()) + [MISSING] * (MISSING in values)


def distance_equal(part, whole):
    return sum(abs(part.get(v, 0) - whole[v]) for v in whole) / 2


def distance_ordered(part, whole, order):
    total = run = Fraction(0)
    for value in order[:-1]:
        run += part.get(value, 0) - whole[value]
        total += abs(run)
    return total / (len(order) - 1) if len(order) > 1 else Fraction(0)


def distance_hierarchical(part, whole, hierarchy):
    """Li, Li, Venkatasubramanian 2007: at a group of height h what is too much among its children is moved to
    where it is too little, for h / H each."""
    paths = {v: list(hierarchy.paths.get(v, [v] * (hierarchy.height + 1))) for v in whole}
    if len({p[-1] for p in paths.values()}) > 1:
        paths = {v: p + [STAR] for v, p in paths.items()}
    height = len(next(iter(paths.values()))) - 1
    total = Fraction(0)
    extra = {v: part.get(v, Fraction(0)) - whole[v] for v in whole}  # by value, then by group
    at = {v: paths[v] for v in whole}
    for level in range(1, height + 1):
        groups = {}
        for child, path in at.items():
            groups.setdefault(tuple(path[level:]), []).append(child)
        merged, merged_at = {}, {}
        for key, children in groups.items():
            much = sum(extra[c] for c in children if extra[c] > 0)
            little = -sum(extra[c] for c in children if extra[c] < 0)
            total += min(much, little) * Fraction(level, height)
            merged[key] = much - little
            merged_at[key] = at[children[0]]
        extra, at = merged, merged_at
    return total


def shares(counts):
    total = sum(counts.values())
    return {v: Fraction(n, total) for v, n in counts.items()}


class Unsure(Exception):
    """Rounding would decide."""


def at_least(found, threshold):
    if abs(found - threshold) < CLOSE and found != threshold:
        raise Unsure
    return found >= threshold


def holds(plan, rule, name, counts, members, all_counts, hierarchy):
    """Whether a class keeps a rule about a sensitive attribute."""
    if rule.name == "l-diversity":
        return diverse(rule, counts, members)
    part, whole = shares(counts), shares(all_counts)
    if rule.name == "t-closeness":
        found = distance(plan, rule.given.get("distance", "equal"), name, part, whole, hierarchy)
        return found <= rule.number("t")
    if rule.name == "delta-disclosure":
        delta = float(rule.number("delta"))
        return all(v in part and not at_least(abs(math.log(part[v] / whole[v])), delta) for v in whole)
    if rule.name == "beta-likeness":
        beta = rule.number("beta")
        if any((part[v] - whole[v]) / whole[v] > beta for v in part):
            return False
        return rule.given.get("form") != "enhanced" or all(
            at_least(-math.log(whole[v]), float((part[v] - whole[v]) / whole[v])) for v in part)
    if rule.name == "alpha-k":
        return max(counts.values()) <= rule.number("alpha") * members
    raise ValueError(rule.text)


def distance(plan, kind, name, part, whole, hierarchy):
    if kind == "equal":
        return distance_equal(part, whole)
    if kind == "hierarchical":
        return distance_hierarchical(part, whole, hierarchy)
    order = ordered_values(plan, name, whole, hierarchy)
    if order is None:
        raise Unsure
    return distance_ordered(part, whole, order)


def entropy_of(counts):
    return -sum(float(p) * math.log(p) for p in shares(counts).values())


def diverse(rule, counts, members):
    form, least = rule.given.get("form", "distinct"), rule.number("l")
    if form == "distinct":
        return len(counts) >= least and members >= least
    if form == "entropy":
        threshold = math.log(least)
        found = entropy_of(counts)
        if len(counts) == least and len(set(counts.values())) == 1:
            return True
        return at_least(found, threshold)
    most, *rest = sorted(counts.values(), reverse=True)
    return most < rule.number("c") * sum(([most] + rest)[int(least) - 1:])


# ---- the verdict


class Verdict:
    def __init__(self):
        self.broken = []  # what does not hold, as sentences
        self.unsure = False

    def fail(self, sentence):
        self.broken.append(sentence)

    @property
    def holds(self):
        return not self.broken


def sensitive_hierarchies(plan, folder):
    found = {}
    for name in plan.sensitive:
        path = os.path.join(folder, plan.raw.get("hierarchies", "none"), name + ".csv")
        if os.path.exists(path):
            found[name] = Hierarchy.read(path)
            found[name].place_missing(plan)
    return found


def least_members(plan):
    """k, raised by the largest risk that is allowed; with a population that is a rule about it."""
    if plan.max_risk is None or plan.population:
        return plan.k
    return max(plan.k, math.ceil(1 / plan.max_risk))


def judge_class(plan, shown, rows, size, hierarchies, all_counts, verdict, what):
    if size < least_members(plan):
        verdict.fail(f"{what}: {size} members, below {least_members(plan)}")
    for rule, name in plan.sensitive_rules():
        try:
            if not holds(plan, rule, name, shown.count(name, rows), shown.members(rows), all_counts[name],
                         hierarchies.get(name)):
                verdict.fail(f"{what}: {rule.text} on {name}")
        except Unsure:
            verdict.unsure = True


def judge_table(plan, shown, hierarchies, any_table=False):
    """k and every model in every class, the suppression limit, and the limits of the release as a whole. any_table: as
    a reader has to who does not know how it was made."""
    verdict = Verdict()
    everything = range(len(shown.quasi))
    all_counts = {name: shown.count(name, everything) for name in plan.sensitive}
    sizes = class_sizes(plan, shown, any_table)
    for key, rows in shown.classes.items():
        judge_class(plan, shown, rows, sizes[key], hierarchies, all_counts, verdict, f"class {key}")
    if JUDGE_SUPPRESSED and shown.suppressed:
        judge_class(plan, shown, shown.suppressed, shown.members(shown.suppressed), hierarchies, all_counts, verdict,
                    "suppressed rows")
    if len(shown.suppressed) > plan.suppression * len(shown.quasi):
        verdict.fail(f"{len(shown.suppressed)} of {len(shown.quasi)} rows suppressed")
    judge_whole(plan, shown, verdict)
    return verdict


def all_classes(shown):
    """The rows of each class; suppressed ones are the last."""
    return list(shown.classes.values()) + ([shown.suppressed] if JUDGE_SUPPRESSED and shown.suppressed else [])


def judge_whole(plan, shown, verdict):
    sizes = [shown.members(rows) for rows in all_classes(shown)]
    records = sum(sizes)
    if plan.max_average is not None and records and Fraction(len(sizes), records) > plan.max_average:
        verdict.fail(f"average risk {len(sizes)}/{records}")
    if plan.max_uniques is not None and records and Fraction(sizes.count(1), records) > plan.max_uniques:
        verdict.fail(f"{sizes.count(1)} of {records} records unique")


def judge_population(plan, shown, people_of, others, verdict):
    """k-map, delta-presence and the largest risk in a population. people_of(key): its people in a class; others: those
    who fit no class, and so would be among the suppressed rows."""
    found = [(f"class {key}", people_of(key), rows) for key, rows in shown.classes.items()]
    if JUDGE_SUPPRESSED and shown.suppressed:
        found.append(("suppressed rows", others, shown.suppressed))
    for what, people, rows in found:
        members = shown.members(rows)
        if plan.max_risk is not None and max(people, members) * plan.max_risk < 1:
            verdict.fail(f"{what}: risk 1/{people}")
        for rule in plan.population_rules():
            if rule.name == "k-map" and people < rule.number("k"):
                verdict.fail(f"{what}: {people} people, {rule.text}")
            if rule.name == "delta-presence" and not (
                    people and rule.number("min", Fraction(0)) <= Fraction(members, people) <= rule.number("max")):
                verdict.fail(f"{what}: {members} of {people} people, {rule.text}")

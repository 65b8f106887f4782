"""Figures about a release, from their definitions: losses, risks, linkage with the original."""

import math
from fractions import Fraction

from judge import least_members
from tables import MISSING, STAR


HIDDEN = "suppressed"


class Pair:
    """A release with the row of the original that each of its rows is about (own[i])."""

    def __init__(self, plan, shown, original, own, domains):
        self.plan, self.shown, self.own, self.domains = plan, shown, own, domains
        self.original = [tuple(plan.fold(c) for c in row) for row in original.columns(plan.quasi)]


# ---- metrics


def cell_metrics(pair):
    """loss, loss by attribute, nwp and entropy; None where a label's text does not say what it covers."""
    plan, shown, rows = pair.plan, pair.shown, len(pair.shown.quasi)
    weights = [float(plan.attributes[name].get("weight", 1)) for name in plan.quasi]
    losses, bits, most_bits = [], 0.0, 0.0
    suppressed = set(shown.suppressed)
    for a, name in enumerate(plan.quasi):
        domain = pair.domains[name]
        ground, counts = domain.ground(), domain.counts
        total = 0.0
        for i, row in enumerate(shown.quasi):
            value = pair.original[pair.own[i]][a]
            covered = ground if i in suppressed else domain.covers(row[a] if row[a] is not MISSING else plan.tokens[0])
            if covered is None:
                return None
            if i in suppressed:
                total += 1
            elif len(ground) > 1:
                total += (len(covered) - 1) / (len(ground) - 1)
            elif row[a] == STAR and value != STAR:
                total += 0
            inside = sum(n for v, n in counts.items() if v in covered)
            bits += math.log2(inside / counts[value]) if inside else 0
            most_bits += math.log2(sum(counts.values()) / counts[value])
        losses.append(total / rows)
    return {"loss": sum(losses) / len(losses), "by": dict(zip(plan.quasi, losses)),
            "nwp": sum(w * x for w, x in zip(weights, losses)) / sum(weights),
            "entropy": bits / most_bits if most_bits else 0.0}


def class_metrics(plan, shown, sizes):
    """dm, aecs, necd, cm. Suppressed rows are one class in aecs and none in necd; dm is about rows."""
    rows, lost = len(shown.quasi), len(shown.suppressed)
    found = {"dm": sum(len(r) ** 2 for r in shown.classes.values()) + lost * rows}
    classes = len(shown.classes) + (lost > 0)
    found["aecs"] = rows / classes / least_members(plan)
    if rows > 1 and sizes:
        found["necd"] = (max(sizes.values()) - min(sizes.values())) / (rows - 1)
    target = plan.target or (plan.sensitive[0] if len(plan.sensitive) == 1 else None)
    if target in shown.values:
        kept = 0
        for r in shown.classes.values():
            values = [shown.values[target][i] for i in r]
            kept += max(values.count(v) for v in set(values))
        found["cm"] = (rows - kept) / rows
    return found


# ---- risks


def records_of(shown):
    """Members of the class of every published record; a record is a person in a class."""
    return [shown.members(rows) for rows in shown.classes.values()]


def risk_figures(sizes, people, threshold):
    """largest, average, above for the prosecutor (people None) or the journalist: sizes[i] members, people[i] in
    the population, at least as many as in the table."""
    records = sum(sizes)
    looked = [max(f, F) for f, F in zip(sizes, people or sizes)]
    if not records:
        return None
    return {"largest": float(Fraction(1, min(looked))),
            "average": float(sum(Fraction(f, F) for f, F in zip(sizes, looked)) / records),
            "above": sum(f for f, F in zip(sizes, looked) if Fraction(1, F) > threshold)}


def people_by_class(plan, shown, population, domains, known=False):
    """How many people of the population fit each class and no other; known: with values that the table or the
    hierarchies have, as the search counts them."""
    keys = list(shown.classes)
    found = {key: 0 for key in keys}
    found[HIDDEN] = 0
    for person in population:
        fits = [key for key in keys
                if all(domains[name].fits(label_text(plan, key[a]), person[a], known) for a, name in enumerate(plan.quasi))]
        if len(fits) <= 1 and (not known or all(domains[n].knows(person[a]) for a, n in enumerate(plan.quasi))):
            found[fits[0] if fits else HIDDEN] += 1
    return found


def label_text(plan, cell):
    return plan.tokens[0] if cell is MISSING else cell


def fits_class(plan, key, person, domains):
    return all(person[a] in (domains[name].covers(label_text(plan, key[a])) or ())
               for a, name in enumerate(plan.quasi))


def wild_chances(pair):
    """Who reads missing values as anything, and knows the original of one person: a guess among the published rows that
    may be the person's. The chance for every published record."""
    plan, shown = pair.plan, pair.shown

    def fits(key, person):
        return all(label is MISSING or value is MISSING or value in (pair.domains[name].covers(label) or ())
                   for name, label, value in zip(plan.quasi, key, person))

    best = {}
    for key, rows in shown.classes.items():
        for i in rows:
            person = pair.original[pair.own[i]]
            candidates = shown.members([j for other, r in shown.classes.items() if fits(other, person) for j in r])
            record = (shown.persons[i], key)
            best[record] = max(best.get(record, 0), Fraction(1, candidates) if candidates else 1)
    return list(best.values())


# ---- linkage with the original


def components(arcs):
    """The strong component of every node, by the plain definition: reachable both ways."""
    reached = {}
    for start in arcs:
        seen, todo = {start}, [start]
        while todo:
            for other in arcs[todo.pop()]:
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        reached[start] = seen
    return reached


def linkage(pair, aligned, exclude=True):
    """Who knows the original of everybody takes the rows that can be a person's, and guesses one."""
    plan, shown = pair.plan, pair.shown
    keys = list(shown.classes)
    class_of = {}
    for key, rows in shown.classes.items():
        for i in rows:
            class_of[i] = key
    fits = {}
    for person in set(pair.original):
        fits[person] = [key for key in keys if fits_class(plan, key, person, pair.domains)]
    hidden = shown.suppressed
    everybody = [(i, pair.original[pair.own[i]]) for i in range(len(shown.quasi))]
    contradicted = any(i in class_of and class_of[i] not in fits[p] for i, p in everybody)
    overlapping = any(len(f) > 1 for f in fits.values())
    reached = None
    if aligned and exclude and not contradicted:
        arcs = {key: set() for key in keys + [HIDDEN]}
        for i, person in everybody:
            own = class_of.get(i, HIDDEN)
            arcs[own].update(fits[person])
            if hidden:
                arcs[own].add(HIDDEN)
        reached = components(arcs)
    best, counted = {}, {}
    for i, person in everybody:
        own = class_of.get(i, HIDDEN)
        left = [key for key in fits[person]
                if reached is None or (key in reached[own] and own in reached[key])]
        rows = [j for key in left for j in shown.classes[key]]
        if own is HIDDEN:
            rows += hidden
        candidates = shown.members(rows)
        found = own is HIDDEN or own in left
        chance = Fraction(1, candidates) if found and candidates else Fraction(0)
        record = (shown.persons[i], own)
        if record not in best or chance > best[record][0]:
            best[record] = (chance, candidates, own is not HIDDEN)
    published = [c for c, _, is_shown in best.values() if is_shown]
    chances = [c for c, _, _ in best.values()]
    return {"expected": float(sum(published) / len(published)) if published else None,
            "expected_all": float(sum(chances) / len(chances)),
            "largest": float(max(chances)),
            "certain": sum(1 for c in chances if c == 1),
            "fewest": min(n for _, n, _ in best.values()),
            "candidates": float(Fraction(sum(n for _, n, _ in best.values()), len(best))),
            "attacked": len(best), "published": len(published), "overlapping": overlapping}


def unaligned_linkage(pair):
    """Without knowing whose rows they are: a person with candidate rows is taken to be among them."""
    plan, shown = pair.plan, pair.shown
    keys = list(shown.classes)
    chances, everybody = [], []
    for person in pair.original:
        rows = [i for key in keys if all(pair.domains[n].fits(label_text(plan, key[a]), person[a])
                                         for a, n in enumerate(plan.quasi)) for i in shown.classes[key]]
        chance = Fraction(1, shown.members(rows)) if rows else \
            Fraction(1, shown.members(shown.suppressed)) if shown.suppressed else Fraction(0)
        everybody.append(chance)
        if rows:
            chances.append(chance)
    if plan.person:
        return {}
    return {"expected": float(sum(chances) / len(chances)) if chances else None,
            "expected_all": float(sum(everybody) / len(everybody)), "largest": float(max(everybody))}

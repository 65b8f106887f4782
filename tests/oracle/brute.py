"""All nodes of a small lattice, each judged row by row: what is feasible, and what the best value is."""

import itertools
import math
from fractions import Fraction

from judge import JUDGE_SUPPRESSED, Unsure, compatible, holds, least_members, wild_texts

MOST_NODES = 150


def nodes(plan, domains):
    ranges = []
    for name in plan.quasi:
        given = plan.attributes[name]
        height = domains[name].hierarchy.height
        ranges.append(range(int(given.get("min_level", 0)), min(height, int(given.get("max_level", height))) + 1))
    return list(itertools.product(*ranges)), math.prod(len(r) for r in ranges)


def recoded(plan, original, domains, node):
    """The quasi-identifiers of every row at the node's levels."""
    columns = []
    for name, level in zip(plan.quasi, node):
        paths = domains[name].hierarchy.paths
        columns.append([paths[plan.fold(c)][level] for c in original.column(name)])
    return list(zip(*columns))


class Node:
    """A node with its failing classes suppressed, until those that are left hold."""

    def __init__(self, plan, original, persons, domains, hierarchies, people, node):
        self.node, self.people = node, people
        self.plan = plan
        self.keys = recoded(plan, original, domains, node)
        self.values = {n: [plan.fold(c) for c in original.column(n)] for n in plan.sensitive}
        self.persons = persons
        self.classes = {}
        for i, key in enumerate(self.keys):
            self.classes.setdefault(key, []).append(i)
        self.unsure = False
        everything = range(len(self.keys))
        counts = {n: self.count(n, everything) for n in plan.sensitive}
        self.good = {key: rows for key, rows in self.classes.items()
                     if self.keeps_rules(rows, counts, hierarchies) and self.keeps_population(node, rows, key, people)}
        wild = wild_texts(plan)
        while True:
            small = [key for key in self.good if self.size(key, wild) < least_members(plan)]
            if not small:
                break
            for key in small:
                del self.good[key]

    def count(self, name, rows):
        counts = {}
        for _, value in {(self.persons[i], self.values[name][i]) for i in rows}:
            counts[value] = counts.get(value, 0) + 1
        return counts

    def members(self, rows):
        return len({self.persons[i] for i in rows})

    def size(self, key, wild):
        if not wild:
            return self.members(self.good[key])
        return self.members([i for other, rows in self.good.items() if compatible(key, other, wild) for i in rows])

    def keeps_rules(self, rows, counts, hierarchies):
        for rule, name in self.plan.sensitive_rules():
            try:
                if not holds(self.plan, rule, name, self.count(name, rows), self.members(rows), counts[name],
                             hierarchies.get(name)):
                    return False
            except Unsure:
                self.unsure = True
        return True

    def keeps_population(self, node, rows, key, people):
        if people is None:
            return True
        return self.keeps_people(people(node).get(key, 0), self.members(rows))

    def keeps_people(self, found, members):
        if self.plan.max_risk is not None and found * self.plan.max_risk < 1:
            return False
        for rule in self.plan.population_rules():
            if rule.name == "k-map" and found < rule.number("k"):
                return False
            if rule.name == "delta-presence" and (not found or Fraction(members, found) > rule.number("max")):
                return False
        return True

    @property
    def lost(self):
        return sum(len(rows) for key, rows in self.classes.items() if key not in self.good)

    def feasible(self):
        plan, sizes = self.plan, [self.members(rows) for rows in self.good.values()]
        if self.lost > plan.suppression * len(self.keys):
            return False
        records = sum(sizes)
        if plan.max_average is not None and records and Fraction(len(sizes), records) > plan.max_average:
            return False
        return plan.max_uniques is None or not records or \
            Fraction(sizes.count(1), records) <= plan.max_uniques

    def settled(self, hierarchies):
        """Whether the suppressed rows hold as a class, or the others without them, as the plan wants it. Where all rows
        are suppressed they are one class."""
        gone = [i for key, rows in self.classes.items() if key not in self.good for i in rows]
        if not gone:
            return True
        if self.plan.suppressed != "drop" or not self.good:
            counts = {n: self.count(n, range(len(self.keys))) for n in self.plan.sensitive}
            if self.members(gone) >= least_members(self.plan) and self.keeps_rules(gone, counts, hierarchies) and \
                    self.keeps_others(gone):
                return True
        if self.plan.suppressed == "keep" or not self.good or not JUDGE_SUPPRESSED:
            return not JUDGE_SUPPRESSED and bool(self.good)
        kept = [i for rows in self.good.values() for i in rows]
        counts = {n: self.count(n, kept) for n in self.plan.sensitive}
        return all(self.keeps_rules(rows, counts, hierarchies) for rows in self.good.values())

    def keeps_others(self, gone):
        """Rules about a population, for the suppressed rows: the people who fit no published class."""
        if self.people is None:
            return True
        people = self.people(self.node)
        others = sum(n for key, n in people.items() if key not in self.good and None not in key)
        return self.keeps_people(others, self.members(gone))

    def value(self, metric, original, domains):
        """The metric, from the release that the node would be."""
        plan = self.plan
        rows = len(self.keys)
        if metric == "precision":
            heights = [domains[n].hierarchy.height for n in plan.quasi]
            return sum(l / h if h else 0 for l, h in zip(self.node, heights)) / len(heights)
        if metric == "dm":
            return sum(len(r) ** 2 for r in self.good.values()) + self.lost * rows
        if metric == "aecs":
            return rows / (len(self.good) + (self.lost > 0)) / least_members(plan)
        return self.cells(metric, domains)

    def cells(self, metric, domains):
        plan, rows = self.plan, len(self.keys)
        weights = {n: float(plan.attributes[n].get("weight", 1)) if metric == "nwp" else 1.0 for n in plan.quasi}
        total = bits = most = 0.0
        for a, name in enumerate(plan.quasi):
            domain, level = domains[name], self.node[a]
            groups = domain.hierarchy.level_groups(level)
            ground = domain.ground()
            for value, n in domain.counts.items():
                most += n * math.log2(rows / n)
            cost = {label: (len(g & ground) - 1) / (len(ground) - 1) if len(ground) > 1 else 0.0
                    for label, g in groups.items()}
            inside = {label: sum(domain.counts.get(v, 0) for v in g) for label, g in groups.items()}
            for key, members in self.classes.items():
                shown = key in self.good
                total += len(members) * weights[name] * (cost[key[a]] if shown else 1.0)
                for i in members:
                    own = domain.counts[self.original_value(a, i)]
                    bits += math.log2((inside[key[a]] if shown else rows) / own)
        if metric == "entropy":
            return bits / most if most else 0.0
        return total / rows / sum(weights.values())

    def original_value(self, a, i):
        return self.originals[i][a]


def all_nodes(plan, original, persons, domains, hierarchies, people):
    if any(domains[n].hierarchy is None for n in plan.quasi):
        return None
    found, count = nodes(plan, domains)
    if count > MOST_NODES or count * len(original.rows) > 6000:
        return None
    originals = [tuple(plan.fold(c) for c in row) for row in original.columns(plan.quasi)]
    made = []
    for node in found:
        one = Node(plan, original, persons, domains, hierarchies, people, node)
        one.originals = originals
        made.append(one)
    return made

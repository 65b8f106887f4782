"""What labels stand for: groups of hierarchies, ranges, sets, masks, dates."""

import os
import re
from fractions import Fraction

from tables import MISSING, STAR, read_rows

NUMBER = r"[+-]?\d+(?:\.\d+)?"
DATE = r"\d{4}-\d\d-\d\d"


def number(text):
    return Fraction(text) if re.fullmatch(NUMBER, text) else None


def place(text):
    """Where a value is on its axis: numbers and dates (which do not occur in one column)."""
    if re.fullmatch(DATE, text):
        return ("date", text)
    found = number(text)
    return None if found is None else ("number", found)


def members(text):
    """The members of a set `{a, "b, c"}`; None if it is none."""
    if not (text.startswith("{") and text.endswith("}")):
        return None
    found, at, body = [], 0, text[1:-1]
    while at <= len(body):
        if body.startswith('"', at):
            quoted = re.compile(r'"((?:[^"]|"")*)"').match(body, at)
            if not quoted:
                return None
            found.append((quoted.group(1).replace('""', '"'), True))
            at = quoted.end()
        else:
            end = body.find(", ", at)
            end = len(body) if end < 0 else end
            found.append((body[at:end], False))
            at = end
        if at == len(body):
            return found
        if not body.startswith(", ", at):
            return None
        at += 2
    return None


def reach(label):
    """(low, high) of a range as its text has it, both ends included or open; None if it is none."""
    for pattern in (rf"({DATE}) to ({DATE})", rf"({NUMBER}) to ({NUMBER})", r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)"):
        found = re.fullmatch(pattern, label)
        if found:
            low, high = place(found.group(1)), place(found.group(2))
            return lambda v: v[0] == low[0] and low[1] <= v[1] <= high[1]
    found = re.fullmatch(rf"(?:>=({NUMBER})|({NUMBER})\+)", label)
    if found:
        low = number(found.group(1) or found.group(2))
        return lambda v: v[0] == "number" and v[1] >= low
    found = re.fullmatch(rf"<({NUMBER})", label)
    if found:
        high = number(found.group(1))
        return lambda v: v[0] == "number" and v[1] < high
    return None


def named(label):
    """What a label made of values spells out: each member of a set, or the text itself, with the ends that it has if it
    is a range."""
    found = []
    for text, quoted in members(label) or [(label, False)]:
        ends = None if quoted else re.fullmatch(rf"({DATE}) to ({DATE})|({NUMBER}) to ({NUMBER})|"
                                                r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", text)
        found.append((text, [end for end in ends.groups() if end is not None] if ends else [text]))
    return found


def date_group(label):
    """Whether a date is in `2020-07`, `2020-Q3`, `2020`, `2020s`; None if the label is no such group."""
    if re.fullmatch(r"\d{4}(-\d\d)?", label):
        return lambda text: text.startswith(label)
    if re.fullmatch(r"\d{4}-Q[1-4]", label):
        return lambda text: text[:4] == label[:4] and (int(text[5:7]) + 2) // 3 == int(label[6])
    if re.fullmatch(r"\d{3}0s", label):
        return lambda text: text[:3] == label[:3]
    return None


class Hierarchy:
    """value → its label at each level, level 0 being the value."""

    def __init__(self, paths, origin):
        self.paths, self.origin = paths, origin
        self.height = max((len(p) for p in paths.values()), default=1) - 1

    @staticmethod
    def read(path):
        return Hierarchy({row[0]: row for row in read_rows(path, ";") if row}, "file")

    def add_top(self):
        if len({p[-1] for p in self.paths.values()}) > 1:
            for value in self.paths:
                self.paths[value] = self.paths[value] + [STAR]
            self.height += 1

    def place_missing(self, plan):
        """Missing values go the way of their token's line. Without one, and always under wildcard, they stay apart up to
        the first level that has a single value. Returns whether they have a line that counts."""
        apart = [MISSING] + [labels.pop() if len(labels) == 1 else MISSING
                             for labels in ({p[n] for p in self.paths.values()} for n in range(1, self.height + 1))]
        lines = [self.paths.pop(token) for token in plan.tokens if token in self.paths]
        listed = bool(lines) and plan.missing != "wildcard"
        self.paths[MISSING] = [MISSING] + lines[0][1:] if listed else apart
        return listed

    def level_groups(self, level):
        groups = {}
        for value, path in self.paths.items():
            groups.setdefault(path[level], set()).add(value)
        return groups


def built(spec, values):
    """The hierarchies that the manual defines to the letter; None for the others."""
    name, _, rest = spec.partition(":")
    real = sorted(v for v in values if v is not MISSING)
    if name == "flat":
        return Hierarchy({v: [v, STAR] for v in real}, "built")
    if name == "mask" and len({len(v) for v in real}) == 1 and len(real[0]) <= 10:
        return Hierarchy({v: [v[:len(v) - n] + STAR * n for n in range(len(v))] + [STAR] for v in real}, "built")
    if name == "ranges" and rest and all(re.fullmatch(r"\d+", v) for v in real):
        widths = [int(w) for w in rest.split(",")]
        return Hierarchy({v: [v] + [f"{int(v) // w * w}-{int(v) // w * w + w - 1}" for w in widths] + [STAR]
                          for v in real}, "built")
    if name == "dates":
        return Hierarchy({v: [v, v[:7], f"{v[:4]}-Q{(int(v[5:7]) + 2) // 3}", v[:4], v[:3] + "0s", STAR]
                          for v in real}, "built")
    return None


class Domain:
    """The values of one quasi-identifier in the original, its hierarchy, and what labels cover."""

    def __init__(self, plan, name, cells, folder, all_cells):
        """cells: of the rows in play; hierarchies are built from all_cells, dropped rows included."""
        self.plan, self.name, self.all_values = plan, name, {plan.fold(c) for c in all_cells}
        self.given = plan.attributes[name]
        self.counts = {}
        for cell in cells:
            value = plan.fold(cell)
            self.counts[value] = self.counts.get(value, 0) + 1
        self.values = set(self.counts)
        self.hierarchy = self.find_hierarchy(folder)
        self.read_at(None)

    def find_hierarchy(self, folder):
        spec = self.given.get("hierarchy", "")
        path = os.path.join(folder, spec) if spec.endswith(".csv") else \
            os.path.join(folder, self.plan.raw.get("hierarchies", "none"), self.name + ".csv")
        if os.path.exists(path) and (not spec or spec.endswith(".csv")):
            found = Hierarchy.read(path)
        else:
            found = built(spec, self.all_values) if spec else None
        if found and self.given.get("top") == "add":
            found.add_top()
        self.lists_missing = bool(found) and found.place_missing(self.plan)
        return found

    def read_at(self, level):
        """A label may be of two levels. Of a release by levels it is read at the one that was chosen; None: at all."""
        self.level, self.known = level, {}

    def ground(self):
        """The values that loss counts: those in the data, or in the hierarchy."""
        if self.plan.domain == "hierarchy" and not self.hierarchy:
            return self.values | (self.all_values - {MISSING})
        if self.plan.domain == "hierarchy":
            return self.values | (set(self.hierarchy.paths) - (set() if self.lists_missing else {MISSING}))
        return self.values

    def covers(self, label):
        """The values of the domain that a published label stands for; None: its text does not say."""
        if label not in self.known:
            self.known[label] = self.read_label(label)
        return self.known[label]

    def read_label(self, label):
        ground = self.ground()
        if label == STAR:
            return ground
        if label == "{*}":
            return ground - {MISSING} if self.plan.recoding == "cut" else ground
        value = self.plan.fold(label)
        found = {value} & ground
        if self.hierarchy and self.level is not None:
            return {v for v in ground if (self.path_of(v) or [v])[self.level] == value}
        if self.hierarchy:
            for path_value, path in self.hierarchy.paths.items():
                if value in path[1:]:
                    found |= {path_value} & ground
        if found:
            return found
        if value is MISSING:
            return set()
        text = self.matching(label)
        if text is not None:
            return {v for v in ground if v is not MISSING and text(v)}
        parts = members(label)
        return None if parts is None else self.read_set(parts, ground)

    def read_set(self, parts, ground):
        found = set()
        for text, quoted in parts:
            value = self.plan.fold(text)
            if value in ground:
                found.add(value)
            elif quoted or self.matching(text) is None:
                return None
            else:
                found |= {v for v in ground if v is not MISSING and self.matching(text)(v)}
        return found

    def path_of(self, value):
        """The labels of a value at all levels, also of one that only a population has; None: found nowhere."""
        if self.hierarchy is None:
            return [value]
        if value not in self.hierarchy.paths and self.hierarchy.origin == "built":
            more = built(self.given["hierarchy"], {value})
            return more and more.paths[value]
        return self.hierarchy.paths.get(value)

    def label_at(self, value, level):
        """A stranger is nowhere but at a level that has `*` alone."""
        path = self.path_of(value)
        return path[level] if path else STAR if self.covers_all(level) else None

    def covers_all(self, level):
        return bool(self.hierarchy) and {path[level] for path in self.hierarchy.paths.values()} == {STAR}

    def knows(self, value):
        """Whether a value of the population, which the table may lack, has a place in the release."""
        return value in self.values or bool(self.path_of(value)) or self.level is not None and self.covers_all(self.level)

    def labels_of(self, value):
        path = self.path_of(value) or []
        return path if self.level is None else path[self.level:self.level + 1]

    def fits(self, label, value, known=False):
        """Whether a value, of the table or not, may be behind a label; known: only values that the table or the
        hierarchy has."""
        if known and not self.knows(value):
            return False
        if label == STAR:
            return True
        if value in (self.covers(label) or ()):
            return True
        if value in self.values:
            return False
        if self.hierarchy and self.plan.fold(label) in self.labels_of(value):
            return True
        text = self.matching(label)
        return text is not None and value is not MISSING and text(value)

    def matching(self, label):
        """Whether a value is in the range, mask or part of the calendar that a label names."""
        inside = reach(label)
        dates = all(re.fullmatch(DATE, v) for v in self.values if v is not MISSING)
        if inside:
            return lambda v: place(v) is not None and inside(place(v))
        if dates and date_group(label):
            return date_group(label)
        if len(label) > 1 and label.endswith(STAR) and label.strip(STAR):
            kept = label.rstrip(STAR)
            return lambda v: len(v) == len(label) and v.startswith(kept)
        return None

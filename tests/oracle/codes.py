"""Top and bottom codes by their definition: where a bound must be, what the original reads with it, what stays secret."""

import math
import re
from fractions import Fraction

from judge import least_members
from tables import Table, share

AMOUNT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?\d{1,3}(,\d{3})+(\.\d+)?")
TELLING = 6  # digits from which on a number is nobody else's by chance where it stands alone
UNIQUE = 8   # and where it is part of anything
NEAR = 100   # within which of the bound a number may be told by chance: the ends of a histogram's bars are


def amount(text):
    """The number that a cell is; None: it is none."""
    return Fraction(text.replace(",", "")) if AMOUNT.fullmatch(text) else None


class End:
    """One end of a column, as the plan wants it coded. The bound is None until it is known, and where nobody has a
    value."""

    def __init__(self, name, top, asked):
        self.name, self.top, self.asked = name, top, str(asked)
        self.share = share(self.asked) if self.asked.endswith("%") else None
        self.bound = None if self.share is not None else self.asked

    @property
    def word(self):
        return f"{'top' if self.top else 'bottom'} code {self.asked} of {self.name}"

    @property
    def limit(self):
        return amount(self.bound)

    def beyond(self, cell):
        found = amount(cell)
        return found is not None and self.bound is not None and (found > self.limit if self.top else found < self.limit)

    # -- shares of people

    def outermost(self, plan, cells, persons):
        """The outermost number of everybody who has one, those who stand out first."""
        of = {}
        for cell, person in zip(cells, persons):
            if not plan.is_missing(cell):
                found = amount(cell)
                of[person] = found if person not in of else (max if self.top else min)(found, of[person])
        return sorted(of.values(), reverse=self.top)

    def least(self, plan, people):
        """How many must be at the bound or beyond it: the others of the share, and k."""
        others = 1 - self.share if self.top else self.share
        return max(least_members(plan), math.ceil(others * people))

    def wrong(self, plan, cells, persons):
        """Why the bound is not that of the share, as a sentence; None: it is."""
        found = self.outermost(plan, cells, persons)
        if not found:
            return None if self.bound is None else f"{self.word}: bound {self.bound} of nobody"
        if self.bound is None or self.limit is None:
            return f"{self.word}: bound {self.bound}"
        if self.bound not in cells:
            return f"{self.word}: bound {self.bound} is no value of the table"
        least = self.least(plan, len(found))
        reach = sum(v >= self.limit if self.top else v <= self.limit for v in found)
        past = sum(v > self.limit if self.top else v < self.limit for v in found)
        if reach < min(least, len(found)):
            return f"{self.word}: {reach} of {len(found)} people reach {self.bound}, {least} must"
        if past >= least:
            return f"{self.word}: {past} of {len(found)} people are beyond {self.bound}, {least} are enough"
        return None

    def place(self, plan, cells, persons):
        """Finds the bound where no result tells it, in one of the ways that it may be written. Where there are too few
        people nothing is to be told apart."""
        found = self.outermost(plan, cells, persons)
        if self.share is not None and found:
            least = self.least(plan, len(found))
            values = [amount(c) for c in cells if not plan.is_missing(c)]
            limit = found[least - 1] if least <= len(found) else min(values) if self.top else max(values)
            self.bound = next(c for c in cells if not plan.is_missing(c) and amount(c) == limit)


def asked(plan):
    """The ends that the plan wants coded."""
    return [End(name, key == "top_code", given[key]) for name, given in plan.attributes.items()
            for key in ("top_code", "bottom_code") if key in given]


def no_number(plan, table, ends):
    """The ends of columns with a value that cannot be compared with a bound."""
    return [e for e in ends if any(not plan.is_missing(c) and amount(c) is None for c in table.column(e.name))]


def nothing_between(ends):
    """Whether the bounds of a column meet or cross."""
    tops = {e.name: e.limit for e in ends if e.top and e.bound is not None}
    return any(not e.top and e.bound is not None and e.name in tops and tops[e.name] <= e.limit for e in ends)


def coded(table, ends):
    """The table as it reads with its extremes coded; all other cells as they are."""
    rows = [list(row) for row in table.rows]
    for end in ends:
        at = table.header.index(end.name)
        for row, before in zip(rows, table.rows):
            if end.beyond(before[at]):
                row[at] = end.bound
    return Table(table.header, rows)


def passed(table, ends):
    """(end, cell) of what stands in a table beyond a bound."""
    return [(e, c) for e in ends if e.name in table.header for c in table.column(e.name) if e.beyond(c)]


# ---- what may be read nowhere


def spellings(text):
    """Ways to write a number: as it stands, without its sign, in full, with separated thousands."""
    value, bare = abs(amount(text)), text.lstrip("+-")
    whole, point, rest = bare.partition(".")
    found = {bare, whole + point + rest.rstrip("0") if rest.rstrip("0") else whole}
    if value.denominator == 1:
        found |= {str(value), f"{int(value):,}"}
    elif whole.isdigit():
        found.add(f"{int(whole):,}.{rest}")
    return found


def digits(text):
    return sum(c.isdigit() for c in text)


def secrets(table, ends, known):
    """Spellings of numbers beyond a bound, long enough to be no coincidence, that are in nothing that is known."""
    found = {text for end, cell in passed(table, ends) if abs(amount(cell) - end.limit) > NEAR
             for text in spellings(cell) if digits(text) >= TELLING}
    return {text for text in found if not any(text in other for other in known)}


def leaked(secret, text):
    """Whether a text has the number: anywhere if it is long, otherwise standing alone."""
    if secret not in text:
        return False
    return digits(secret) >= UNIQUE or bool(re.search(rf"(?<![\w.,]){re.escape(secret)}(?![\w])", text))

"""What the oracle reads: tables, hierarchies and plans, from their text."""

import csv
import json
from fractions import Fraction

MISSING = "\0missing"  # one value, whatever token it is written with
STAR = "*"


def read_rows(path, delimiter=","):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file, delimiter=delimiter))


def write_rows(path, rows, delimiter=","):
    """Every cell that could be misread is quoted; a row of one empty cell is, too."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        for row in rows:
            file.write(delimiter.join(written(cell, delimiter, len(row)) for cell in row) + "\n")


def written(cell, delimiter, columns):
    plain = not any(c in cell for c in '"\r\n,;|\t') and (cell or columns > 1)
    return cell if plain and cell == cell.strip() else '"' + cell.replace('"', '""') + '"'


class Table:
    def __init__(self, header, rows):
        self.header, self.rows = header, rows

    @staticmethod
    def read(path):
        header, *rows = read_rows(path)
        for number, row in enumerate(rows, 2):
            if len(row) != len(header):
                raise ValueError(f"{path}:{number}: {len(row)} cells, expected {len(header)}")
        return Table(header, rows)

    def write(self, path):
        write_rows(path, [self.header] + self.rows)

    def column(self, name):
        at = self.header.index(name)
        return [row[at] for row in self.rows]

    def columns(self, names):
        at = [self.header.index(name) for name in names]
        return [tuple(row[i] for i in at) for row in self.rows]


def scalar(text):
    return json.loads(text) if text[:1] in '"[' else text


def read_plan(text):
    """Nested mappings of block style, scalars plain or in double quotes, lists in brackets."""
    root = {}
    open_maps = [(-1, root)]
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        body = line.strip()
        if body.startswith('"'):
            key, end = json.JSONDecoder().raw_decode(body)
            value = body[end + 1:].strip()
        else:
            key, _, value = body.partition(":")
            value = value.strip()
        while open_maps[-1][0] >= indent:
            open_maps.pop()
        into = open_maps[-1][1]
        if value:
            into[key] = scalar(value)
        else:
            into[key] = {}
            open_maps.append((indent, into[key]))
    return root


class Rule:
    """A privacy model as the plan has it: name and parameters."""

    def __init__(self, text):
        self.text = text
        self.name, *words = text.split()
        self.given = dict(word.split("=", 1) for word in words)

    def number(self, key, default=None):
        return Fraction(self.given[key]) if key in self.given else default


def share(text):
    return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)


class Plan:
    def __init__(self, text):
        self.raw = raw = read_plan(text)
        self.attributes = raw["attributes"]
        privacy = raw["privacy"]
        self.k = int(privacy["k"])
        self.rules = [Rule(text) for text in privacy.get("models", [])]
        if "l" in privacy:
            self.rules.append(Rule("l-diversity l=" + privacy["l"]))
        if "t" in privacy:
            self.rules.append(Rule("t-closeness t=" + privacy["t"]))
        self.max_risk = Fraction(privacy["max_risk"]) if "max_risk" in privacy else None
        self.max_average = Fraction(privacy["max_average_risk"]) if "max_average_risk" in privacy else None
        self.max_uniques = Fraction(privacy["max_uniques"]) if "max_uniques" in privacy else None
        self.suppression = share(raw.get("suppression", "0"))
        self.suppressed = raw.get("suppressed", "auto")
        self.recoding = raw.get("recoding", "lattice")
        self.then = raw.get("then", "nothing")
        self.domain = raw.get("domain", "data")
        missing = raw.get("missing", {})
        missing = {"rule": missing} if isinstance(missing, str) else missing
        self.missing = missing.get("rule", "category")
        self.tokens = missing.get("tokens", ["?", "", "NA"])
        self.identifiers = raw.get("identifiers", "drop")
        self.search = raw.get("search", {})
        self.population = raw.get("population", {}).get("file")
        self.threshold = Fraction(raw.get("risk", {}).get("threshold", "0.2"))
        self.target = raw.get("target")
        self.quasi = self.of_role("quasi")
        self.sensitive = self.of_role("sensitive")
        self.person = self.of_role("person")

    def of_role(self, role):
        return [name for name, given in self.attributes.items() if given.get("role") == role]

    def published(self, header):
        """The columns of the release, in order."""
        gone = ["person", "household"] + (["identifier"] if self.identifiers == "drop" else [])
        return [name for name in header if self.attributes.get(name, {}).get("role") not in gone]

    def is_missing(self, cell):
        return cell in self.tokens

    def fold(self, cell):
        """The value that a cell shows; all tokens of missing values are one."""
        return MISSING if cell in self.tokens else cell

    def sensitive_rules(self, of_population=False):
        """(rule, attribute) for every sensitive attribute that a rule is about."""
        for rule in self.rules:
            if rule.name in ("k-map", "delta-presence"):
                continue
            for name in self.sensitive:
                if rule.given.get("on", name) == name:
                    yield rule, name

    def population_rules(self):
        return [rule for rule in self.rules if rule.name in ("k-map", "delta-presence")]

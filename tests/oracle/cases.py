"""Random tables, hierarchies and plans over all recodings and models."""

import json
import os
import random

from codes import amount
from judge import JUDGE_SUPPRESSED
from tables import Table, write_rows

WORDS = ["Oslo", "Rome", "a, b", 'say "hi"', " lead", "trail ", "{x}", "a|b", "x-y", "Zürich", "1-2", "none", "HIV",
         "hiv", "true", "q;r", "it's", "[1", "#no"]
RECODINGS = ["lattice", "lattice", "cut", "local", "mondrian", "suppress", "microaggregation"]
ALGORITHMS = {
    "lattice": ["auto", "auto", "optimal", "exhaustive", "ola", "incognito", "samarati", "datafly", "random", "local",
                "kgen", "genetic", "tabu", "tabu-genetic"],
    "cut": ["auto", "optimal", "local", "genitor"],
    "microaggregation": ["auto", "mdav", "vmdav", "refine"],
    "local": ["auto", "sorted", "member", "agglomerate", "refine"],
    "mondrian": ["auto"],
    "suppress": ["auto", "greedy"],
}
METRICS = {
    "lattice": ["auto", "loss", "precision", "dm", "aecs", "entropy", "nwp"],
    "cut": ["auto", "loss", "dm", "aecs", "entropy", "nwp"],
    "local": ["auto", "loss", "nwp"], "mondrian": ["auto"], "suppress": ["auto"], "microaggregation": ["auto"],
}


def plan_text(tree, indent=0):
    lines = []
    for key, value in tree.items():
        name = key if key.replace("_", "").isalnum() and key.isascii() else json.dumps(key, ensure_ascii=False)
        if isinstance(value, dict):
            lines += [" " * indent + name + ":", plan_text(value, indent + 2)] if value else []
        else:
            shown = json.dumps(value, ensure_ascii=False) if isinstance(value, (list, str)) else str(value)
            lines.append(" " * indent + name + ": " + shown)
    return "\n".join(lines)


class Maker:
    """One case from one seed."""

    def __init__(self, seed, recoding=None):
        self.dice = dice = random.Random(seed)
        self.recoding = recoding or dice.choice(RECODINGS)
        self.rows = dice.choice([5, 8, 12, 20, 20, 30, 40, 60, 100, 200])
        self.columns, self.attributes, self.hierarchies = {}, {}, {}
        self.own_dice = random.Random(f"codes {seed}")  # so that cases without codes are the same with and without them

    def chance(self, share):
        return self.dice.random() < share

    # -- columns

    def with_missing(self, cells):
        if self.chance(0.3):
            token = self.dice.choice(["?", "NA", ""])
            much = self.dice.choice([0.02, 0.1, 0.3])
            cells = [(token if self.chance(0.8) else "?") if self.chance(much) else c for c in cells]
        return cells

    def skewed(self, pool):
        """Rows of a few frequent and many rare values."""
        weights = [1 / (i + 1) ** self.dice.choice([0, 1, 2]) for i in range(len(pool))]
        return self.dice.choices(pool, weights, k=self.rows)

    def numbers(self):
        low, width = self.dice.choice([(20, 10), (20, 60), (0, 3), (100, 1000), (1, 5)])
        return self.skewed([str(low + self.dice.randrange(width + 1)) for _ in range(self.dice.choice([3, 6, 12, 30]))])

    def decimals(self):
        """Equal numbers are written alike: Shoal takes 20 and 20.0 for two values of which a range may have one."""
        places = self.dice.choice([1, 2])
        return self.skewed([f"{round(self.dice.uniform(-5, 20), places) + 0:.{places}f}"
                            for _ in range(self.dice.choice([4, 10]))])

    def days(self):
        return self.skewed([f"{self.dice.choice([1999, 2003, 2020])}-{self.dice.randint(1, 12):02}-{self.dice.randint(1, 28):02}"
                            for _ in range(self.dice.choice([4, 9, 20]))])

    def codes(self):
        return self.skewed([f"0{self.dice.randrange(1000):03}" for _ in range(self.dice.choice([3, 8, 15]))])

    def words(self, most=8):
        return self.skewed(self.dice.sample(WORDS, self.dice.randint(2, most)))

    # -- hierarchies

    def grouped(self, values):
        """A random tree over the values as lines of a hierarchy file. Labels are unlike any value."""
        paths = [[v] for v in values]
        self.dice.shuffle(paths)
        groups = [[p] for p in paths]
        for level in range(1, self.dice.randint(1, 3) if len(values) > 1 else 1):
            merged, at = [], 0
            while at < len(groups):
                size = self.dice.choice([1, 2, 2, 3])
                merged.append(sum(groups[at:at + size], []))
                at += size
            for n, group in enumerate(merged):
                label = group[0][-1] if len({p[-1] for p in group}) == 1 else f"g{level}.{n}"
                for path in group:
                    path.append(label)
            groups = merged
        if self.chance(0.85) or all(len(p) == 1 for p in paths):
            for path in paths:
                path.append("*")
        return paths

    def hierarchy_of(self, name, cells, kinds):
        values = sorted({c for c in cells if c not in ("?", "NA", "")})
        given = self.attributes[name]
        kind = self.dice.choice(kinds + ["file", "file"]) if values else "none"
        if kind == "file":
            extra = ["unseen"] if kinds == ["words"] and self.chance(0.3) else []
            self.hierarchies[name] = self.grouped(values + extra)
            if self.chance(0.15):
                depth = len(self.hierarchies[name][0])
                self.hierarchies[name].append(["?"] + ["unknown"] * (depth - 2) + [self.hierarchies[name][0][-1]])
            if self.chance(0.2):
                given["top"] = "add"
        elif kind not in ("none", "words"):
            given["hierarchy"] = kind

    def add(self, name, role, cells):
        self.columns[name] = cells
        self.attributes[name] = {"role": role}

    def add_quasi(self, n):
        kind = self.dice.choice(["numbers", "numbers", "words", "words", "days", "codes", "decimals"])
        if self.recoding == "microaggregation":
            kind = self.dice.choice(["numbers", "decimals", "days"])
        name = self.dice.choice([f"q{n}", f"q{n}", f"home town {n}", f"größe{n}"])
        self.add(name, "quasi", self.with_missing(getattr(self, kind)()))
        if self.recoding == "microaggregation":
            return
        kinds = {"numbers": ["ranges:5,10", "flat", "ranges:2,4,8"], "words": ["words", "flat"], "days": ["dates", "flat"],
                 "codes": ["mask:right", "flat"], "decimals": ["flat"]}[kind]
        self.hierarchy_of(name, self.columns[name], kinds)
        given = self.attributes[name]
        if self.recoding in ("local", "mondrian") and self.chance(0.5):
            given["shape"] = self.dice.choice(["hierarchy", "range", "set"])
        if self.recoding in ("local", "suppress", "mondrian") and self.chance(0.08):
            given["local"] = "keep"
        if self.recoding == "lattice" and self.chance(0.1):
            given["max_level"] = 1
        if self.recoding == "lattice" and self.chance(0.08):
            given["min_level"] = 1
        if self.recoding == "cut" and name in self.hierarchies and self.chance(0.3):
            given["constrained"] = "yes"

    # -- top and bottom codes

    def extreme(self):
        """A number that is nobody else's by chance."""
        d = self.own_dice
        return d.choice(["", "", "", "-"]) + d.choice([
            lambda: str(d.randrange(10 ** 5, 10 ** 9)), lambda: str(d.randrange(10 ** 8, 10 ** 10)),
            lambda: f"{d.randrange(10 ** 5, 10 ** 8)}.{d.randrange(100):02}"])()

    def amounts(self):
        """A column of numbers, some of which stand out."""
        d = self.own_dice
        low, width = d.choice([(20000, 40000), (1000, 9000), (-50, 100), (0, 10), (100000, 900000)])
        pool = [str(low + d.randrange(width + 1)) for _ in range(d.choice([4, 12, 40, 400]))]
        if d.random() < 0.2:
            pool = [f"{v}.{d.choice(['25', '50', '75'])}" for v in pool]
        cells = [d.choice(pool) for _ in range(self.rows)]
        people = self.columns.get("pid")
        if people and d.random() < 0.5:  # the same in all rows of a person
            of = dict(zip(people, cells))
            cells = [of[p] for p in people]
        self.stand_out(cells)
        if d.random() < 0.4:
            cells = [d.choice(["?", "NA", ""]) if d.random() < d.choice([0.05, 0.3]) else c for c in cells]
        return cells

    def stand_out(self, cells):
        for _ in range(self.own_dice.choice([0, 1, 1, 2, 4])):
            cells[self.own_dice.randrange(self.rows)] = self.extreme()

    def respell(self, cells):
        """Some numbers written in other ways, which compare as they do and stay as they are."""
        d = self.own_dice
        ways = [lambda c: "+" + c, lambda c: "0" + c, lambda c: c + ".0", lambda c: c + "e0", lambda c: c + ".00"]
        return [d.choice(ways)(c) if c.isdigit() and d.random() < 0.15 else c for c in cells]

    def code_columns(self, privacy):
        """Codes for columns of numbers; where there are none, and in others, a column is added."""
        d = self.own_dice
        self.coded = []
        if d.random() >= 0.4:
            return
        of_numbers = [n for n in ("dx", "income") if n in self.columns and all(
            amount(c) is not None or c in ("?", "NA", "") for c in self.columns[n])]
        if not of_numbers or d.random() < 0.6:
            self.add("pay", d.choice(["plain", "sensitive"]), self.amounts())
            of_numbers.append("pay")
            if self.attributes["pay"]["role"] == "plain" and d.random() < 0.3:
                self.columns["pay"] = self.respell(self.columns["pay"])
            elif self.attributes["pay"]["role"] == "sensitive" and d.random() < 0.4:
                privacy.setdefault("models", []).append(d.choice([
                    "l-diversity l=2 on=pay", "t-closeness t=0.6 on=pay", "t-closeness t=0.3 distance=ordered on=pay",
                    "alpha-k alpha=0.7 on=pay", "beta-likeness beta=3 on=pay"]))
            if d.random() < 0.02:
                self.columns["pay"][d.randrange(self.rows)] = "many"
        for name in of_numbers:
            if name != "pay" and d.random() < 0.3:
                continue
            if name != "pay" and name not in self.hierarchies and d.random() < 0.3:
                self.stand_out(self.columns[name])
            self.code_column(name)

    def code_column(self, name):
        d, given = self.own_dice, self.attributes[name]
        found = sorted({c for c in self.columns[name] if amount(c) is not None}, key=amount)
        for key in d.choice([["top_code"], ["top_code"], ["bottom_code"], ["top_code", "bottom_code"]]):
            top = key == "top_code"
            if not found or d.random() < 0.6:
                given[key] = d.choice(["99%", "99.9%", "95%", "90%", "75%", "66.7%", "50%"] if top else
                                      ["1%", "0.1%", "5%", "10%", "25%", "33.3%", "50%"])
            else:
                given[key] = self.bound(name, found, top)
            self.coded.append(name)

    def bound(self, name, found, top):
        """A number: one of the column, near one, or beyond all; of a hierarchy only what it has."""
        d = self.own_dice
        at = found[int(len(found) * d.choice([0.5, 0.7, 0.9, 0.99] if top else [0, 0.1, 0.3]))]
        if name in self.hierarchies or d.random() < 0.3:
            return at
        if not at.lstrip("-").isdigit():
            return d.choice(["7.5", "1000.25", "-3"])
        near = str(int(at) + d.choice([-1, 1, 3, 1000]))
        plain = self.attributes[name]["role"] == "plain"
        return d.choice([near, near, str(int(at) // 10 * 10), "99999999999" if top else "-99999999999"]
                        + (["2e4", near + ".0", near + ".50"] if plain else []))

    # -- models

    def model(self):
        d = self.dice
        return d.choice([
            lambda: f"l-diversity l={d.choice([2, 2, 3])}",
            lambda: f"l-diversity l={d.choice([2, 3])} form=entropy",
            lambda: f"l-diversity l={d.choice([2, 3])} form=recursive c={d.choice(['0.7', '1', '2', '4'])}",
            lambda: f"t-closeness t={d.choice(['0.2', '0.35', '0.5', '0.7'])}",
            lambda: f"t-closeness t={d.choice(['0.1', '0.25', '0.4'])} distance=ordered",
            lambda: f"t-closeness t={d.choice(['0.2', '0.4', '0.6'])} distance=hierarchical on=dx",
            lambda: f"delta-disclosure delta={d.choice(['0.8', '1.5', '3'])}",
            lambda: f"beta-likeness beta={d.choice(['0.5', '1', '2'])}",
            lambda: f"beta-likeness beta={d.choice(['1', '3'])} form=enhanced",
            lambda: f"alpha-k alpha={d.choice(['0.4', '0.5', '0.75'])}",
        ])()

    def privacy(self):
        found = {"k": self.dice.choice([1, 2, 2, 3, 3, 4, 5])}
        rules = [self.model() for _ in range(self.dice.choice([0, 0, 1, 1, 2]))] if "dx" in self.columns else []
        if any("hierarchical" in r for r in rules):
            self.hierarchies["dx"] = self.grouped(sorted(set(self.columns["dx"]) - {"?", "NA", ""} or {"x"}))
        if self.recoding in ("lattice", "cut"):
            if self.chance(0.2):
                self.population = True
                rules += [self.dice.choice([f"k-map k={self.dice.choice([3, 5, 8])}",
                                            f"delta-presence min=0 max={self.dice.choice(['0.4', '0.6', '0.9'])}"])]
            if self.chance(0.08):
                found["max_average_risk"] = self.dice.choice(["0.1", "0.2", "0.34"])
            if self.chance(0.08):
                found.update({"k": 1, "max_uniques": self.dice.choice(["0", "0.05", "0.2"])})
        if self.chance(0.1):
            found["max_risk"] = self.dice.choice(["0.09", "0.2", "0.25", "0.34", "0.5"])
        if rules:
            found["models"] = rules
        return found

    # -- the case

    def make(self):
        d = self.dice
        self.population = False
        if self.chance(0.3):
            people = [f"p{i}" for i in range(max(2, int(self.rows * d.choice([0.3, 0.6, 0.9]))))]
            self.add("pid", "person", [d.choice(people) if not self.chance(0.02) else "?" for _ in range(self.rows)])
        for n in range(d.choice([1, 2, 2, 3, 3, 4])):
            self.add_quasi(n)
        if self.chance(0.85):
            self.add("dx", "sensitive", self.with_missing(self.words(5) if self.chance(0.7) else self.numbers()))
        if self.chance(0.15):
            self.add("income", "sensitive", self.numbers())
        if self.chance(0.2):
            self.add("name", "identifier", [f"n{i}" for i in range(self.rows)])
        if self.chance(0.5):
            self.add("note", "plain", self.with_missing(self.words(12)))
        if self.chance(0.7) or "pid" in self.columns:
            tags = [f"t{i}" for i in range(self.rows)]
            d.shuffle(tags)
            self.add("tag", "plain", tags)
        if self.chance(0.15):
            self.copies()
        plan = {"version": 1, "attributes": self.attributes}
        privacy = self.privacy()
        self.code_columns(privacy)
        plan["privacy"] = privacy
        if self.hierarchies:
            plan["hierarchies"] = "hierarchies"
        plan["suppression"] = d.choice(["0", "0.05", "10%", "0.2", "0.5", "100%"])
        if self.chance(0.4) and JUDGE_SUPPRESSED:
            plan["suppressed"] = d.choice(["auto", "keep", "drop"])
        plan["recoding"] = self.recoding
        if self.recoding in ("lattice", "cut") and self.chance(0.15) and not self.population:
            plan["then"] = "suppress"
        if self.chance(0.2) and self.recoding != "microaggregation":
            plan["domain"] = "hierarchy"
        plan["missing"] = d.choice(["category", "category", "wildcard", "drop"])
        if self.chance(0.1) and "name" in self.columns:
            plan["identifiers"] = "mask"
        if self.population:
            plan["population"] = {"file": "population.csv"}
        metric = d.choice(METRICS[self.recoding])
        if metric == "nwp":
            for name, given in self.attributes.items():
                if given["role"] == "quasi" and self.chance(0.7):
                    given["weight"] = d.choice([1, 2, 3])
        algorithm = d.choice(ALGORITHMS[self.recoding])
        plan["search"] = {"algorithm": algorithm, "metric": metric}
        if self.recoding == "cut":
            plan["search"]["evaluations"] = 300
        if self.recoding in ("local", "suppress", "mondrian", "microaggregation"):
            plan["search"]["evaluations"] = 2000
            plan["search"]["prove"] = 0
        if algorithm in ("kgen", "genetic", "tabu", "tabu-genetic", "random", "genitor"):
            plan["search"]["evaluations"] = 200
        plan["seed"] = d.randrange(1000)
        plan["threads"] = 1
        self.plan = plan
        return self

    def copies(self):
        """Rows that occur more than once, so that some classes are large as they are."""
        names = [n for n in self.columns if n not in ("tag", "name")]
        for i in range(1, self.rows):
            if self.chance(0.4):
                j = self.dice.randrange(i)
                for name in names:
                    self.columns[name][i] = self.columns[name][j]

    def people(self, header, rows):
        """The table's rows and others like them, of the quasi-identifiers alone."""
        quasi = [n for n in header if self.attributes[n]["role"] == "quasi"]
        at = [header.index(n) for n in quasi]
        found = [[row[i] for i in at] for row in rows]
        if self.chance(0.2):
            found = found[: len(found) // 2]
        pools = [sorted({row[i] for row in rows}) for i in at]
        for _ in range(int(len(rows) * self.dice.choice([0.5, 1, 3]))):
            found.append(list(self.dice.choice(found)) if self.chance(0.5) and found else
                         [self.dice.choice(pool) for pool in pools])
        if self.chance(0.3) and quasi[0] in self.hierarchies:
            found[-1][0] = "elsewhere"
        return [quasi] + found

    def write(self, folder):
        os.makedirs(folder, exist_ok=True)
        header = list(self.columns)
        rows = [list(row) for row in zip(*self.columns.values())]
        Table(header, rows).write(os.path.join(folder, "in.csv"))
        with open(os.path.join(folder, "plan.yaml"), "w", encoding="utf-8") as file:
            file.write(plan_text(self.plan) + "\n")
        if self.hierarchies:
            os.makedirs(os.path.join(folder, "hierarchies"), exist_ok=True)
        for name, paths in self.hierarchies.items():
            write_rows(os.path.join(folder, "hierarchies", name + ".csv"), paths, ";")
        if self.population:
            write_rows(os.path.join(folder, "population.csv"), self.people(header, rows))


def copy_without(source, folder, keep):
    """The case again with some of its rows, for making it smaller."""
    import shutil
    if os.path.exists(folder):
        shutil.rmtree(folder)
    os.makedirs(folder)
    table = Table.read(os.path.join(source, "in.csv"))
    Table(table.header, [table.rows[i] for i in keep]).write(os.path.join(folder, "in.csv"))
    for name in ("plan.yaml", "population.csv"):
        if os.path.exists(os.path.join(source, name)):
            shutil.copy(os.path.join(source, name), folder)
    if os.path.isdir(os.path.join(source, "hierarchies")):
        shutil.copytree(os.path.join(source, "hierarchies"), os.path.join(folder, "hierarchies"))

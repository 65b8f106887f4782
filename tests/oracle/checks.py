"""One case: runs the program, judges what it says and writes."""

import collections
import functools
import json
import math
import os
import random
import subprocess
from fractions import Fraction

import brute
import codes
import figures
import judge
from judge import Shown, judge_table
from known import known
from labels import Domain, named, number
from tables import MISSING, STAR, Plan, Table


class Wrong(Exception):
    """The program and the oracle disagree."""


def expect(condition, sentence):
    if not condition:
        raise Wrong(sentence)


def near(found, told, sentence, slack=1e-9):
    expect(told is not None and abs(found - told) <= slack * max(1.0, abs(found)),
           f"{sentence}: {told!r} was reported, the oracle finds {found!r}")


def same_number(one, other):
    return number(one) is not None and number(one) == number(other)


def reached(found, told, sentence):
    expect(told is not None and told >= found - 1e-9, f"{sentence}: {told!r} was reported, the oracle finds {found!r}")


EXACT = ("auto", "optimal", "exhaustive")


@functools.lru_cache(maxsize=None)
def has_mapping(shoal):
    """Whether this build publishes rows in an order of their own and writes which row is which."""
    ran = subprocess.run([shoal, "anonymize", "--help", "all"], capture_output=True, text=True, encoding="utf-8")
    return "--mapping" in ran.stdout


class Case:
    def __init__(self, shoal, folder):
        self.shoal, self.folder = shoal, folder
        with open(self.path("plan.yaml"), encoding="utf-8") as file:
            self.plan = Plan(file.read())
        self.table = self.raw = Table.read(self.path("in.csv"))
        self.ends = codes.asked(self.plan)  # of columns with top or bottom codes
        self.done, self.known, self.strange, self.said = [], [], None, {}

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *words):
        ran = subprocess.run([self.shoal, *words] + ([] if words[0] == "verify" else ["--progress", "none"]), cwd=self.folder, capture_output=True, text=True,
                             encoding="utf-8", timeout=120)
        self.done.append(f"{' '.join(words)}: {ran.returncode}")
        self.said[" ".join(words[:2])] = ran.stdout + ran.stderr
        expect(ran.returncode in (0, 1, 2, 3, 5), f"{words[0]} ended with {ran.returncode}: {ran.stderr[-300:]}")
        return ran

    # -- what the original says

    def prepare(self):
        """The rows that are in play, whose they are, and what labels stand for."""
        plan, table = self.plan, self.table
        kept = [i for i, row in enumerate(table.columns(plan.quasi))
                if plan.missing != "drop" or not any(plan.is_missing(c) for c in row)]
        self.kept = kept
        self.original = Table(table.header, [table.rows[i] for i in kept])
        self.persons = self.persons_of(self.original)
        self.domains = {name: Domain(plan, name, self.original.column(name), self.folder, table.column(name))
                        for name in plan.quasi}
        self.hierarchies = judge.sensitive_hierarchies(plan, self.folder)
        self.population = None
        if plan.population:
            people = Table.read(self.path(plan.population))
            self.population = [tuple(plan.fold(c) for c in row) for row in people.columns(plan.quasi)]

    def persons_of(self, table):
        if not self.plan.person:
            return list(range(len(table.rows)))
        keys = table.columns(self.plan.person)
        return [("row", i) if any(self.plan.is_missing(c) for c in key) else key for i, key in enumerate(keys)]

    def owners(self, release):
        """The row of the original that each row of the release is about: by its tag, by its place, or any that fits."""
        expect(len(release.rows) <= len(self.original.rows), f"{len(release.rows)} rows of {len(self.original.rows)}")
        self.sure = True  # that these are the rows
        if self.mapping:
            return self.mapped(release)
        if "tag" in release.header:
            at = {tag: i for i, tag in enumerate(self.original.column("tag"))}
            expect(set(release.column("tag")) <= set(at), "column tag was changed")
            return [at[tag] for tag in release.column("tag")]
        fits = self.fitting(release)
        if len(release.rows) == len(self.original.rows) and all(i in of for i, of in enumerate(fits)):
            return list(range(len(release.rows)))
        self.sure = False
        return match(fits)

    def mapped(self, release):
        """As the mapping says, which counts rows of the input from 1. Whether it is right, labels and columns show."""
        with open(self.path("out.map"), encoding="utf-8") as file:
            numbers = [int(line) - 1 for line in file.read().splitlines()[3:]]
        expect(len(numbers) == len(release.rows) == len(set(numbers)), "the mapping has not every row once")
        place = {row: i for i, row in enumerate(self.kept)}
        expect(set(numbers) <= set(place), "the mapping names rows that are not in the release")
        return [place[row] for row in numbers]

    def fitting(self, release):
        """For each row of the release the rows of the original that it may be about."""
        plan = self.plan
        same = [n for n in release.header if plan.attributes[n]["role"] not in ("quasi", "identifier")]
        by_cells = {}
        for i, cells in enumerate(self.original.columns(same)):
            by_cells.setdefault(cells, []).append(i)
        originals = self.original.columns(plan.quasi)
        found = []
        for cells, labels in zip(release.columns(same), release.columns(plan.quasi)):
            covered = [self.domains[n].covers(label) if plan.recoding != "microaggregation" else None
                       for n, label in zip(plan.quasi, labels)]
            found.append([i for i in by_cells.get(cells, []) if all(
                c is None or plan.fold(v) in c for c, v in zip(covered, originals[i]))])
        return found

    # -- top and bottom codes

    def told_codes(self):
        """What the result says of each end; None: there is no result that says anything."""
        if self.result is None:
            return None
        expect(not self.ends or "codes" in self.result, "the result has no codes")
        return {(told["attribute"], told["end"] == "top"): told for told in self.result.get("codes", [])}

    def check_uncodable(self, ran):
        """Whether the program had to refuse what the plan wants coded, and did."""
        persons, words = self.persons_of(self.raw), codes.no_number(self.plan, self.raw, self.ends)
        ends = [end for end in self.ends if end not in words]
        for end in ends:
            end.place(self.plan, self.raw.column(end.name), persons)
        crossed = codes.nothing_between(ends)
        if words:
            expect(ran.returncode in ((1, 2) if crossed else (2,)),
                   f"codes of what is no number: anonymize ended with {ran.returncode}")
            return True
        if not crossed:
            return False
        expect(ran.returncode == 1, f"nothing is left between two bounds, but anonymize ended with {ran.returncode}")
        expect(not os.path.exists(self.path("out.csv")), "a release with nothing between two bounds")
        return True

    def code(self):
        """The original as it is to read: with the bounds of the result, which must be what the plan asks for. They are
        those of the whole table, with the rows that the run leaves out."""
        told, persons = self.told_codes(), self.persons_of(self.raw)
        for end in self.ends:
            cells = self.raw.column(end.name)
            if told is not None:
                said = told.pop((end.name, end.top), None)
                expect(said is not None or end.bound is None, f"the result says nothing of the {end.word}")
                end.bound = said and said["bound"]
                expect(said is None or said["asked"] == end.asked, f"{end.word}: asked {said and said['asked']}")
                beyond = sum(map(end.beyond, cells))
                expect(said is None or said["cells"] == beyond,
                       f"{end.word}: {said and said['cells']} cells, {beyond} are beyond {end.bound}")
            if end.share is None:
                expect(end.bound == end.asked, f"{end.word}: bound {end.bound}")
            else:
                wrong = end.wrong(self.plan, cells, persons)
                expect(not wrong, wrong)
        expect(not told, f"the result has codes that the plan has not: {told}")
        self.table = codes.coded(self.raw, self.ends)

    def check_coded(self):
        """Nothing beyond a bound is in the release, nor counted in what is said of the columns before and after."""
        for end, cell in codes.passed(self.release, self.ends):
            raise Wrong(f"{end.word}: {cell} is published, the bound is {end.bound}")
        for where, told in (("result", self.result.get("assessment")), ("assess", self.told)):
            for name in sorted({end.name for end in self.ends}):
                said = ((told or {}).get("utility") or {}).get("attributes", {}).get(name)
                if said:
                    self.compare_numbers(said["before"], self.original.column(name), f"{where}: {name} before")
                    self.compare_numbers(said["after"], self.release.column(name), f"{where}: {name} after")
        for told in self.result["warnings"]:
            if told["code"] == "near_unique" and told["attribute"] in {end.name for end in self.ends}:
                self.compare_unique(told)

    def compare_unique(self, told):
        """The counts of a warning that nearly everybody has a value of their own."""
        if self.plan.person or told["rows"] != len(self.original.rows):
            return
        cells = self.original.column(told["attribute"])
        counts = collections.Counter(c for c in cells if not self.plan.is_missing(c))
        found = {"with_value": counts.total(), "values": len(set(cells)), "alone": list(counts.values()).count(1)}
        for key, n in found.items():
            expect(told[key] == n, f"near_unique, {told['attribute']}: {key} {told[key]}, the oracle finds {n}")

    def compare_numbers(self, told, cells, what):
        found = [codes.amount(c) for c in cells if not self.plan.is_missing(c)]
        if told["numbers"] and found:
            near(float(sum(found) / len(found)), told["numbers"]["mean"], f"{what}, mean")
            near(float(max(found)), told["numbers"]["largest"], f"{what}, largest")
            near(float(min(found)), told["numbers"]["smallest"], f"{what}, smallest")
        for one in told["top"]:
            expect(self.plan.is_missing(one["value"]) or cells.count(one["value"]) == one["rows"],
                   f"{what}: {one['value']} in {one['rows']} rows, the oracle finds {cells.count(one['value'])}")

    def check_secrets(self):
        """A number beyond a bound that nothing else has is in no file of the run, and nothing was said of it."""
        if not self.ends:
            return
        known = [cell for row in self.table.rows for cell in row] + [end.bound for end in self.ends if end.bound]
        files = [self.path("plan.yaml")] + [os.path.join(folder, name) for folder, _, names in os.walk(self.folder)
                                            for name in names if folder != self.folder or name == "population.csv"]
        secrets = codes.secrets(self.raw, self.ends, known + [read_text(file) for file in files])
        written = ("out.csv", "out.json", "out.html", "out.map", "assess.json", "assess.html")
        texts = {name: read_text(self.path(name)) for name in written if os.path.exists(self.path(name))}
        texts.update({words: said for words, said in self.said.items() if "altered" not in words})
        for name, text in texts.items():
            for secret in secrets:
                expect(not codes.leaked(secret, text), f"{name} has {secret}, which is beyond a bound")

    # -- the run

    def check(self):
        """Everything; what is wrong but known is listed in self.known, and the rest is looked at all the same."""
        self.mapping = ["--mapping", "out.map"] if has_mapping(self.shoal) else []
        ran = self.run("anonymize", "in.csv", "-p", "plan.yaml", "-o", "out.csv", "--result", "out.json", *self.mapping,
                       *(["--report", "out.html"] if self.ends else []))
        self.result = None
        if os.path.exists(self.path("out.json")):
            with open(self.path("out.json"), encoding="utf-8") as file:
                self.result = json.load(file)
        if self.ends and self.check_uncodable(ran):
            return
        self.code()
        self.prepare()
        if ran.returncode == 2 and not self.original.rows:
            return
        expect(ran.returncode in (0, 3), f"anonymize ended with {ran.returncode}: {ran.stderr[-300:]}")
        expect(os.path.exists(self.path("out.csv")) == (ran.returncode == 0), "a release without its exit code")
        self.check_search(ran.returncode)
        if ran.returncode == 3:
            self.stage(self.check_refusal)
            self.stage(self.check_secrets)
            return
        self.read_levels()
        for stage in (self.check_release, self.check_figures):
            self.stage(stage)
        self.read_levels(chosen=False)
        for stage in (self.check_averages, self.check_verify, self.check_altered, self.assess, self.check_risks, self.check_inference, self.check_linkage, self.check_utility,
                      self.check_coded, self.check_secrets):
            self.stage(stage)
        if self.mapping:
            self.stage(self.check_order)

    def read_levels(self, chosen=True):
        """Labels of levels are read at those that the result names, or at all of them, as a reader does."""
        levels = self.result["levels"] if chosen and self.plan.recoding == "lattice" else {}
        for name, domain in self.domains.items():
            domain.read_at(levels.get(name))

    def stage(self, check):
        try:
            check()
        except Wrong as wrong:
            name = known(self, str(wrong))
            if not name:
                raise
            self.known.append(name)

    def check_search(self, code):
        """On small lattices: what is feasible, what is optimal."""
        plan = self.plan
        self.nodes = None
        if plan.recoding != "lattice" or not self.original.rows:
            return
        self.nodes = brute.all_nodes(plan, self.original, self.persons, self.domains, self.hierarchies,
                                     self.people_at if self.population is not None else None)
        if self.nodes is None or any(n.unsure for n in self.nodes):
            self.nodes = None
            return
        feasible = [n for n in self.nodes if n.feasible() and n.settled(self.hierarchies)]
        if code == 3:
            exact = plan.search["algorithm"] in EXACT
            feasible = [n for n in feasible if n.good]
            expect(not (exact and feasible), f"no release, but levels {feasible and feasible[0].node} are feasible")
            return
        expect(feasible, "a release, but no node is feasible")
        metric = self.result["metric"]
        if plan.then == "suppress" or metric in ("cm", "necd"):
            return
        told = self.result["value"]
        some = [n for n in feasible if n.good]
        if not some or all(set(row) == {STAR} for row in Table.read(self.path("out.csv")).columns(plan.quasi)):
            return  # everything is suppressed: released by some algorithms, left aside by others
        best = min(n.value(metric, self.original, self.domains) for n in some)
        expect(told >= best - 1e-9 * max(1, best), f"{metric} {told} is below the optimum {best}")
        if self.result["outcome"] == "optimal":
            near(best, told, f"optimal {metric}")
        else:
            unsettled = any(n.feasible() and not (n.good and n.settled(self.hierarchies)) for n in self.nodes)
            expect(plan.search["algorithm"] not in EXACT or unsettled, "not proven on a small lattice")
        if self.result["bound"] is not None:
            expect(self.result["bound"] <= best + 1e-9 * max(1, best), f"bound {self.result['bound']} above {best}")

    def check_refusal(self):
        """There is no release, so everybody in one class must not be one, where nothing else forbids it."""
        plan, rows = self.plan, len(self.original.rows)
        if "stopped by: evaluations" in self.said["anonymize in.csv"] and plan.search["algorithm"] not in EXACT:
            return
        if plan.recoding == "lattice" or plan.missing == "wildcard" or not rows or any(
                "local" in g or "max_level" in g for g in plan.attributes.values()):
            return
        if plan.recoding == "microaggregation" and plan.missing == "category" and any(
                plan.is_missing(c) for row in self.original.columns(plan.quasi) for c in row):
            return
        if plan.recoding == "cut" and self.population is not None:
            return  # the coarsest label is not `*`, but a range or set, which strangers do not fit
        table = Table(self.original.header, [list(row) for row in self.original.rows])
        for name in plan.quasi:
            for row in table.rows:
                row[table.header.index(name)] = STAR
        shown = Shown(plan, table, self.persons)
        verdict = judge_table(plan, shown, self.hierarchies)
        if self.population is not None:
            fits = figures.people_by_class(plan, shown, self.population, self.domains, known=True)
            judge.judge_population(plan, shown, fits.get, 0, verdict)
        expect(verdict.broken or verdict.unsure, "no release, but everybody in one class meets the plan")

    def check_averages(self):
        """Microaggregation: what a class is published with is the mean of its numbers."""
        plan = self.plan
        if plan.recoding != "microaggregation" or not self.sure:
            return
        originals = {n: self.original.column(n) for n in plan.quasi}
        for key, rows in self.shown.classes.items():
            for name, label in zip(plan.quasi, key):
                cells = [originals[name][self.own[i]] for i in rows]
                if label is MISSING:
                    expect(all(plan.is_missing(c) for c in cells), f"{name}: a value is published as missing")
                if any(number(c) is None for c in cells) or label is MISSING or number(label) is None:
                    continue
                mean = sum(number(c) for c in cells) / len(cells)
                spread = max(number(c) for c in originals[name] if number(c) is not None) - \
                    min(number(c) for c in originals[name] if number(c) is not None)
                expect(abs(mean - number(label)) <= max(spread * Fraction(1, 10 ** 5), 0),
                       f"{name}: {label} is published for the mean {float(mean)}")

    def people_at(self, node):
        """People of the population by class at the levels of a node."""
        known = self.__dict__.setdefault("people_known", {})
        if node not in known:
            counts = {}
            for person in self.population:
                key = tuple(self.domains[n].label_at(v, level) for n, v, level in zip(self.plan.quasi, person, node))
                counts[key] = counts.get(key, 0) + 1
            known[node] = counts
        return known[node]

    # -- the release

    def check_release(self):
        plan = self.plan
        self.release = release = Table.read(self.path("out.csv"))
        expect(release.header == plan.published(self.table.header), f"columns {release.header}")
        self.own = self.owners(release)
        self.shown = Shown(plan, release, [self.persons[i] for i in self.own])
        self.check_rows()
        self.check_left_out()
        self.check_named()
        if plan.recoding == "microaggregation" and self.result["k_anonymous"] is False:
            raise Wrong("one group of averages is not k-anonymous")
        self.verdict = judge_table(plan, self.shown, self.hierarchies)
        if self.population is not None and self.readable():
            fits = figures.people_by_class(plan, self.shown, self.population, self.domains, known=True)
            judge.judge_population(plan, self.shown, fits.get, fits[figures.HIDDEN], self.verdict)
        expect(self.verdict.holds, "the release breaks the plan: " + "; ".join(self.verdict.broken[:3]))

    def readable(self):
        """Whether the text of every label says what it stands for; the trees that Shoal grows have labels that do not."""
        return all(self.domains[n].covers(figures.label_text(self.plan, c)) is not None
                   for key in self.shown.classes for n, c in zip(self.plan.quasi, key))

    def all_readable(self, table):
        return self.plan.recoding == "microaggregation" or all(
            self.domains[n].covers(c) is not None for n in self.plan.quasi for c in set(table.column(n)))

    def check_named(self):
        """Labels that cuts make of values name those of published rows, so that they tell nothing that was hidden."""
        plan = self.plan
        if plan.recoding != "cut" or plan.domain == "hierarchy" or plan.population or not self.sure:
            return
        for name in plan.quasi:
            groups = {label for path in (self.domains[name].hierarchy.paths.values() if self.domains[name].hierarchy else ())
                      for label in path[1:]}
            cells, labels = self.original.column(name), self.release.column(name)
            shown = {cells[i] for i, label in zip(self.own, labels) if label != STAR}
            if any(plan.is_missing(cell) for cell in shown):
                shown.update(plan.tokens)  # all of them are one value, and published as one of them
            for label in set(labels) - groups - shown - {STAR, "{*}"}:
                if " | " in label:  # of a grown tree, which names values that at least k rows have
                    few = [v for v in label.split(" | ") if 0 < cells.count(v) < plan.k]
                    expect(not few, f"{name}: the label {label} names {few}, which fewer than k rows have")
                    continue
                for text, values in named(label):
                    expect(text in shown or " ... " in text or text.endswith(" values") or
                           all(value in shown or any(same_number(value, c) for c in shown) for value in values),
                           f"{name}: the label {label} names {text}, which no published row has")

    def check_rows(self):
        """Every row is somebody's, labels cover what they stand for, other columns are unchanged."""
        plan, release = self.plan, self.release
        for name in release.header:
            role = plan.attributes[name]["role"]
            cells = release.column(name)
            if role == "identifier":
                expect(set(cells) <= {STAR}, f"identifier {name} is not masked")
            elif role != "quasi":
                before = self.original.column(name)
                expect(sorted(cells) == sorted(before[o] for o in self.own), f"column {name} was changed")
                expect(all(c == before[o] for c, o in zip(cells, self.own)), f"cells of {name} were exchanged")
            elif plan.recoding != "microaggregation":
                before = self.original.column(name)
                for cell, o in zip(cells, self.own):
                    covered = self.domains[name].covers(cell)
                    expect(covered is None or plan.fold(before[o]) in covered,
                           f"{name}: {cell!r} does not cover {before[o]!r}")

    def check_left_out(self):
        """Suppressed rows are kept, left out, or there are none: the result says which. self.whole is the release with
        the rows that were left out, as suppressed ones: what losses and search are about."""
        left = sorted(set(range(len(self.original.rows))) - set(self.own))
        self.whole, self.whole_own = self.shown, self.own
        if not judge.JUDGE_SUPPRESSED:
            expect(not left, f"{len(left)} rows are missing")
            return
        told, asked = self.result["suppressed_rows"], self.plan.suppressed
        kept = len(self.shown.suppressed)
        expect(told == ("dropped" if left else "kept" if kept else "none") or told == "kept" and self.shown.one_class,
               f"suppressed_rows {told}: {kept} are in the release, {len(left)} are not")
        expect(not (left and kept), "some suppressed rows are kept and some are not")
        expect(asked != "keep" or not left, "rows are left out that were to be kept")
        expect(asked != "drop" or not kept, "suppressed rows are kept that were to be left out")
        if left:
            rows = [list(row) for row in self.release.rows]
            for i in left:
                row = dict(zip(self.original.header, self.original.rows[i]))
                row.update({n: STAR for n in self.plan.quasi})
                rows.append([row[n] for n in self.release.header])
            self.whole_own = self.own + left
            self.whole = Shown(self.plan, Table(self.release.header, rows), [self.persons[i] for i in self.whole_own])

    def check_figures(self):
        """Sizes and metrics in the result."""
        self.cells = None
        plan, shown, result = self.plan, self.whole, self.result
        sizes = judge.class_sizes(plan, shown)
        rows = {key: len(r) for key, r in shown.classes.items()}
        expect(result["rows"] == len(shown.quasi), f"rows {result['rows']}")
        if shown.one_class and result["suppressed"]:
            return  # all rows suppressed: one class of everybody to a reader
        expect(result["suppressed"] == len(shown.suppressed), f"suppressed {result['suppressed']}, {len(shown.suppressed)} in the text")
        tokens = plan.recoding == "microaggregation" and any(MISSING in key for key in shown.classes)
        expect(result["classes"] == len(shown.classes) or tokens and result["classes"] > len(shown.classes), f"classes {result['classes']}, {len(shown.classes)} in the text")
        if sizes:
            told, found = result["k_eff"], min(sizes.values())
            any_size = min(judge.class_sizes(plan, shown, any_table=True).values())
            expect(told == found or plan.missing == "wildcard" and told <= max(found, any_size), f"k_eff {told}, the oracle finds {found}")
            if plan.missing != "wildcard":
                expect(result["k_eff_rows"] == min(rows.values()), f"k_eff_rows {result['k_eff_rows']}")
        self.check_found()
        if plan.recoding == "microaggregation":
            return
        told = result["metrics"]
        for name, value in figures.class_metrics(plan, shown, sizes).items():
            if told.get(name) is not None and not (name == "necd" and plan.missing == "wildcard"):
                near(value, told[name], name)
        if plan.recoding == "lattice" and plan.then == "nothing":
            heights = [self.domains[n].hierarchy and self.domains[n].hierarchy.height for n in plan.quasi]
            if None not in heights:
                levels = [result["levels"][n] for n in plan.quasi]
                near(sum(l / h if h else 0 for l, h in zip(levels, heights)) / len(heights), told["precision"], "precision")
        self.cells = figures.cell_metrics(figures.Pair(plan, shown, self.original, self.whole_own, self.domains))
        if self.cells:
            # Labels of cuts do not name what only suppressed rows have, but it counts in the loss.
            hides = plan.recoding == "cut" and (result["suppressed"] or result.get("suppressed_cells"))
            close = reached if hides else near
            close(self.cells["loss"], told["loss"], "loss")
            close(self.cells["nwp"], told["nwp"], "nwp")
            close(self.cells["entropy"], told["entropy"], "entropy")
            for name in plan.quasi:
                close(self.cells["by"][name], result["attributes"][name]["loss"], f"loss of {name}")
            value = {"loss": self.cells["loss"], "nwp": self.cells["nwp"], "entropy": self.cells["entropy"]}.get(result["metric"])
            if value is not None:
                close(value, result["value"], "value")

    def check_found(self):
        """What each model found in the worst class."""
        for told in self.result.get("privacy", {}).get("models", []):
            found = worst(self.plan, self.shown, told, self.hierarchies)
            if found is not None and told["found"] is not None:
                near(found, told["found"], f"found of {told['rule']}", 1e-8)

    # -- verify and assess

    def verify(self, name, against=False):
        words = ["verify", name, "-p", "plan.yaml"] + (["--against", "in.csv"] if self.plan.person or against else [])
        return self.run(*words, *(self.mapping if self.plan.person and name == "out.csv" else []))

    def not_of_original(self, release):
        """Why a table cannot have been made of the original, as multisets; None: it can."""
        plan, table = self.plan, self.table
        if len(release.rows) > len(table.rows):
            return "more rows than the original"
        same = [n for n in release.header if plan.attributes[n]["role"] not in ("quasi", "identifier")]
        rest = collections.Counter(release.columns(same)) - collections.Counter(table.columns(same))
        if same and rest:
            return f"unchanged columns {next(iter(rest))}"
        if plan.recoding == "microaggregation":
            return None
        for name in plan.quasi:
            before = [plan.fold(c) for c in table.column(name)]
            for label, rows in collections.Counter(plan.fold(c) for c in release.column(name)).items():
                text = figures.label_text(plan, label)
                if self.domains[name].covers(text) is not None and \
                        rows > sum(self.domains[name].fits(text, v) for v in before):
                    return f"{name}: {label} in {rows} rows"
        return None

    def check_verify(self):
        ran = self.verify("out.csv", bool(self.mapping))
        expect(ran.returncode == 0, f"verify refuses a release that holds: {ran.stderr[-300:]}")

    def assess(self):
        self.told = {}
        ran = self.run("assess", "out.csv", "-p", "plan.yaml", "--against", "in.csv", "--result", "assess.json", *self.mapping,
                       *(["--report", "assess.html"] if self.ends else []))
        expect(ran.returncode == 0, f"assess ended with {ran.returncode}: {ran.stderr[-300:]}")
        with open(self.path("assess.json"), encoding="utf-8") as file:
            self.told = json.load(file)
        expect(self.told["verdict"]["holds"] in (True, None), "assess: the plan is not met")

    def check_utility(self):
        told = self.told.get("utility")
        if not self.cells or not told or not told.get("metrics"):
            return
        if self.whole is not self.shown:  # rows were left out: of those that were released
            released = figures.cell_metrics(figures.Pair(self.plan, self.shown, self.original, self.own, self.domains))
            near(released["loss"], told["metrics"]["loss"], "assess: loss of the released rows")
            expect(told["metrics"]["entropy"] <= 1 + 1e-9, f"assess: entropy {told['metrics']['entropy']} is above 1")
            return
        near(self.cells["loss"], told["metrics"]["loss"], "assess: loss")
        near(self.cells["entropy"], told["metrics"]["entropy"], "assess: entropy")

    def check_risks(self):
        plan, shown, told = self.plan, self.shown, self.told.get("risk")
        if not told or plan.recoding == "microaggregation" and plan.population or not shown.classes:
            return
        if plan.missing == "wildcard":
            self.check_wild_risks(told)
            return
        members = figures.records_of(shown)
        self.compare_risk(told["prosecutor"], figures.risk_figures(members, None, plan.threshold), "prosecutor")
        people = None
        if self.population is not None and told["population"]:
            if not self.readable():
                return
            fits = figures.people_by_class(plan, shown, self.population, self.domains)
            people = [fits[key] for key in shown.classes]
        found = figures.risk_figures(members, people, plan.threshold)
        self.compare_risk(told["journalist"], found, "journalist")
        near(found["average"], told["marketer"]["average"], "marketer risk")

    def check_wild_risks(self, told):
        """Under the wildcard rule no figure is below what an attacker reaches who goes by the wildcard rule himself."""
        if not self.readable() or self.plan.recoding == "microaggregation":
            return  # averages are no labels
        chances = figures.wild_chances(figures.Pair(self.plan, self.shown, self.original, self.own, self.domains))
        largest, average = float(max(chances)), float(sum(chances) / len(chances))
        told = told["prosecutor"]
        expect(told["largest"] >= largest - 1e-9, f"wildcard risk, largest: {told['largest']}, an attacker reaches {largest}")
        expect(told["average"] >= average - 1e-9, f"wildcard risk, average: {told['average']}, an attacker reaches {average}")

    def compare_risk(self, told, found, who):
        near(found["largest"], told["largest"], f"largest risk, {who}")
        near(found["average"], told["average"], f"average risk, {who}")
        expect(found["above"] == told["above"], f"above the threshold, {who}: {told['above']}, the oracle finds {found['above']}")

    def check_inference(self):
        told = self.told.get("inference")
        for name in self.plan.sensitive if told else ():
            right = total = 0
            for rows in judge.all_classes(self.shown):
                counts = self.shown.count(name, rows)
                right += max(counts.values())
                total += sum(counts.values())
            if total:
                near(right / total, told[name]["guessed"], f"right guesses of {name}")

    def check_linkage(self):
        linked = self.told.get("linkage")
        if not linked or not linked["generalized"] or linked.get("numeric"):
            return
        told = linked["generalized"]
        if not self.readable():
            return
        in_order = self.own == list(range(len(self.original.rows)))
        expect(linked["aligned"] or not in_order and not self.mapping, "assess: rows are not aligned")
        expect(in_order or self.mapping or not linked["aligned"], "assess: rows are aligned that are not")
        pair = figures.Pair(self.plan, self.shown, self.original, self.own, self.domains)
        found = figures.linkage(pair, linked["aligned"], exclude=told["excluded"] or not told["overlapping"])
        if not linked["aligned"]:
            found = figures.unaligned_linkage(figures.Pair(self.plan, self.shown, self.table, self.own, self.domains))
        for key in ("attacked", "published", "certain", "fewest") if linked["aligned"] else ():
            expect(found[key] == told[key], f"linkage: {key} {told[key]}, the oracle finds {found[key]}")
        for key in ("expected", "expected_all", "largest"):
            if found.get(key) is not None:
                near(found[key], told[key], f"linkage: {key}")

    # -- altered releases

    def check_altered(self):
        dice = random.Random(len(self.release.rows) * 1000 + self.result["seed"])
        release, own = self.release, self.own
        if self.plan.person and self.mapping:
            # The mapping is for the release alone: the altered one is put into the order of the original.
            if len(own) < len(self.table.rows):
                return
            release = Table(release.header, [row for _, row in sorted(zip(own, release.rows), key=lambda p: p[0])])
            own = sorted(own)
        for _ in range(3):
            altered, what = alter(dice, self.plan, release, bool(self.plan.person), codes.passed(self.raw, self.ends))
            if altered is None or not altered.rows:
                continue
            altered.write(self.path("altered.csv"))
            persons = [self.persons[i] for i in own] if self.plan.person else None
            shown = Shown(self.plan, altered, persons)
            verdict = judge_table(self.plan, shown, self.hierarchies, any_table=True)
            if verdict.unsure:
                continue
            for end, cell in codes.passed(altered, self.ends):
                if end.share is None:  # a bound that the plan itself names
                    verdict.fail(f"{end.word}: {cell}")
            against = bool(self.mapping) and (bool(self.plan.person) or dice.random() < 0.5)
            self.strange = None
            if against and verdict.holds:
                self.strange = self.not_of_original(altered)
                if self.strange:
                    verdict.fail(self.strange)
            ran = self.verify("altered.csv", against)
            if against and ran.returncode == 5 and verdict.holds and not self.all_readable(altered):
                continue  # Shoal knows what the labels of its trees stand for
            # Whose a row is that is nobody's cannot be said, and so nothing be counted.
            nobodys = what.startswith("uncode") and self.plan.person and not verdict.holds
            expect(ran.returncode in ((0, 1, 5) if nobodys else (0, 5)),
                   f"verify ended with {ran.returncode} ({what}): {ran.stderr[-300:]}")
            expect((ran.returncode == 0) == verdict.holds,
                   f"verify says {'holds' if ran.returncode == 0 else 'does not hold'} after: {what}; the oracle: "
                   + ("; ".join(verdict.broken[:3]) or "holds") + " | " + ran.stderr[-200:])

    def check_order(self):
        """The same release from the same rows in another order."""
        rows = list(self.raw.rows)
        random.Random(self.result["seed"]).shuffle(rows)
        Table(self.raw.header, rows).write(self.path("shuffled.csv"))
        ran = self.run("anonymize", "shuffled.csv", "-p", "plan.yaml", "-o", "shuffled.out.csv")
        expect(ran.returncode == 0, "no release of the same rows in another order")
        with open(self.path("out.csv"), "rb") as one, open(self.path("shuffled.out.csv"), "rb") as other:
            expect(one.read() == other.read(), "the release depends on the order of the input's rows")


def read_text(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def match(fits):
    """Gives every row of the release a row of the original of its own that it fits (augmenting paths)."""
    owner = {}

    def place_row(row, seen):
        for i in fits[row]:
            if i not in seen:
                seen.add(i)
                if i not in owner or place_row(owner[i], seen):
                    owner[i] = row
                    return True
        return False

    for row in range(len(fits)):
        expect(place_row(row, set()), f"row {row + 1} of the release is about no row of the original that is left")
    own = {row: i for i, row in owner.items()}
    return [own[row] for row in range(len(fits))]


def worst(plan, shown, told, hierarchies):
    """The figure of a model in its worst class, as the result gives it; None where it is not recomputed."""
    name = told["attribute"]
    if name is None or not shown.classes:
        return None
    words = dict(w.split("=", 1) for w in told["rule"].split()[1:])
    everything = shown.count(name, range(len(shown.quasi)))
    whole = judge.shares(everything)
    found = []
    for rows in judge.all_classes(shown):
        counts = shown.count(name, rows)
        part = judge.shares(counts)
        if told["model"] == "l-diversity" and words.get("form", "distinct") == "distinct":
            found.append(-min(len(counts), shown.members(rows)))
        elif told["model"] == "l-diversity" and words["form"] == "entropy":
            found.append(-math.exp(judge.entropy_of(counts)))
        elif told["model"] == "t-closeness":
            try:
                found.append(judge.distance(plan, words.get("distance", "equal"), name, part, whole, hierarchies.get(name)))
            except judge.Unsure:
                return None
        elif told["model"] == "beta-likeness" and words.get("form") != "enhanced":
            found.append(max(max((part[v] - whole[v]) / whole[v] for v in part), 0))
        elif told["model"] == "alpha-k":
            found.append(max(counts.values()) / shown.members(rows))
        else:
            return None
    return abs(float(max(found)))


def alter(dice, plan, release, aligned, beyond=()):
    """A release with something done to it, and what. With persons only labels change: rows stay in place. beyond: cells
    of the original that were coded, which may be published after all."""
    rows = [list(row) for row in release.rows]
    at = {name: release.header.index(name) for name in release.header}
    quasi = [at[n] for n in plan.quasi]
    kinds = ["label", "row", "suppress", "publish"] + ([] if aligned else ["value", "drop", "copy"])
    if aligned and not any(plan.attributes[n]["role"] in ("plain", "sensitive") for n in release.header):
        kinds = ["label", "row", "suppress"]
    kinds += ["uncode", "uncode"] if beyond else []
    kind = dice.choice(kinds)
    i, j = dice.randrange(len(rows)), dice.randrange(len(rows))
    if kind == "label":
        column = dice.choice(quasi)
        rows[i][column] = rows[j][column]
    elif kind == "row":
        for column in quasi:
            rows[i][column] = rows[j][column]
    elif kind == "suppress":
        for column in quasi:
            rows[i][column] = STAR
    elif kind == "publish":
        stars = [row for row in rows if all(row[c] == STAR for c in quasi)]
        shown = [row for row in rows if row not in stars]
        if not stars or not shown:
            return None, None
        chosen, pattern = dice.choice(stars), dice.choice(shown)
        for column in quasi:
            chosen[column] = pattern[column]
    elif kind == "value":
        if not plan.sensitive:
            return None, None
        column = at[dice.choice(plan.sensitive)]
        rows[i][column] = rows[j][column]
    elif kind == "drop":
        del rows[i]
    elif kind == "copy":
        rows.append(list(rows[i]))
    elif kind == "uncode":
        end, cell = dice.choice(beyond)
        rows[i][at[end.name]] = cell
    return Table(release.header, rows), f"{kind} {i} {j}"

"""The family of problems: what problems.tsv says about each, and the folder that it is made into."""

import collections
import csv
import hashlib
import os
import shutil
import subprocess
import tempfile

import tables

HERE = os.path.dirname(os.path.abspath(__file__))
FAMILY = os.path.join(HERE, "problems.tsv")
STAMP = "problem"  # the file in a problem's folder that says what it was made from
FIELDS = "name table rows seed attributes k suppression metric".split()
Problem = collections.namedtuple("Problem", FIELDS)


def family(path=FAMILY):
    """The problems of a file; empty rows means all of them, empty seed that nothing is sampled."""
    with open(path, newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader((l for l in file if not l.startswith("#")), delimiter="\t"))
    whole = ("rows", "seed", "attributes", "k")
    return [Problem(**{f: int(line[f] or 0) if f in whole else line[f] for f in FIELDS}) for line in lines]


def drawn(*words):
    """A number that depends on nothing but the words."""
    return hashlib.sha256("/".join(words).encode()).hexdigest()


def attributes(problem, columns):
    """The problem's own choice of attributes in its own order: drawn by its name."""
    return sorted(columns, key=lambda column: drawn(problem.name, column))[: problem.attributes]


def weight(problem, attribute):
    return 1 + int(drawn(problem.name, attribute, "weight"), 16) % 5


def plan(problem, chosen):
    """The text of the plan. Weights matter to nwp only."""
    lines = ["attributes:"]
    for attribute in chosen:
        lines += [f'  "{attribute}":', "    role: quasi"]
        if problem.metric == "nwp":
            lines.append(f"    weight: {weight(problem, attribute)}")
    domain = "hierarchy" if problem.table == "card" else "data"
    lines += ["hierarchies: hierarchies", "privacy:", f"  k: {problem.k}"]
    lines += [f"suppression: {problem.suppression}", f"domain: {domain}", "recoding: lattice"]
    return "\n".join(lines + ["search:", f"  metric: {problem.metric}", ""])


def write_table(path, columns, rows, chosen):
    places = [columns.index(attribute) for attribute in chosen]
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(chosen)
        writer.writerows([row[i] for i in places] for row in rows)


def write_hierarchies(shoal, folder, chosen, given):
    """The files that come with the table, and for the other attributes what Shoal builds by itself."""
    made = os.path.join(folder, "hierarchies")
    os.makedirs(made)
    for attribute in chosen:
        path = os.path.join(made, attribute + ".csv")
        own = os.path.join(given or "", attribute + ".csv")
        if given and os.path.exists(own):
            shutil.copyfile(own, path)
        else:
            build = [shoal, "hierarchy", "build", os.path.join(folder, "table.csv"), "--column", attribute]
            subprocess.run(build + ["-o", path], check=True, capture_output=True)


def hashed(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def fingerprint(folder):
    """Of everything that a problem's answer depends on: a best value of other data says nothing."""
    digest = hashlib.sha256()
    for place, folders, files in os.walk(folder):
        folders.sort()
        for file in sorted(files):
            path = os.path.join(place, file)
            if file != STAMP:
                digest.update(f"{os.path.relpath(path, folder)} {hashed(path)}\n".encode())
    return digest.hexdigest()[:16]


def stamp(problem):
    return "\t".join(map(str, problem)) + "\n"


def is_made(problem, folder):
    path = os.path.join(folder, STAMP)
    if not os.path.exists(path):
        return False
    with open(path, encoding="utf-8") as file:
        return file.read() == stamp(problem)


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def make_in(made, problem, shoal, table):
    columns, rows, given = table
    if len(columns) < problem.attributes:
        raise ValueError(f"{problem.name}: {problem.table} has only {len(columns)} attributes")
    chosen = attributes(problem, columns)
    os.makedirs(made)
    write_table(os.path.join(made, "table.csv"), columns, rows, chosen)
    write_hierarchies(shoal, made, chosen, given)
    write(os.path.join(made, "plan.yaml"), plan(problem, chosen))
    write(os.path.join(made, STAMP), stamp(problem))


def make(problem, shoal, data, folder):
    """Makes the problem in folder/NAME unless it is there; returns that folder. Whoever stops it
    halfway leaves nothing under that name."""
    final = os.path.join(folder, problem.name)
    if is_made(problem, final):
        return final
    os.makedirs(folder, exist_ok=True)
    shutil.rmtree(final, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        made = os.path.join(work, "made")
        make_in(made, problem, shoal, tables.table(problem, shoal, data, work))
        os.rename(made, final)
    return final

"""The tables that the problems are made from: a list of columns, a list of rows, and a folder of
hierarchies that come with the table, or None. Nothing here depends on Shoal but `sampled`."""

import csv
import gzip
import os
import subprocess
from sys import intern

ADULT = """age workclass fnlwgt education education-num marital-status occupation relationship race sex
capital-gain capital-loss hours-per-week native-country""".split()
POKER = "S1 C1 S2 C2 S3 C3 S4 C4 S5 C5 CLASS".split()

# Registers of `shoal sample`: those that have several parts describe several people or stays in a row.
REGISTERS = {
    "people": ["people"],
    "stays": ["stays"],
    "patients": ["people", "stays"],
    "couples": ["people", "people"],
    "families": ["people", "people", "people"],
    "homes": ["people", "people", "stays", "stays"],
}
FILES = {
    "card": "creditcard/creditcard.csv",
    "c2k": "cargo2000/c2k_data_comma.csv",
    "adult": "adult-raw/adult.data",
    "poker": "poker/poker-training.data",
    "covid": "covid-mx/covid_mx.csv.gz",
    "census": "census/census.csv",
}


class Missing(Exception):
    """A benchmark table that is not on this machine."""


def read(path, delimiter, names=None):
    """Columns and rows; blanks around values and lines without values are left out. Equal values
    share their text, or a million rows would take gigabytes."""
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt", newline="", encoding="utf-8") as file:
        lines = [[intern(value.strip()) for value in line] for line in csv.reader(file, delimiter=delimiter)]
    lines = [line for line in lines if any(line)]
    return (names, [line[: len(names)] for line in lines]) if names else (lines[0], lines[1:])


def without(columns, rows, unwanted):
    kept = [i for i, column in enumerate(columns) if not unwanted(column)]
    return [columns[i] for i in kept], [[row[i] for i in kept] for row in rows]


def from_file(name, data):
    path = os.path.join(data, FILES[name])
    if not os.path.exists(path):
        raise Missing(f"{FILES[name]} is not in {data}")
    if name == "card":
        return *read(path, ";"), os.path.join(os.path.dirname(path), "hierarchies")
    if name == "c2k":
        # Numbers of shipments and legs say nothing but who is who.
        columns, rows = without(*read(path, ","), lambda c: c == "nr" or c.endswith("legid"))
        return columns, rows, None
    names = {"adult": ADULT, "poker": POKER}.get(name)
    return *read(path, ",", names), None


def sampled(shoal, kind, rows, seed, folder):
    """A register of one kind, without the names and numbers of its people."""
    path = os.path.join(folder, f"{kind}-{seed}.csv")
    flags = ["--visits"] if kind == "stays" else []
    subprocess.run(
        [shoal, "sample", *flags, "--rows", str(rows), "--seed", str(seed), "-o", path],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    columns, lines = without(*read(path, ","), lambda c: c in ("id", "name", "patient_id"))
    return columns, lines, path[:-4] + ".hierarchies"


def neighbours(columns, rows):
    """Rows in the order of place and age, so that those of several registers have something in common."""
    place, age = columns.index("postcode"), columns.index("age" if "age" in columns else "birth_date")
    return sorted(rows, key=lambda row: (row[place], row[age], row))


def register(shoal, name, rows, seed, folder):
    """Registers side by side, each with a seed of its own; a suffix tells their columns apart."""
    parts = REGISTERS[name]
    if len(parts) == 1:
        return sampled(shoal, parts[0], rows, seed, folder)
    together = [[] for _ in range(rows)]
    names, files = [], os.path.join(folder, "hierarchies")
    os.makedirs(files)
    for number, kind in enumerate(parts, 1):
        columns, lines, own = sampled(shoal, kind, rows, 10 * seed + number, folder)
        for row, line in zip(together, neighbours(columns, lines)):
            row.extend(line)
        names += [f"{column}_{number}" for column in columns]
        for file in os.listdir(own):
            os.replace(os.path.join(own, file), os.path.join(files, f"{file[:-4]}_{number}.csv"))
    return names, together, files


def spread(rows, wanted):
    """So many rows, evenly spaced."""
    if wanted >= len(rows):
        return rows
    return [rows[i * len(rows) // wanted] for i in range(wanted)]


def table(problem, shoal, data, folder):
    """Columns, rows and hierarchies of a problem's table, all of it; works in folder."""
    if problem.table in REGISTERS:
        return register(shoal, problem.table, problem.rows, problem.seed, folder)
    columns, rows, hierarchies = from_file(problem.table, data)
    return columns, spread(rows, problem.rows) if problem.rows else rows, hierarchies

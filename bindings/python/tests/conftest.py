"""What the tests share, and their results as TAP (--tap)."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

SOURCES = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ.get("SHOAL_BUILD", SOURCES / "build")).resolve()


def cases(number):
    """A number of random cases, or the share of it that SHOAL_TEST_CASES asks for."""
    asked = os.environ.get("SHOAL_TEST_CASES", "")
    if asked.endswith("%"):
        return max(1, number * int(asked[:-1]) // 100)
    return number


def first_seed():
    return int(os.environ.get("SHOAL_TEST_SEED", "1"))


def seeds(number):
    return range(first_seed(), first_seed() + cases(number))


@pytest.fixture(scope="session")
def command():
    """Runs the command line: command(arguments) -> completed process."""
    program = os.environ.get("SHOAL", str(BUILD / "shoal"))
    if not Path(program).exists():
        pytest.skip("no command line in this build")
    environment = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}

    def run(*arguments, cwd=None):
        return subprocess.run(
            [program, *map(str, arguments)], cwd=cwd, env=environment, capture_output=True, text=True
        )

    return run


@pytest.fixture(scope="session")
def register(command, tmp_path_factory):
    """A folder with the sample register, its plan and its hierarchies."""
    folder = tmp_path_factory.mktemp("register")
    made = command("sample", "--rows", 2000, "--seed", 3, "-o", "people.csv", cwd=folder)
    assert made.returncode == 0, made.stderr
    return folder


@pytest.fixture
def people(register):
    """The sample register as pandas reads it, codes with leading zeros as text."""
    return pd.read_csv(register / "people.csv", dtype={"postcode": str}, keep_default_na=False)


def some(random, values, rows, nulls=0.0):
    """A column of objects: some of the values, and None."""
    chosen = np.asarray(values, dtype=object)[random.integers(0, len(values), rows)]
    chosen[random.random(rows) < nulls] = None
    return chosen


def random_frame(random, rows):
    """Quasi-identifiers of every kind that pandas has."""
    cities = ["Oslo", "Rome", "Árbær", "São Paulo", 'quoted "x"', "a,b"]
    return pd.DataFrame(
        {
            "age": random.integers(18, 30, rows),
            "height": np.where(random.random(rows) < 0.1, np.nan, random.integers(3, 7, rows) / 2),
            "city": some(random, cities, rows, 0.1),
            "sex": pd.Categorical(some(random, ["f", "m"], rows), categories=["m", "x", "f"]),
            "born": pd.to_datetime("1990-01-01") + pd.to_timedelta(random.integers(0, 40, rows), "D"),
            "children": pd.array(some(random, [0, 1, 2], rows, 0.1), dtype="Int64"),
            "member": random.random(rows) < 0.5,
            "code": pd.array(some(random, ["01", "02", "10"], rows, 0.1), dtype="string"),
            "income": np.round(random.random(rows) * 1000, 2),
        },
        index=pd.Index(random.permutation(rows) * 3, name="row"),
    )


# ---- TAP ------------------------------------------------------------------------------------------


def pytest_addoption(parser):
    parser.addoption("--tap", action="store_true", help="a line of TAP for each test")


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter, config):
    if not config.getoption("--tap"):
        return
    terminalreporter.ensure_newline()
    for outcome, line in (
        ("passed", "ok python: {}"),
        ("skipped", "ok python: {} # SKIP {}"),
        ("failed", "not ok python: {}"),
        ("error", "not ok python: {}"),
    ):
        for report in terminalreporter.stats.get(outcome, []):
            why = report.longrepr[2] if outcome == "skipped" else ""
            terminalreporter.write_line(line.format(report.nodeid, why))

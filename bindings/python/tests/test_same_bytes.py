"""The same bytes as the command line, for the same plan and table."""

import json

import numpy as np
import pandas as pd
import pytest
import shoal
from conftest import random_frame, seeds

QUASI = ["age", "height", "city", "sex", "born", "children", "member", "code"]
NUMBERS = ["age", "height", "income"]
SETTINGS = {
    "lattice": {},
    "cut": {"evaluations": 300},
    "local": {"evaluations": 300},
    "mondrian": {"evaluations": 300},
    "suppress": {"evaluations": 300},
    "microaggregation": {},
}


def both(command, folder, data, plan):
    """The release in memory and that of the command line, as bytes; or how both failed."""
    plan.save(folder / "plan.yaml")
    shoal.Table(data).save(folder / "in.csv")
    written = command(
        "anonymize", "in.csv", "-p", "plan.yaml", "-o", "theirs.csv", "--progress", "none", cwd=folder
    )
    try:
        shoal.anonymize(data, plan=plan).save(folder / "ours.csv")
    except shoal.Error as error:
        return error.status, written.returncode
    assert written.returncode == 0, written.stderr
    return (folder / "ours.csv").read_bytes(), (folder / "theirs.csv").read_bytes()


@pytest.mark.filterwarnings("ignore::shoal.PrivacyWarning")
@pytest.mark.parametrize("seed", seeds(6))
@pytest.mark.parametrize("recoding", SETTINGS)
def test_random_frames(command, tmp_path, recoding, seed):
    random = np.random.default_rng([seed, len(recoding)])
    frame = random_frame(random, int(random.integers(20, 400)))
    columns = NUMBERS if recoding == "microaggregation" else QUASI
    count = int(random.integers(2, min(5, len(columns)) + 1))
    plan = shoal.Plan(
        k=int(random.integers(2, 6)),
        quasi=list(random.choice(columns, count, replace=False)),
        suppression=float(random.choice([0, 0.05, 0.3])),
        recoding=recoding,
        seed=seed,
        missing=str(random.choice(["category", "wildcard", "drop"]))
        if recoding in ("lattice", "cut")
        else None,
        **SETTINGS[recoding],
    )
    ours, theirs = both(command, tmp_path, frame, plan)
    assert ours == theirs


@pytest.mark.filterwarnings("ignore::shoal.PrivacyWarning")
def test_the_register(command, register, people, tmp_path):
    plan = shoal.Plan(register / "people.plan.yaml")
    written = command(
        "anonymize", register / "people.csv", "-p", register / "people.plan.yaml", "-o", tmp_path / "theirs.csv",
        "--result", tmp_path / "theirs.json", "--progress", "none",
    )  # fmt: skip
    assert written.returncode == 0, written.stderr
    for name, data in {
        "frame": people,
        "categories": people.astype("category"),
        "path": register / "people.csv",
        "table": shoal.read(register / "people.csv"),
    }.items():
        shoal.anonymize(data, plan=plan).save(tmp_path / f"{name}.csv")
        assert (tmp_path / f"{name}.csv").read_bytes() == (tmp_path / "theirs.csv").read_bytes(), name


@pytest.mark.filterwarnings("ignore::shoal.PrivacyWarning")
def test_output_of_a_path(command, register, tmp_path):
    plan = register / "people.plan.yaml"
    release = shoal.anonymize(register / "people.csv", plan=plan, output=tmp_path / "ours.csv")
    command("anonymize", register / "people.csv", "-p", plan, "-o", tmp_path / "theirs.csv")
    assert (tmp_path / "ours.csv").read_bytes() == (tmp_path / "theirs.csv").read_bytes()
    assert release.result["output"]["path"] == str(tmp_path / "ours.csv")
    assert len(release.table) == 2000


@pytest.mark.filterwarnings("ignore::shoal.PrivacyWarning")
@pytest.mark.parametrize("each", [1, 3])
@pytest.mark.parametrize("dtype", ["object", "category", "int"])
def test_identifiers_that_are_not_read(command, tmp_path, dtype, each):
    """Identifiers are not read, but may show that people have several rows: also without reading them
    there are the same warnings."""
    random = np.random.default_rng(each)
    rows = 140_000
    numbers = random.permutation(np.repeat(np.arange(rows // each + 1), each)[:rows])
    who = numbers if dtype == "int" else pd.Series([f"N{number}" for number in numbers], dtype=dtype)
    frame = pd.DataFrame({"patient": who, "age": random.integers(20, 40, rows), "x": random.integers(0, 9, rows)})
    plan = shoal.Plan(k=5, quasi=["age"], identifier=["patient"], sensitive=["x"])
    plan.save(tmp_path / "plan.yaml")
    shoal.Table(frame).save(tmp_path / "in.csv")
    written = command(
        "anonymize", "in.csv", "-p", "plan.yaml", "-o", "out.csv", "--result", "out.json", "--progress", "none",
        cwd=tmp_path,
    )  # fmt: skip
    assert written.returncode == 0, written.stderr
    release = shoal.anonymize(frame, plan=plan)
    theirs = json.loads((tmp_path / "out.json").read_text())["warnings"]
    assert release.result["warnings"] == theirs
    assert bool(theirs) == (each > 1)
    release.save(tmp_path / "ours.csv")
    assert (tmp_path / "ours.csv").read_bytes() == (tmp_path / "out.csv").read_bytes()

"""The calls, what they give back, and how they fail."""

import json

import numpy as np
import pandas as pd
import pytest
import shoal


@pytest.fixture
def frame():
    random = np.random.default_rng(7)
    return pd.DataFrame(
        {
            "age": random.integers(20, 60, 400),
            "sex": random.choice(["f", "m"], 400),
            "diagnosis": random.choice(["J06", "I10", "Z00"], 400),
        }
    )


ROLES = dict(quasi=["age", "sex"], sensitive="diagnosis")


def test_anonymize(frame):
    release = shoal.anonymize(frame, k=5, suppression=0.02, **ROLES)
    assert release.result["outcome"] == "optimal" and release.result["k_eff"] >= 5
    assert release.summary.startswith("                 before      after")
    assert release.quasi == ["age", "sex"]
    sizes = release.frame[release.frame["age"] != "*"].groupby(["age", "sex"], observed=True).size()
    assert sizes.min() == release.result["k_eff"]
    assert {note["code"] for note in release.notes} and all(note["message"] for note in release.notes)


def test_shown_in_notebooks(frame):
    release = shoal.anonymize(frame, k=5, **ROLES)
    assert "optimal (proven)" in release._repr_html_() and "<td>age</td>" in release._repr_html_()
    assert "<td>diagnosis</td>" in shoal.inspect(frame)._repr_html_()
    assert shoal.assess(frame, k=2, **ROLES)._repr_html_().startswith("<pre>")


def test_report(frame, tmp_path):
    if not shoal._shoal.has_reports():
        with pytest.raises(shoal.UsageError):
            shoal.anonymize(frame, k=5, report=True, **ROLES)
        pytest.skip("this build has no reports")
    release = shoal.anonymize(frame, k=5, report=tmp_path / "report.html", **ROLES)
    assert release.report().startswith("<!doctype html>") or release.report().startswith("<!DOCTYPE html>")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == release.report()
    for outcome in (
        shoal.inspect(frame, report=True),
        shoal.assess(frame, k=2, report=True, **ROLES),
        shoal.explore(frame, k=[2], suppression=[0], costs=False, report=True, **ROLES),
    ):
        assert "</html>" in outcome.report()
    with pytest.raises(shoal.UsageError, match="report=True"):
        shoal.anonymize(frame, k=5, **ROLES).report()


def test_plan_of_a_release(frame, tmp_path):
    release = shoal.anonymize(frame, k=5, suppression=0.02, **ROLES)
    assert release.plan["privacy.k"] == "5" and release.plan.role("age") == "quasi"
    release.plan.save(tmp_path / "plan.yaml")
    again = shoal.anonymize(frame, plan=tmp_path / "plan.yaml")
    pd.testing.assert_frame_equal(again.frame, release.frame)
    objects = shoal.anonymize(
        frame, k=5, quasi="sex", hierarchies={"sex": {"f": "*", "m": "*"}}, accept=["near_unique"]
    )
    assert objects.plan["privacy.k"] == "5"
    pd.testing.assert_frame_equal(shoal.anonymize(frame, plan=objects.plan).frame, objects.frame)


def test_recoding_of_a_release(frame):
    release = shoal.anonymize(frame, k=5, **ROLES)
    recoded = release.recoding("age")
    for before, after in zip(frame["age"], release.table.values("age")):
        assert after in (recoded[before][1], "*")
    assert release.recoding("diagnosis") is None
    assert shoal.anonymize(frame, k=5, recoding="local", evaluations=50, **ROLES).recoding("age") is None


def test_output(frame, tmp_path):
    release = shoal.anonymize(frame, k=5, output=tmp_path / "out.csv", **ROLES)
    written = pd.read_csv(tmp_path / "out.csv", dtype=str)
    assert sorted(written["age"]) == sorted(release.table.values("age"))
    assert written["age"].tolist() != release.table.values("age")  # a file does not have the frame's order
    shoal.anonymize(frame, k=5, output=tmp_path / "same.csv", order="input", **ROLES)
    same = pd.read_csv(tmp_path / "same.csv", dtype=str)
    assert same["age"].tolist() == release.table.values("age")


def test_dry_run(frame, tmp_path):
    release = shoal.anonymize(frame, k=5, output=tmp_path / "out.csv", dry_run=True, **ROLES)
    assert release.result["k_eff"] >= 5 and not (tmp_path / "out.csv").exists()


def test_several_files(frame, tmp_path):
    shoal.Table(frame.iloc[:150]).save(tmp_path / "1.csv")
    shoal.Table(frame.iloc[150:]).save(tmp_path / "2.csv")
    parts = shoal.anonymize([tmp_path / "1.csv", tmp_path / "2.csv"], k=5, **ROLES)
    whole = shoal.anonymize(frame, k=5, **ROLES)
    assert parts.table.values("age") == whole.table.values("age")
    assert isinstance(parts.frame, pd.DataFrame)


def test_inspect(frame):
    found = shoal.inspect(frame)
    assert list(found.columns) == ["age", "sex", "diagnosis"]
    assert found.columns["age"]["role"] == "quasi"
    release = shoal.anonymize(frame, plan=found.plan, time_limit=0, evaluations=100)
    assert release.result["k_eff"] >= 5
    assert shoal.inspect(frame, sensitive="age").columns["age"]["role"] == "sensitive"


def test_assess(frame):
    release = shoal.anonymize(frame, k=5, suppression=0.02, **ROLES)
    alone = shoal.assess(release.frame, k=5, suppression=0.02, **ROLES)
    against = shoal.assess(release, against=frame, k=5, suppression=0.02, **ROLES)
    assert alone.result["k_eff"] == against.result["k_eff"] == release.result["k_eff"]
    assert json.dumps(against.result).count("linkage") > json.dumps(alone.result).count("linkage")


def test_explore(frame):
    found = shoal.explore(frame, k=[2, 5], suppression=[0, 0.02], costs=False, **ROLES)
    points = found.points
    assert points[["k", "suppression"]].values.tolist() == [[2, 0], [2, 0.02], [5, 0], [5, 0.02]]
    one = shoal.anonymize(frame, k=5, suppression=0.02, **ROLES)
    assert points["value"].iloc[3] == one.result["value"]
    both = shoal.explore(frame, k=5, suppression=0, recodings=["lattice", "suppress"], costs=False, **ROLES)
    assert both.points["recoding"].tolist() == ["lattice", "suppress"]


def test_verify(frame, tmp_path):
    release = shoal.anonymize(frame, k=5, suppression=0.02, **ROLES)
    assert shoal.verify(release.frame, k=5, quasi=["age", "sex"])
    verdict = shoal.verify(frame, k=50, quasi=["age", "sex"])
    assert not verdict and "below k = 50" in verdict.reason
    release.save(tmp_path / "out.csv")
    assert shoal.verify(tmp_path / "out.csv", k=5, quasi=["age", "sex"]).k_eff == release.result["k_eff"]


def test_persons():
    frame = pd.DataFrame({"who": ["a", "a", "b", "b"], "age": [31, 31, 31, 31]})
    release = shoal.anonymize(frame, k=2, quasi="age", person="who")
    assert release.result["k_eff"] == 2 and release.frame.columns.tolist() == ["age"]
    with pytest.raises(shoal.UsageError, match="no column shows their order"):
        shoal.verify(release.frame, k=2, quasi="age", person="who", against=frame)
    assert shoal.verify(release.frame, k=2, quasi="age", person="who", against=frame, order="input")
    with pytest.raises(shoal.InfeasibleError):
        shoal.anonymize(frame, k=3, quasi="age", person="who")


def test_population(frame):
    people = pd.concat([frame] * 5)
    with_people = shoal.anonymize(frame, k=1, model="k-map k=5", population=people, **ROLES)
    assert with_people.result["outcome"] == "optimal"
    assert "objects" in repr(with_people.plan)


def test_hierarchies(frame, tmp_path):
    hierarchy = shoal.Hierarchy({age: [f"{age // 10}0s", "*"] for age in range(20, 60)})
    hierarchy.save(tmp_path / "age.csv")
    answers = [
        shoal.anonymize(frame, k=5, hierarchies=given, **ROLES).table.values("age")
        for given in (
            {"age": hierarchy},
            {"age": tmp_path / "age.csv"},
            {"age": {age: [f"{age // 10}0s", "*"] for age in range(20, 60)}},
            {"age": [[age, f"{age // 10}0s", "*"] for age in range(20, 60)]},
            {"age": pd.DataFrame([[age, f"{age // 10}0s", "*"] for age in range(20, 60)])},
            tmp_path,
        )
    ]
    assert all(answer == answers[0] for answer in answers)


# ---- Failures -------------------------------------------------------------------------------------


def test_usage(frame):
    with pytest.raises(shoal.UsageError, match="did you mean 'age'") as caught:
        shoal.anonymize(frame, k=5, quasi="Age")
    assert caught.value.code == "column_unknown" and caught.value.status == 1
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, shoal.Error)
    with pytest.raises(shoal.UsageError) as caught:
        shoal.anonymize(frame, k=0, **ROLES)
    assert caught.value.key == "privacy.k"


def test_unknown_keywords(frame):
    with pytest.raises(TypeError, match="did you mean 'suppression'"):
        shoal.anonymize(frame, k=5, supression=0.1)
    with pytest.raises(TypeError, match="did you mean 'output'"):
        shoal.anonymize(frame, k=5, ouput="x.csv")
    with pytest.raises(TypeError, match="must be a dict"):
        shoal.anonymize(frame, k=5, min_level=1)


def test_infeasible(frame):
    with pytest.raises(shoal.InfeasibleError) as caught:
        shoal.anonymize(frame, k=401, **ROLES)
    assert caught.value.code == "k_too_large" and caught.value.status == 3


def test_infeasible_with_a_result(frame):
    with pytest.raises(shoal.InfeasibleError) as caught:
        shoal.anonymize(frame, k=60, quasi=["age", "sex"], max_level={"age": 0}, suppression=0)
    assert caught.value.result["outcome"] == "infeasible"


def test_bad_data(tmp_path):
    (tmp_path / "bad.csv").write_text("a,b\n1,2\n1,2,3\n")
    with pytest.raises(shoal.DataError) as caught:
        shoal.anonymize(tmp_path / "bad.csv", k=1, quasi="a")
    assert caught.value.line == 3 and isinstance(caught.value, ValueError)


def test_storage(frame, tmp_path):
    with pytest.raises(shoal.StorageError) as caught:
        shoal.read(tmp_path / "none.csv")
    assert isinstance(caught.value, OSError) and "none.csv" in str(caught.value)
    with pytest.raises(shoal.Error):
        shoal.anonymize(frame, k=5, output=tmp_path / "no/folder/out.csv", **ROLES)


def test_nul_characters():
    with pytest.raises(shoal.Error):
        shoal.anonymize(pd.DataFrame({"a": ["x\0y", "x"]}), k=1, quasi="a")
    with pytest.raises(ValueError):
        shoal.anonymize(pd.DataFrame({"a": ["\ud800", "x"]}), k=1, quasi="a")


def test_warnings_are_told(frame):
    frame["number"] = [f"N{i:05}" for i in range(400)]
    with pytest.warns(shoal.PrivacyWarning, match="number") as told:
        release = shoal.anonymize(frame, k=5, progress=False, **ROLES)
    assert told[0].message.code in {each["code"] for each in release.warnings}
    with pytest.raises(shoal.UsageError):
        shoal.anonymize(frame, k=5, strict=True, **ROLES)
    # A strict plan attacks the release, too, and finds everybody by that column.
    codes = [each["code"] for each in release.warnings] + ["attack_succeeds", "attack_certain"]
    accepted = shoal.anonymize(frame, k=5, strict=True, accept=codes, **ROLES)
    assert all(each["accepted"] for each in accepted.warnings)


def test_lists():
    assert {"lattice", "cut", "local"} <= {each["name"] for each in shoal.list("recodings")}
    assert any(each["group"] == "lattice" for each in shoal.list("algorithms"))
    with pytest.raises(shoal.UsageError, match="algorithms"):
        shoal.list("nothing")


def test_handles_are_of_their_kind(frame):
    with pytest.raises(TypeError, match="a plan was expected"):
        shoal._shoal.plan_get(shoal.Table(frame)._handle, "privacy.k")
    with pytest.raises(TypeError):
        shoal._shoal.Handle()
    with pytest.raises(ValueError, match="too short"):
        shoal._shoal.table_from_columns([("a", "l", None, np.zeros(2), 64, 0, None)], 3, None)

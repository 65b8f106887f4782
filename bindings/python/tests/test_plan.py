"""Plans and hierarchies as objects."""

import pandas as pd
import pytest
import shoal
from shoal import Hierarchy, Plan


def test_every_keyword_is_a_key():
    """Whatever the plan knows can be said by a keyword."""
    known = shoal._keywords.known_keys()
    reached = {key.path for key in known.values()}
    both = {key.path: key.each.path for key in known.values() if key.each}
    assert reached >= {row[0] for row in shoal._shoal.plan_keys()} - {"version"}
    for row in shoal._shoal.plan_keys():
        if row[1]:
            path = known[row[1].replace("-", "_")].path
            assert row[0] in (path, both.get(path))


def test_order_of_rows_and_of_values():
    assert Plan(order="input")["order"] == "input"
    plan = Plan(order={"size": "low|mid|high"})
    assert plan["attributes.size.order"] == "low|mid|high" and plan["order"] != "input"
    with pytest.raises(shoal.UsageError):
        Plan(order="low|mid|high")


def test_keywords():
    plan = Plan(
        k=5, quasi=["a", "b.c"], sensitive="s", suppression=0.02, time_limit=10, missing="drop",
        min_level={"a": 1}, weights={"a": 2}, pseudonyms=True, strict=True, search_metric="loss",
        missing_token=["?", "NA"],
    )  # fmt: skip
    assert plan.attributes == ["a", "b.c", "s"]
    assert plan["attributes.b.c.role"] == "quasi" and plan["attributes.a.min_level"] == "1"
    assert float(plan["suppression"]) == 0.02 and plan["missing.rule"] == "drop"
    assert plan["pseudonyms"] == "yes" and plan["warnings.strict"] == "yes"
    assert plan["search.metric"] == "loss"


def test_parameters_of_algorithms():
    assert Plan(recoding="lattice", algorithm="genetic", population_size=None)["search.algorithm"] == "genetic"
    name = shoal._shoal.algorithm_parameters("lattice", "genetic")[0][0]
    assert Plan(set={name: 3})[f"search.{name}"] == "3"


def test_sources_of_plans(tmp_path):
    plan = Plan({"privacy": {"k": 7}, "attributes": {"age": {"role": "quasi"}}}, suppression="2%")
    assert plan["privacy.k"] == "7" and plan.role("age") == "quasi"
    plan.save(tmp_path / "plan.yaml")
    assert Plan(tmp_path / "plan.yaml").to_yaml() == plan.to_yaml() == (tmp_path / "plan.yaml").read_text()
    assert Plan.parse(plan.to_yaml()).to_yaml() == plan.to_yaml()
    copy = Plan(plan, k=9)
    assert (plan["privacy.k"], copy["privacy.k"]) == ("7", "9")
    assert "k: 7" in repr(plan)


def test_refusals():
    with pytest.raises(shoal.UsageError) as caught:
        Plan()["privacy.q"] = 1
    assert caught.value.code == "key_unknown"
    with pytest.raises(TypeError, match="did you mean 'metric'"):
        Plan(metrik="loss")
    with pytest.raises(shoal.UsageError):
        Plan.parse("k: [")
    with pytest.raises(shoal.UsageError):
        Plan(hierarchies={"a": {"x": "*"}}).to_yaml()
    with pytest.raises(TypeError, match="folder"):
        Plan(hierarchies=7)


def test_hierarchies(tmp_path):
    rows = [("1", "low", "*"), ("2", "low", "*"), ("3", "high", "*")]
    given = [
        {1: ["low", "*"], 2: ["low", "*"], 3: ["high", "*"]},
        {"*": {"low": [1, 2], "high": [3]}},
        [[1, "low", "*"], [2, "low", "*"], [3, "high", "*"]],
        pd.DataFrame({"value": [1, 2, 3], "band": ["low", "low", "high"], "top": "*"}),
    ]
    for each in given:
        hierarchy = Hierarchy(each)
        assert hierarchy.rows == rows and hierarchy.levels == 2 and len(hierarchy) == 3
    assert hierarchy[2] == ("2", "low", "*") and 4 not in hierarchy and list(hierarchy) == ["1", "2", "3"]
    with pytest.raises(KeyError):
        hierarchy["4"]
    hierarchy.save(tmp_path / "h.csv")
    assert Hierarchy(tmp_path / "h.csv") == hierarchy == Hierarchy.parse((tmp_path / "h.csv").read_text())
    assert "<td>high</td>" in hierarchy._repr_html_()


def test_bad_hierarchies(tmp_path):
    with pytest.raises(ValueError, match="as many labels"):
        Hierarchy({"a": ["x"], "b": ["x", "*"]})
    with pytest.raises(ValueError, match="as many labels"):
        Hierarchy({})
    with pytest.raises(shoal.Error):
        Hierarchy([["a", "x"], ["a", "y"]])
    with pytest.raises(shoal.StorageError):
        Hierarchy(tmp_path / "none.csv")


def test_built_hierarchies():
    frame = pd.DataFrame({"age": range(20, 60)})
    built = Hierarchy.build(frame, "age", "ranges:10,20")
    assert built["34"][:3] == ("34", "30-39", "20-39") and "40 values" in built.description
    with pytest.raises(shoal.UsageError):
        Hierarchy.build(frame, "age", "nonsense")
    with pytest.raises(shoal.Error):
        Hierarchy.build(frame, "none")


def test_a_column_has_one_role():
    frame = pd.DataFrame({"age": [1, 2] * 5, "sex": ["f", "m"] * 5})
    with pytest.raises(shoal.UsageError, match="'sex' is named by both quasi and sensitive: choose one"):
        shoal.anonymize(frame, k=2, quasi=["age", "sex"], sensitive="sex")
    with pytest.raises(shoal.UsageError, match="both quasi and identifier"):
        shoal.Plan(quasi=["age"], identifier=["age"])
    changed = shoal.Plan(shoal.Plan(quasi="age"), identifier="age")  # another plan may say otherwise
    assert changed.role("age") == "identifier"

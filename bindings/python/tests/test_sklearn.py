"""The transformer."""

import numpy as np
import pandas as pd
import pytest
import shoal
from conftest import seeds
from shoal.sklearn import Anonymizer


def sample(random, rows, ages=(20, 60)):
    return pd.DataFrame(
        {
            "age": random.integers(*ages, rows),
            "sex": random.choice(["f", "m"], rows),
            "city": random.choice(["a", "b", "c", None], rows, p=[0.4, 0.3, 0.2, 0.1]),
            "income": random.random(rows).round(4),
        }
    )


QUASI = ["age", "sex", "city"]


@pytest.mark.filterwarnings("ignore::shoal.PrivacyWarning")
@pytest.mark.parametrize("recoding", ["lattice", "cut"])
@pytest.mark.parametrize("seed", seeds(5))
def test_fit_and_transform(recoding, seed):
    random = np.random.default_rng(seed)
    first, second = sample(random, 500), sample(random, 400, (15, 65))
    settings = dict(k=4, quasi=QUASI, recoding=recoding, suppression=0.3, seed=1)
    options = {"evaluations": 300}
    fitted = Anonymizer(**settings, options=options).fit(first)
    expected = shoal.anonymize(first, **settings, **options).frame
    pd.testing.assert_frame_equal(fitted.release_.frame, expected)
    pd.testing.assert_frame_equal(Anonymizer(**settings, options=options).fit_transform(first), expected)
    found = fitted.transform(second)
    pd.testing.assert_series_equal(found["income"], second["income"])
    published = found[~(found[QUASI].astype(object) == "*").all(axis=1)]
    assert published.groupby(QUASI, observed=True, dropna=False).size().min() >= 4
    for name in QUASI:
        recoded = fitted.recodings_[name]
        for before, after in zip(second[name], found[name].astype(object)):
            text = None if pd.isna(before) else str(before)
            if text is None:
                continue
            assert after == "*" or (text in recoded and after == recoded[text][1])


def test_unseen_values_are_protected():
    train = pd.DataFrame({"city": ["Oslo", "Rome"] * 5, "n": range(10)})
    fitted = Anonymizer(k=5, quasi=["city"]).fit(train)
    assert fitted.recodings_["city"]["Oslo"] == ("Oslo", "Oslo")
    new = pd.DataFrame({"city": ["Oslo"] * 5 + ["Vik"] * 5, "n": range(10)})
    assert fitted.set_params(suppression=0.5).transform(new)["city"].tolist() == ["Oslo"] * 5 + ["*"] * 5


def test_what_is_applied_is_verified():
    train = pd.DataFrame({"city": ["Oslo", "Rome"] * 5})
    fitted = Anonymizer(k=5, quasi=["city"]).fit(train)
    with pytest.raises(shoal.InfeasibleError):
        fitted.transform(pd.DataFrame({"city": ["Oslo"] * 4 + ["Rome"] * 5}))
    assert fitted.release(pd.DataFrame({"city": ["Oslo"] * 6})).result["k_eff"] == 6


@pytest.mark.parametrize("recoding", ["local", "mondrian", "suppress", "microaggregation"])
def test_recodings_by_row_are_refused(recoding):
    with pytest.raises(shoal.UsageError, match="use lattice or cut"):
        Anonymizer(k=2, quasi=["n"], recoding=recoding).fit(pd.DataFrame({"n": [1, 2, 3, 4]}))


def test_all_columns_without_quasi():
    fitted = Anonymizer(k=2, sensitive=["s"]).fit(pd.DataFrame({"a": [1, 1], "b": [2, 2], "s": [3, 4]}))
    assert list(fitted.recodings_) == ["a", "b"]
    assert fitted.get_feature_names_out().tolist() == ["a", "b", "s"]
    array = Anonymizer(k=2).fit_transform(np.asarray([[1, 2], [1, 2]]))
    assert array.columns.tolist() == [0, 1]


def test_a_plan(tmp_path):
    plan = shoal.Plan(k=2, quasi=["a"], algorithm="optimal", evaluations=50)
    plan.save(tmp_path / "plan.yaml")
    fitted = Anonymizer(k=None, plan=tmp_path / "plan.yaml").fit(pd.DataFrame({"a": [1, 1, 2, 2]}))
    assert fitted.transform(pd.DataFrame({"a": [2, 2]}))["a"].tolist() == ["2", "2"]


def test_not_fitted():
    with pytest.raises(ValueError, match="fit"):
        Anonymizer().transform(pd.DataFrame({"a": [1]}))


def test_as_scikit_learn_asks():
    base = pytest.importorskip("sklearn.base")
    pipeline = pytest.importorskip("sklearn.pipeline")
    preprocessing = pytest.importorskip("sklearn.preprocessing")
    anonymizer = Anonymizer(k=3, quasi=["a"], options={"seed": 4})
    copy = base.clone(anonymizer)
    assert copy.get_params() == anonymizer.get_params() and copy is not anonymizer
    assert copy.set_params(k=7).k == 7
    steps = pipeline.make_pipeline(Anonymizer(k=2), preprocessing.OneHotEncoder(handle_unknown="ignore"))
    assert steps.fit_transform(pd.DataFrame({"a": [1, 1, 2, 2]})).shape == (4, 2)


def test_hierarchies_in_memory():
    """In a plan or beside it, and cloned as pipelines do."""
    sklearn = pytest.importorskip("sklearn.base")
    tens = shoal.Hierarchy([[str(age), str(age // 10 * 10), "*"] for age in range(100)])
    train = sample(np.random.default_rng(1), 300)
    settings = dict(k=4, suppression=0.1)
    for given in (
        dict(quasi="age", hierarchies={"age": tens}),
        dict(plan=shoal.Plan(quasi="age", hierarchies={"age": tens})),
    ):
        fitted = sklearn.clone(Anonymizer(**settings, **given, context=shoal.Context())).fit(train)
        pd.testing.assert_frame_equal(fitted.transform(train), fitted.release_.frame)


def test_too_many_rows_of_unseen_values():
    random = np.random.default_rng(1)
    train, new = sample(random, 300, (20, 40)), sample(random, 300, (50, 60))
    new["city"] = "elsewhere"
    fitted = Anonymizer(k=4, quasi=["age", "city"], suppression=0.1).fit(train)
    with pytest.raises(shoal.InfeasibleError, match="that the fitted table lacks"):
        fitted.transform(new.assign(age=np.where(np.arange(300) < 200, 25, new["age"])))

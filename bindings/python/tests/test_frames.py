"""pandas in, pandas out."""

import datetime
import decimal

import numpy as np
import pandas as pd
import pytest
import shoal
from conftest import random_frame, seeds, some


def texts(values, **keywords):
    """What Shoal reads of a column."""
    return shoal.Table(pd.DataFrame({"a": pd.Series(values, **keywords)})).values("a")


def test_integers_of_every_size():
    for dtype in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
        assert texts([1, 2, 100], dtype=dtype) == ["1", "2", "100"]
    assert texts([-(2**63), 2**63 - 1]) == [str(-(2**63)), str(2**63 - 1)]
    assert texts([2**64 - 1], dtype="uint64") == [str(2**64 - 1)]
    assert texts(np.asarray([1, 256], dtype=">i4")) == ["1", "256"]


def test_floats_nan_is_no_value():
    assert texts([0.5, np.nan, 2.0]) == ["0.5", None, "2.0"]
    assert texts([0.5, np.nan], dtype="float32") == ["0.5", None]
    assert texts([0.5, np.nan], dtype="float16") == ["0.5", None]
    assert texts([0.1, None], dtype="Float64") == ["0.1", None]


def test_objects_read_like_columns_of_their_type():
    for values in ([0.1, 1e300, 2.0, 1e-7], [True, False], [7, -7]):
        assert texts(values) == texts(values, dtype=object)


def test_nullable():
    assert texts([1, None, 3], dtype="Int64") == ["1", None, "3"]
    assert texts([1, None, 3], dtype="UInt8") == ["1", None, "3"]
    assert texts([True, None, False], dtype="boolean") == ["true", None, "false"]
    assert texts(["a", None, ""], dtype="string") == ["a", None, ""]


def test_booleans():
    assert texts([True, False] * 5) == ["true", "false"] * 5


def test_empty_text_is_a_value_and_none_is_not():
    values = ["", None, np.nan, pd.NA, pd.NaT, "x"]
    assert texts(values, dtype=object) == ["", None, None, None, None, "x"]


def test_objects():
    day, moment = datetime.date(2020, 2, 29), datetime.datetime(2020, 2, 29, 13, 30)
    values = [1, 2.5, True, decimal.Decimal("1E+2"), day, moment, np.int8(3), np.float32(0.5)]
    expected = ["1", "2.5", "true", "100", "2020-02-29", "2020-02-29 13:30:00", "3", "0.5"]
    assert texts(values, dtype=object) == expected


@pytest.mark.parametrize("value", [[1], {"a": 1}, b"bytes", object()])
def test_other_objects_are_refused(value):
    with pytest.raises(shoal.DataError, match="column 'a' has a value of type") as caught:
        texts(["x", value], dtype=object)
    assert caught.value.code == "value_type"


@pytest.mark.parametrize("dtype", ["timedelta64[ns]", "complex128"])
def test_other_types_are_refused(dtype):
    with pytest.raises(shoal.DataError, match="column 'a' is of type") as caught:
        texts(np.zeros(2, dtype=dtype))
    assert caught.value.code == "column_type"


def test_dates_and_times():
    assert texts(pd.to_datetime(["2020-02-29", None, "1969-12-31"])) == ["2020-02-29", None, "1969-12-31"]
    assert texts(pd.to_datetime(["2020-02-29 13:30", "2020-03-01"])) == [
        "2020-02-29 13:30:00",
        "2020-03-01 00:00:00",
    ]
    zoned = pd.Series(pd.to_datetime(["2020-07-01 00:00"])).dt.tz_localize("Europe/Berlin")
    assert texts(zoned) == ["2020-07-01"]


def test_categories():
    frame = pd.DataFrame({"a": pd.Categorical(["b", None, "a", "b"], categories=["c", "b", "a"])})
    assert shoal.Table(frame).values("a") == ["b", None, "a", "b"]
    bins = pd.cut(pd.Series([1, 5, 9]), [0, 4, 10])
    assert texts(bins) == ["(0, 4]", "(4, 10]", "(4, 10]"]
    assert texts(pd.Categorical([3, 1, 3])) == ["3", "1", "3"]


def test_many_categories():
    values = [f"v{i}" for i in range(70_000)]
    assert texts(pd.Categorical(values)) == values
    assert texts(pd.Categorical(values[:300])) == values[:300]


def test_strides_and_slices():
    frame = pd.DataFrame(np.arange(12).reshape(4, 3), columns=list("abc"))
    assert shoal.Table(frame[["c", "a"]]).values("c") == ["2", "5", "8", "11"]
    assert shoal.Table(frame.iloc[::2]).values("b") == ["1", "7"]
    objects = pd.DataFrame({"a": ["x", "y", "z", "x"]}).iloc[::-2]
    assert shoal.Table(objects).values("a") == ["x", "y"]


@pytest.mark.parametrize("seed", seeds(10))
def test_objects_against_a_plain_loop(seed):
    """Twin of the encoder and of the writer: repeated objects, equal texts in different objects, more
    different texts than a cache holds."""
    random = np.random.default_rng(seed)
    rows, different = int(random.integers(1, 200_000)), int(random.choice([3, 1000, 60_000, 10**9]))
    words = [f"ä{random.integers(0, different)}" for _ in range(min(different, 150_000))]
    chosen = some(random, words, rows, 0.01)
    chosen[random.random(rows) < 0.01] = 7
    expected = [None if value is None else str(value) for value in chosen]
    encoded = shoal._shoal.encode_objects(chosen, str)
    assert encoded is not None or len(set(expected[:65536])) > 49152
    if encoded is not None:
        codes, dictionary, nulls = encoded
        codes = np.frombuffer(codes, dtype=np.int32)
        assert [None if code < 0 else dictionary[code] for code in codes] == expected
        assert len(set(dictionary)) == len(dictionary)
        assert nulls == expected.count(None)
    valid, offsets, text, nulls = shoal._shoal.write_objects(chosen, str)
    bits = np.unpackbits(np.frombuffer(valid, dtype=np.uint8), bitorder="little")
    ends = np.frombuffer(offsets, dtype=np.int64).tolist()
    found = [text[ends[i] : ends[i + 1]].decode() if bits[i] else None for i in range(rows)]
    assert found == expected and nulls == expected.count(None)
    table = shoal.Table(pd.DataFrame({"a": chosen}))
    for row in random.integers(0, rows, 50):
        assert table.value(int(row), "a") == expected[row]


def test_names():
    frame = pd.DataFrame([[1, 2], [1, 2]], columns=[0, "b"])
    release = shoal.anonymize(frame, k=2, quasi=[0])
    assert release.frame.columns.tolist() == [0, "b"]
    with pytest.raises(shoal.DataError, match="two columns are called '0'"):
        shoal.Table(pd.DataFrame([[1, 2]], columns=[0, "0"]))
    with pytest.raises(shoal.DataError, match="several levels"):
        shoal.Table(pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([("a", 1), ("a", 2)])))


def test_no_rows():
    with pytest.raises(shoal.DataError, match="no rows"):
        shoal.Table(pd.DataFrame({"a": pd.Series([], dtype=object), "b": pd.Series([], dtype=int)}))


@pytest.mark.parametrize("seed", seeds(5))
def test_index_and_untouched_columns_are_kept(seed):
    random = np.random.default_rng(seed)
    frame = random_frame(random, 300)
    before = frame.copy(deep=True)
    release = shoal.anonymize(frame, k=5, quasi=["age", "sex"], suppression=0.1, progress=False, strict=False)
    pd.testing.assert_frame_equal(frame, before)
    plain = [name for name in frame if name not in ("age", "sex")]
    pd.testing.assert_frame_equal(release.frame[plain], frame[plain])
    assert release.frame.columns.tolist() == frame.columns.tolist()
    for name in ("age", "sex"):
        assert isinstance(release.frame[name].dtype, pd.CategoricalDtype)
        assert not release.frame[name].cat.ordered
        # Nothing remains of values that are not published.
        assert set(release.frame[name].cat.categories) == set(release.frame[name].dropna())
        assert release.frame[name].astype(object).tolist() == release.table.values(name)


def test_rows_that_are_dropped():
    frame = pd.DataFrame(
        {"age": ["31", None, "31", "31"], "n": pd.array([1, 2, None, 4], dtype="Int64")}, index=list("wxyz")
    )
    release = shoal.anonymize(frame, k=2, quasi="age", missing="drop")
    assert release.frame.index.tolist() == ["w", "y", "z"]
    assert release.frame["n"].dtype == "Int64"
    pd.testing.assert_series_equal(release.frame["n"], frame["n"].iloc[[0, 2, 3]])


def test_duplicate_index():
    frame = pd.DataFrame({"age": [31] * 4, "n": [1, 2, 3, 4]}, index=[0, 0, 1, 1])
    release = shoal.anonymize(frame, k=2, quasi="age")
    assert release.frame.index.tolist() == [0, 0, 1, 1] and release.frame["n"].tolist() == [1, 2, 3, 4]


def test_averages_stay_numbers():
    random = np.random.default_rng(1)
    frame = pd.DataFrame({"x": random.random(50).round(3), "n": random.integers(0, 9, 50)})
    release = shoal.anonymize(frame, k=5, quasi=["x", "n"], recoding="microaggregation")
    assert release.frame.dtypes.tolist() == [np.dtype(float)] * 2
    assert [float(text) for text in release.table.values("x")] == release.frame["x"].tolist()
    assert release.frame["x"].mean() == pytest.approx(frame["x"].mean(), abs=0.01)


def test_identifiers_are_dropped_or_masked(people):
    roles = dict(k=5, quasi=["sex"], identifier=["id", "name"], sensitive="diagnosis")
    assert "name" not in shoal.anonymize(people, **roles).frame
    masked = shoal.anonymize(people, identifiers="mask", **roles).frame
    assert set(masked["name"]) == {"*"}


def test_what_is_no_text_is_refused_with_its_column():
    for values in (["a", "\ud800"], pd.Categorical(["a", "\udcff"]), [f"\udcff{row}" for row in range(70000)]):
        with pytest.raises(shoal.DataError, match="column 'name' has a value that is no Unicode text"):
            shoal.Table(pd.DataFrame({"age": 1, "name": values}))
    for name in ("a\0b", "\ud800"):
        with pytest.raises(shoal.DataError, match="rename it"):
            shoal.Table(pd.DataFrame({name: [1]}))


def test_an_index_that_may_name_people_is_warned_of():
    frame = pd.DataFrame({"sex": ["f", "m"] * 10, "n": range(20)})
    named = [f"person {row}" for row in range(20)]
    numbered = pd.RangeIndex(20, name="id")
    pairs = pd.MultiIndex.from_product([range(4), range(5)])
    for index in (named, numbered, pairs):
        with pytest.warns(shoal.PrivacyWarning, match="keeps the index"):
            release = shoal.anonymize(frame.set_axis(index), k=5, quasi="sex", accept=["near_unique"])
        assert release.warnings[-1]["code"] == "row_names"
    for plain in (frame, frame.sort_values("sex")):
        release = shoal.anonymize(plain, k=5, quasi="sex", accept=["near_unique"])
        assert "row_names" not in [each["code"] for each in release.warnings]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("first", [0, 66000])
def test_identifiers_that_are_left_unread_warn_as_files_do(tmp_path, first, threads):
    """People with several rows each, from the first row on or behind many who have one."""
    keys = [f"a{row}" for row in range(first)] + [f"b{row // 5}" for row in range(70000 - first)]
    frame = pd.DataFrame({"patient_id": keys, "age": [str(20 + row % 40) for row in range(70000)]})
    frame.to_csv(tmp_path / "people.csv", index=False)
    plan = dict(k=3, quasi="age", identifier="patient_id", threads=threads, accept=["persons_not_stated"])
    found = [
        [each["code"] for each in shoal.anonymize(data, **plan).warnings if each["code"] != "sensitive_not_stated"]
        for data in (frame, tmp_path / "people.csv")
    ]
    assert found[0] == found[1]
    assert found[0] == ([] if first else ["persons_not_stated"])


def test_values_that_are_not_read_need_no_text(tmp_path):
    """Names are neither looked at nor published: even what is no text does not matter."""
    frame = pd.DataFrame({"surname": ["\ud800", object()] * 20, "id": ["x", "y"] * 20, "age": [31, 34] * 20})
    plan = dict(k=5, quasi="age", accept=["sensitive_not_stated", "persons_not_stated"])
    release = shoal.anonymize(frame, identifier=["surname", "id"], **plan).frame
    assert release.columns.tolist() == ["age"] and len(release) == 40
    with pytest.raises(shoal.DataError):
        shoal.anonymize(frame, identifier="id", **plan)


def test_categories_of_dropped_rows_are_not_published():
    illness = pd.Categorical(["a", "b"] * 5 + ["rare"], categories=["unused", "rare", "b", "a"], ordered=True)
    frame = pd.DataFrame({"age": pd.array([20] * 10 + [None], dtype="Int64"), "illness": illness})
    released = shoal.anonymize(frame, k=5, quasi="age", missing="drop").frame["illness"]
    assert released.cat.categories.tolist() == ["unused", "b", "a"] and released.cat.ordered
    assert released.tolist() == ["a", "b"] * 5

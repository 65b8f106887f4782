"""The PyCapsule protocol, against structs made by hand and against DuckDB."""

import sys
import types

import arrow_c
import numpy as np
import pandas as pd
import pytest
import shoal
from arrow_c import Batch, Batches, read_stream
from conftest import BUILD, random_frame, seeds, some


@pytest.fixture
def duckdb():
    library = BUILD / "lib/shoal/libduckdb.so"
    if not library.exists():
        pytest.skip("no library of DuckDB in this build")
    database = arrow_c.DuckDB(library)
    yield database
    database.close()


def columns_of(table):
    return {name: table.values(name) for name in table.columns}


def test_an_array():
    given = {"a": ["x", None, "", "ünï"], "b": ("d", ["p", "q"], [1, None, 0, 1])}
    before = dict(arrow_c.RELEASED)
    table = shoal.Table(Batch(given))
    assert columns_of(table) == {"a": given["a"], "b": ["q", None, "p", "q"]}
    del table
    assert arrow_c.RELEASED["schema"] > before["schema"]
    assert arrow_c.RELEASED["array"] > before["array"]


def test_an_offset():
    given = {"a": ["x", None, "y", "z"], "b": ("d", ["p", "q"], [1, None, 0, 1])}
    assert columns_of(shoal.Table(Batch(given, offset=2))) == {"a": ["y", "z"], "b": ["p", "q"]}


@pytest.mark.parametrize("seed", seeds(20))
def test_streams_of_different_dictionaries(seed):
    random = np.random.default_rng(seed)
    batches, expected = [], {"a": [], "b": []}
    for _ in range(int(random.integers(1, 5))):
        rows = int(random.integers(1, 30))
        values = list(random.permutation(["u", "v", "w", "x"])[: random.integers(1, 5)])
        codes = [None if random.random() < 0.2 else int(random.integers(len(values))) for _ in range(rows)]
        texts = list(some(random, ["", "p", "q"], rows, 0.2))
        batches.append(Batch({"a": texts, "b": ("d", values, codes)}))
        expected["a"] += texts
        expected["b"] += [None if code is None else values[code] for code in codes]
    before = arrow_c.RELEASED["stream"]
    assert columns_of(shoal.Table(Batches(*batches))) == expected
    assert arrow_c.RELEASED["stream"] == before + 1


def test_a_stream_that_fails():
    with pytest.raises(shoal.Error, match="out of order"):
        shoal.Table(Batches(Batch({"a": ["x"]}), fails=b"out of order"))


def test_a_capsule_is_taken_once():
    capsule = Batches(Batch({"a": ["x"]})).__arrow_c_stream__()
    shoal._shoal.table_from_stream(capsule, None)
    with pytest.raises(ValueError, match="already taken"):
        shoal._shoal.table_from_stream(capsule, None)


def test_a_stream_that_nobody_takes():
    capsule = shoal.Table(pd.DataFrame({"a": ["x"]})).__arrow_c_stream__()
    del capsule


@pytest.mark.parametrize("seed", seeds(10))
def test_out_and_in_again(seed):
    random = np.random.default_rng(seed)
    table = shoal.Table(random_frame(random, int(random.integers(1, 200))))
    again = shoal.Table(table)
    through = types.SimpleNamespace(__arrow_c_stream__=lambda: table.to_stream(batch_rows=int(random.integers(1, 50))))
    assert columns_of(again) == columns_of(shoal.Table(through)) == columns_of(table)
    plain = types.SimpleNamespace(__arrow_c_stream__=lambda: table.to_stream(plain=True))
    assert columns_of(shoal.Table(plain)) == columns_of(table)


def test_a_release_has_no_values_that_are_not_published():
    frame = pd.DataFrame({"age": ["21"] * 5 + ["99"], "sex": ["f"] * 6})
    release = shoal.anonymize(frame, k=5, quasi=["age", "sex"], suppression=0.2)
    columns, unused = read_stream(release.__arrow_c_stream__())
    assert columns["age"] == ["21"] * 5  # a suppressed row alone would be recognized: it is left out
    assert not any(unused.values())
    assert release.result["suppressed_rows"] == "dropped" and bytes(memoryview(release.kept)) == b"\1\1\1\1\1\0"


def test_rows_that_are_suppressed_and_kept():
    frame = pd.DataFrame({"age": ["21"] * 5 + [str(91 + i) for i in range(5)], "sex": ["f"] * 10})
    release = shoal.anonymize(frame, k=5, quasi=["age", "sex"], suppression=0.5, max_level={"age": 0})
    columns, unused = read_stream(release.__arrow_c_stream__())
    assert columns["age"] == ["21"] * 5 + ["*"] * 5 and release.result["suppressed_rows"] == "kept"
    assert not any(unused.values())


def test_any_object_in_and_a_table_out():
    data = Batches(Batch({"age": ["31", "31", "32", "32"], "n": ["1", "2", "3", "4"]}))
    release = shoal.anonymize(data, k=2, quasi="age")
    assert isinstance(release.frame, shoal.Table)
    assert release.frame.values("n") == ["1", "2", "3", "4"]
    assert isinstance(release.to_pandas(), pd.DataFrame)


@pytest.mark.parametrize("package, maker", [("polars", "DataFrame"), ("pyarrow", "table")])
def test_packages_get_their_own_kind(monkeypatch, package, maker):
    """Neither is in Debian: a stand-in checks what it is called with."""
    module = types.ModuleType(package)
    setattr(module, maker, lambda stream: ("made", read_stream(stream.__arrow_c_stream__())[0]))
    monkeypatch.setitem(sys.modules, package, module)

    class Frame(Batches):
        pass

    Frame.__module__ = f"{package}.frame"
    made, columns = shoal.anonymize(Frame(Batch({"age": ["31", "31"]})), k=2, quasi="age").frame
    assert made == "made" and columns == {"age": ["31", "31"]}


def test_lazy_frames_are_collected():
    class Lazy:
        def collect(self):
            return Batches(Batch({"age": ["31", "31"]}))

    assert len(shoal.anonymize(Lazy(), k=2, quasi="age").table) == 2


def test_other_objects_are_refused():
    with pytest.raises(TypeError, match="__arrow_c_stream__"):
        shoal.anonymize(7, k=2)


# ---- DuckDB ---------------------------------------------------------------------------------------

QUERY = """
SELECT (18 + i % 7)::TINYINT AS age, CASE WHEN i % 3 = 0 THEN NULL ELSE 'c' || (i % 2) END AS city,
       DATE '2000-01-01' + (i % 5)::INTEGER AS born, i % 2 = 0 AS member, i / 4.0 AS ratio,
       (i % 9)::DECIMAL(6, 2) AS price, ('s' || (i % 4))::ENUM ('s0', 's1', 's2', 's3') AS size,
       i::BIGINT AS number
FROM range(5000) t(i)
"""


def as_text(query):
    names = ["age", "city", "born", "member", "ratio", "price", "size", "number"]
    return "SELECT " + ", ".join(f"{name}::VARCHAR" for name in names) + f" FROM ({query})"


def test_duckdb_in(duckdb):
    table = shoal.Table(duckdb.relation(QUERY))
    assert len(table) == 5000
    rows = list(zip(*(table.values(name) for name in table.columns)))
    assert rows == duckdb.rows(as_text(QUERY))


def test_duckdb_out(duckdb):
    table = shoal.Table(duckdb.relation(QUERY))
    capsule = table.to_stream()
    assert duckdb.scan("ours", capsule) == 0
    assert duckdb.rows(as_text("SELECT * FROM ours")) == duckdb.rows(as_text(QUERY))
    del capsule


def test_duckdb_release(duckdb, command, tmp_path):
    release = shoal.anonymize(
        duckdb.relation(QUERY), k=5, quasi=["age", "city", "born"], suppression=0.01, accept=["near_unique"]
    )
    capsule = release.__arrow_c_stream__()
    assert duckdb.scan("released", capsule) == 0
    smallest = duckdb.rows(
        "SELECT min(n) FROM (SELECT count(*) n FROM released WHERE age <> '*' OR city <> '*' GROUP BY age, city, born)"
    )
    del capsule
    assert int(smallest[0][0]) == release.result["k_eff"]
    # Untouched columns have the types that they came with.
    other = release.__arrow_c_stream__()
    assert duckdb.scan("again", other) == 0
    types_ = dict(duckdb.rows("SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'again'"))
    assert types_["number"] == "BIGINT" and types_["price"] == "DECIMAL(6,2)" and types_["member"] == "BOOLEAN"
    del other

"""Progress, Ctrl-C, threads, and what is left behind."""

import copy
import gc
import os
import re
import signal
import subprocess
import sys
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
import shoal
from conftest import cases

SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")


def table(rows=300, seed=1):
    random = np.random.default_rng(seed)
    return pd.DataFrame(
        {"age": random.integers(20, 60, rows), "sex": random.choice(["f", "m"], rows), "n": range(rows)}
    )


QUIET = dict(k=5, quasi=["age", "sex"], accept=["near_unique"])


def test_progress_goes_to_a_function():
    events = []
    shoal.anonymize(table(), progress=events.append, **QUIET)
    kinds = {event["event"] for event in events}
    assert {"phase", "search"} <= kinds
    assert any(event["event"] == "search" and event["last"] for event in events)
    assert all(event["done"] is None or 0 <= event["done"] <= 1 for event in events if "done" in event)


def test_an_exception_of_the_function_cancels(tmp_path):
    class Enough(Exception):
        pass

    def stop(event):
        raise Enough(event["event"])

    with pytest.raises(Enough):
        shoal.anonymize(table(), progress=stop, output=tmp_path / "out.csv", **QUIET)
    assert not os.listdir(tmp_path)


def test_plain_progress(capfd, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    shoal.anonymize(table(), progress=True, **QUIET)
    assert re.search(r"^search: \d+ nodes, loss .*, \d+\.\d s$", capfd.readouterr().err, re.MULTILINE)


def test_a_bar(capfd):
    pytest.importorskip("tqdm")
    shoal.anonymize(table(), progress=True, **QUIET)
    assert "%|" in capfd.readouterr().err


def test_silent_where_nobody_looks(capfd, monkeypatch):
    # That a program can run notebooks makes it none.
    monkeypatch.setitem(sys.modules, "ipykernel", sys)
    shoal.anonymize(table(), **QUIET)
    assert capfd.readouterr() == ("", "")


# A search without an end: signals come when it has begun, not after a time. Jobs in the background of
# a shell, and all that they start, ignore SIGINT unless they say otherwise.
ENDLESS = """
import signal, sys, shoal, numpy as np, pandas as pd
signal.signal(signal.SIGINT, signal.default_int_handler)
random = np.random.default_rng(1)
frame = pd.DataFrame({f"c{i}": random.integers(0, 50, 5000) for i in range(12)})
def tell(event):
    if event["event"] == "search":
        print("searching", flush=True)
try:
    shoal.anonymize(frame, k=5, recoding="cut", quasi=list(frame), progress=tell, output="out.csv")
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(7)
print("ended", flush=True)
"""


def test_interrupt(tmp_path):
    run = subprocess.Popen(
        [sys.executable, "-c", ENDLESS], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert run.stdout.readline() == "searching\n"
    run.send_signal(signal.SIGINT)
    output, errors = run.communicate()
    assert run.returncode == 7 and output.splitlines()[-1] == "interrupted", errors
    assert not os.listdir(tmp_path)


def test_an_interrupt_waits_for_the_end():
    """Ctrl-C is not passed on before the call has ended: its functions would run beside what follows."""
    told = []

    def tell(event):
        if not told:
            told.append("begun")
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.2)
            told.append("ended")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            shoal.anonymize(table(), progress=tell, **QUIET)
    finally:
        signal.signal(signal.SIGINT, before)
    assert told == ["begun", "ended"]


def answer(frame, **keywords):
    release = shoal.anonymize(frame, suppression=0.05, seed=3, **QUIET, **keywords)
    return [release.table.values(name) for name in release.table.columns]


@pytest.mark.parametrize("shared", [False, True])
def test_64_threads_at_once(shared):
    frames = [table(200 + i, i) for i in range(8)]
    expected = [answer(frame) for frame in frames]
    one = shoal.Context(threads=2) if shared else None

    def work(i):
        return answer(frames[i % 8], context=one or shoal.Context(threads=1))

    with ThreadPoolExecutor(64) as threads:
        answers = list(threads.map(work, range(64)))
    for i, found in enumerate(answers):
        assert found == expected[i % 8]


def test_the_lock_is_released():
    """Another thread of Python runs while the library works: it is what lets the run end."""
    searching, counted = threading.Event(), threading.Event()

    def count():
        searching.wait()
        counted.set()

    other = threading.Thread(target=count, daemon=True)
    other.start()

    def tell(event):
        searching.set()
        if event["event"] == "search":
            counted.wait()

    shoal.anonymize(table(), progress=tell, **QUIET)
    assert counted.is_set()
    other.join()


def test_threads_other_than_the_main_one():
    found = []
    worker = threading.Thread(target=lambda: found.append(answer(table())))
    worker.start()
    worker.join()
    assert found == [answer(table())]


def test_arrays_are_given_back():
    values = np.arange(1000)
    codes = np.zeros(1000, dtype=np.int8)
    handle = shoal._shoal.table_from_columns(
        [("a", "l", None, values, 64, 0, None), ("b", "c", None, codes, 8, 0, ["x"])], 1000, None
    )
    shares = [weakref.ref(values), weakref.ref(codes)]
    before = sys.getrefcount(values), sys.getrefcount(codes)
    del handle
    assert (sys.getrefcount(values), sys.getrefcount(codes)) <= before
    del values, codes
    gc.collect()
    assert [share() for share in shares] == [None, None]


def test_a_frame_outlives_its_table():
    release = shoal.anonymize(table(), **QUIET)
    values = release.frame["age"].astype(object).tolist()
    view = np.frombuffer(shoal._shoal.table_view(release.table._handle, 0)[0], dtype=np.uint8)
    kept = view.copy()
    del release
    gc.collect()
    assert (view == kept).all() and len(values) == 300


def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE")


@pytest.mark.skipif(SANITIZED, reason="the sanitizer keeps freed memory")
def test_memory_stays_bounded():
    frame = table(20_000)

    def runs(count):
        for _ in range(count):
            shoal.anonymize(frame, **QUIET).frame
            with pytest.raises(shoal.UsageError):
                shoal.anonymize(frame, k=5, quasi="none")
        gc.collect()
        return resident()

    before = runs(30)
    # 200 runs with 20,000 rows would add 100 MB if each left one column behind.
    assert runs(cases(200)) - before < 40_000_000


def change(frame):
    """Changes a frame in place, categories too, as callbacks and other threads can."""
    frame["city"].array._codes[:] = -1
    frame["n"].to_numpy()[:] = 7
    frame["age"].to_numpy()[:] = 1


def frame_of_categories(rows=2000):
    made = table(rows)
    made["city"] = pd.Categorical(np.asarray(["a", "b", "c"], dtype=object)[np.arange(rows) % 3])
    return made


@pytest.mark.parametrize("quasi", [["age", "sex"], ["age", "sex", "city"]])
def test_a_frame_that_is_changed_during_the_run(quasi):
    settings = dict(QUIET, quasi=quasi, suppression=0.1)
    expected = shoal.anonymize(frame_of_categories(), **settings).frame
    frame = frame_of_categories()
    found = shoal.anonymize(frame, progress=lambda event: change(frame), **settings).frame
    pd.testing.assert_frame_equal(found, expected)


def test_a_frame_that_is_changed_before_the_release_is_looked_at():
    expected = shoal.anonymize(frame_of_categories(), **QUIET).frame
    frame = frame_of_categories()
    release = shoal.anonymize(frame, **QUIET)
    frame.sort_values("n", ascending=False, inplace=True)
    frame["n"] = "somebody's name"
    frame.drop(columns="city", inplace=True)
    frame.drop(index=3, inplace=True)
    pd.testing.assert_frame_equal(release.frame, expected)


def test_a_table_does_not_change():
    frame = frame_of_categories()
    made = shoal.Table(frame)
    values = made.values("city")
    change(frame)
    assert made.values("city") == values


def test_copies():
    plan = shoal.Plan(k=3)
    for other in (copy.copy(plan), copy.deepcopy(plan)):
        other["privacy.k"] = 7
        assert plan["privacy.k"] == "3" and other["privacy.k"] == "7"
    made = shoal.Table(table())
    assert copy.deepcopy(made).values("sex") == made.values("sex")

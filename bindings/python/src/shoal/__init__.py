"""Shoal turns a table about people into a table that is safe to share.

>>> import pandas as pd, shoal
>>> people = pd.DataFrame({
...     "age": [31, 34, 36, 31, 47, 42, 45, 48] * 10,
...     "sex": ["f", "m"] * 40,
...     "diagnosis": ["J06", "I10", "Z00", "J06"] * 20,
... })
>>> release = shoal.anonymize(people, k=5, quasi=["age", "sex"], sensitive="diagnosis")
>>> release.result["k_eff"] >= 5
True
>>> release.frame.columns.tolist()
['age', 'sex', 'diagnosis']

Tables may be DataFrames of pandas or polars, tables of pyarrow, relations of DuckDB, anything else
that has ``__arrow_c_stream__``, paths of files and URLs of databases. What comes back is of the same
kind.
"""

from __future__ import annotations

import os
from typing import Any, Optional, Union

from . import _frames, _run, _shoal
from ._errors import (
    DataError,
    Error,
    InfeasibleError,
    Interrupted,
    PrivacyWarning,
    StorageError,
    UnverifiedError,
    UsageError,
)
from ._hierarchy import Hierarchy
from ._plan import Plan, PlanLike
from ._progress import Listener, Progress
from ._results import Assessment, Exploration, Inspection, Release, Verdict, list_text
from ._table import Context, Given, Table, _handle_of, read

__all__ = [
    "Assessment",
    "Context",
    "DataError",
    "Error",
    "Exploration",
    "Hierarchy",
    "InfeasibleError",
    "Inspection",
    "Interrupted",
    "Plan",
    "PrivacyWarning",
    "Release",
    "StorageError",
    "Table",
    "UnverifiedError",
    "UsageError",
    "Verdict",
    "anonymize",
    "assess",
    "explore",
    "inspect",
    "list",
    "read",
    "verify",
]

__version__: str = _shoal.library_version()

Path = Union[str, "os.PathLike[str]"]

_COMMON = ("plan", "hierarchies", "population", "progress", "report", "context")


def _plan_of(plan: PlanLike, function: str, others: tuple, keywords: dict[str, Any]) -> Plan:
    made = Plan(plan)
    made._update(function, (*_COMMON, *others), keywords)
    return made


def _write_report(outcome: Any, report: Any) -> None:
    if isinstance(report, (str, os.PathLike)):
        with open(report, "w", encoding="utf-8") as out:
            out.write(outcome.report())


def anonymize(
    data: Any,
    k: Optional[int] = None,
    quasi: Any = None,
    *,
    sensitive: Any = None,
    identifier: Any = None,
    person: Any = None,
    household: Any = None,
    weight: Any = None,
    hierarchies: Any = None,
    population: Any = None,
    suppression: Union[float, str, None] = None,
    recoding: Optional[str] = None,
    algorithm: Optional[str] = None,
    metric: Optional[str] = None,
    seed: Optional[int] = None,
    strict: Optional[bool] = None,
    plan: PlanLike = None,
    output: Optional[Path] = None,
    progress: Progress = None,
    report: Union[bool, Path] = False,
    public: bool = False,
    dry_run: bool = False,
    keep_best: bool = False,
    checkpoint: Optional[Path] = None,
    resume: Optional[Path] = None,
    front: Optional[Path] = None,
    pick: Union[str, int, None] = None,
    context: Optional[Context] = None,
    **keywords: Any,
) -> Release:
    """Makes a release: the best that meets the plan, written or handed out only after it was read
    back and verified.

    ``data`` is a table: a DataFrame, anything with ``__arrow_c_stream__``, a path or several, a URL.
    All other arguments mirror the keys of a plan, and add to ``plan`` (a path, a dict or a
    :class:`Plan`); keywords that are not listed here work likewise, such as ``time_limit=10``,
    ``missing="drop"``, ``model="t-closeness t=0.2"`` or ``min_level={"age": 1}``.

    - ``quasi``, ``sensitive``, ``identifier``, ``person``, ``household``, ``weight``: a column or a
      list of columns each.
    - ``hierarchies``: a folder, or a dict from columns to a :class:`Hierarchy`, a path, a
      specification such as ``"ranges:5,10"``, or what :class:`Hierarchy` takes.
    - ``population``: the people that the table is a sample of, a table or a path.
    - ``output``: the release is also written here. If ``data`` is a path too, the release never is
      in memory.
    - ``progress``: True, False, a function that gets a dict for everything that happens, or None:
      shown if somebody looks. An exception of the function cancels the run.
    - ``report``: True for :meth:`Release.report`, or a path to write it to; with ``public`` it has no
      values of the table.

    >>> people = {"city": ["Oslo", "Oslo", "Rome", "Rome"], "age": ["31", "34", "31", "34"]}
    >>> import pandas as pd
    >>> release = anonymize(pd.DataFrame(people), k=2, quasi=["city", "age"],
    ...                     hierarchies={"city": {"Oslo": "*", "Rome": "*"}, "age": "flat"})
    >>> release.result["k_eff"]
    2
    """
    asked = _plan_of(
        plan,
        "anonymize",
        ("output", "public", "dry_run", "keep_best", "checkpoint", "resume", "front", "pick"),
        dict(
            k=k, quasi=quasi, sensitive=sensitive, identifier=identifier, person=person,
            household=household, weight=weight, hierarchies=hierarchies, population=population,
            suppression=suppression, recoding=recoding, algorithm=algorithm, metric=metric,
            seed=seed, strict=strict, **keywords,
        ),
    )  # fmt: skip
    given = Given(data, context, asked)
    names_rows = _frames.is_frame(data) and _frames.names_rows(data)
    direct = None if output is None or not given.is_path else os.fspath(output)
    listener = Listener(progress)
    handle, released = _run.call(
        _shoal.run_anonymize,
        listener,
        asked._handle,
        given.source,
        context=_handle_of(context),
        report=bool(report),
        output=direct,
        dry_run=dry_run,
        keep_best=keep_best,
        checkpoint=_path(checkpoint),
        resume=_path(resume),
        front=_path(front),
        pick=None if pick is None else str(pick),
        public=public,
    )
    release = Release(handle, listener, given, asked, released and Table._of(released))
    release._path = direct
    if output is not None and direct is None and not dry_run:
        release.save(output)
    _write_report(release, report)
    if names_rows:
        listener.warnings.append(_INDEX_WARNING)
    listener.warn()
    return release


# As that of R for names of rows.
_INDEX_WARNING = {
    "code": "row_names",
    "attribute": None,
    "message": "the release keeps the index, which may name people: drop it with "
    "data.reset_index(drop=True), or make it a column with a role",
    "accepted": False,
}


def _path(path: Optional[Path]) -> Optional[str]:
    return None if path is None else os.fspath(path)


def inspect(
    data: Any,
    *,
    plan: PlanLike = None,
    progress: Progress = None,
    report: Union[bool, Path] = False,
    public: bool = False,
    context: Optional[Context] = None,
    **keywords: Any,
) -> Inspection:
    """Says what is in a table: the role that each column should play, and a plan to start from. What
    is said about roles is respected.

    >>> import pandas as pd
    >>> people = pd.DataFrame({"birth_date": ["1990-01-31", "1985-05-04"] * 50, "sex": ["f", "m"] * 50})
    >>> found = inspect(people)
    >>> found.columns["birth_date"]["role"]
    'quasi'
    """
    asked = _plan_of(plan, "inspect", ("public",), keywords)
    listener = Listener(progress)
    handle = _run.call(
        _shoal.run_inspect,
        listener,
        asked._handle,
        Given(data, context).source,
        context=_handle_of(context),
        report=bool(report),
        public=public,
    )
    found = Inspection(handle, listener)
    _write_report(found, report)
    return found


def assess(
    data: Any,
    against: Any = None,
    *,
    plan: PlanLike = None,
    progress: Progress = None,
    report: Union[bool, Path] = False,
    public: bool = False,
    records: Optional[Path] = None,
    context: Optional[Context] = None,
    **keywords: Any,
) -> Assessment:
    """Judges any table: classes, privacy models, risk; and ``against`` the table it was made from,
    what was lost and who could be linked. ``records``: a file for a line about each row."""
    asked = _plan_of(plan, "assess", ("against", "public", "records"), keywords)
    listener = Listener(progress)
    original = None if against is None else Given(against, context)
    handle = _run.call(
        _shoal.run_assess,
        listener,
        asked._handle,
        Given(data, context).source,
        context=_handle_of(context),
        report=bool(report),
        public=public,
        records=_path(records),
        **_original("against", "against_table", original),
    )
    found = Assessment(handle, listener)
    _write_report(found, report)
    listener.warn()
    return found


def _original(path: str, table: str, given: Optional[Given]) -> dict[str, Any]:
    """The arguments for the table that another one was made from."""
    if given is None:
        return {}
    if not given.is_path:
        return {table: given.source}
    if len(given.source) != 1:
        raise UsageError("the original must be one file", code="against_files")
    return {path: given.source[0]}


def explore(
    data: Any,
    k: Any = None,
    suppression: Any = None,
    recodings: Any = None,
    *,
    costs: bool = True,
    plan: PlanLike = None,
    progress: Progress = None,
    report: Union[bool, Path] = False,
    context: Optional[Context] = None,
    **keywords: Any,
) -> Exploration:
    """The best release for each k and each limit of suppression, without releasing anything; with
    ``costs`` also what each quasi-identifier and privacy model costs.

    ``k``, ``suppression`` and ``recodings`` are lists, such as ``k=[2, 5, 10]``.
    """
    asked = _plan_of(plan, "explore", ("k", "suppression", "recodings", "costs"), keywords)
    listener = Listener(progress)
    handle = _run.call(
        _shoal.run_explore,
        listener,
        asked._handle,
        Given(data, context).source,
        context=_handle_of(context),
        report=bool(report),
        ks=list_text(k),
        suppressions=list_text(suppression),
        recodings=list_text(recodings),
        skip_costs=not costs,
    )
    found = Exploration(handle, listener)
    _write_report(found, report)
    return found


def verify(
    data: Any,
    k: Optional[int] = None,
    quasi: Any = None,
    *,
    against: Any = None,
    plan: PlanLike = None,
    context: Optional[Context] = None,
    **keywords: Any,
) -> Verdict:
    """Whether a release meets a plan: its k, privacy models and limit of suppression. ``against`` is
    the table it was made from, which says whose rows are whose where the plan names persons.

    >>> import pandas as pd
    >>> bool(verify(pd.DataFrame({"age": ["30-39"] * 5}), k=5, quasi="age"))
    True
    >>> verify(pd.DataFrame({"age": ["30-39"] * 4}), k=5, quasi="age").holds
    False
    """
    asked = _plan_of(plan, "verify", ("against",), dict(k=k, quasi=quasi, **keywords))
    original = None if against is None else Given(against, context)
    found = _run.call(
        _shoal.run_verify,
        Listener(False),
        asked._handle,
        Given(data, context).source,
        context=_handle_of(context),
        **_original("original", "original_table", original),
    )
    return Verdict(found)


_builtin_list = type([])


def list(kind: str) -> _builtin_list:  # noqa: A001
    """What this build knows: ``algorithms``, ``metrics``, ``models``, ``recodings``, ``sources`` or
    ``warnings``.

    >>> "lattice" in [each["name"] for each in list("recodings")]
    True
    """
    items = _shoal.list_items(kind)
    if items is None:
        raise UsageError(
            f"there is no list of {kind!r}: algorithms, metrics, models, recodings, sources, warnings",
            code="list_unknown",
        )
    names = ("name", "summary", "group")
    return [{key: text for key, text in zip(names, row) if text} for row in items]

"""What the calls give back."""

from __future__ import annotations

import functools
import json
import os
from typing import Any, Optional, Sequence, Union

from . import _frames, _html, _shoal
from ._errors import UsageError
from ._hierarchy import Hierarchy
from ._plan import Plan
from ._progress import Listener
from ._table import Given, Table, read

Path = Union[str, "os.PathLike[str]"]


class Outcome:
    """What every call gives back: numbers, a summary, and a report if one was asked for."""

    def __init__(self, handle: Any, listener: Listener) -> None:
        self._handle = handle
        self.notes: list[dict[str, Any]] = listener.notes
        self.warnings: list[dict[str, Any]] = listener.warnings

    @functools.cached_property
    def result(self) -> dict[str, Any]:
        """The result as the command line writes it with ``--result``."""
        return json.loads(_shoal.result_json(self._handle))

    @property
    def summary(self) -> str:
        """The summary that the command line prints."""
        return _shoal.result_summary(self._handle)

    @property
    def verdict(self) -> dict[str, Any] | None:
        """The verdict of a release or an assessment: ``tone`` (good, open, warn or bad), ``headline``,
        ``conditions`` and ``not_looked_at``. None where nothing is judged."""
        return self.result.get("verdict")

    def report(self) -> str:
        """The report as one HTML page. It is made together with the result, so it must have been
        asked for with ``report=True``."""
        page = _shoal.result_report(self._handle)
        if page is None:
            raise UsageError("there is no report: ask for it with report=True", code="no_report")
        return page

    def __repr__(self) -> str:
        return self.summary

    def _repr_html_(self) -> str:
        return _html.preformatted(self.summary)


class Release(Outcome):
    """A verified release.

    ``frame`` is an object of the kind that was given, ``table`` the same as a :class:`shoal.Table`.
    The release has ``__arrow_c_stream__`` itself.
    """

    def __init__(
        self, handle: Any, listener: Listener, given: Given, plan: Plan, table: Optional[Table]
    ) -> None:
        super().__init__(handle, listener)
        self._given = given
        self._asked = plan
        self._table = table
        self._path: Optional[str] = None

    @property
    def table(self) -> Table:
        """The release as a table. One that was written to a file is read from there."""
        if self._table is None:
            if self._path is None:
                raise UsageError("nothing was released: it was a dry run", code="dry_run")
            self._table = read(self._path)
        return self._table

    @functools.cached_property
    def frame(self) -> Any:
        """The release as an object of the kind that was given: a DataFrame of pandas or polars, a
        table of pyarrow; of a path a DataFrame of pandas if there is pandas; of anything else a
        :class:`shoal.Table`. Recoded columns are categoricals."""
        averages = self.result.get("recoding") == "microaggregation"
        return self._given.like(self.table, self.kept, self.quasi, averages)

    @property
    def kept(self) -> Optional[Any]:
        """A byte for each row that was given, 1 if it is in the release; None: all are."""
        return _shoal.result_kept(self._handle)

    @property
    def quasi(self) -> list[str]:
        """The quasi-identifiers."""
        return list(self.result.get("attributes") or [])

    @property
    def plan(self) -> Plan:
        """The effective plan: the keywords, and what the table has shown."""
        yaml = None if self._asked._has_objects else _shoal.result_plan(self._handle)
        return Plan(self._asked) if yaml is None else Plan.parse(yaml)

    def recoding(self, column: str) -> Optional[Hierarchy]:
        """What became of each value of a quasi-identifier: a hierarchy of one level. None where one
        value may have several labels, as with local recoding."""
        handle = _shoal.result_recoding(self._handle, str(column))
        return None if handle is None else Hierarchy._of(handle)

    def save(self, path: Path) -> None:
        """Writes the release: CSV, Parquet, a database, … by its name. What was written is read
        back and compared before it gets its name."""
        self.table.save(path)

    def to_pandas(self) -> Any:
        """The release as a DataFrame of pandas, whatever was given."""
        return self.frame if _frames.is_frame(self.frame) else self.table.to_pandas()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.table.__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        return _html.release(self.result)


class Inspection(Outcome):
    """What is in a table."""

    @property
    def columns(self) -> dict[str, Any]:
        """What was found in each column: type, values, missing, role and why."""
        return {each["name"]: each for each in self.result["columns"]}

    @property
    def yaml(self) -> str:
        """The plan to start from, with comments."""
        return _shoal.result_plan(self._handle) or ""

    @property
    def plan(self) -> Plan:
        """The plan to start from, for :func:`shoal.anonymize`. Check the roles first."""
        return Plan.parse(self.yaml)

    def _repr_html_(self) -> str:
        return _html.inspection(self.columns)


class Assessment(Outcome):
    """A table judged: classes, privacy models, risk, and what was lost."""


class Exploration(Outcome):
    """What k and suppression cost."""

    @property
    def points(self) -> Any:
        """The points of the grid: a DataFrame if there is pandas, else a list of dicts. Each
        quasi-identifier has the level, or the number of groups, that it would be published with."""
        points = [
            _point(each["recoding"], point)
            for each in self.result["recodings"]
            for point in each["points"]
        ]
        if not _frames.pandas_is_there():
            return points
        import pandas as pd

        return pd.DataFrame(points)


def _point(recoding: str, point: dict[str, Any]) -> dict[str, Any]:
    columns = point.get("columns") or {}
    numbers = {key: value for key, value in point.items() if key not in ("columns", "command")}
    levels = {name: found.get("level", found.get("groups")) for name, found in columns.items()}
    return {"recoding": recoding, **numbers, **levels}


class Verdict:
    """Whether a release meets a plan: true if it does. ``reason`` says why it does not."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.found = found
        self.holds: bool = found["holds"]
        self.reason: Optional[str] = found["reason"]
        self.code: Optional[str] = found["code"]
        self.k_eff: int = found["k_eff"]
        self.rows: int = found["rows"]
        self.classes: int = found["classes"]
        self.suppressed: int = found["suppressed"]
        self.persons: int = found["persons"]

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        if not self.holds:
            return f"<shoal.Verdict: does not hold: {self.reason}>"
        return f"<shoal.Verdict: holds, k = {self.k_eff} in {self.classes} classes>"


def list_text(values: Union[None, str, Any, Sequence[Any]]) -> Optional[str]:
    """A list of the command line, with commas."""
    if values is None or isinstance(values, str):
        return values
    if isinstance(values, (int, float)):
        values = [values]
    return ",".join(str(each) for each in values)

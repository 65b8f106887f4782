"""Tables in memory, and whatever can be made into one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

from . import _frames, _shoal

if TYPE_CHECKING:
    from ._plan import Plan

Path = Union[str, "os.PathLike[str]"]


class Context:
    """Threads and a limit of memory for many calls, also from many threads at once.

    ``threads``: 0 is one per processor. ``memory``: bytes that the searches of all calls together
    may remember, 0 is as the plans say. ``calls``: how many may run at a time, 0 is one per thread.
    Answers do not depend on it.
    """

    def __init__(self, threads: int = 0, memory: int = 0, calls: int = 0) -> None:
        self._handle = _shoal.context_new(threads, memory, calls)

    def __deepcopy__(self, memo: Any) -> "Context":
        return self


def _handle_of(context: Optional[Context]) -> Any:
    return None if context is None else context._handle


class Table:
    """A table of texts in memory: a value for each row and column, or none.

    Made of a DataFrame of pandas, of anything that has ``__arrow_c_stream__`` or
    ``__arrow_c_array__`` (polars, pyarrow, DuckDB, …), or of another table. It has
    ``__arrow_c_stream__`` itself, so that all of these read it. A table does not change.
    """

    def __init__(self, data: Any, context: Optional[Context] = None) -> None:
        self._handle = _table_handle(data, context)

    @classmethod
    def _of(cls, handle: Any) -> "Table":
        made = cls.__new__(cls)
        made._handle = handle
        return made

    def __deepcopy__(self, memo: Any) -> "Table":
        return self

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return _shoal.table_names(self._handle)

    def __len__(self) -> int:
        return _shoal.table_rows(self._handle)

    def value(self, row: int, column: Union[int, str]) -> Optional[str]:
        """The text of a cell; None for no value."""
        place = self._place(column)
        if not 0 <= row < len(self):
            raise IndexError(f"there is no row {row}")
        return _shoal.table_value(self._handle, row, place)

    def values(self, column: Union[int, str]) -> list[Optional[str]]:
        """The texts of a column."""
        place = self._place(column)
        return [_shoal.table_value(self._handle, row, place) for row in range(len(self))]

    def _place(self, column: Union[int, str]) -> int:
        names = self.columns
        if isinstance(column, int) and 0 <= column < len(names):
            return column
        if column in names:
            return names.index(column)  # type: ignore[arg-type]
        raise KeyError(column)

    def save(self, path: Path) -> None:
        """Writes the table under a name as :func:`shoal.anonymize` takes for its output: a file of
        any kind, or a table of a database. It is read back and compared before it gets its name."""
        _shoal.table_write(self._handle, os.fspath(path))

    def to_pandas(self) -> Any:
        """The table as a DataFrame of categoricals."""
        return _frames.frame_of(self._handle)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        # A requested schema is a wish, which a producer may ignore.
        return _shoal.table_to_stream(self._handle, False, 0)

    def to_stream(self, plain: bool = False, batch_rows: int = 0) -> Any:
        """A capsule of an Arrow stream; with ``plain`` texts are strings instead of dictionaries."""
        return _shoal.table_to_stream(self._handle, plain, batch_rows)

    def __repr__(self) -> str:
        return f"<shoal.Table of {len(self)} rows: {', '.join(self.columns)}>"


def read(path: Path, plan: Any = None) -> Table:
    """Reads a table of any kind: a file, several (a pattern), or a URL of a database. ``plan`` says
    how, where that matters (delimiter, encoding, sheet, …)."""
    from ._plan import Plan

    handle = None if plan is None else Plan(plan)._handle
    return Table._of(_shoal.table_read(os.fspath(path), handle))


def _table_handle(data: Any, context: Optional[Context], plan: Optional["Plan"] = None) -> Any:
    if isinstance(data, Table):
        return data._handle
    if isinstance(getattr(data, "table", None), Table):
        return data.table._handle
    if _frames.is_frame(data):
        data = _frames.Snapshot(data)
    if isinstance(data, _frames.Snapshot):
        return _frames.table_of(data, _handle_of(context), plan)
    if hasattr(data, "collect") and not hasattr(data, "__arrow_c_stream__"):
        data = data.collect()
    if hasattr(data, "__arrow_c_stream__"):
        return _shoal.table_from_stream(data.__arrow_c_stream__(), _handle_of(context))
    if hasattr(data, "__arrow_c_array__"):
        schema, array = data.__arrow_c_array__()
        return _shoal.table_from_array(schema, array, _handle_of(context))
    raise TypeError(
        f"a table was expected, not {type(data).__name__}: a path, a DataFrame, or an object with "
        "__arrow_c_stream__"
    )


# ---- What a call is given -------------------------------------------------------------------------


class Given:
    """The data of a call: paths, or a table made of an object; and how to make another object of the
    same kind. With the ``plan`` of an anonymization, what that does not read is left out."""

    def __init__(
        self, data: Any, context: Optional[Context] = None, plan: Optional["Plan"] = None
    ) -> None:
        self.data = data
        self.paths = _paths(data)
        if self.paths is not None:
            self.source: Any = self.paths
        elif hasattr(data, "collect") and not hasattr(data, "__arrow_c_stream__"):
            self.data = data.collect()
        if _frames.is_frame(data):
            unpublished = () if plan is None else [*plan.names("identifier"), *plan.names("quasi")]
            self.data = _frames.Snapshot(data, unpublished)
        if self.paths is None:
            self.source = _table_handle(self.data, context, plan)

    @property
    def is_path(self) -> bool:
        return self.paths is not None

    def columns(self) -> Optional[list[str]]:
        """The names of the columns; of files they are not known."""
        return None if self.is_path else _shoal.table_names(self.source)

    def like(self, table: Table, kept: Any, recoded: Sequence[str], averages: bool) -> Any:
        """A release as an object of the kind that was given."""
        if isinstance(self.data, _frames.Snapshot):
            return _frames.release_of(table._handle, self.data, kept, recoded, averages)
        package = type(self.data).__module__.partition(".")[0]
        if package == "polars":
            import polars

            return polars.DataFrame(table)
        if package == "pyarrow":
            import pyarrow

            return pyarrow.table(table)
        if self.is_path and _frames.pandas_is_there():
            return table.to_pandas()
        return table


def _paths(data: Any) -> Optional[tuple[str, ...]]:
    if isinstance(data, (str, os.PathLike)):
        return (os.fspath(data),)
    if isinstance(data, (list, tuple)) and data:
        if all(isinstance(each, (str, os.PathLike)) for each in data):
            return tuple(os.fspath(each) for each in data)
    return None

"""Hierarchies: how the values of a column become coarser."""

from __future__ import annotations

import html
import os
from typing import Any, Iterable, Iterator, Mapping, Union

from . import _shoal

Path = Union[str, "os.PathLike[str]"]


class Hierarchy:
    """For each value the labels of ever coarser levels.

    ``source`` is one of

    - the path of a file ``value;level1;…``,
    - a dict from each value to its labels, finest first, or to one label,
    - a tree of dicts, whose leaves are lists of values and whose keys are the labels,
    - rows of labels (a list of lists, or a DataFrame), the value first.

    Numbers become text.

    >>> ages = Hierarchy({"31": ["30-39", "*"], "34": ["30-39", "*"], "47": ["40-49", "*"]})
    >>> ages["34"]
    ('34', '30-39', '*')
    >>> ages.levels, len(ages), "50" in ages
    (2, 3, False)
    >>> Hierarchy({"*": {"north": ["Oslo", "Umea"], "south": ["Rome"]}})["Rome"]
    ('Rome', 'south', '*')
    """

    def __init__(self, source: Any) -> None:
        if isinstance(source, Hierarchy):
            self._handle = source._handle
        elif isinstance(source, (str, os.PathLike)):
            self._handle = _shoal.hierarchy_read(os.fspath(source))
        else:
            self._handle = _from_rows(_rows_of(source))

    @classmethod
    def _of(cls, handle: Any) -> "Hierarchy":
        made = cls.__new__(cls)
        made._handle = handle
        return made

    def __deepcopy__(self, memo: Any) -> "Hierarchy":
        return self  # it does not change

    @classmethod
    def parse(cls, text: str) -> "Hierarchy":
        """From text as files have it.

        >>> Hierarchy.parse("a;x\\nb;x\\n").rows
        [('a', 'x'), ('b', 'x')]
        """
        return cls._of(_shoal.hierarchy_parse(text))

    @classmethod
    def build(cls, data: Any, column: str, spec: str = "auto") -> "Hierarchy":
        """Built for the values of a column by a specification such as ``"ranges:5,10,20"``,
        ``"mask:right"``, ``"dates"`` or ``"auto"``; ``description`` says what was built."""
        from ._table import Table

        handle, description = _shoal.hierarchy_build(Table(data)._handle, str(column), spec)
        made = cls._of(handle)
        made.description = description
        return made

    description: str = ""

    @property
    def levels(self) -> int:
        """Levels above the values themselves."""
        rows = self.rows
        return len(rows[0]) - 1 if rows else 0

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The labels of every value, the value first."""
        return _shoal.hierarchy_rows(self._handle)

    @property
    def values(self) -> list[str]:
        """The values."""
        return [row[0] for row in self.rows]

    def save(self, path: Path) -> None:
        """Writes ``value;level1;…``, complete or not at all."""
        _shoal.hierarchy_write(self._handle, os.fspath(path))

    def __getitem__(self, value: Any) -> tuple[str, ...]:
        labels = _shoal.hierarchy_find(self._handle, str(value))
        if labels is None:
            raise KeyError(value)
        return labels

    def __contains__(self, value: Any) -> bool:
        return _shoal.hierarchy_find(self._handle, str(value)) is not None

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hierarchy) and self.rows == other.rows

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<shoal.Hierarchy of {len(self)} values, {self.levels} levels>"

    def _repr_html_(self) -> str:
        rows = self.rows
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(label)}</td>" for label in row) + "</tr>"
            for row in rows[:20]
        )
        more = f"<p>and {len(rows) - 20} more</p>" if len(rows) > 20 else ""
        return f"<table>{body}</table>{more}"


def _text(label: Any) -> str:
    from ._values import text_of

    text = text_of(label)
    return "" if text is None else text


def _rows_of(source: Any) -> list[list[str]]:
    if isinstance(source, Mapping):
        if any(isinstance(each, Mapping) for each in source.values()):
            return [[*map(_text, row)] for row in _tree_rows(source)]
        return [[_text(value), *_labels(each)] for value, each in source.items()]
    if hasattr(source, "itertuples"):
        source = source.itertuples(index=False)
    return [[*map(_text, row)] for row in source]


def _labels(given: Any) -> list[str]:
    if isinstance(given, (list, tuple)):
        return [_text(each) for each in given]
    return [_text(given)]


def _tree_rows(tree: Mapping[Any, Any]) -> Iterable[list[Any]]:
    """A row for each leaf, from the leaf up."""
    for label, below in tree.items():
        rows = _tree_rows(below) if isinstance(below, Mapping) else ([leaf] for leaf in below)
        for row in rows:
            yield [*row, label]


def _from_rows(rows: list[list[str]]) -> Any:
    lengths = {len(row) for row in rows}
    if len(lengths) != 1:
        raise ValueError("a hierarchy needs values, and as many labels for each of them")
    return _shoal.hierarchy_from_labels([label for row in rows for label in row], lengths.pop() - 1)

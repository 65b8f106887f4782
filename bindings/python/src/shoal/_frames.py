"""pandas in, pandas out.

What a call is given is copied first, see :class:`Snapshot`. From there columns are handed over in the
layout they have: codes and numbers are not copied again.

| dtype | what Shoal reads |
|---|---|
| category | the codes; categories as text |
| object | texts; numbers, booleans, dates, Decimal, Interval and Period as text; other objects are refused |
| string, nullable and numpy's integers, floats, booleans | the values; NaN and NA are no value |
| datetime64 | dates if every value is at midnight, else times; with a time zone its wall clock |
| timedelta64, complex and anything else | refused |
"""

from __future__ import annotations

import functools
from typing import Any, Hashable, Iterable, Optional

from . import _shoal
from ._errors import DataError
from ._values import text_of

# numpy's kind and size -> Arrow's format
_FORMATS = {
    "i1": "c", "i2": "s", "i4": "i", "i8": "l",
    "u1": "C", "u2": "S", "u4": "I", "u8": "L",
    "f4": "f", "f8": "g",
}  # fmt: skip
_UNITS = {"s": "tss:", "ms": "tsm:", "us": "tsu:", "ns": "tsn:"}
_DAY = {"s": 86_400, "ms": 86_400_000, "us": 86_400_000_000, "ns": 86_400_000_000_000}

Column = tuple  # (name, format, validity, values, bits of a value, nulls, dictionary)


def is_frame(data: Any) -> bool:
    """Whether it is a DataFrame of pandas, without importing pandas."""
    import sys

    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(data, pandas.DataFrame)


def names_of(frame: Any) -> dict[str, Hashable]:
    """Text -> label of each column. Labels that are no texts, such as 0, are named by their text."""
    if frame.columns.nlevels > 1:
        raise DataError("columns with several levels: flatten them first", code="column_names")
    names: dict[str, Hashable] = {}
    for label in frame.columns:
        name = str(label)
        if not _is_text(name):
            raise DataError(f"a column is called {name!r}, which is no text: rename it", code="column_names")
        if name in names:
            raise DataError(f"two columns are called {name!r}: rename one", code="column_twice")
        names[name] = label
    return names


def _is_text(text: str) -> bool:
    """Whether it has no NUL and no half of a surrogate pair."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


class Snapshot:
    """A frame as it was when a call began. The library keeps codes, and a release its index and its
    untouched columns: whoever changes the frame meanwhile must change neither. That costs
    milliseconds. Objects of columns that are not published as they are, the ``unpublished``, are read
    once and not copied, for which there would be much to count."""

    def __init__(self, frame: Any, unpublished: Iterable[str] = ()) -> None:
        self.labels = names_of(frame)
        self.columns_name = frame.columns.name
        self.index = frame.index.copy(deep=True)
        unpublished = set(unpublished)
        self.series: dict[str, Any] = {}
        for place, name in enumerate(self.labels):
            series = frame.iloc[:, place]
            read_once = name in unpublished and series.dtype == object
            self.series[name] = series if read_once else series.copy()


def table_of(snapshot: Snapshot, context: Any = None, plan: Any = None) -> Any:
    """A handle of a table with the columns of a frame; with a ``plan``, without values that an
    anonymization does not read."""
    identifiers = set() if plan is None else set(plan.names("identifier"))
    columns = [
        _stand_in(name, series)
        if name in identifiers and (not plan.reads(name) or _starts_unique(series))
        else _column(name, series)
        for name, series in snapshot.series.items()
    ]
    try:
        return _shoal.table_from_columns(columns, len(snapshot.index), context)
    except UnicodeEncodeError:
        raise _no_text(next(c[0] for c in columns if not all(map(_is_text, c[6] or ())))) from None


def _no_text(name: str) -> DataError:
    return DataError(
        f"column {name!r} has a value that is no Unicode text (half of a surrogate pair), as bytes that "
        "were read with errors='surrogateescape' are: read them with their encoding",
        code="value_not_text",
    )


# The library looks at so many identifiers and gives up where they differ (src/bind/hidden_columns.c).
_TRIED_ROWS = 65536


def _starts_unique(series: Any) -> bool:
    """Whether the library would look no further than at the first rows, so that the others need not be
    read. Fewer rows are read faster than looked at."""
    return len(series) >= _TRIED_ROWS and series.iloc[:_TRIED_ROWS].is_unique


def _stand_in(name: str, series: Any) -> Column:
    """A column without values. A missing identifier is taken for one of its own, so it tells as much
    as a unique one, and a million names need not be read."""
    return (name, "n", None, None, 0, len(series), None)


def names_rows(frame: Any) -> bool:
    """Whether the index says more than numbers of rows: it may name people, and is published."""
    index = frame.index
    return index.nlevels > 1 or index.name is not None or index.dtype.kind not in "iu"


# ---- In -------------------------------------------------------------------------------------------


def _column(name: str, series: Any) -> Column:
    import pandas as pd

    dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return _categories(name, series)
    if isinstance(dtype, pd.SparseDtype):
        return _column(name, series.sparse.to_dense())
    if isinstance(dtype, pd.DatetimeTZDtype):
        return _times(name, series.dt.tz_localize(None))
    kind = getattr(dtype, "kind", "O")
    if pd.api.types.is_extension_array_dtype(dtype):
        return _extension(name, series, kind)
    if kind == "M":
        return _times(name, series)
    if kind in "biuf":
        return _numbers(name, series.to_numpy())
    if kind == "O":
        return _objects(name, series.to_numpy())
    raise DataError(
        f"column {name!r} is of type {dtype}: turn it into numbers, dates or text", code="column_type"
    )


def _bits(valid: Any) -> Any:
    import numpy as np

    return np.packbits(valid, bitorder="little")


def _codes(name: str, codes: Any, texts: list, nulls: Optional[int] = None) -> Column:
    import numpy as np

    codes = np.ascontiguousarray(codes)
    valid = None
    if nulls != 0:
        present = codes >= 0
        nulls = len(codes) - int(np.count_nonzero(present))
        valid = _bits(present) if nulls else None
    size = codes.dtype.itemsize
    return (name, _FORMATS[f"i{size}"], valid, codes, 8 * size, nulls, texts)


def _categories(name: str, series: Any) -> Column:
    categories = series.cat.categories.tolist()
    if any(type(value) is not str for value in categories):
        categories = [_text_in(name, value) for value in series.cat.categories]
    return _codes(name, series.cat.codes.to_numpy(), categories)


def _text_in(name: str, value: Any) -> str:
    """The text of a value of a column that must have one."""
    try:
        text = text_of(value)
    except TypeError as error:
        raise DataError(
            f"column {name!r} has a value of type {error}: turn it into text", code="value_type"
        ) from None
    return "" if text is None else text


def _objects(name: str, values: Any) -> Column:
    import numpy as np

    def convert(value: Any) -> Optional[str]:
        try:
            return text_of(value)
        except TypeError as error:
            raise DataError(
                f"column {name!r} has a value of type {error}: turn it into text",
                code="value_type",
            ) from None

    values = np.ascontiguousarray(values)
    encoded = _shoal.encode_objects(values, convert)
    if encoded is None:
        try:
            valid, offsets, text, nulls = _shoal.write_objects(values, convert)
        except UnicodeEncodeError:
            raise _no_text(name) from None
        return (name, "U", valid if nulls else None, (offsets, text), 64, nulls, None)
    codes, texts, nulls = encoded
    return _codes(name, np.frombuffer(codes, dtype=np.int32), texts, nulls)


def _numbers(name: str, values: Any, absent: Any = None) -> Column:
    import numpy as np

    if values.dtype.kind == "b":
        valid, nulls = _validity(absent)
        return (name, "b", valid, _bits(values), 1, nulls, None)
    if values.dtype.kind == "f":
        if values.dtype.itemsize not in (4, 8):
            values = values.astype(np.float32 if values.dtype.itemsize < 4 else np.float64)
        missing = np.isnan(values)
        absent = missing if absent is None else missing | absent
    values = np.ascontiguousarray(values.astype(values.dtype.newbyteorder("="), copy=False))
    valid, nulls = _validity(absent)
    size = values.dtype.itemsize
    return (name, _FORMATS[f"{values.dtype.kind}{size}"], valid, values, 8 * size, nulls, None)


def _validity(absent: Any) -> tuple[Any, int]:
    """The validity bits and the number of nulls."""
    nulls = int(absent.sum()) if absent is not None else 0
    return (_bits(~absent), nulls) if nulls else (None, 0)


def _extension(name: str, series: Any, kind: str) -> Column:
    """Nullable numbers and booleans keep their type; all others are read as objects."""
    import numpy as np

    if kind not in "biuf":
        return _objects(name, series.to_numpy(dtype=object))
    absent = series.isna().to_numpy()
    plain = getattr(series.dtype, "numpy_dtype", np.dtype(bool if kind == "b" else f"{kind}8"))
    return _numbers(name, series.to_numpy(dtype=plain, na_value=plain.type(0)), absent)


def _times(name: str, series: Any) -> Column:
    import numpy as np

    values = series.to_numpy()
    unit = np.datetime_data(values.dtype)[0]
    absent = np.isnat(values)
    valid, nulls = _validity(absent)
    ticks = np.ascontiguousarray(values).view(np.int64)
    present = ticks[~absent] if nulls else ticks
    if (present % _DAY[unit]).any():
        return (name, _UNITS[unit], valid, ticks, 64, nulls, None)
    days = np.where(absent, 0, ticks // _DAY[unit]).astype(np.int32)
    return (name, "tdD", valid, days, 32, nulls, None)


# ---- Out ------------------------------------------------------------------------------------------


def categorical(table: Any, column: int) -> Any:
    """A column of a table as a categorical. Only texts that occur become categories: a dictionary
    may have more, and these are nobody's business."""
    import numpy as np
    import pandas as pd

    memory, width, count, null_code, _ = _shoal.table_view(table, column)
    codes = np.frombuffer(memory, dtype=f"u{width}")
    used = np.bincount(codes, minlength=count) > 0
    if 0 <= null_code < count:
        used[null_code] = False
    texts = _shoal.table_dictionary(table, column)
    places = np.cumsum(used) - 1
    places[~used] = -1
    kept = [texts[code] for code in np.flatnonzero(used)]
    small = np.int8 if len(kept) < 128 else np.int16 if len(kept) < 32768 else np.int32
    return pd.Categorical.from_codes(places.astype(small)[codes], categories=pd.Index(kept, dtype=object))


def numbers(values: Any) -> Any:
    """The categorical as floats if all its categories are numbers, else as it is."""
    import numpy as np

    try:
        categories = np.asarray([float(text) for text in values.categories])
    except ValueError:
        return values
    return np.where(values.codes >= 0, categories.take(values.codes, mode="clip"), np.nan) if len(
        categories
    ) else values


def frame_of(table: Any) -> Any:
    """A table as a frame of categoricals."""
    import pandas as pd

    names = _shoal.table_names(table)
    arrays = {place: categorical(table, place) for place in range(len(names))}
    frame = pd.DataFrame(arrays, index=pd.RangeIndex(_shoal.table_rows(table)))
    frame.columns = pd.Index(names, dtype=object)
    return frame


def _some(values: Any, rows: Any) -> Any:
    """The values of some rows, without categories that only the others had."""
    import pandas as pd

    kept = values[rows]
    if not isinstance(kept, pd.Categorical):
        return kept
    gone = set(values.codes) - set(kept.codes) - {-1}
    return kept.remove_categories(kept.categories[sorted(gone)]) if gone else kept


def release_of(
    table: Any, original: Snapshot, kept: Optional[Any], recoded: Iterable[str], averages: bool
) -> Any:
    """The release as a frame: the index and the untouched columns are those of the original, the
    recoded ones are categoricals. With ``averages``, columns of numbers stay numbers."""
    import numpy as np
    import pandas as pd

    labels = original.labels
    recoded = set(recoded)
    rows = None if kept is None else np.frombuffer(kept, dtype=np.uint8) != 0
    published = _shoal.table_names(table)

    def array(place: int, name: str) -> Any:
        untouched = _shoal.table_view(table, place)[4]
        if untouched and name in labels and name not in recoded:
            values = original.series[name].array
            return values.copy() if rows is None else _some(values, rows)
        values = categorical(table, place)
        was_number = name in labels and original.series[name].dtype.kind in "iuf"
        return numbers(values) if averages and was_number else values

    arrays = {place: array(place, name) for place, name in enumerate(published)}
    frame = pd.DataFrame(arrays, index=original.index if rows is None else original.index[rows])
    frame.columns = pd.Index(
        [labels.get(name, name) for name in published], name=original.columns_name
    )
    return frame


@functools.lru_cache(maxsize=1)
def pandas_is_there() -> bool:
    """Whether pandas can be imported."""
    import importlib.util

    return importlib.util.find_spec("pandas") is not None

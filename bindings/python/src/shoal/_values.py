"""Single values as the texts that Shoal works with."""

from __future__ import annotations

import datetime
import decimal
import math
import numbers
from typing import Any, Optional


def number_text(value: float) -> str:
    """A float as columns of floats are read: the shortest digits that mean the same."""
    return repr(float(value))


def text_of(value: Any) -> Optional[str]:
    """The text of a value, None for no value. A TypeError if it has no obvious one.

    >>> [text_of(value) for value in ("a", 7, 2.5, True, None, float("nan"))]
    ['a', '7', '2.5', 'true', None, None]
    """
    if isinstance(value, str):
        return str(value)
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return None
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, decimal.Decimal):
        return None if value.is_nan() else format(value, "f")
    if isinstance(value, numbers.Real):
        return None if math.isnan(value) else number_text(float(value))
    return _other_text(value)


def _other_text(value: Any) -> str:
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=None).isoformat(sep=" ")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if type(value).__name__ in ("Interval", "Period"):
        return str(value)
    raise TypeError(type(value).__name__)

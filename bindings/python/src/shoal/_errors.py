"""Exceptions: one class for each way a call of the library can fail."""

from __future__ import annotations

import json
from typing import Any, Optional


class Error(Exception):
    """A call failed.

    ``code`` is a stable identifier such as ``"k_missing"``, ``key`` what to change (a key of the
    plan, or None), ``line`` and ``column`` the place in a file, from 1, or None. ``status`` is the
    number that the command line would have ended with. ``result`` holds the result as a dict where
    a run got as far as to have one, which runs without a release do.
    """

    status = 1

    def __init__(
        self,
        message: str,
        *,
        code: Optional[str] = None,
        key: Optional[str] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
        result: Optional[dict[str, Any]] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.key = key
        self.line = line
        self.column = column
        self.result = result


class UsageError(Error, ValueError):
    """An argument or the plan is wrong."""

    status = 1


class DataError(Error, ValueError):
    """A table or hierarchy is malformed; ``line`` and ``column`` say where."""

    status = 2


class InfeasibleError(Error):
    """No release meets the plan; ``result`` says what was found."""

    status = 3


class StorageError(Error, OSError):
    """Reading or writing failed."""

    status = 4


class UnverifiedError(Error):
    """The release failed verification and was discarded."""

    status = 5


class Interrupted(Error):
    """The call was cancelled other than by Ctrl-C, which is a KeyboardInterrupt."""

    status = 130


class PrivacyWarning(UserWarning):
    """What a run found that its privacy models do not cover; ``code`` names it."""

    def __init__(self, message: str, code: str = "", attribute: Optional[str] = None) -> None:
        super().__init__(message)
        self.code = code
        self.attribute = attribute


_CLASSES = {
    1: UsageError,
    2: DataError,
    3: InfeasibleError,
    4: StorageError,
    5: UnverifiedError,
    6: Interrupted,
}


def failure(
    status: int,
    code: Optional[str],
    key: Optional[str],
    line: int,
    column: int,
    message: str,
    result: Any,
) -> BaseException:
    """The exception of a status of the library. The extension calls this."""
    from . import _shoal

    if status == 7:
        return MemoryError(message or "out of memory")
    text = _shoal.result_json(result) if result is not None else None
    return _CLASSES.get(status, Error)(
        message,
        code=code,
        key=key,
        line=line or None,
        column=column or None,
        result=json.loads(text) if text else None,
    )

"""Keyword arguments mirror the keys of a plan and the flags of the command line."""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass, replace
from typing import Any, Callable, Mapping, Optional

from . import _shoal
from ._errors import UsageError


@dataclass(frozen=True)
class Key:
    """A key of the plan, as a keyword argument sets it."""

    path: str  # dotted; NAME stands for an attribute or a parameter
    fixed: Optional[str] = None  # the value that each name, or True, gives to it
    each: Optional["Key"] = None  # the key that a dict sets where one keyword means both

    @property
    def is_named(self) -> bool:
        return "NAME" in self.path


@functools.lru_cache(maxsize=None)
def known_keys() -> Mapping[str, Key]:
    """Keyword -> key. Flags come first, then whole keys, then their last words where they are free."""
    rows = [row for row in _shoal.plan_keys() if row[0] != "version"]
    found: dict[str, Key] = {}
    for key, flag, fixed, _, _ in rows:
        if flag:
            name = flag.replace("-", "_")
            found[name] = _both(found[name], Key(key, fixed)) if name in found else Key(key, fixed)
    for shorten in (_whole_name, _last_name):
        for key, _, fixed, _, _ in rows:
            if fixed is None:
                found.setdefault(shorten(key), Key(key))
    for name in _parameters():
        found.setdefault(name, Key(f"search.{name}"))
    found["models"] = found["model"]
    return found


def _both(first: Key, second: Key) -> Key:
    """The key of a flag that two keys have: a dict sets the one of names, all else the other."""
    if first.is_named and not second.is_named:
        return replace(second, each=first)
    if second.is_named and not first.is_named:
        return replace(first, each=second)
    return first


def _whole_name(key: str) -> str:
    return key.replace(".NAME", "").replace(".", "_")


def _last_name(key: str) -> str:
    return _whole_name(key).rpartition("_")[2] if key.endswith("NAME") else key.rpartition(".")[2]


def _parameters() -> set[str]:
    """The parameters of all algorithms, which are keys ``search.NAME``."""
    names: set[str] = set()
    for algorithm, _, recoding in _shoal.list_items("algorithms") or []:
        names.update(row[0] for row in _shoal.algorithm_parameters(recoding, algorithm) or [])
    return names


def find(keyword: str, function: str, others: tuple[str, ...] = ()) -> Key:
    """The key of a keyword argument, or a TypeError that names the one that was probably meant."""
    known = known_keys()
    if keyword in known:
        return known[keyword]
    nearest = _shoal.nearest_name(keyword, [*others, *known])
    hint = f"; did you mean {nearest!r}?" if nearest else ""
    raise TypeError(f"{function}() got an unexpected keyword argument {keyword!r}{hint}")


def plain(value: Any) -> Any:
    """A value as the extension takes it: numpy's scalars and paths become Python's own."""
    if isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (list, tuple, set, frozenset)) or type(value).__name__ == "Index":
        return [str(plain(each)) for each in value]
    if hasattr(value, "item"):
        return value.item()
    return str(value)


def names_of(value: Any) -> list[str]:
    """The columns that an argument such as ``quasi`` names."""
    if value is None:
        return []
    if isinstance(value, (list, tuple, set, frozenset)) or hasattr(value, "tolist"):
        return [str(each) for each in value]
    return [str(value)]


def choose_role(key: Key, keyword: str, value: Any, named: dict[str, str]) -> None:
    """Refuses a column that two arguments name, as the command line does: of two roles the one that
    was set last would silently win, and a quasi-identifier be published as it is."""
    if not key.path.endswith(".NAME.role") or key.fixed is None:
        return
    for name in names_of(value):
        before = named.setdefault(name, keyword)
        if before != keyword:
            raise UsageError(
                f"{name!r} is named by both {before} and {keyword}: choose one",
                code="role_twice",
                key="attributes.NAME.role",
            )


Setter = Callable[[str, Any], None]


def apply(key: Key, keyword: str, value: Any, put: Setter) -> None:
    """Sets what a keyword argument means through ``put(path, value)``."""
    if key.each is not None and isinstance(value, Mapping):
        key = key.each
    if not key.is_named:
        _apply_one(key, value, put)
    elif key.fixed is not None:
        for name in names_of(value):
            put(key.path.replace("NAME", name), key.fixed)
    elif isinstance(value, Mapping):
        for name, each in value.items():
            put(key.path.replace("NAME", str(name)), plain(each))
    else:
        raise TypeError(f"{keyword} must be a dict, such as {keyword}={{'age': …}}")


def _apply_one(key: Key, value: Any, put: Setter) -> None:
    if key.fixed is not None and not isinstance(value, str):
        put(key.path, bool(value))
    else:
        put(key.path, plain(value))

"""A transformer in the style of scikit-learn: a recoding chosen on one table, applied to another.

>>> import pandas as pd
>>> from shoal.sklearn import Anonymizer
>>> train = pd.DataFrame({"age": [21, 22, 23, 24, 41, 42, 43, 44], "y": [0, 0, 0, 1, 1, 1, 0, 1]})
>>> recode = Anonymizer(k=4, quasi=["age"], hierarchies={"age": "ranges:20"}).fit(train)
>>> new = pd.DataFrame({"age": [30, 24, 21, 23, 22], "y": [1, 0, 1, 0, 1]})
>>> recode.set_params(suppression=0.2).transform(new)["age"].tolist()
['20-39', '20-39', '20-39', '20-39']
"""

from __future__ import annotations

import inspect
from typing import Any, Mapping, Optional

from . import _keywords, _shoal
from . import anonymize as _anonymize
from ._errors import DataError, InfeasibleError, UsageError
from ._hierarchy import Hierarchy
from ._plan import Plan
from ._results import Release
from ._table import Context, Table

try:
    from sklearn.base import BaseEstimator, TransformerMixin
    from sklearn.exceptions import NotFittedError
except ImportError:

    class NotFittedError(ValueError, AttributeError):  # type: ignore[no-redef]
        """The transformer was not fitted."""

    class TransformerMixin:  # type: ignore[no-redef]
        """Without scikit-learn there is nothing to mix in."""

    class BaseEstimator:  # type: ignore[no-redef]
        """The parameters, as scikit-learn asks for them."""

        def get_params(self, deep: bool = True) -> dict[str, Any]:
            names = inspect.signature(type(self).__init__).parameters
            return {name: getattr(self, name) for name in names if name != "self"}

        def set_params(self, **params: Any) -> "BaseEstimator":
            known = self.get_params()
            for name, value in params.items():
                if name not in known:
                    raise ValueError(f"there is no parameter {name!r}: {', '.join(known)}")
                setattr(self, name, value)
            return self


# Recodings that give each value one label. Others decide row by row.
_BY_VALUE = ("lattice", "cut")


class Anonymizer(TransformerMixin, BaseEstimator):
    """Chooses a recoding in :meth:`fit`, and applies it in :meth:`transform`.

    ``fit(X)`` makes a release of ``X``, which is ``release_``, and keeps what became of each value of
    each quasi-identifier in ``recodings_``. ``transform(Y)`` publishes another table in the same way:
    every value gets the label that it got in ``X``. The release of ``Y`` is verified on its own: its
    classes have k rows or more, or its rows are suppressed, up to the limit. If that does not
    suffice, there is an :class:`shoal.InfeasibleError`.

    A value that ``X`` did not have is published as ``*``, also where ``X`` left the column untouched.
    The recoding says nothing about it, and a value that only later rows have may be a rare one.

    The parameters are those of :func:`shoal.anonymize`; ``options`` is a dict of further ones.
    Without ``quasi`` and without a plan that names some, all columns are quasi-identifiers. Only the
    recodings ``lattice`` and ``cut`` give each value one label; others are refused.
    """

    def __init__(
        self,
        k: Optional[int] = 5,
        quasi: Any = None,
        *,
        sensitive: Any = None,
        identifier: Any = None,
        hierarchies: Any = None,
        suppression: Any = None,
        recoding: Optional[str] = None,
        algorithm: Optional[str] = None,
        metric: Optional[str] = None,
        seed: Optional[int] = None,
        plan: Any = None,
        options: Optional[Mapping[str, Any]] = None,
        context: Optional[Context] = None,
    ) -> None:
        self.k = k
        self.quasi = quasi
        self.sensitive = sensitive
        self.identifier = identifier
        self.hierarchies = hierarchies
        self.suppression = suppression
        self.recoding = recoding
        self.algorithm = algorithm
        self.metric = metric
        self.seed = seed
        self.plan = plan
        self.options = options
        self.context = context

    def fit(self, X: Any, y: Any = None) -> "Anonymizer":
        """Chooses the recoding that is best for ``X``."""
        frame = _as_table(X)
        plan = self._plan(frame)
        recoding = plan["recoding"] or "lattice"
        if recoding not in _BY_VALUE:
            raise UsageError(
                f"recoding {recoding}: a value may get different labels in different rows, so that "
                "there is nothing to apply to another table; use lattice or cut",
                code="recoding_by_row",
                key="recoding",
            )
        release = _anonymize(frame, plan=plan, context=self.context, progress=False)
        self.release_: Release = release
        self.recodings_: dict[str, Hierarchy] = {}
        for name in release.quasi:
            recoded = release.recoding(name)
            if recoded is None:
                raise UsageError(f"{name}: no recoding by value", code="recoding_by_row")
            self.recodings_[name] = recoded
        self.feature_names_in_ = Table(frame).columns
        self.n_features_in_ = len(self.feature_names_in_)
        return self

    def transform(self, X: Any) -> Any:
        """The release of another table, recoded as in :meth:`fit` and verified."""
        return self.release(X).frame

    def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> Any:
        """The release that :meth:`fit` made of ``X``."""
        return self.fit(X, y).release_.frame

    def release(self, X: Any) -> Release:
        """Like :meth:`transform`, with the numbers."""
        if not hasattr(self, "recodings_"):
            raise NotFittedError("fit the Anonymizer first")
        frame = _as_table(X)
        table = Table(frame)
        plan = self._fixed_plan(frame)
        for name, recoded in self.recodings_.items():
            if name in table.columns:
                labels = _extended(recoded, _values_of(table, name))
                _shoal.plan_set_hierarchy(plan._handle, name, labels._handle)
                plan._has_objects = True
                plan[f"attributes.{name}.min_level"] = 1
                plan[f"attributes.{name}.max_level"] = 1
        try:
            return _anonymize(frame, plan=plan, context=self.context, progress=False)
        except DataError as error:
            if error.code != "label_hides":
                raise
            raise InfeasibleError(
                "too many rows have only values that the fitted table lacks, so that they are `*` all over "
                "and look suppressed: allow more suppression, or fit on a table that has such values",
                code=error.code,
                key="suppression",
            ) from None

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """The columns of the release."""
        import numpy as np

        return np.asarray(self.release_.table.columns, dtype=object)

    def _keywords(self) -> dict[str, Any]:
        given = self.get_params(deep=False)
        for name in ("plan", "options", "context"):
            del given[name]
        return {**given, **(self.options or {})}

    def _plan(self, frame: Any) -> Plan:
        plan = Plan(self.plan, **self._keywords())
        if not any(plan.role(name) == "quasi" for name in plan.attributes):
            plan.update(quasi=[n for n in Table(frame).columns if plan.role(n) == "plain"])
        return plan

    def _fixed_plan(self, frame: Any) -> Plan:
        """The plan without everything that is about searching: there is nothing to search."""
        given = self._keywords()
        known = _keywords.known_keys()
        kept = {
            name: value
            for name, value in given.items()
            if not (name in known and known[name].path.startswith("search."))
            and name not in ("hierarchies", "hierarchy", "recoding")
        }
        plan = Plan(_without_search(self.plan), **kept)
        roles = {name: "quasi" for name in self.recodings_}
        plan.update(role=roles, recoding="lattice")
        return plan


def _without_search(plan: Any) -> Any:
    """A plan without its section ``search``. One with hierarchies in memory cannot be written as text:
    of that only the algorithm goes, which may be one for another recoding."""
    if plan is None:
        return None
    plan = Plan(plan)
    if plan._has_objects:
        plan.update(algorithm="auto", recoding="lattice")
        return plan
    lines, inside = [], False
    for line in plan.to_yaml().splitlines():
        inside = line.startswith("search:") or (inside and line[:1] in (" ", "#", ""))
        if not inside:
            lines.append(line)
    return Plan.parse("\n".join(lines) + "\n")


def _as_table(X: Any) -> Any:
    """Arrays of numpy become frames with columns 0, 1, …"""
    if hasattr(X, "__array_interface__") and not hasattr(X, "columns"):
        import pandas as pd

        return pd.DataFrame(X)
    return X


def _values_of(table: Table, name: str) -> list[str]:
    texts = _shoal.table_dictionary(table._handle, table.columns.index(name))
    return [text for text in texts if text is not None]


def _extended(recoded: Hierarchy, values: list[str]) -> Hierarchy:
    """The recoding with the values that it lacks, which become ``*``."""
    rows = [[value, label, "*"] for value, label in recoded.rows]
    rows += [[value, "*", "*"] for value in values if value not in recoded]
    return Hierarchy(rows)

"""Plans: what to protect and how."""

from __future__ import annotations

import json
import os
from typing import Any, Mapping, Optional, Union

from . import _keywords, _shoal

PlanLike = Union["Plan", str, "os.PathLike[str]", Mapping[str, Any], None]


class Plan:
    """A plan, as ``shoal anonymize --plan`` reads it.

    ``source`` is the path of a YAML file, a dict of the same shape, another plan (which is copied)
    or None. Keyword arguments are those of :func:`shoal.anonymize`.

    >>> plan = Plan(k=5, quasi=["age", "sex"], suppression=0.02)
    >>> plan["privacy.k"]
    '5'
    >>> plan["attributes.age.role"]
    'quasi'
    >>> plan["search.metric"] = "loss"
    >>> plan.attributes
    ['age', 'sex']
    """

    def __init__(self, source: PlanLike = None, **keywords: Any) -> None:
        if isinstance(source, Plan):
            self._handle = _shoal.plan_copy(source._handle)
            self._has_objects = source._has_objects
        else:
            self._handle = _shoal.plan_new()
            self._has_objects = False
            self._load(source)
        self.update(**keywords)

    def _load(self, source: Any) -> None:
        if isinstance(source, Mapping):
            # JSON is YAML.
            _shoal.plan_parse(self._handle, json.dumps(source, default=str))
        elif source is not None:
            _shoal.plan_read(self._handle, os.fspath(source))

    @classmethod
    def parse(cls, yaml: str) -> "Plan":
        """The plan of a YAML text; paths in it are relative to the working directory."""
        plan = cls()
        _shoal.plan_parse(plan._handle, yaml)
        return plan

    def update(self, **keywords: Any) -> None:
        """Sets keys by keyword arguments, as :func:`shoal.anonymize` takes them."""
        self._update("Plan", (), keywords)

    def _update(self, function: str, others: tuple[str, ...], keywords: Mapping[str, Any]) -> None:
        named: dict[str, str] = {}  # by an argument for a role
        for keyword, value in keywords.items():
            if value is None:
                continue
            if keyword in ("hierarchies", "hierarchy"):
                self._set_hierarchies(value)
            elif keyword == "population":
                self._set_population(value)
            else:
                key = _keywords.find(keyword, function, others)
                _keywords.choose_role(key, keyword, value, named)
                _keywords.apply(key, keyword, value, self.__setitem__)

    def _set_hierarchies(self, given: Any) -> None:
        if isinstance(given, (str, os.PathLike)):
            self["hierarchies"] = os.fspath(given)
        elif isinstance(given, Mapping):
            for name, each in given.items():
                self._set_hierarchy(str(name), each)
        else:
            raise TypeError("hierarchies must be a folder, or a dict of a hierarchy for each column")

    def _set_hierarchy(self, name: str, given: Any) -> None:
        from ._hierarchy import Hierarchy

        if isinstance(given, (str, os.PathLike)):
            self[f"attributes.{name}.hierarchy"] = os.fspath(given)
            return
        hierarchy = given if isinstance(given, Hierarchy) else Hierarchy(given)
        _shoal.plan_set_hierarchy(self._handle, name, hierarchy._handle)
        self._has_objects = True

    def _set_population(self, given: Any) -> None:
        from ._table import Table

        if isinstance(given, (str, os.PathLike)):
            self["population.file"] = os.fspath(given)
            return
        _shoal.plan_set_population(self._handle, Table(given)._handle)
        self._has_objects = True

    def __getitem__(self, key: str) -> Optional[str]:
        """The value of a dotted key as text; None where nothing is set."""
        return _shoal.plan_get(self._handle, key)

    def __setitem__(self, key: str, value: Any) -> None:
        _shoal.plan_set(self._handle, key, _keywords.plain(value))

    @property
    def attributes(self) -> list[str]:
        """The columns that the plan names."""
        return _shoal.plan_attributes(self._handle)

    def role(self, name: str) -> str:
        """The role of a column.

        >>> Plan(quasi="age").role("age"), Plan(quasi="age").role("income")
        ('quasi', 'plain')
        """
        if name not in self.attributes:
            return "plain"
        return self[f"attributes.{name}.role"] or "plain"

    def names(self, role: str) -> list[str]:
        """The columns that have a role.

        >>> Plan(quasi=["age", "sex"], sensitive="income").names("quasi")
        ['age', 'sex']
        """
        return [name for name in self.attributes if self.role(name) == role]

    def reads(self, name: str) -> bool:
        """Whether :func:`shoal.anonymize` looks at the values of a column. Identifiers that are names
        or addresses are neither looked at nor published.

        >>> plan = Plan(quasi="age", identifier=["patient_id", "surname"])
        >>> [plan.reads(name) for name in ("age", "patient_id", "surname")]
        [True, True, False]
        """
        return _shoal.plan_reads(self._handle, name)

    def copy(self) -> "Plan":
        """Another plan that says the same."""
        return Plan(self)

    def __copy__(self) -> "Plan":
        return Plan(self)

    def __deepcopy__(self, memo: Any) -> "Plan":
        return Plan(self)

    def to_yaml(self) -> str:
        """The plan as YAML. Fails for a plan with hierarchies or a population in memory: save them
        to files first, and name these."""
        return _shoal.plan_format(self._handle)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the plan as YAML, complete or not at all."""
        _shoal.plan_write(self._handle, os.fspath(path))

    def __repr__(self) -> str:
        if self._has_objects:
            return f"<shoal.Plan of {', '.join(self.attributes)}, with objects in memory>"
        return self.to_yaml()

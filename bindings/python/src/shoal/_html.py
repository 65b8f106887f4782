"""Small tables for notebooks, made of results."""

from __future__ import annotations

import html
from typing import Any, Iterable, Mapping


def preformatted(text: str) -> str:
    return f"<pre>{html.escape(text)}</pre>"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    return html.escape(str(value))


def table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    top = "".join(f"<th>{html.escape(name)}</th>" for name in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(value)}</td>" for value in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def release(result: Mapping[str, Any]) -> str:
    """The numbers of a release, its quasi-identifiers, and its warnings."""
    outcome = result.get("outcome")
    proven = " (proven)" if outcome == "optimal" else ""
    facts = [
        ("outcome", f"{outcome}{proven}"),
        ("recoding", result.get("recoding")),
        (result.get("metric") or "value", result.get("value")),
        ("rows", result.get("rows")),
        ("suppressed", result.get("suppressed")),
        ("classes", result.get("classes")),
        ("k", result.get("k_eff")),
    ]
    attributes = (result.get("attributes") or {}).items()
    rows = [
        (name, found.get("level", found.get("groups")), found.get("loss"))
        for name, found in attributes
    ]
    warnings = "".join(
        f"<li>{html.escape(each.get('message', ''))}</li>" for each in result.get("warnings") or []
    )
    listed = f"<ul>{warnings}</ul>" if warnings else ""
    return (
        table(("release", ""), facts)
        + table(("quasi-identifier", "level or groups", "loss"), rows)
        + listed
    )


def inspection(columns: Mapping[str, Mapping[str, Any]]) -> str:
    """The columns of a table, and the role that each should play."""
    rows = [
        (
            name,
            found.get("type"),
            found.get("values", {}).get("distinct"),
            found.get("values", {}).get("missing"),
            f"{found.get('role')} ({found.get('certainty')})",
            found.get("reason"),
        )
        for name, found in columns.items()
    ]
    return table(("column", "type", "values", "missing", "role", "because"), rows)

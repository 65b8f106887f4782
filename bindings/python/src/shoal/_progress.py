"""What a run tells while it works: collected, and shown if somebody looks."""

from __future__ import annotations

import sys
import warnings
from typing import Any, Callable, Optional, Union

from ._errors import PrivacyWarning

Progress = Union[None, bool, Callable[[dict[str, Any]], Any]]


class Listener:
    """Collects notes and warnings, and passes every event on to a display or a function."""

    def __init__(self, progress: Progress) -> None:
        self.notes: list[dict[str, Any]] = []
        self.warnings: list[dict[str, Any]] = []
        self._show = _display(progress)

    def __call__(self, event: dict[str, Any]) -> None:
        kind = event.get("event")
        if kind == "note":
            self.notes.append(_without_kind(event))
        elif kind == "warning":
            self.warnings.append(_without_kind(event))
        if self._show is not None:
            self._show(event)

    def close(self) -> None:
        """The run has ended: takes the display away."""
        close = getattr(self._show, "close", None)
        if close is not None and isinstance(self._show, (_Bar, _Lines)):
            close()

    def warn(self) -> None:
        """Warnings are not progress: what was not accepted is always told."""
        for each in self.warnings:
            if not each["accepted"]:
                warning = PrivacyWarning(each["message"], each["code"], each["attribute"])
                warnings.warn(warning, stacklevel=3)


def _without_kind(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key != "event"}


def _display(progress: Progress) -> Optional[Callable[[dict[str, Any]], Any]]:
    if callable(progress):
        return progress
    if progress is None:
        progress = _is_watched()
    if not progress:
        return None
    bar = _tqdm()
    return _Bar(bar) if bar is not None else _Lines(sys.stderr)


def _is_watched() -> bool:
    """Whether somebody sees standard error: a terminal, or a notebook."""
    if _in_notebook():
        return True
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


def _in_notebook() -> bool:
    """Programs that run notebooks have imported ipykernel too, and are none themselves."""
    python = sys.modules.get("IPython")
    shell = python.get_ipython() if python is not None else None
    return getattr(shell, "kernel", None) is not None


def _tqdm() -> Optional[Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm


def _search_text(event: dict[str, Any]) -> str:
    parts = [f"{event['evaluations']} nodes"]
    if event["best"] is not None:
        parts.append(f"{event['metric'] or 'value'} {event['best']:.4g}")
    if event["bound"] is not None:
        parts.append(f"bound {event['bound']:.4g}")
    if event["gap"] is not None:
        parts.append(f"gap {100 * event['gap']:.1f} %")
    return ", ".join(parts)


def _describe(event: dict[str, Any]) -> Optional[tuple[str, Optional[float], str]]:
    """What it is about, the share that is done, and more."""
    if event["event"] == "search":
        return "search", event["done"], _search_text(event)
    if event["event"] == "phase":
        return event["name"], event["done"], ""
    return None


class _Bar:
    """One bar of tqdm, which is about the present phase."""

    def __init__(self, tqdm: Any) -> None:
        form = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}{postfix}"
        self._bar = tqdm(total=1.0, leave=False, bar_format=form)

    def __call__(self, event: dict[str, Any]) -> None:
        described = _describe(event)
        if described is None:
            return
        name, done, more = described
        self._bar.set_description_str(name, refresh=False)
        self._bar.set_postfix_str(more, refresh=False)
        self._bar.n = min(max(done or 0.0, 0.0), 1.0)
        self._bar.refresh()

    def close(self) -> None:
        self._bar.close()


class _Lines:
    """A line for each improvement of the search, and for each phase that has ended."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __call__(self, event: dict[str, Any]) -> None:
        described = _describe(event)
        if described is None or not (event["last"] or event.get("finder")):
            return
        name, _, more = described
        more = f": {more}" if more else ""
        print(f"{name}{more}, {event['seconds']:.1f} s", file=self._stream, flush=True)

    def close(self) -> None:
        pass

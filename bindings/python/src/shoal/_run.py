"""Calls that take long: with Ctrl-C, progress and notes."""

from __future__ import annotations

import contextvars
import functools
import threading
from typing import Any, Callable

from . import _shoal
from ._progress import Listener, Progress

# Seconds between two looks at signals while the library works.
_STEP = 0.05


def call(function: Callable[..., Any], listener: Listener, *given: Any, **keywords: Any) -> Any:
    """Calls a function of the extension. On the main thread, the call itself runs on another one, so
    that Ctrl-C is seen at once: it cancels the call, and nothing is left behind."""
    cancel = _shoal.cancel_new()
    run = functools.partial(function, *given, tell=listener, cancel=cancel, **keywords)
    try:
        if threading.current_thread() is threading.main_thread():
            return _wait_for(run, cancel)
        return run()
    finally:
        listener.close()


def _wait_for(run: Callable[[], Any], cancel: Any) -> Any:
    answers: list[Any] = []
    failures: list[BaseException] = []
    # Variables of the context are those of the caller, for functions that show progress.
    inside = contextvars.copy_context()

    def work() -> None:
        try:
            answers.append(inside.run(run))
        except BaseException as error:  # raised again by the caller's thread
            failures.append(error)

    worker = threading.Thread(target=work, name="shoal", daemon=True)
    worker.start()
    try:
        while worker.is_alive():
            worker.join(_STEP)
    except BaseException:
        _stop(worker, cancel)
        raise
    if failures:
        try:
            raise failures[0]
        finally:
            failures.clear()  # the traceback would keep them alive, and they the traceback
    return answers[0]


def _stop(worker: threading.Thread, cancel: Any) -> None:
    """Cancels, and waits until the call has ended, whatever else is pressed."""
    _shoal.cancel_set(cancel)
    while worker.is_alive():
        try:
            worker.join(_STEP)
        except KeyboardInterrupt:
            continue


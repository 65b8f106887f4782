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


class _Worker:
    """A call on a thread of its own. That it has ended is said by a list and a lock, not by the thread:
    Python takes a thread for ended whose `join` with a timeout was interrupted."""

    def __init__(self, run: Callable[[], Any]) -> None:
        self.answers: list[Any] = []
        self.failures: list[BaseException] = []
        self._claims: list[str] = []  # the first one decides whether the call begins at all
        self._ended: list[bool] = []
        self._working = threading.Lock()
        self._working.acquire()
        # Variables of the context are those of the caller, for functions that show progress.
        inside = contextvars.copy_context()
        self._thread = threading.Thread(target=self._work, args=(inside, run), name="shoal", daemon=True)

    def _work(self, inside: contextvars.Context, run: Callable[[], Any]) -> None:
        self._claims.append("begins")
        if self._claims[0] != "begins":
            return
        try:
            self.answers.append(inside.run(run))
        except BaseException as error:  # raised again by the caller's thread
            self.failures.append(error)
        finally:
            self._ended.append(True)
            self._working.release()

    def run(self) -> None:
        self._thread.start()
        self._wait()

    def _wait(self) -> None:
        while not self._ended:
            self._working.acquire(timeout=_STEP)
        self._thread.join()  # has nothing left to do but to let go of what it was given

    def stop(self, cancel: Any) -> None:
        """Cancels, and waits until the call has ended, whatever else is pressed."""
        while not self._ended:
            try:
                self._claims.append("stops")
                if self._claims[0] == "stops":
                    return
                _shoal.cancel_set(cancel)
                self._wait()
            except KeyboardInterrupt:
                continue


def _wait_for(run: Callable[[], Any], cancel: Any) -> Any:
    worker = _Worker(run)
    try:
        worker.run()
    except BaseException:
        worker.stop(cancel)
        raise
    if worker.failures:
        try:
            raise worker.failures[0]
        finally:
            worker.failures.clear()  # the traceback would keep them alive, and they the traceback
    return worker.answers[0]

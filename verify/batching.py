"""Short tasks sent together, where sending one costs more than a short one takes.

How tasks are grouped can move no number: each has its own future, its own result and its own failure.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from .work import Task

TARGET: Final = 0.2
"""Expected seconds of a parcel: tens of times what sending it costs."""

QUIET: Final = 0.005
"""Seconds after which an unfinished parcel is sent."""

_EXACT: Final = TARGET / 16
"""Expected seconds of a computed cell before one is known: most take a millisecond, some take seconds."""


@dataclass(frozen=True, kw_only=True)
class _Item:
    """A task on its way, and whose answer it is."""

    call: partial[Any]
    kind: Hashable
    answer: Future[Any]


@dataclass(frozen=True, kw_only=True)
class _Outcome:
    """What a task came to, on the machine that did it."""

    value: Any
    error: Exception | None
    seconds: float


class Batching(Executor):
    """Another executor, its short tasks sent in parcels. How long tasks take is learned by kind."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._seconds: dict[Hashable, float] = {}
        self._open: list[_Item] = []
        self._expected = 0.0
        self._lock = threading.Lock()
        self._begun = threading.Event()
        threading.Thread(target=self._send_the_unfinished, daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401
        """Send the call, alone or with others, and return what becomes of it."""
        item = _Item(call=partial(fn, *args, **kwargs), kind=_kind(fn, args), answer=Future())
        with self._lock:
            self._open.append(item)
            self._expected += self._seconds.get(item.kind, _guess(args))
            if self._expected >= TARGET:
                self._send()
            else:
                self._begun.set()
        return item.answer

    def _send_the_unfinished(self) -> None:
        while self._begun.wait():
            time.sleep(QUIET)
            with self._lock:
                self._send()

    def _send(self) -> None:
        """Send the open parcel; the lock is held."""
        items, self._open, self._expected = self._open, [], 0.0
        self._begun.clear()
        if items:
            sent = self._executor.submit(perform_all, [item.call for item in items])
            sent.add_done_callback(partial(self._arrived, items))

    def _arrived(self, items: Sequence[_Item], sent: Future[list[_Outcome]]) -> None:
        if sent.cancelled():
            for item in items:
                item.answer.cancel()
                item.answer.set_running_or_notify_cancel()
            return
        failure = sent.exception()
        outcomes = [None] * len(items) if failure else sent.result()
        for item, outcome in zip(items, outcomes, strict=True):
            if not item.answer.set_running_or_notify_cancel():
                continue
            error = failure if outcome is None else outcome.error
            if outcome is None or error is not None:
                item.answer.set_exception(error)
            else:
                self._seconds[item.kind] = outcome.seconds
                item.answer.set_result(outcome.value)


def perform_all(calls: Sequence[Callable[[], Any]]) -> list[_Outcome]:
    """Each of the calls in turn; one that raises fails alone."""
    return [_performed(call) for call in calls]


def _performed(call: Callable[[], Any]) -> _Outcome:
    start = time.perf_counter()
    try:
        value = call()
    except Exception as error:  # noqa: BLE001 - it is raised again where the answer is asked for
        return _Outcome(value=None, error=error, seconds=0.0)
    return _Outcome(value=value, error=None, seconds=time.perf_counter() - start)


def _kind(fn: Callable[..., Any], args: Sequence[Any]) -> Hashable:
    """Tasks of one quantity and sheet take about as long as each other."""
    task = args[0] if args else None
    if isinstance(task, Task):
        return fn, task.road, None if task.sheet is None else repr(task.sheet.cells[0])
    return fn


def _guess(args: Sequence[Any]) -> float:
    """Expected seconds of a task of which nothing is known."""
    exact = args and isinstance(args[0], Task) and args[0].sheet is None
    return _EXACT if exact else TARGET

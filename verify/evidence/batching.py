"""Short tasks sent together, where sending one costs more than a short one takes.

Tasks wait here until a worker is about to be free, so that a batch is put together by what the tasks
before it took. A batch that takes longer than was expected ends early, and what is left of it waits again.
Those of the kind that will have had the least time go first, so that a claim whose blocks take long holds
up no other. How tasks are grouped and ordered can move no number: each has its own future, its own result
and its own failure.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from .work import Task

TARGET: Final = 0.25
"""Expected seconds of a batch to another machine: a hundred times what sending it costs."""

NEARBY: Final = 0.05
"""The same to another process of this machine."""

SHARE: Final = 0.002
"""Seconds of a batch for each worker, so that one scheduler keeps up with a thousand of them."""

PREFETCH: Final = 2
"""Batches a worker has: one that it works on, one that waits for it."""

POLL_INTERVAL: Final = 2.0
"""Seconds after which the workers are counted again: more may have joined."""

LATE: Final = 4.0
"""A batch ends early once it has taken so many times what was expected of it."""

_UNKNOWN: Final = 1 / 8
"""Share of a batch that a task of a kind never seen is expected to fill."""


@dataclass(frozen=True, kw_only=True)
class _Item:
    """A task on its way, and whose answer it is. `size` is proportional to its work within a kind.

    `seconds` are what a pilot says that it takes, 0 where none does.
    """

    call: partial[Any]
    kind: Hashable
    size: float
    answer: Future[Any]
    seconds: float = 0.0
    expected: float = 0.0


@dataclass(frozen=True, kw_only=True)
class _Outcome:
    """What a task came to, on the machine that did it."""

    value: Any
    error: Exception | None
    seconds: float


class Batching(Executor):
    """Another executor, its tasks sent in batches. How long tasks take is learned by kind.

    `count` tells how many workers there are now, `target` how many seconds a batch is to last.
    """

    def __init__(self, executor: Executor, count: Callable[[], int], target: float = TARGET) -> None:
        self._executor = executor
        self._count = count
        self._target = target
        self._rates: dict[Hashable, float] = {}
        self._waiting: dict[Hashable, deque[_Item]] = {}
        self._spent: dict[Hashable, float] = {}
        self._workers = 1
        self._on_their_way = 0
        self._lost = False
        self._changed = threading.Condition()
        threading.Thread(target=self._send_until_lost, daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401
        """Send the call, alone or with others, and return what becomes of it."""
        kind, size, seconds = _work(fn, args)
        call = partial(fn, *args, **kwargs)
        item = _Item(call=call, kind=kind, size=size, answer=Future(), seconds=seconds)
        with self._changed:
            if self._lost:
                _cancel([item])
            else:
                self._waiting.setdefault(kind, deque()).append(item)
                self._changed.notify()
        return item.answer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Send nothing more; what still waits is cancelled. The executor itself is its owner's to end."""
        del wait, cancel_futures
        self._lose([])

    def _send_until_lost(self) -> None:
        while not self._lost:
            workers = self._count()
            with self._changed:
                self._workers = workers
                self._changed.wait_for(lambda: self._lost or self._may_send(), timeout=POLL_INTERVAL)
                batches = []
                while self._may_send():
                    batches.append(self._batch())
            for items in filter(None, batches):
                self._send(items)

    def _may_send(self) -> bool:
        return bool(self._waiting) and self._on_their_way < PREFETCH * self._workers

    def _batch(self) -> list[_Item]:
        """The next tasks, as many as are expected to last long enough; the lock is held."""
        items: list[_Item] = []
        left = self._length()
        for kind in sorted(self._waiting, key=self._spent_after_next):
            waiting = self._waiting[kind]
            if items and (kind not in self._rates or self._seconds(waiting[0]) > left):
                # Its answers would keep those of the others waiting.
                break
            while waiting and left > 0:
                item = waiting.popleft()
                if not item.answer.cancelled():
                    items.append(replace(item, expected=self._seconds(item)))
                    left -= items[-1].expected
            if not waiting:
                del self._waiting[kind]
            if left <= 0:
                break
        for item in items:
            self._spent[item.kind] = self._spent.get(item.kind, 0.0) + item.expected
        self._on_their_way += bool(items)
        return items

    def _length(self) -> float:
        """Seconds that a batch is to last."""
        return max(self._target, SHARE * self._workers)

    def _spent_after_next(self, kind: Hashable) -> float:
        """The time that a kind will have had with the next of its tasks."""
        return self._spent.get(kind, 0.0) + self._seconds(self._waiting[kind][0])

    def _seconds(self, item: _Item) -> float:
        """What a task is expected to take."""
        rate = self._rates.get(item.kind)
        return (item.seconds or _UNKNOWN * self._target) if rate is None else rate * item.size

    def _send(self, items: Sequence[_Item]) -> None:
        try:
            sent = self._executor.submit(
                partial(perform_all, LATE * self._length()), [item.call for item in items]
            )
        except Exception as error:  # noqa: BLE001 - who waits for the tasks is told, and this thread goes on
            sent = Future()
            sent.set_exception(error)
        sent.add_done_callback(partial(self._arrived, items))

    def _arrived(self, items: Sequence[_Item], sent: Future[list[_Outcome]]) -> None:
        if sent.cancelled():
            self._lose(items)
            return
        failure = sent.exception()
        outcomes = [None] * len(items) if failure else sent.result()
        done, left = items[: len(outcomes)], items[len(outcomes) :]
        with self._changed:
            self._on_their_way -= 1
            if self._lost:
                _cancel(left)
                left = ()
            for item in reversed(left):
                self._spent[item.kind] -= item.expected
                self._waiting.setdefault(item.kind, deque()).appendleft(item)
            for item, outcome in zip(done, outcomes, strict=True):
                if outcome is not None and outcome.error is None:
                    self._rates[item.kind] = outcome.seconds / item.size
                    self._spent[item.kind] += outcome.seconds - item.expected
            self._changed.notify()
        for item, outcome in zip(done, outcomes, strict=True):
            _answer(item, outcome, failure)

    def _lose(self, items: Sequence[_Item]) -> None:
        """The workers are gone, with all they were sent; what still waits is sent to nobody."""
        with self._changed:
            self._lost = True
            waiting = [item for items in self._waiting.values() for item in items]
            self._waiting.clear()
            self._changed.notify()
        _cancel([*items, *waiting])


def perform_all(most: float, calls: Sequence[Callable[[], Any]]) -> list[_Outcome]:
    """Each of the calls in turn, until they have taken `most` seconds; one that raises fails alone."""
    outcomes: list[_Outcome] = []
    for call in calls:
        outcomes.append(_performed(call))
        if sum(outcome.seconds for outcome in outcomes) > most:
            break
    return outcomes


def _performed(call: Callable[[], Any]) -> _Outcome:
    # Neighbours on a machine lengthen the wall's time, and batches are to be as long as work is.
    start = time.thread_time()
    try:
        value = call()
    except Exception as error:  # noqa: BLE001 - it is raised again where the answer is asked for
        return _Outcome(value=None, error=error, seconds=time.thread_time() - start)
    return _Outcome(value=value, error=None, seconds=time.thread_time() - start)


def _answer(item: _Item, outcome: _Outcome | None, failure: BaseException | None) -> None:
    if not item.answer.set_running_or_notify_cancel():
        return
    error = failure if outcome is None else outcome.error
    if outcome is None or error is not None:
        item.answer.set_exception(error)
    else:
        item.answer.set_result(outcome.value)


def _cancel(items: Sequence[_Item]) -> None:
    for item in items:
        item.answer.cancel()
        item.answer.set_running_or_notify_cancel()


def _work(fn: Callable[..., Any], args: Sequence[Any]) -> tuple[Hashable, float, float]:
    """The kind of a task, its size, and the seconds that a pilot says.

    Blocks of one quantity take time by the bytes that they fill.
    """
    task = args[0] if args else None
    if not isinstance(task, Task):
        return fn, 1.0, 0.0
    if task.group is None:
        return (fn, task.route), 1.0, task.seconds
    group = task.group
    size = max(1.0, group.bytes_per_chunk * group.trials_per_block / group.trials_per_chunk)
    return (fn, task.route), size, task.seconds

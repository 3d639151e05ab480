"""Parcels of short tasks: each task keeps its own result, and short ones travel together."""

from __future__ import annotations

import time
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor

import pytest
from lawcheck.verify.batching import Batching


class Counting(ThreadPoolExecutor):
    """A thread that counts what it is sent."""

    sent = 0

    def submit(self, fn, /, *args, **kwargs):
        self.sent += 1
        return super().submit(fn, *args, **kwargs)


class Gone(Executor):
    """Workers that go away with all they were sent."""

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


def reciprocal(number):
    return 1 / number


def slowly(number):
    time.sleep(0.21)
    return number


def test_each_task_has_its_own_result_and_its_own_failure():
    with Counting(1) as pool:
        batching = Batching(pool)
        batching.submit(reciprocal, 1).result()
        answers = [batching.submit(reciprocal, number) for number in (2, 0, 4)]
        assert answers[0].result() == 0.5
        assert answers[2].result() == 0.25
        with pytest.raises(ZeroDivisionError):
            answers[1].result()


def test_short_tasks_travel_together_once_it_is_known_that_they_are_short():
    with Counting(1) as pool:
        batching = Batching(pool)
        batching.submit(reciprocal, 1).result()
        before = pool.sent
        assert sum(f.result() for f in [batching.submit(reciprocal, 2) for _ in range(200)]) == 100
        assert pool.sent - before < 100


def test_long_tasks_travel_alone():
    with Counting(1) as pool:
        batching = Batching(pool)
        batching.submit(slowly, 1).result()
        before = pool.sent
        assert [f.result() for f in [batching.submit(slowly, n) for n in range(4)]] == [0, 1, 2, 3]
        assert pool.sent - before == 4


def test_what_is_lost_with_the_workers_is_cancelled():
    with pytest.raises(CancelledError):
        Batching(Gone()).submit(reciprocal, 1).result(timeout=5)

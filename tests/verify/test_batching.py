"""Batches of short tasks: each task keeps its own result, and short ones travel together."""

import threading
import time
from collections import deque
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from multiprocessing import active_children

import pytest
from theorycheck.evidence import batching as module
from theorycheck.evidence.batching import PREFETCH, Batching, _work
from theorycheck.evidence.routes import Named
from theorycheck.evidence.run import nearby
from theorycheck.evidence.work import Task, executor, perform
from theorycheck.numerics.quantity import DesignGroup

SHORT = 0.02
"""Seconds of a short task."""


class Counting(ThreadPoolExecutor):
    """A thread that notes how many tasks each batch had."""

    def __init__(self):
        super().__init__(1)
        self.sizes = []

    def submit(self, fn, calls):
        self.sizes.append(len(calls))
        return super().submit(fn, calls)


class Gone(Executor):
    """Workers that go away with all they were sent."""

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


class Closed(Executor):
    """An executor that takes nothing more."""

    def submit(self, fn, /, *args, **kwargs):
        raise RuntimeError("closed")


def reciprocal(number):
    return 1 / number


def slowly(number):
    start = time.thread_time()
    while time.thread_time() - start < SHORT:
        pass
    return number


def one():
    return 1


def task(name, *, group=None, point=None, seconds=0.0):
    route = Named(topic="conditioning", name=name)
    return Task(
        route=route, code="", group=group, point=point, block=0, seed=0, device="cpu", seconds=seconds
    )


def wait(batching, call, kind, *, size=1.0, seconds=0.0):
    """Let a call wait in a batching that has not begun to send it."""
    item = module._Item(call=call, kind=kind, size=size, answer=Future(), seconds=seconds)
    batching._waiting.setdefault(kind, deque()).append(item)


def test_each_task_has_its_own_result_and_its_own_failure():
    with Counting() as pool:
        batching = Batching(pool, one)
        batching.submit(reciprocal, 1).result()
        answers = [batching.submit(reciprocal, number) for number in (2, 0, 4)]
        assert answers[0].result() == 0.5
        assert answers[2].result() == 0.25
        with pytest.raises(ZeroDivisionError):
            answers[1].result()


def test_short_tasks_travel_together_once_it_is_known_that_they_are_short():
    with Counting() as pool:
        batching = Batching(pool, one)
        batching.submit(reciprocal, 1).result()
        pool.sizes.clear()
        assert sum(f.result() for f in [batching.submit(reciprocal, 2) for _ in range(2000)]) == 1000
        assert len(pool.sizes) < 200


def test_tasks_of_which_nothing_is_known_travel_a_few_at_a_time():
    batching = Batching(Gone(), one)
    with batching._changed:
        for _ in range(20):
            wait(batching, reciprocal, reciprocal)
        assert len(batching._batch()) == 1 / module._UNKNOWN
        batching._waiting.clear()


def test_the_kind_that_has_had_the_least_time_goes_first():
    """A long task holds up no short one that comes after it: in the order of their coming it would."""
    with Counting() as pool:
        batching = Batching(pool, one, target=SHORT)
        done = []

        def long(number):
            slowly(number)
            slowly(number)
            done.append("long")

        def short(number):
            done.append("short")

        first = [batching.submit(long, 0), batching.submit(short, 0)]
        [answer.result() for answer in first]
        done.clear()
        answers = [batching.submit(long, n) for n in range(6)]
        answers += [batching.submit(short, n) for n in range(6)]
        [answer.result() for answer in answers]
        # Those that were on their way already are done before.
        assert done[: len(done) - done[::-1].index("short")].count("long") <= PREFETCH


def test_tasks_that_take_longer_than_was_expected_hold_up_no_answer():
    """Eight tasks of a kind that nobody knows travel together; sent as one, the first answer is the last."""
    with Counting() as pool:
        batching = Batching(pool, one, target=SHORT / 2 / module.LATE)
        release = threading.Event()
        held = [batching.submit(release.wait) for _ in range(PREFETCH)]
        answers = [batching.submit(slowly, n) for n in range(8)]
        time.sleep(0.05)
        release.set()
        assert answers[0].result() == 0
        assert not answers[-1].done()
        assert [answer.result() for answer in (*held, *answers)][PREFETCH:] == list(range(8))
        assert pool.sizes.count(1) >= 6


def test_a_kind_of_which_nothing_is_known_holds_up_no_answer_of_another():
    with Counting() as pool:
        batching = Batching(pool, one)
        release = threading.Event()
        held = [batching.submit(slowly, n) for n in range(PREFETCH)]
        short = [batching.submit(reciprocal, 2) for _ in range(3)]
        long = batching.submit(release.wait)
        try:
            assert [answer.result(timeout=5) for answer in short] == [0.5] * 3
            assert not long.done()
        finally:
            release.set()
        assert [answer.result() for answer in (*held, long)] == [0, 1, True]


def test_a_task_that_a_pilot_found_long_goes_after_all_short_ones():
    batching = Batching(Gone(), one)
    with batching._changed:
        for name, seconds in (("dear", 60.0), ("cheap", 0.03)):
            kind, size, expected = _work(perform, (task(name, point={"n": 1}, seconds=seconds),))
            for _ in range(5):
                wait(batching, name, kind, size=size, seconds=expected)
        sent = [item.call for _ in range(6) for item in batching._batch()]
        batching._waiting.clear()
    assert sent[:5] == ["cheap"] * 5


def test_long_tasks_travel_alone():
    with Counting() as pool:
        batching = Batching(pool, one, target=SHORT)
        batching.submit(slowly, 1).result()
        pool.sizes.clear()
        assert [f.result() for f in [batching.submit(slowly, n) for n in range(4)]] == [0, 1, 2, 3]
        assert pool.sizes == [1] * 4


def test_no_worker_has_more_than_it_works_on_and_one_that_waits():
    release = threading.Event()
    with Counting() as pool:
        batching = Batching(pool, lambda: 3)
        batching._rates[release.wait] = module.TARGET
        answers = [batching.submit(release.wait) for _ in range(20)]
        time.sleep(0.1)
        assert len(pool.sizes) == 3 * PREFETCH
        release.set()
        assert all(answer.result() for answer in answers)


def test_batches_of_many_workers_are_larger():
    with Counting() as pool:
        batching = Batching(pool, lambda: 1000)
        batching._rates[reciprocal] = 0.1
        batching._workers = 1000
        with batching._changed:
            for _ in range(100):
                wait(batching, reciprocal, reciprocal)
            sizes = [len(batching._batch()) for _ in range(2)]
            batching._waiting.clear()
        assert sizes == [20, 20]


def test_what_nobody_waits_for_is_not_sent():
    release = threading.Event()
    with Counting() as pool:
        batching = Batching(pool, one)
        batching._rates[release.wait] = module.TARGET
        held = [batching.submit(release.wait) for _ in range(PREFETCH)]
        dropped = [batching.submit(reciprocal, 0) for _ in range(5)]
        assert all(answer.cancel() for answer in dropped)
        last = batching.submit(reciprocal, 4)
        release.set()
        assert last.result() == 0.25
        assert all(answer.result() for answer in held)
        assert sum(pool.sizes) == PREFETCH + 1


def test_what_is_lost_with_the_workers_is_cancelled_and_so_is_what_follows():
    batching = Batching(Gone(), one)
    answers = [batching.submit(reciprocal, 1) for _ in range(5000)]
    for answer in (answers[0], answers[-1], batching.submit(reciprocal, 1)):
        with pytest.raises(CancelledError):
            answer.result(timeout=5)


def test_an_executor_that_takes_nothing_fails_what_it_was_asked():
    with pytest.raises(RuntimeError, match="closed"):
        Batching(Closed(), one).submit(reciprocal, 1).result(timeout=5)


def test_blocks_of_one_quantity_are_sized_by_the_bytes_they_fill():
    def work(trials):
        made = DesignGroup.sized(shared={"n": 1}, trials_per_block=trials)
        return _work(perform, (task("key_overlap", group=replace(made, bytes_per_chunk=trials * 2**20)),))

    (kind, size, _), (again, larger, _) = work(4), work(12)
    assert kind == again
    assert larger == 3 * size


def test_once_ended_nothing_is_sent_and_what_waits_is_cancelled():
    release = threading.Event()
    with Counting() as pool:
        with Batching(pool, one) as batching:
            batching._rates[release.wait] = module.TARGET
            held = [batching.submit(release.wait) for _ in range(PREFETCH)]
            time.sleep(0.1)
            waiting = batching.submit(release.wait)
        release.set()
        assert all(answer.result(timeout=5) for answer in held)
        for answer in (waiting, batching.submit(reciprocal, 2)):
            with pytest.raises(CancelledError):
                answer.result(timeout=5)


def test_the_processes_of_this_machine_get_batches_and_a_single_thread_gets_tasks():
    with nearby(1) as pool:
        assert not isinstance(pool, Batching)
    with nearby(1, user_code=True) as pool:
        assert isinstance(pool, Batching)
        assert [f.result(timeout=60) for f in [pool.submit(abs, -n) for n in range(40)]] == list(range(40))


@pytest.mark.parametrize("error", [None, KeyboardInterrupt], ids=["the end", "an interruption"])
def test_nobody_waits_for_what_workers_are_at(error):
    before = set(active_children())
    begun = time.monotonic()
    with suppress(KeyboardInterrupt), executor(2, user_code=True) as pool:
        assert pool.submit(abs, -3).result() == 3
        begun = time.monotonic()
        long = pool.submit(time.sleep, 60)
        while not long.running():
            time.sleep(0.01)
        if error:
            raise error
    assert time.monotonic() - begun < 30
    assert not any(worker.is_alive() for worker in set(active_children()) - before)

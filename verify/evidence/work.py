"""What a worker does: one block, from its name to its bytes.

A task names everything by plain values, so it can travel to another process or machine.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import msgspec

from ..claim import Value
from ..errors import OtherCodeError
from ..numerics import estimate
from ..numerics.quantity import DesignGroup, ExactQuantity, ExactValue
from ..simulator import Simulator, module
from .processes import (
    ending_workers,
    initialise_worker,
    single_threaded_children,
    work_reproducibly,
    worker_context,
)
from .routes import Route, quantity
from .store import StoredBlock


@dataclass(frozen=True, kw_only=True)
class Task:
    """One block of a group, or one point of an exact quantity; `code` is the digest of what measures it.

    `seconds` are what a pilot says that it takes, 0 where none does.
    """

    route: Route
    code: str
    group: DesignGroup | None
    point: Mapping[str, Value] | None
    block: int
    seed: int
    device: str
    seconds: float = 0.0


def perform(task: Task) -> StoredBlock:
    """The block's statistic as bytes, and the CPU seconds of this thread that it took."""
    # A pool need not be ours, nor its environment.
    work_reproducibly()
    import torch

    from ..numerics.monte_carlo import keep_freed_memory, sample_block

    keep_freed_memory()
    measured = quantity(task.route)
    if measured.code.digest != task.code:
        raise OtherCodeError(
            f"A worker has other code of {measured.name}, or another version of a package that it uses, than "
            "the run: start the workers and the run anew from one installation."
        )
    if torch.get_num_threads() != 1:
        # Torch counts for each thread that calls it.
        torch.set_num_threads(1)
    if isinstance(task.route, Simulator):
        # What a file imports is loaded once, and is no cost of a block.
        module(task.route.file, task.route.text)
    start = time.thread_time()
    if isinstance(measured, ExactQuantity):
        exact = measured.evaluate(task.point or {})
        statistic = msgspec.msgpack.encode((exact.value, exact.error_bound))
    elif task.group is None:
        raise ValueError(f"A block of {measured.name} is drawn of a group, and the task names none.")
    else:
        block = sample_block(measured, task.group, task.block, task.seed, task.device)
        statistic = estimate.to_bytes(block)
    return StoredBlock(statistic=statistic, seconds=time.thread_time() - start)


def exact_value(statistic: bytes) -> ExactValue:
    """The computed value behind the bytes of an exact block, its bound good for every processor."""
    value, error_bound = msgspec.msgpack.decode(statistic, type=tuple[float, float])
    return ExactValue(value=value, error_bound=error_bound).on_any_processor


@contextmanager
def executor(workers: int, *, user_code: bool = False) -> Iterator[Executor]:
    """A pool of processes, or for one worker a thread of this process; one torch thread each.

    Code that is `user_code` runs in processes of its own always: NumPy's products depend on the number
    of threads in their last bits, and only a new process can be told it.
    """
    if workers == 1 and not user_code:
        pool = ThreadPoolExecutor(1)
        try:
            yield pool
        except KeyboardInterrupt:
            # The thread is left behind: nothing can stop it, and it may wait for a lock for ever.
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
        pool.shutdown()
        return
    context = worker_context()
    processes = ProcessPoolExecutor(workers, mp_context=context, initializer=initialise_worker)
    close = partial(processes.shutdown, wait=False, cancel_futures=True)
    with single_threaded_children(), ending_workers(close):
        yield processes

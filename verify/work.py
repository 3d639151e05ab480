"""What a worker does: one block, from its name to its bytes.

A task names everything by plain values, so it can travel to another process or machine.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from typing import Final

import msgspec
import torch

from ..numerics import estimate
from ..numerics.monte_carlo import sample_block
from ..numerics.quantity import ExactQuantity, ExactValue, Sheet
from .claim import Value
from .roads import Road, quantity
from .store import StoredBlock

_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""What a library of linear algebra reads when it is loaded."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """One block of a sheet, or one cell of an exact quantity."""

    road: Road
    sheet: Sheet | None
    cell: Mapping[str, Value] | None
    block: int
    seed: int
    device: str


def perform(task: Task) -> StoredBlock:
    """The block's statistic as bytes, and the CPU seconds of this process that it took."""
    measured = quantity(task.road)
    start = time.process_time()
    if isinstance(measured, ExactQuantity):
        exact = measured.evaluate(task.cell or {})
        statistic = msgspec.msgpack.encode((exact.value, exact.error_bound))
    elif task.sheet is None:
        raise ValueError(f"A block of {measured.name} is drawn of a sheet, and the task names none.")
    else:
        block = sample_block(measured, task.sheet, task.block, task.seed, task.device)
        statistic = estimate.to_bytes(block)
    return StoredBlock(statistic=statistic, seconds=time.process_time() - start)


def exact_value(statistic: bytes) -> ExactValue:
    """The computed value behind the bytes of an exact block."""
    value, error_bound = msgspec.msgpack.decode(statistic, type=tuple[float, float])
    return ExactValue(value=value, error_bound=error_bound)


@contextmanager
def executor(workers: int, *, foreign: bool = False) -> Iterator[Executor]:
    """A pool of processes, or for one worker a thread of this process; one torch thread each.

    Code that is `foreign` runs in processes of its own always: NumPy's products depend on the number
    of threads in their last bits, and only a new process can be told it.
    """
    if workers == 1 and not foreign:
        with ThreadPoolExecutor(1, initializer=torch.set_num_threads, initargs=(1,)) as pool:
            yield pool
        return
    # A forked child would inherit torch's thread pools in an unusable state.
    spawn = get_context("spawn")
    with (
        single_threaded_children(),
        ProcessPoolExecutor(workers, mp_context=spawn, initializer=initialise_worker) as pool,
    ):
        yield pool


@contextmanager
def single_threaded_children() -> Iterator[None]:
    """Processes begun meanwhile have libraries of linear algebra with one thread."""
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def initialise_worker() -> None:
    """One thread a process; leave Ctrl-C to the parent, and end when the parent is gone."""
    torch.set_num_threads(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

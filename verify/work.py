"""What a worker does: one block, from its name to its bytes.

A task names everything by plain values, so it can travel to another process or machine.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context, parent_process

import msgspec
import torch

from ..numerics import estimate
from ..numerics.monte_carlo import sample_block
from ..numerics.quantity import ExactQuantity, ExactValue
from .claim import Value
from .roads import named_quantity
from .store import StoredBlock


@dataclass(frozen=True, kw_only=True)
class Task:
    """One block of a sheet, or one cell of an exact quantity (`cell`)."""

    topic: str
    quantity: str
    sheet: str
    block: int
    seed: int
    device: str
    cell: Mapping[str, Value] | None


def perform(task: Task) -> StoredBlock:
    """The block's statistic as bytes, and the CPU seconds of this process that it took."""
    quantity = named_quantity(task.topic, task.quantity)
    start = time.process_time()
    if isinstance(quantity, ExactQuantity):
        exact = quantity.evaluate(task.cell or {})
        statistic = msgspec.msgpack.encode((exact.value, exact.error_bound))
    else:
        sheet = next(sheet for sheet in quantity.sheets if sheet.key == task.sheet)
        statistic = estimate.to_bytes(sample_block(quantity, sheet, task.block, task.seed, task.device))
    return StoredBlock(statistic=statistic, seconds=time.process_time() - start)


def exact_value(statistic: bytes) -> ExactValue:
    """The computed value behind the bytes of an exact block."""
    value, error_bound = msgspec.msgpack.decode(statistic, type=tuple[float, float])
    return ExactValue(value=value, error_bound=error_bound)


def executor(workers: int) -> Executor:
    """A pool of processes, or for one worker a thread of this process; one torch thread each."""
    if workers == 1:
        return ThreadPoolExecutor(1, initializer=torch.set_num_threads, initargs=(1,))
    # A forked child would inherit torch's thread pools in an unusable state.
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_initialise_worker)


def _initialise_worker() -> None:
    """One thread a process; leave Ctrl-C to the parent, and end when the parent is gone."""
    torch.set_num_threads(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

"""What sending blocks to workers costs: processor seconds of all processes, a pool's beside dask's.

The same blocks of the quick plans of one topic go through a thread of this process, a pool of processes and
a scheduler with workers on the loopback interface, all with their packages loaded. What is counted beside
the blocks is the client, the scheduler and the loops of the workers.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from theorycheck.evidence.cluster import POLL_INTERVAL, QUIET, cluster
from theorycheck.evidence.collect import task
from theorycheck.evidence.preset import PRESETS
from theorycheck.evidence.run import nearby
from theorycheck.evidence.store import BlockKey
from theorycheck.evidence.work import Task, perform
from theorycheck.papers.plans import plan
from theorycheck.papers.tables import CLAIMS

from .record import Row

TOPIC: Final = "conditioning"
ROUND: Final = 2
"""The round of the quick plans whose blocks are drawn: a thousand of them, of ten milliseconds each."""

WORKERS: Final = 2
_LOOK: Final = 0.02
_ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True, kw_only=True)
class Spent:
    """Seconds on the wall, CPU seconds of all processes, and those of the blocks alone."""

    wall: float
    cpu: float
    blocks: float


def rows() -> list[Row]:
    """A row for each way; without dask.distributed only those of one machine."""
    work = tasks()
    found = {}
    for name, workers in (("in process", 1), (f"pool, {WORKERS} processes", WORKERS)):
        with nearby(workers) as pool:
            found[name] = spent(pool, workers, work)
    if find_spec("distributed") is not None:
        with local_cluster(WORKERS) as address, cluster(address) as pool:
            client = import_module("distributed").Client(address, timeout=POLL_INTERVAL, set_as_default=False)
            found[f"dask, {WORKERS} workers"] = spent(pool, WORKERS, work, client)
            client.close()
    first = next(iter(found.values()))
    return [_row(name, one, first, len(work)) for name, one in found.items()]


def tasks() -> list[Task]:
    """The blocks that the topic's quick plans ask for, each once."""
    quick = PRESETS["quick"]
    found: dict[BlockKey, Task] = {}
    for asked in (plan(claim, quick) for claim in CLAIMS if claim.topic == TOPIC):
        route = asked.resolved.route
        if route is None:
            continue
        for target, keys in asked.keys(min(ROUND, asked.rounds - 1), seed=0, device="cpu"):
            found |= {key: task(route, target, key, "cpu") for key in keys if target.drawn is not None}
    return list(found.values())


def spent(pool: Executor, workers: int, work: Sequence[Task], client: Any = None) -> Spent:  # noqa: ANN401
    """What the work takes of the pool, after a tenth of it that loads what is needed."""
    wait([pool.submit(perform, each) for each in work[::10]])
    before, start = _clocks(pool, workers, client), time.monotonic()
    futures = [pool.submit(perform, each) for each in work]
    blocks = sum(future.result().seconds for future in futures)
    wall, after = time.monotonic() - start, _clocks(pool, workers, client)
    return Spent(wall=wall, cpu=sum(after.values()) - sum(before.values()), blocks=blocks)


@contextmanager
def local_cluster(workers: int) -> Iterator[str]:
    """The address of a scheduler with workers of one thread each, ended with the body."""
    with tempfile.TemporaryDirectory(prefix="theorycheck-") as folder:
        file = Path(folder) / "scheduler.json"
        quiet = ["--no-dashboard", "--host", "127.0.0.1", "--scheduler-file", str(file)]
        processes = [_begin(["scheduler", "--port", "0", "--no-show", *quiet])]
        try:
            deadline = time.monotonic() + 6 * POLL_INTERVAL
            while not file.exists() and time.monotonic() < deadline:
                time.sleep(_LOOK)
            processes += [_begin(["worker", "--nthreads", "1", "--no-nanny", *quiet]) for _ in range(workers)]
            yield json.loads(file.read_text())["address"]
        finally:
            for process in processes:
                process.kill()
                process.wait()


def _begin(arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "dask", *arguments],
        # Workers import `clock` from the checkout, which is no part of the package.
        env=os.environ | QUIET | {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(_ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _clocks(pool: Executor, workers: int, client: Any) -> dict[int, float]:  # noqa: ANN401
    """CPU seconds so far of each process that takes part, by its id."""
    found = {os.getpid(): time.process_time()}
    if client is not None:
        found |= dict([client.run_on_scheduler(clock)])
        found |= dict(client.run(clock).values())
        return found
    expected = workers if workers == 1 else workers + 1
    while len(found) < expected:
        found |= dict(future.result() for future in [pool.submit(clock) for _ in range(4 * workers)])
    return found


def clock() -> tuple[int, float]:
    """This process and its CPU seconds, a moment later, so that each worker is asked."""
    time.sleep(_LOOK)
    return os.getpid(), time.process_time()


def _row(name: str, one: Spent, first: Spent, count: int) -> Row:
    return Row(
        work=f"{count} blocks of {TOPIC}",
        route=name,
        seconds=one.cpu,
        faster=first.cpu / one.cpu,
        also={"blocks, CPU s": one.blocks, "beside the blocks": one.cpu / one.blocks - 1, "wall s": one.wall},
    )

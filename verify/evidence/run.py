"""One run, from claims to the document: derive, collect, decide, assemble."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from msgspec.structs import replace as replace_struct

from ..document import Document
from ..errors import UsageError
from . import derivation_cache
from .batching import NEARBY, Batching
from .collect import Collector
from .deciding import Decider, derivation_results, settled
from .figure_records import figure_records
from .figure_traces import FigurePlan
from .machine import ComputeDevice, require_memory
from .plan import Plan
from .preset import Preset
from .progress import Observer
from .record import Decided, RunRecord, document
from .store import BlockKey, RunSettings, Store, StoredBlock
from .work import executor

PARENT_BYTES: Final = 600 * 2**20
"""Resident memory of the running command: SymPy, torch, SciPy and the report."""

FEW_CLAIMS: Final = 8
"""So few are decided in this process, which has loaded what decisions need; workers may not have."""

WORKER_BYTES: Final = 350 * 2**20
"""Resident memory of a worker process before its first chunk."""


class Interrupted(KeyboardInterrupt):
    """The end of a run before its time; its document has each claim with the verdict that it had by then."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """What a run is asked for.

    `memory` is in bytes, `budget` in seconds from `begun` on, `dask` a scheduler's address, `json_log` the
    file that is told of each event, `compute_device` where blocks are drawn, this machine if None.
    """

    preset: Preset
    seed: int
    device: str
    workers: int
    memory: int
    command: str
    budget: float | None = None
    dask: str | None = None
    json_log: Path | None = None
    compute_device: ComputeDevice | None = None
    begun: float = field(default_factory=time.monotonic)

    @property
    def deadline(self) -> float | None:
        """The time of `time.monotonic()` at which the budget ends."""
        return None if self.budget is None else self.begun + self.budget

    @property
    def device_class(self) -> str:
        """The class of the device that blocks are drawn on."""
        if self.compute_device is not None:
            return self.compute_device.device_class
        if self.device == "cpu":
            return self.device
        from ..numerics.monte_carlo import device_class

        return device_class(self.device)


def workforce(plans: Sequence[Plan | FigurePlan], options: RunOptions) -> AbstractContextManager[Executor]:
    """The workers of a run, to be entered: processes of this machine, or a cluster."""
    if options.dask is not None:
        from .cluster import cluster

        return cluster(options.dask)
    workers = affordable_workers(plans, workers=options.workers, memory=options.memory)
    return nearby(workers, user_code=any(isinstance(plan, Plan) and plan.user_code for plan in plans))


@contextmanager
def nearby(workers: int, *, user_code: bool = False) -> Iterator[Executor]:
    """The pool of this machine, short tasks sent to its processes together."""
    with executor(workers, user_code=user_code) as pool:
        if not isinstance(pool, ProcessPoolExecutor):
            yield pool
            return
        with Batching(pool, lambda: workers, NEARBY) as batching:
            yield batching


def run(
    plans: Sequence[Plan],
    options: RunOptions,
    store_path: Path,
    observe: Observer,
    pool: Executor | None = None,
    figures: Sequence[FigurePlan] = (),
    pilot: Mapping[BlockKey, StoredBlock] | None = None,
    first: Sequence[Plan] = (),
) -> Document:
    """Carry plans out on the store at `store_path` and return the run's document.

    Blocks that a `pilot` did not draw are drawn, by a pool of their own where none is given. Figures are
    collected after the last decision, so that none can move a verdict. `first` are the same plans in the
    order in which their evidence is begun.

    Raises UsageError for what the user can correct, CheckFailedError when a process of the work is lost, and
    Interrupted where Ctrl-C ends it.
    """
    settings = RunSettings(
        preset=options.preset.name,
        seed=options.seed,
        device=options.device_class,
        claims=tuple(plan.claim.id for plan in plans),
    )
    workers = nullcontext(pool) if pool else workforce((*plans, *figures), options)
    here = executor(1) if len(plans) <= FEW_CLAIMS else None
    with (
        Store.open(store_path, settings) as store,
        workers as working,
        here or nullcontext(working) as deciding,
    ):
        if pilot:
            store.put_all(pilot.items())
        derivations = derivation_results(plans, working)
        decide_each = Decider(deciding, derivations, observe)
        collector = Collector(
            store=store,
            executor=working,
            seed=options.seed,
            device=options.device,
            device_class=settings.device,
            deadline=options.deadline,
            observe=observe,
        )
        try:
            unfinished = collector.collect(first or plans, decide_each, after=derivations)
            if figures:
                collector.illustrate([trace for figure in figures for trace in figure.traces])
        except KeyboardInterrupt:
            raise Interrupted(_document(plans, options, decide_each, unfinished=True)) from None
        drawn = figure_records(figures, store, seed=options.seed, device=settings.device) if figures else []
    derivation_cache.VALUES.save()
    return replace_struct(_document(plans, options, decide_each, unfinished=unfinished), figures=drawn)


def _document(plans: Sequence[Plan], options: RunOptions, decider: Decider, *, unfinished: bool) -> Document:
    """The document of the plans that have a verdict; what is `unfinished` may have rounds left."""
    found = [decider.verdicts[plan.claim.id] for plan in plans if plan.claim.id in decider.verdicts]
    if unfinished:
        found = [replace(item, cut_by_budget=_has_rounds_left(item)) for item in found]
    record = RunRecord(
        preset=options.preset.name, seed=options.seed, device=options.device_class, command=options.command
    )
    return document(record, found)


def _has_rounds_left(item: Decided) -> bool:
    return not settled(item.verdict) and item.analysis.round + 1 < item.analysis.plan.rounds


def require_affordable(plans: Sequence[Plan], options: RunOptions) -> None:
    """Raise UsageError when the memory asked for, or what a GPU has free, does not admit the plans."""
    affordable_workers(plans, workers=options.workers, memory=options.memory)
    if options.compute_device is not None:
        require_memory(options.compute_device, _largest_chunk(plans, options.device.partition(":")[0]))


def affordable_workers(plans: Sequence[Plan | FigurePlan], *, workers: int, memory: int) -> int:
    """How many of the workers fit into `memory` bytes; raises UsageError when not even one does."""
    chunk = _largest_chunk(plans)
    if memory < PARENT_BYTES + chunk:
        raise UsageError(
            f"--memory {memory / 2**30:.2g} GiB is too little: this selection needs at least "
            f"{(PARENT_BYTES + chunk) / 2**30:.2g} GiB."
        )
    return max(1, min(workers, (memory - PARENT_BYTES) // (WORKER_BYTES + chunk)))


def _largest_chunk(plans: Sequence[Plan | FigurePlan], device_type: str = "cpu") -> int:
    return max((group.chunk(device_type)[1] for plan in plans for group in plan.groups), default=0)

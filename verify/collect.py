"""Collecting evidence in rounds until each claim is decided or its rounds are over.

A look happens only when a round is complete, and a claim is decided on the prefix of blocks its
own rounds asked for, merged in canonical order. So neither the number of workers nor the order of
completion, an interruption or the other claims of the run can move a verdict.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from typing import Protocol

from ..numerics import estimate
from ..numerics.quantity import ExactQuantity
from .errors import CheckFailedError, UsageError
from .evidence import Evidence
from .figures.trace import Trace
from .inference.crossing import CrossingError
from .plan import Plan, Target
from .reduction import exact_evidence, sampled_evidence
from .roads import Road
from .store import BlockKey, Store, StoredBlock
from .work import Task, exact_value, perform


@dataclass(frozen=True, kw_only=True)
class Look:
    """A claim's evidence after a complete round, and the level its decision may use.

    `evidence` is None for a claim that is derived only, or when `obstacle` says why the draws do
    not yet give the number (a curve that does not clearly cross its level).
    """

    plan: Plan
    round: int
    level: float
    evidence: Evidence | None
    obstacle: str | None
    seconds: float


class Decider(Protocol):
    """Told of each look; answers whether the claim's questions are settled."""

    def __call__(self, look: Look) -> bool:
        """Whether no further evidence is needed for the claim of this look."""


class Observer(Protocol):
    """Told how the collection goes."""

    def round_begins(self, round_: int, open_claims: int, blocks: int) -> None:
        """A round with so many blocks to compute begins."""

    def figures_begin(self, blocks: int) -> None:
        """So many blocks of figures are to be computed."""

    def block_done(self) -> None:
        """One block is stored."""

    def claim_closed(self, claim_id: str) -> None:
        """A claim is decided, or its rounds are over."""


class Unobserved:
    """An observer that does nothing."""

    def round_begins(self, round_: int, open_claims: int, blocks: int) -> None:
        """Nothing."""

    def figures_begin(self, blocks: int) -> None:
        """Nothing."""

    def block_done(self) -> None:
        """Nothing."""

    def claim_closed(self, claim_id: str) -> None:
        """Nothing."""


@dataclass(frozen=True, kw_only=True)
class Collector:
    """Runs blocks on an executor and is the only one to write to the store.

    `deadline` is a time of `time.monotonic()`; past it no further round begins.
    """

    store: Store
    executor: Executor
    seed: int
    device: str
    device_class: str
    deadline: float | None
    observer: Observer

    def collect(self, plans: Sequence[Plan], decide: Decider) -> bool:
        """Gather evidence for all plans; returns whether the deadline cut the collection short."""
        open_plans, round_ = list(plans), 0
        while open_plans:
            if round_ and self.deadline is not None and time.monotonic() >= self.deadline:
                return True
            self._run_round(open_plans, round_)
            open_plans = list(self._still_open(open_plans, round_, decide))
            round_ += 1
        return False

    def _run_round(self, plans: Sequence[Plan], round_: int) -> None:
        wanted = {
            key: (plan, target) for plan in plans for target, keys in self._keys(plan, round_) for key in keys
        }
        tasks = {key: _task(*wanted[key], key, self.device) for key in self.store.missing(wanted)}
        self.observer.round_begins(round_, len(plans), len(tasks))
        self._store(tasks)

    def illustrate(self, traces: Sequence[Trace]) -> None:
        """Compute what figures lack; blocks that are there are used, and past the deadline none is begun."""
        if self.deadline is not None and time.monotonic() >= self.deadline:
            return
        wanted = {
            key: (trace, target)
            for trace in traces
            for target, keys in trace.keys(seed=self.seed, device=self.device_class)
            for key in keys
        }
        missing = [(key, *wanted[key]) for key in self.store.missing(wanted)]
        self.observer.figures_begin(len(missing))
        self._store({key: task(trace.road, target, key, self.device) for key, trace, target in missing})

    def _store(self, tasks: Mapping[BlockKey, Task]) -> None:
        for key, block in self._performed(tasks):
            self.store.put(key, block)
            self.observer.block_done()

    def _performed(self, tasks: Mapping[BlockKey, Task]) -> Iterator[tuple[BlockKey, StoredBlock]]:
        futures = {self.executor.submit(perform, task): key for key, task in tasks.items()}
        try:
            for future in as_completed(futures):
                try:
                    yield futures[future], future.result()
                except UsageError:
                    raise
                except Exception as error:
                    raise CheckFailedError(
                        f"A block of {futures[future].quantity} failed: {error}"
                    ) from error
        finally:
            for future in futures:
                future.cancel()

    def _still_open(self, plans: Iterable[Plan], round_: int, decide: Decider) -> Iterator[Plan]:
        for plan in plans:
            settled = decide(self._look(plan, round_))
            if settled or round_ + 1 >= plan.rounds:
                self.observer.claim_closed(plan.claim.id)
            else:
                yield plan

    def _look(self, plan: Plan, round_: int) -> Look:
        blocks = [
            (target, [self.store.existing(key) for key in keys]) for target, keys in self._keys(plan, round_)
        ]
        evidence, obstacle = None, None
        try:
            evidence = _evidence(plan, blocks)
        except CrossingError as error:
            obstacle = str(error)
        return Look(
            plan=plan,
            round=round_,
            level=plan.levels[round_],
            evidence=evidence,
            obstacle=obstacle,
            seconds=sum(block.seconds for _, sheet in blocks for block in sheet),
        )

    def _keys(self, plan: Plan, round_: int) -> tuple[tuple[Target, tuple[BlockKey, ...]], ...]:
        return plan.keys(round_, seed=self.seed, device=self.device_class)


def _evidence(plan: Plan, blocks: Sequence[tuple[Target, Sequence[StoredBlock]]]) -> Evidence | None:
    quantity = plan.quantity
    if quantity is None:
        return plan.inquiry.given
    if isinstance(quantity, ExactQuantity):
        return exact_evidence(
            plan.claim, [(target.cells[0], exact_value(sheet[0].statistic)) for target, sheet in blocks]
        )
    merged = [
        (target, estimate.merge(estimate.from_bytes(block.statistic) for block in sheet))
        for target, sheet in blocks
    ]
    return sampled_evidence(plan.claim, quantity, merged)


def _task(plan: Plan, target: Target, key: BlockKey, device: str) -> Task:
    road = plan.inquiry.road
    if road is None:
        raise ValueError(f"{plan.claim.id} names no road to its quantity.")
    return task(road, target, key, device)


def task(road: Road, target: Target, key: BlockKey, device: str) -> Task:
    """What a worker does for one block of a target."""
    return Task(
        road=road,
        sheet=target.drawn,
        cell=None if target.drawn else dict(target.cells[0]),
        block=key.block,
        seed=key.seed,
        device=device,
    )

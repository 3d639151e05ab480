"""Collecting evidence in rounds until each claim is decided or its rounds are over.

A claim is analysed only when its round is complete, and it is decided on the prefix of blocks
its own rounds asked for, merged in canonical order. So neither the number of workers nor the order of
completion, an interruption or the other claims of the run can move a verdict.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, as_completed
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from queue import Empty, SimpleQueue
from types import MappingProxyType
from typing import Any, Final, Protocol

from ..errors import CheckFailedError, OtherCodeError, UsageError
from .figure_traces import Trace
from .interim_analysis import InterimAnalysis, analyses_at, evidence_key, failed_analysis, undecided_analysis
from .plan import Plan, Target
from .progress import BlockStored, FiguresBegun, Observer, RoundBegun
from .routes import Route
from .store import BlockKey, Store, StoredBlock
from .work import Task, perform

AT_DEADLINE: Final = "the time of the run ended before its first round"
"""Why a claim is undecided that was never analysed."""

_NOTHING: Final[Mapping[str, Future[Any]]] = MappingProxyType({})


class Decider(Protocol):
    """Told of interim analyses on the same blocks; answers whether each claim's questions are settled."""

    def __call__(self, analyses: Sequence[InterimAnalysis], /) -> Sequence[bool] | Future[Sequence[bool]]:
        """For each interim analysis, now or later, whether no further evidence is needed for its claim."""


@dataclass(frozen=True, kw_only=True)
class Collector:
    """Runs blocks on an executor and is the only one to write to the store.

    `deadline` is a time of `time.monotonic()`; past it no further block begins.
    """

    store: Store
    executor: Executor
    seed: int
    device: str
    device_class: str
    deadline: float | None
    observe: Observer

    def collect(
        self, plans: Sequence[Plan], decide: Decider, after: Mapping[str, Future[Any]] = _NOTHING
    ) -> bool:
        """Gather evidence for all plans; returns whether the deadline cut the collection short.

        A claim named in `after` is looked at once that work is done as well.
        """
        return _Gathering(collector=self, decide=decide, after=after).run(plans)

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
        self.observe(FiguresBegun(blocks=dict(Counter(key.quantity for key, *_ in missing))))
        self._store({key: task(trace.route, target, key, self.device) for key, trace, target in missing})

    def keep(self, key: BlockKey, block: StoredBlock) -> None:
        """Store a block, and tell of it once it is safe."""
        self.store.put(key, block)
        self.observe(BlockStored(quantity=key.quantity, block=key.block, seconds=block.seconds))

    def _store(self, tasks: Mapping[BlockKey, Task]) -> None:
        """Store the blocks of all tasks, each as it is done."""
        futures = {self.executor.submit(perform, task): key for key, task in tasks.items()}
        try:
            for future in as_completed(futures):
                key = futures[future]
                try:
                    block = future.result()
                except (UsageError, CancelledError):
                    raise
                except Exception as error:
                    raise CheckFailedError(f"A block of {key.quantity} failed: {error}") from error
                self.keep(key, block)
        finally:
            for future in futures:
                future.cancel()


@dataclass(kw_only=True, eq=False)
class _Group:
    """Plans that read the same blocks in the same way, in one round, and what that round still lacks."""

    plans: list[Plan]
    round: int = 0
    lacks: set[Hashable] = field(default_factory=set)


@dataclass(kw_only=True)
class _Gathering:
    """One collection on its way: what is awaited, and by which groups. It lives in one thread.

    Each group goes through its rounds by itself, so that no claim waits for another's decision.
    """

    collector: Collector
    decide: Decider
    after: Mapping[str, Future[Any]]
    waiting: dict[Hashable, list[_Group]] = field(default_factory=dict)
    running: set[Future[Any]] = field(default_factory=set)
    blocks: dict[BlockKey, Future[StoredBlock]] = field(default_factory=dict)
    events: SimpleQueue[Callable[[], None]] = field(default_factory=SimpleQueue)
    cut: bool = False

    def run(self, plans: Sequence[Plan]) -> bool:
        """Until nothing is awaited; whether the deadline cut it short."""
        groups: dict[Hashable, _Group] = {}
        for plan in plans:
            groups.setdefault(evidence_key(plan), _Group(plans=[])).plans.append(plan)
        try:
            for group in groups.values():
                self._begin(group)
            while self.running:
                deadline = None if self.cut else self.collector.deadline
                try:
                    event = self.events.get(timeout=deadline and max(deadline - time.monotonic(), 0.0))
                except Empty:
                    event = self._give_up
                event()
        except BrokenExecutor as error:
            raise CheckFailedError(f"A process of the work ended before its time: {error}") from error
        finally:
            for future in self.running:
                future.cancel()
        return self.cut

    def _give_up(self) -> None:
        """Cancel the blocks that are not begun. A claim keeps its last verdict; one without is undecided."""
        self.cut = True
        cancelled = [key for key, future in self.blocks.items() if not future.done() and future.cancel()]
        left = {id(group): group for key in cancelled for group in self.waiting.get(key, ())}
        for group in left.values():
            for lacking in group.lacks:
                self.waiting[lacking].remove(group)
            group.lacks.clear()
            if group.round == 0:
                self._ask([undecided_analysis(plan, AT_DEADLINE) for plan in group.plans], group)

    def _begin(self, group: _Group) -> None:
        """Ask for what the group's round lacks, or analyse at once."""
        deadline = self.collector.deadline
        if group.round and deadline is not None and time.monotonic() >= deadline:
            self.cut = True
            return
        self._ask_for_blocks(group)
        for plan in group.plans:
            future = self.after.get(plan.claim.id)
            if future is not None and not future.done():
                self._await(group, future)
                self._when_done(future, self._arrived)
        if not group.lacks:
            self._analysis(group)

    def _ask_for_blocks(self, group: _Group) -> None:
        collector, plan = self.collector, group.plans[0]
        rests_on = plan.keys(group.round, seed=collector.seed, device=collector.device_class)
        wanted = {key: target for target, keys in rests_on for key in keys}
        begun = []
        for key in collector.store.missing(wanted):
            if key not in self.waiting:
                seconds = plan.resolved.seconds / len(plan.targets)
                work = task(plan.resolved.route, wanted[key], key, collector.device, seconds)
                future = collector.executor.submit(perform, work)
                self.blocks[key] = future
                self._when_done(future, partial(self._block_done, key))
                begun.append(key)
            self._await(group, key)
        collector.observe(_round_begun(group, begun))

    def _await(self, group: _Group, what: Hashable) -> None:
        """Once for each group: plans that share a derivation await it together, and are looked at once."""
        if what not in group.lacks:
            group.lacks.add(what)
            self.waiting.setdefault(what, []).append(group)

    def _when_done(self, future: Future[Any], handle: Callable[[Future[Any]], None]) -> None:
        """Handle the future in this thread, once it is done."""
        self.running.add(future)

        def handled() -> None:
            self.running.discard(future)
            handle(future)

        future.add_done_callback(lambda _: self.events.put(handled))

    def _block_done(self, key: BlockKey, future: Future[StoredBlock]) -> None:
        del self.blocks[key]
        if self.cut and future.cancelled():
            return
        try:
            block = future.result()
        except (OtherCodeError, BrokenExecutor, CancelledError):
            raise
        except UsageError as error:
            self._failed(key, str(error))
            return
        except Exception as error:  # noqa: BLE001 - whatever a route raises is the error of its claims
            self._failed(key, f"A block of {key.quantity} failed: {error}")
            return
        self.collector.keep(key, block)
        self._arrived(key)

    def _arrived(self, what: Hashable) -> None:
        for group in self.waiting.pop(what, ()):
            group.lacks.discard(what)
            if not group.lacks:
                self._analysis(group)

    def _failed(self, key: BlockKey, failure: str) -> None:
        """Close the groups that cannot have the block."""
        for group in self.waiting[key]:
            for lacking in group.lacks - {key}:
                self.waiting[lacking].remove(group)
            group.lacks.clear()
            self._ask([failed_analysis(plan, group.round, failure) for plan in group.plans], group)
        self.waiting.pop(key)

    def _analysis(self, group: _Group) -> None:
        at, plan = self.collector, group.plans[0]
        keys = plan.keys(group.round, seed=at.seed, device=at.device_class)
        blocks = [(target, [at.store.existing(key) for key in mine]) for target, mine in keys]
        self._ask(analyses_at(group.plans, group.round, blocks), group)

    def _ask(self, analyses: Sequence[InterimAnalysis], group: _Group) -> None:
        answer = self.decide(analyses)
        if isinstance(answer, Future):
            self._when_done(answer, lambda done: self._answered(group, analyses, done.result()))
        else:
            self._answered(group, analyses, answer)

    def _answered(self, group: _Group, analyses: Sequence[InterimAnalysis], settled: Sequence[bool]) -> None:
        answered = zip(analyses, settled, strict=True)
        group.plans = [each.plan for each, is_settled in answered if not (is_settled or each.is_last)]
        group.round += 1
        if group.plans:
            self._begin(group)


def _round_begun(group: _Group, keys: Sequence[BlockKey]) -> RoundBegun:
    plan, quantity = group.plans[0], group.plans[0].quantity
    more = [len(plan.targets) * (end - begin) for begin, end in pairwise(plan.blocks[group.round :])]
    return RoundBegun(
        claims=tuple(plan.claim.id for plan in group.plans),
        round=group.round,
        rounds=plan.rounds,
        blocks=dict(Counter(key.quantity for key in keys)),
        later=tuple({} if quantity is None else {quantity.name: blocks} for blocks in more),
    )


def task(route: Route | None, target: Target, key: BlockKey, device: str, seconds: float = 0.0) -> Task:
    """What a worker does for one block of a target, which takes about so many seconds."""
    if route is None:
        raise ValueError(f"There is no route to {key.quantity}.")
    return Task(
        route=route,
        code=key.code,
        group=target.drawn,
        point=None if target.drawn else dict(target.points[0]),
        block=key.block,
        seed=key.seed,
        device=device,
        seconds=seconds,
    )

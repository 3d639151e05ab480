"""What a claim needs measured: which points of which groups, in how many rounds, at which levels.

A plan is that of a resolved claim: a claim of the tables and one of a user's file become the same record, so
nothing that plans, collects or reports asks where a claim came from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from .. import law
from ..claim import Claim, Value
from ..figure import Figure
from ..numerics.quantity import GENERATOR_VERSION, DesignGroup, Quantity, SampledQuantity
from ..paper import Coordinates
from ..simulator import Simulator
from ..statement import Statement
from ..statistics.intervals import levels
from . import routes
from .preset import Preset
from .store import BlockKey

if TYPE_CHECKING:
    from ..statistics.evidence import Evidence
    from .derivations import DerivationResult

CLAIM_LEVEL: Final = 0.005
"""Error probability of a claim's support, and of its refutation, over all its interim analyses."""

EXACT: Final = "exact"
"""The device class of values that are computed, not sampled."""

GIVEN: Final = "given"
"""The device class of evidence that others measured."""


FEWEST_BLOCKS: Final = 8
"""Blocks of a quantity whose tail may be heavy at its first interim analysis: one among few tells no tail."""


@dataclass(frozen=True, kw_only=True)
class Source:
    """A source by its title, with the statements read from it, those that nothing tests included."""

    title: str
    statements: tuple[Statement, ...]
    coordinates: Coordinates = field(default_factory=Coordinates, hash=False)
    """How sentences tell the coordinates of its design points."""


@dataclass(frozen=True, kw_only=True)
class ResolvedClaim:
    """A claim, its source, and what measures it.

    `route` is how any process obtains the quantity; `quantity` is the quantity with its groups, None
    where nothing is drawn. `given` is evidence that others measured; then nothing is drawn either.
    `derivation_result` is what a user's own derivation comes to; those of ours are named by the claim.
    `failure` says why a user's claim cannot be measured; `seconds` is about what a block of each group takes,
    where that is known before the first. `is_heavy` says that few trials may make up a mean of it.
    `command` is the subcommand that asks for the claim, word by word, without its options.
    """

    claim: Claim
    source: Source
    route: routes.Route | None
    quantity: Quantity | None
    given: Evidence | None = None
    derivation_result: DerivationResult | None = None
    failure: str | None = None
    seconds: float = 0.0
    is_heavy: bool = False
    command: tuple[str, ...]

    @property
    def statement(self) -> Statement:
        """The statement that the claim reads. Raises LookupError where the source has none."""
        for statement in self.source.statements:
            if statement.id == self.claim.statement_id:
                return statement
        raise LookupError(f"{self.source.title} has no statement {self.claim.statement_id!r}.")


@dataclass(frozen=True, kw_only=True)
class Target:
    """A group (by key) and the points of it that a claim reads, by position and coordinates.

    `drawn` is the group itself, None where values are computed.
    """

    group: str
    positions: tuple[int, ...]
    points: tuple[Mapping[str, Value], ...]
    drawn: DesignGroup | None = None


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The evidence a claim may ask for. Without a quantity there are no targets.

    `blocks[r]` blocks of every target's group after round r; `levels[r]` is that analysis' level.
    """

    resolved: ResolvedClaim
    targets: tuple[Target, ...]
    blocks: tuple[int, ...]
    levels: tuple[float, ...]

    @property
    def claim(self) -> Claim:
        """The claim that the plan is for."""
        return self.resolved.claim

    @property
    def quantity(self) -> Quantity | None:
        """What is measured; None where nothing is."""
        return self.resolved.quantity

    @property
    def user_code(self) -> bool:
        """Whether code of a user's file draws the evidence."""
        return isinstance(self.resolved.route, Simulator)

    @property
    def groups(self) -> tuple[DesignGroup, ...]:
        """The groups to draw; none where values are computed."""
        return tuple(target.drawn for target in self.targets if target.drawn is not None)

    @property
    def rounds(self) -> int:
        """The most rounds the claim may take."""
        return len(self.blocks)

    def keys(self, round_: int, *, seed: int, device: str) -> tuple[tuple[Target, tuple[BlockKey, ...]], ...]:
        """Each target with the blocks that round `round_` rests on, all in canonical order."""
        if self.quantity is None:
            return ()
        return block_keys(self.quantity, self.targets, self.blocks[round_], seed=seed, device=device)


def plan_of(asked: ResolvedClaim, preset: Preset) -> Plan:
    """The plan of a resolved claim under a preset. Raises ValueError when its grid selects no point."""
    claim, quantity = asked.claim, asked.quantity
    if quantity is None:
        return Plan(resolved=asked, targets=(), blocks=(0,), levels=(CLAIM_LEVEL,))
    targets = selected(quantity, claim, preset)
    if not targets:
        raise ValueError(f"The grid of {claim.id} selects no point of {quantity.name}.")
    blocks: tuple[int, ...] = (1,)
    if isinstance(quantity, SampledQuantity):
        # A slow quantity has fewer rounds in a quick run.
        blocks = preset.blocks[: quantity.quick_rounds if preset.quick_grid else None]
    if asked.is_heavy:
        blocks = tuple(n for n in blocks if n >= FEWEST_BLOCKS) or blocks[-1:]
    return Plan(resolved=asked, targets=targets, blocks=blocks, levels=levels(CLAIM_LEVEL, len(blocks)))


def selected(quantity: Quantity, by: Claim | Figure, preset: Preset) -> tuple[Target, ...]:
    """The groups with a point that a claim or a figure selects, in a quick run by its quick grid."""
    grid = by.quick_grid if preset.quick_grid and by.quick_grid else by.grid
    return targets_of(quantity, grid, by.domain)


def targets_of(
    quantity: Quantity, grid: Mapping[str, Sequence[Value]], domain: Sequence[str]
) -> tuple[Target, ...]:
    """The groups of a quantity with a point that a grid and the conditions of a domain select."""
    conditions = [law.condition(text) for text in domain]
    groups: list[tuple[str, tuple[Mapping[str, Value], ...], DesignGroup | None]]
    if isinstance(quantity, SampledQuantity):
        groups = [(group.key, group.points, group) for group in quantity.groups]
    else:
        groups = [(json.dumps(dict(point), sort_keys=True), (point,), None) for point in quantity.points]
    found = []
    for key, points, drawn in groups:
        chosen = {
            position: point
            for position, point in enumerate(points)
            if all(point.get(name) in values for name, values in grid.items())
            and all(condition.holds(point) for condition in conditions)
        }
        if chosen:
            positions, read = tuple(chosen), tuple(chosen.values())
            found.append(Target(group=key, positions=positions, points=read, drawn=drawn))
    return tuple(found)


def block_keys(
    quantity: Quantity, targets: Sequence[Target], blocks: int, *, seed: int, device: str
) -> tuple[tuple[Target, tuple[BlockKey, ...]], ...]:
    """Each target with the keys of its first blocks, in canonical order."""
    return tuple(
        (target, tuple(block_key(quantity, target.group, k, seed=seed, device=device) for k in range(blocks)))
        for target in targets
    )


def block_key(quantity: Quantity, group: str, block: int, *, seed: int, device: str) -> BlockKey:
    """The identity of one block; that of an exact value holds neither seed nor device."""
    if not isinstance(quantity, SampledQuantity):
        seed, device = 0, EXACT
    return BlockKey(
        quantity=quantity.name,
        version=quantity.version,
        group=group,
        block=block,
        seed=seed,
        device=device,
        dtype=getattr(quantity, "dtype", "float64"),
        generator=GENERATOR_VERSION,
        code=quantity.code.digest,
    )

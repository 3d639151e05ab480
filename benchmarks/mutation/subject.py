"""A claim with its stored evidence, and what the verifier answers when something is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, Self

import msgspec
import numpy as np
from theorycheck.claim import Claim, Value
from theorycheck.decide.verdict import Derived, Verdict, decide
from theorycheck.document import ComparisonOutcome, Outcome
from theorycheck.evidence.derivations import derived as derived_at_points
from theorycheck.evidence.plan import Plan
from theorycheck.evidence.spot_checks import LARGEST_Z
from theorycheck.papers.plans import of_table
from theorycheck.reason import Kind, reasons
from theorycheck.statistics.evidence import Evidence, Point
from theorycheck.theory.catalogue import derivations

from benchmarks.definitions import definition_z, names_of
from benchmarks.second_bounds import ERROR, second_bound_gap
from benchmarks.second_routes import second_z, term_sizes
from benchmarks.small_sizes import small_points

if TYPE_CHECKING:
    from theorycheck.theory.derivation import Derivation


AT_THE_END: Final = "the independent route at the end"
"""How a check of the end of a derivation is told, which looks at the statement alone."""

DEFINITION: Final = "the number that the theorem is about"
"""How points that are off from it are told."""


SECOND_BOUND: Final = "a second computation of the bound"
"""How a formula is told that is not what the inequalities of its proof give, worked out in numbers."""


class Fate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What became of one mutant.

    `family` is claim, premise, derived or measured; `target` the id of a claim or the name of a
    derivation. `fate` is caught, equivalent, weaker (it follows from the claim), stillborn (it crashes, so
    nothing is decided) or survived;
    `by` says what caught it, `reason` why nothing did, in the verdict's own words.
    """

    family: str
    target: str
    operator: str
    change: str
    fate: str
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a user is told of a claim: whether it holds, whether tightly, and what the derivation says.

    `stands_out` says whether one of the values is told to be far off the others.
    """

    outcome: Outcome
    holds: str
    tight: str
    symbolic: ComparisonOutcome
    stands_out: bool

    @property
    def words(self) -> str:
        """The answer in short."""
        return f"{self.outcome}, holds {self.holds}, tight {self.tight}, symbolic comparison {self.symbolic}"


@dataclass(frozen=True, kw_only=True)
class Stored:
    """A claim's plan without its quantity, and the evidence and level that its run decided it on.

    It travels to another process, and nothing can be drawn from it.
    """

    plan: Plan
    evidence: Evidence | None
    level: float


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A claim with its derivation and its stored evidence."""

    plan: Plan
    evidence: Evidence | None
    level: float
    derivation: Derivation | None

    @classmethod
    def of(cls, stored: Stored) -> Self:
        """The claim with what its derivation says, derived once in a process."""
        claim = stored.plan.claim
        named = None if claim.derivation is None else derived_once(function(claim.topic, claim.derivation))
        return cls(plan=stored.plan, evidence=stored.evidence, level=stored.level, derivation=named)

    @property
    def claim(self) -> Claim:
        """The claim."""
        return self.plan.claim

    @cached_property
    def derived(self) -> Derived | None:
        """What its derivation says at the points."""
        return self.by(self.derivation)

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict before anything is changed."""
        return self.decided(self.claim, self.derived)

    @cached_property
    def answer(self) -> Answer:
        """The answer before anything is changed."""
        return answer(self.verdict)

    @property
    def names(self) -> tuple[str, ...]:
        """The numerical coordinates of the points."""
        if self.evidence is None:
            return tuple(self.claim.grid)
        return tuple(name for name, column in self.evidence.at.items() if column.dtype != object)

    @property
    def places(self) -> Iterator[dict[str, Value]]:
        """The coordinates of each point."""
        if self.evidence is not None:
            yield from map(self.evidence.place, range(len(self.evidence)))

    @cached_property
    def is_defined(self) -> bool:
        """Whether the points agree with what their own theorem is about."""
        return self.meets_definition(self.derivation)

    def meets_definition(self, derivation: Derivation | None, places: Sequence[int] | None = None) -> bool:
        """Whether the cheapest points agree with the number that a theorem is about, as its model defines it.

        Only the points of these `places` are looked at, where some are named. A number that is not worked out
        there tells nothing.
        """
        if self.evidence is None or derivation is None:
            return True
        points = [self._told(point) for point in self.evidence.points]
        looked_at = points if places is None else [points[place] for place in places]
        return max(definition_z(self.claim, derivation, looked_at), default=0.0) <= LARGEST_Z

    def leaves_second_bound(self, sound: Derivation, other: Derivation) -> bool:
        """Whether a bound that is at every point what a second computation of it says is so no more."""
        name, places = f"{self.claim.topic}.{self.claim.derivation}", list(self.places)
        before, after = (second_bound_gap(name, one.formula, places) for one in (sound, other))
        return before is not None and after is not None and before <= ERROR < after

    def meets_second_route(self, places: Sequence[int]) -> bool:
        """Whether the points of these places agree with what a second route says, where there is one."""
        points = [] if self.evidence is None else [self._told(self.evidence.point(place)) for place in places]
        return max(second_z(self.claim, points), default=0.0) <= LARGEST_Z

    @cached_property
    def at_small_sizes_of_theorem(self) -> Self | None:
        """The same with what its own simulator measures where a theorem's number can be worked out."""
        return None if self.derivation is None else self._at_small(names_of(self.derivation, "size"))

    @cached_property
    def at_small_sizes_of_term(self) -> Self | None:
        """The same at smaller sizes of the term that defines what is measured; None where there is none."""
        sizes = term_sizes(self.claim)
        return self._at_small(sizes) if sizes else None

    def _at_small(self, sizes: frozenset[str]) -> Self | None:
        points = small_points(of_table(self.claim), sizes)
        spread = np.diag([(point.stderr or 0.0) ** 2 for point in points])
        return replace(self, evidence=Evidence.of(points, spread)) if points else None

    def _told(self, point: Point) -> Point:
        """The point with the coordinates that others determine, which all points of its curve share."""
        for target in self.plan.targets:
            if point.at.items() <= target.points[0].items():
                shared = set(target.points[0].items()).intersection(*(at.items() for at in target.points))
                return replace(point, at={**dict(shared), **point.at})
        return point

    def by(self, derivation: Derivation | None) -> Derived | None:
        """What a derivation says at the points."""
        return derived_at_points(self.plan, derivation, self.evidence)

    def decided(self, claim: Claim, derived: Derived | None) -> Verdict:
        """The verdict of a claim and a derivation on this evidence."""
        return decide(claim, derived, self.evidence, level=self.level)


def function(topic: str, name: str) -> Callable[..., Derivation]:
    """The function that derives what a topic knows by that name."""
    return derivations(topic)[name]


@lru_cache(maxsize=1024)
def derived_once(derive: Callable[[], Derivation]) -> Derivation:
    """The derivation from its own premises; claims that name one share it, and so do its mutants."""
    return derive()


def answer(verdict: Verdict) -> Answer:
    """What a user is told by a verdict."""
    return Answer(
        outcome=verdict.outcome,
        holds=verdict.holds,
        tight=verdict.tight,
        symbolic=verdict.comparisons.symbolic.outcome,
        stands_out=any(one.kind is Kind.STANDS_OUT for one in reasons(verdict.summary)),
    )

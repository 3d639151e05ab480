"""What a decision starts from and ends with, and the arrays every row of the table reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from ..claim import Claim, Towards, Value
from ..document import Alternative, Bounds, Comparison, ComparisonOutcome, Comparisons, Exponent, Fit, Outcome
from ..law import LawError, evaluate, falls, parse, values
from ..law.towards import deduced
from ..paper import Coordinates
from ..reason import Reason
from ..statistics import anytime
from ..statistics.blocks import ASYMMETRIC
from ..statistics.evidence import Evidence
from ..statistics.exponents import Measured
from ..wording import words

DERIVED: Final = "derived"
"""The only status of a derivation that decides."""

COUNT_ROUNDING: Final = 1e-9
MOST_EXACT: Final = 2000
"""Points at which a formula is evaluated to twenty digits; beyond, in double precision."""
HEURISTIC: Final = "heuristic"
FAILED: Final = "failed"


@dataclass(frozen=True, kw_only=True)
class Derived:
    """What a derivation hands to the decision.

    `relation` is "=", "<=" or ">=": the quantity stands so to `formula`. `exponents` are its
    leading exponents by variable, `values` the formula at each point of the evidence. `approximations` are
    what it rests on that holds only approximately; then its status is no better than heuristic.
    `assumptions` are what its author puts in without proof.
    """

    status: str
    formula: sp.Expr | None
    relation: str = "="
    exponents: Mapping[str, Fraction]
    values: NDArray[np.float64] | None
    approximations: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What was decided of a claim, with everything the decision rests on.

    `holds` (yes, no, undecided) is about the sentence as read, `tight` is yes, no or unknown,
    `basis` derived, certified, exact or statistics. `intervals` hold simultaneously over the points.
    `counterexample` is the number of the point farthest beyond what is claimed, where one refutes.
    """

    outcome: Outcome
    holds: str
    tight: str
    basis: str
    summary: Reason
    comparisons: Comparisons
    exponents: Mapping[str, Exponent]
    alternatives: tuple[Alternative, ...]
    fit: Fit | None
    intervals: tuple[Bounds, ...]
    claimed: tuple[float | None, ...]
    measured_formula: str | None = None
    missing: Reason | None = None
    rates: Mapping[str, Exponent] = field(default_factory=dict)
    counterexample: int | None = None


@dataclass(frozen=True, kw_only=True)
class Diagnostic:
    """One outcome with its sentence, before it is known whether it decides."""

    outcome: Outcome
    sentence: Reason
    tight: str = "unknown"
    missing: Reason | None = None
    counterexample: int | None = None

    @property
    def holds(self) -> str:
        """Whether the sentence as read holds."""
        if self.outcome in (Outcome.AGREES, Outcome.BOUND_ONLY):
            return "yes"
        return "no" if self.outcome is Outcome.REFUTED else "undecided"

    @property
    def comparison(self) -> Comparison:
        """The same as a comparison."""
        return comparison(_EDGES[self.outcome], self.sentence)


def comparison(outcome: ComparisonOutcome, said: Reason) -> Comparison:
    """A comparison with its reason, and the sentence that programs read."""
    return Comparison(outcome=outcome, sentence=words(said), reason=said)


def alternative(law: str, said: Reason, *, excluded: bool) -> Alternative:
    """An alternative law with what excludes it or does not."""
    return Alternative(law=law, excluded=excluded, reason=words(said))


_EDGES: Final = {
    Outcome.AGREES: ComparisonOutcome.AGREES,
    Outcome.BOUND_ONLY: ComparisonOutcome.BOUND,
    Outcome.REFUTED: ComparisonOutcome.DIFFERS,
    Outcome.INCONCLUSIVE: ComparisonOutcome.OPEN,
    Outcome.ERROR: ComparisonOutcome.DIFFERS,
}


@lru_cache(maxsize=8192)
def _value(text: str, at: tuple[tuple[str, Value], ...]) -> float:
    return evaluate(parse(text), dict(at))


def _whole(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Counts freed of rounding; the effective counts of clustered items are no integers."""
    nearest = np.round(counts)
    return np.where(np.abs(counts - nearest) < COUNT_ROUNDING * np.maximum(nearest, 1.0), nearest, counts)


@dataclass(frozen=True)
class DecisionContext:
    """A claim with its derivation, its evidence, and the level of this interim analysis or of all of them."""

    claim: Claim
    derived: Derived | None
    evidence: Evidence
    level: float
    analyses: anytime.Monitoring = anytime.Monitoring.PLANNED
    coordinates: Coordinates = field(default_factory=Coordinates)
    """How sentences tell those of the evidence."""

    @property
    def anytime(self) -> bool:
        """Whether what is said of trials must hold at every interim analysis."""
        return self.analyses is anytime.Monitoring.ANYTIME and not self.exact

    def level_at(self, n_trials: NDArray[np.float64] | float, level: float) -> NDArray[np.float64]:
        """The level of a single test of means of so many trials: `level`, or a stricter one."""
        return anytime.level_at(n_trials, level) if self.anytime else np.full(np.shape(n_trials), level)

    @property
    def exact(self) -> bool:
        """Whether the points are exact values with error bounds."""
        return self.evidence.exact

    @cached_property
    def means(self) -> NDArray[np.float64]:
        """The measured numbers, shape "points"."""
        return self.evidence.means

    @cached_property
    def stderrs(self) -> NDArray[np.float64]:
        """Their standard errors, zero for exact values."""
        return self.evidence.stderrs

    @cached_property
    def error_bounds(self) -> NDArray[np.float64]:
        """The error bounds of exact values, zero for sampled ones."""
        bounds = self.evidence.error_bounds
        return np.zeros(len(self.evidence)) if bounds is None else bounds

    @cached_property
    def n_trials(self) -> NDArray[np.float64]:
        """The number of independent units behind each number."""
        return self.evidence.n_trials

    @cached_property
    def counts(self) -> NDArray[np.float64] | None:
        """The successes behind proportions, else None. (`failures` may count the complement.)"""
        return None if self.evidence.failures is None else _whole(self.means * self.n_trials)

    @cached_property
    def degenerate(self) -> NDArray[np.bool_]:
        """Sampled means, no proportions, of degenerate samples: what no trial showed may be rare."""
        if self.exact or self.counts is not None:
            return np.zeros(len(self.means), dtype=bool)
        return np.asarray((self.stderrs == 0) & np.isfinite(self.n_trials), dtype=np.bool_)

    @cached_property
    def dof(self) -> NDArray[np.float64]:
        """The degrees of freedom of each standard error."""
        found = self.evidence.error_dof
        return self.n_trials - 1 if found is None else found

    def skewness_to(self, side: float | NDArray[np.float64]) -> NDArray[np.float64]:
        """The skewness of the trials of each point over sqrt(n) towards a side, 1 above and -1 below.

        Zero where it is not known, and as far to the other side as is granted where trials are too few.
        """
        found, least = self.evidence.skewness, self.evidence.least_skewness
        told = np.zeros(len(self.means)) if found is None else side * found
        return told if least is None else np.minimum(told, -least)

    @cached_property
    def has_limits(self) -> tuple[bool, bool]:
        """Whether means have a lower and an upper limit: none on the side where few trials make up some.

        Where no such trial was drawn there may be one, and the mean is too far from that side.
        """
        found = self.evidence.asymmetry
        if found is None:
            return True, True
        return bool(np.all(found > -ASYMMETRIC)), bool(np.all(found < ASYMMETRIC))

    @cached_property
    def expected(self) -> NDArray[np.float64]:
        """The claimed formula at each point, for claims without free constants.

        Raises `LawError` that names the first point at which it is no finite number.
        """
        found = self.formula_values(self.claim.claimed)
        undefined = np.flatnonzero(~np.isfinite(found))
        if undefined.size:
            place = self.evidence.place(int(undefined[0]))
            at = ", ".join(f"{name} = {value}" for name, value in place.items())
            raise LawError(f"{self.claim.claimed!r} has no finite value at {at}; leave that setting out.")
        return found

    def formula_values(self, text: str) -> NDArray[np.float64]:
        """A formula at each point; raises `LawError` where a name is no coordinate."""
        if len(self.evidence) > MOST_EXACT:
            return values(parse(text), {name: self.sizes(name) for name in self.variables})
        places = (self.evidence.place(index) for index in range(len(self.evidence)))
        return np.array([_value(text, tuple(place.items())) for place in places])

    def measured(self, keep: NDArray[np.bool_] | None = None) -> Measured:
        """The points (or those to keep) as the fits read them."""
        use = np.ones(len(self.means), dtype=bool) if keep is None else keep
        return Measured(
            means=self.means[use],
            covariance=self.evidence.covariance.take(use),
            counts=None if self.counts is None else self.counts[use],
            trials=None if self.counts is None else self.n_trials[use],
            error_bounds=self.error_bounds[use] if self.exact else None,
            dof=self.dof[use],
            grown=self.n_trials[use] if self.anytime else None,
        )

    def sizes(self, variable: str) -> NDArray[np.float64]:
        """A numerical coordinate of each point."""
        return np.asarray(self.evidence.at[variable], dtype=np.float64)

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """The numerical coordinates."""
        return tuple(name for name, column in self.evidence.at.items() if column.dtype != object)

    @cached_property
    def varying(self) -> tuple[str, ...]:
        """The numerical coordinates that take more than one value."""
        return tuple(v for v in self.variables if np.unique(self.sizes(v)).size > 1)

    @cached_property
    def held(self) -> tuple[str, ...]:
        """The numerical coordinates that take one value only."""
        return tuple(v for v in self.variables if v not in self.varying)

    def towards_zero(self, variable: str) -> bool:
        """Whether a variable goes to 0: as the claim says, or as its sizes tell."""
        said = self.claim.limits.get(variable)
        if said is None and variable in self.evidence.at:
            said = deduced(self.sizes(variable))
        return said == Towards.ZERO

    def growing(self, variable: str) -> NDArray[np.float64]:
        """The sizes of a variable as they grow: their inverses where it goes to 0."""
        sizes = self.sizes(variable)
        return 1 / sizes if self.towards_zero(variable) else sizes

    def far_end(self, variable: str) -> float:
        """The size nearest to where a variable goes: the smallest towards 0, the largest below a pole."""
        sizes = self.sizes(variable)
        below_pole = any(
            falls(power.base) and str(next(iter(power.base.free_symbols))) == variable
            for power in parse(self.claim.claimed).atoms(sp.Pow)
        )
        return float(sizes.min() if self.towards_zero(variable) and not below_pole else sizes.max())

    def groups(self, *variables: str) -> NDArray[np.intp]:
        """For each point, the number of its group: points that differ in these variables alone share one."""
        groups = np.zeros(len(self.evidence), dtype=np.intp)
        for name, column in self.evidence.at.items():
            if name not in variables:
                # As texts: a coordinate may hold numbers beside names.
                texts = column.astype(str) if column.dtype == object else column
                codes = np.unique(texts, return_inverse=True)[1]
                groups = np.unique(groups * (codes.max(initial=0) + 1) + codes, return_inverse=True)[1]
        return groups

    @property
    def decisive(self) -> bool:
        """Whether a derivation by rules alone is at hand."""
        return self.derived is not None and self.derived.status == DERIVED

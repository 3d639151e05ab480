"""Rows AtMost and AtLeast: a bound, whether it holds in every point, and how loose it is.

| row | agrees | bound only | refuted |
|---|---|---|---|
| AtMost | every upper limit <= bound (1 + m), slack inside +-m | not shown tight | a limit above (Holm) |
| of our own, of 0, or of an example | every upper limit <= bound (1 + m) | never | a limit above (Holm) |

AtLeast is mirrored by the sign s: s (mean - edge) is compared throughout, with s = +1 for AtMost
and -1 for AtLeast. A bound that every proportion meets (>= 1 above, <= 0 below) is vacuous and its
point counts for nothing. The margin m is for sampled numbers: a computed value is held to the bound itself,
and refutes it where its whole error interval lies beyond. Equality is allowed. Tightness is asked only of a
source's bound: a threshold of our own was not meant to be reached, an example shows that something exists,
and nothing can be measured in parts of 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..claim import Quantifier, Relation
from ..document import Alternative, Outcome, Triangle
from ..inference.intervals import holm
from ..law import LawError, parse
from ..reason import Beside, Confidence, Kind, PartOrPlain, Reason, reason
from .advice import trials_for_sides
from .case import Case, Finding, Verdict, alternative
from .points import (
    VALUE_TOLERANCE,
    alike_words,
    derived_against_measured,
    farthest_of,
    intervals,
    p_above,
    p_below,
    points_comparison,
    refuting,
    simultaneous_limits,
)
from .slack import tightness
from .symbolic import same_formula, symbolic_comparison
from .terms import among, by_p, claimed, how, is_number, label, margin, setting, settings, some, spread, two

ROUNDING: Final = 1e-12
"""Relative rounding of a formula's value in double precision."""

EQUALITY: Final = 1e-9
"""A computed value whose error is relatively below it, and that its bound lies within, equals the bound."""


@dataclass(frozen=True)
class _Bound:
    """A claimed bound on the points where it says something."""

    case: Case

    @cached_property
    def sign(self) -> float:
        return 1.0 if self.case.claim.relation is Relation.AT_MOST else -1.0

    @cached_property
    def symbol(self) -> str:
        return "<=" if self.sign > 0 else ">="

    @cached_property
    def asks_tightness(self) -> bool:
        """Whether a bound that holds must also be reached."""
        claim = self.case.claim
        shows_one = claim.quantifier is Quantifier.EXISTS
        return not (claim.own_threshold or shows_one) and bool(np.any(self.case.expected != 0))

    @property
    def holding(self) -> Outcome:
        """What a bound comes to that holds, and whose tightness is not known."""
        return Outcome.BOUND_ONLY if self.asks_tightness else Outcome.AGREES

    @cached_property
    def counted(self) -> NDArray[np.bool_]:
        """Points whose bound is not vacuous."""
        if self.case.evidence.failures is None:
            return np.ones(len(self.case.means), dtype=bool)
        return self.case.expected < 1.0 if self.sign > 0 else self.case.expected > 0.0

    @cached_property
    def edge(self) -> NDArray[np.float64]:
        """What a mean may reach: the bound, for sampled numbers with the margin."""
        margin = 0.0 if self.case.exact else self.case.claim.margin
        return self.case.expected + self.sign * margin * np.abs(self.case.expected)

    @cached_property
    def excess(self) -> NDArray[np.float64]:
        """How far the whole interval of each point lies beyond the edge."""
        low, high = simultaneous_limits(self.case, self.case.level)
        return low - self.edge if self.sign > 0 else self.edge - high

    @cached_property
    def p_beyond(self) -> NDArray[np.float64]:
        """p-values of "the bound holds": small where the mean is on its wrong side."""
        return p_above(self.case, self.edge) if self.sign > 0 else p_below(self.case, self.edge)

    @cached_property
    def p_within(self) -> NDArray[np.float64]:
        """p-values of "the bound fails": small where the mean is on its right side, or on it."""
        if self.case.exact:
            return np.where(self._computed_within, 0.0, 1.0)
        return p_below(self.case, self.edge) if self.sign > 0 else p_above(self.case, self.edge)

    @cached_property
    def _computed_within(self) -> NDArray[np.bool_]:
        gap, size = self.sign * (self.case.means - self.edge), np.abs(self.edge)
        errors = self.case.error_bounds
        equal = (errors <= EQUALITY * size) & (gap <= errors + ROUNDING * size)
        return np.asarray((gap + errors <= ROUNDING * size) | equal, dtype=np.bool_)

    @cached_property
    def alike(self) -> Reason | None:
        """What is said of points beyond the bound whose draws are all alike."""
        return alike_words(self.case, self.counted & (self.p_beyond <= self.case.level))

    def said(self, kind: Kind, worst: int | None = None, **parts: PartOrPlain) -> Reason:
        """A sentence about the bound, with one point where one is named."""
        case = self.case
        values = case.derived.values if case.derived is not None else None
        one: dict[str, PartOrPlain] = {}
        if worst is not None:
            value, expected = float(case.means[worst]), float(case.expected[worst])
            one = two(case.means[worst], case.expected[worst]) | {
                "derived": None
                if values is None
                else Beside(value=float(values[worst]), other=float(case.expected[worst])),
                "at": setting(case, worst),
                "bound": None
                if is_number(case)
                else reason(Kind.WHERE_BOUND, expected=Beside(value=expected, other=value)),
            }
        return reason(
            kind,
            label=label(case),
            side=reason(Kind.AT_MOST if self.sign > 0 else Kind.AT_LEAST),
            claimed=claimed(case),
            how=how(case),
            margin=reason(Kind.WITHIN, within=margin(case)) if case.claim.margin else None,
            where=among(case, self.counted),
            alike=self.alike,
            **one,
            **parts,
        )


def decide_bound(case: Case) -> Verdict:
    """The verdict of an AtMost or AtLeast claim."""
    bound = _Bound(case)
    symbolic = _symbolic(bound)
    inference = _inference(bound)
    agreement = derived_against_measured(case, case.claim.margin or VALUE_TOLERANCE)
    passes = case.decisive and agreement.outcome is Outcome.AGREES and bool(bound.counted.any())
    decided = symbolic if passes and symbolic.outcome is not Outcome.INCONCLUSIVE else inference
    if agreement.outcome is Outcome.ERROR:
        decided = agreement
    asked = decided.holds == "yes" and bound.asks_tightness
    tight, looseness = tightness(case, bound.counted, bound.sign) if asked else ("unknown", None)
    if decided.outcome is Outcome.REFUTED:
        tight = "no"
    if asked and looseness is None and decided is symbolic:
        looseness = reason(Kind.SLACK_UNKNOWN)
    outcome = decided.outcome
    if decided.holds == "yes":
        outcome = Outcome.AGREES if tight == "yes" else bound.holding
    return Verdict(
        outcome=outcome,
        holds=decided.holds,
        tight=tight,
        basis="derived" if decided is symbolic else "exact" if case.exact else "statistics",
        summary=_summary(bound, decided, decided is symbolic, looseness),
        triangle=Triangle(
            symbolic=symbolic_comparison(symbolic, case),
            inference=inference.comparison,
            points=points_comparison(agreement, case),
        ),
        exponents={},
        alternatives=tuple(_alternative(case, text) for text in case.claim.alternatives),
        fit=None,
        intervals=intervals(case),
        claimed=tuple(float(value) for value in case.expected),
        missing=(inference.missing or symbolic.sentence) if outcome is Outcome.INCONCLUSIVE else None,
        counterexample=decided.counterexample,
    )


def _inference(bound: _Bound) -> Finding:
    """Claimed bound against measurement."""
    case, counted = bound.case, bound.counted
    if not counted.any():
        return Finding(
            outcome=Outcome.INCONCLUSIVE,
            sentence=bound.said(Kind.BOUND_VACUOUS),
            missing=reason(Kind.BOUND_VACUOUS_NEEDED),
        )
    beyond = refuting(case, bound.p_beyond)
    violated = np.zeros(len(counted), dtype=bool)
    violated[counted] = holm(beyond[counted], case.level)
    if violated.any():
        worst = farthest_of(case.expected, bound.excess, violated)
        sentence = bound.said(
            Kind.BOUND_BROKEN,
            worst,
            spread=spread(case, Kind.BROKEN_IN, violated, counted),
            test=None if case.exact else by_p(float(beyond[worst])),
        )
        return Finding(outcome=Outcome.REFUTED, sentence=sentence, counterexample=worst)
    unshown = counted & (bound.p_within > case.level)
    if not unshown.any():
        kind = Kind.BOUND_COMPUTED if case.exact else Kind.BOUND_MEASURED
        return Finding(outcome=bound.holding, sentence=bound.said(kind, aside=None, slack=None))
    low, high = simultaneous_limits(case, case.level)
    reach = high - bound.edge if bound.sign > 0 else bound.edge - low
    sentence = bound.said(
        Kind.BOUND_OPEN,
        farthest_of(case.expected, reach, unshown),
        count=some(case, int(unshown.sum()), int(counted.sum())),
    )
    if case.exact:
        missing = reason(Kind.BOUND_NEEDS_ERRORS)
    else:
        times = trials_for_sides(case, bound.edge - case.means, ~unshown)
        missing = reason(Kind.UNTIL_BOUNDED, trials=times, confidence=Confidence(level=case.level))
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)


def _symbolic(bound: _Bound) -> Finding:
    """Derived against claimed: the same bound, or ordered at every counted point."""
    case, derived = bound.case, bound.case.derived
    if derived is None or derived.formula is None or derived.relation not in ("=", bound.symbol):
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.BOUND_UNSPOKEN))
    if same_formula(parse(case.claim.claimed), derived.formula):
        kind = Kind.BOUND_IS_DERIVED if derived.relation != "=" else Kind.BOUND_IS_VALUE
        return Finding(outcome=Outcome.AGREES, sentence=reason(kind))
    if derived.values is None or not bound.counted.any():
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NO_SETTINGS))
    gap = bound.sign * (derived.values - case.expected)
    rounding = ROUNDING * np.maximum(np.abs(case.expected), np.abs(derived.values))
    beyond = bound.counted & (gap > rounding)
    if not beyond.any():
        return Finding(outcome=bound.holding, sentence=bound.said(Kind.BOUND_ORDERED))
    worst = farthest_of(case.expected, gap, beyond)
    if derived.relation == "=":
        told = spread(case, Kind.BROKEN_IN, beyond, bound.counted)
        sentence = bound.said(Kind.BOUND_BROKEN_DERIVED, worst, spread=told)
        return Finding(outcome=Outcome.REFUTED, sentence=sentence, counterexample=worst)
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=bound.said(Kind.BOUND_NOT_IMPLIED, worst))


def _summary(bound: _Bound, decided: Finding, by_derivation: bool, looseness: Reason | None) -> Reason:
    if decided.holds != "yes":
        return decided.sentence
    vacuous = int((~bound.counted).sum())
    aside = None
    if vacuous:
        aside = reason(Kind.ALSO_VACUOUS, count=settings(bound.case, vacuous))
    kind = Kind.BOUND_COMPUTED if bound.case.exact else Kind.BOUND_MEASURED
    slack = looseness or (None if by_derivation else _nearest(bound))
    return bound.said(Kind.BOUND_DERIVED if by_derivation else kind, aside=aside, slack=slack)


def _nearest(bound: _Bound) -> Reason:
    """The value that comes nearest to the bound."""
    case = bound.case
    worst = farthest_of(case.expected, bound.sign * (case.means - case.expected), bound.counted)
    kind = Kind.ONLY_VALUE if len(case.evidence) == 1 else Kind.NEAREST
    return bound.said(kind, worst)


def _alternative(case: Case, text: str) -> Alternative:
    """An alternative bound is excluded where a point breaks it."""
    try:
        values = case.formula_values(text)
    except LawError as error:
        return Alternative(law=text, excluded=False, reason=str(error))
    sign = 1.0 if case.claim.relation is Relation.AT_MOST else -1.0
    p = refuting(case, p_above(case, values) if sign > 0 else p_below(case, values))
    broken = bool(holm(p, case.level).any())
    return alternative(
        text, reason(Kind.ALTERNATIVE_BROKEN if broken else Kind.ALTERNATIVE_UNBROKEN), excluded=broken
    )

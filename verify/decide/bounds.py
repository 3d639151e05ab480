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

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..claim import Quantifier, Relation
from ..document import Alternative, Outcome
from ..law import LawError, parse
from ..reason import Beside, Confidence, Kind, PartOrPlain, Reason, reason
from ..statistics.intervals import holm
from .advice import trials_for_sides
from .context import DecisionContext, Diagnostic, Verdict, alternative
from .points import (
    VALUE_TOLERANCE,
    beside_measured,
    degenerate_words,
    derived_against_measured,
    farthest_of,
    p_beyond,
    refuting,
    simultaneous_limits,
)
from .slack import tightness
from .symbolic import same_formula
from .terms import among, by_p, claimed, how, is_number, label, margin, setting, settings, some, spread, two
from .three_comparisons import ThreeComparisons

ROUNDING: Final = 1e-12
"""Relative rounding of a formula's value in double precision."""

EQUALITY: Final = 1e-9
"""A computed value whose error is relatively below it, and that its bound lies within, equals the bound."""


@dataclass(frozen=True)
class _Bound:
    """A claimed bound on the points where it says something."""

    context: DecisionContext

    @cached_property
    def sign(self) -> float:
        return 1.0 if self.context.claim.relation is Relation.AT_MOST else -1.0

    @cached_property
    def symbol(self) -> str:
        return "<=" if self.sign > 0 else ">="

    @cached_property
    def asks_tightness(self) -> bool:
        """Whether a bound that holds must also be reached."""
        claim = self.context.claim
        shows_one = claim.quantifier is Quantifier.EXISTS
        return not (claim.own_threshold or shows_one) and bool(np.any(self.context.expected != 0))

    @property
    def holding(self) -> Outcome:
        """What a bound comes to that holds, and whose tightness is not known."""
        return Outcome.BOUND_ONLY if self.asks_tightness else Outcome.AGREES

    @cached_property
    def counted(self) -> NDArray[np.bool_]:
        """Points whose bound is not vacuous."""
        if self.context.evidence.failures is None:
            return np.ones(len(self.context.means), dtype=bool)
        return self.context.expected < 1.0 if self.sign > 0 else self.context.expected > 0.0

    @cached_property
    def edge(self) -> NDArray[np.float64]:
        """What a mean may reach: the bound, for sampled numbers with the margin."""
        margin = 0.0 if self.context.exact else self.context.claim.margin
        return self.context.expected + self.sign * margin * np.abs(self.context.expected)

    @cached_property
    def excess(self) -> NDArray[np.float64]:
        """How far the whole interval of each point lies beyond the bound."""
        low, high = simultaneous_limits(self.context, self.context.level)
        return low - self.context.expected if self.sign > 0 else self.context.expected - high

    @cached_property
    def p_beyond(self) -> NDArray[np.float64]:
        """p-values of "the bound holds": small where the mean is on its wrong side, by however little."""
        return p_beyond(self.context, self.context.expected, self.sign)

    @cached_property
    def p_within(self) -> NDArray[np.float64]:
        """p-values of "the bound fails": small where the mean is on its right side, or on it."""
        if self.context.exact:
            return np.where(self._computed_within, 0.0, 1.0)
        return p_beyond(self.context, self.edge, -self.sign)

    @cached_property
    def _computed_within(self) -> NDArray[np.bool_]:
        gap, size = self.sign * (self.context.means - self.edge), np.abs(self.edge)
        errors = self.context.error_bounds
        equal = (errors <= EQUALITY * size) & (gap <= errors + ROUNDING * size)
        return np.asarray((gap + errors <= ROUNDING * size) | equal, dtype=np.bool_)

    @cached_property
    def degenerate(self) -> Reason | None:
        """What is said of points beyond the bound whose samples are degenerate."""
        return degenerate_words(self.context, self.counted & (self.p_beyond <= self.context.level))

    def said(self, kind: Kind, worst: int | None = None, **parts: PartOrPlain) -> Reason:
        """A sentence about the bound, with one point where one is named."""
        context = self.context
        values = context.derived.values if context.derived is not None else None
        one: dict[str, PartOrPlain] = {}
        if worst is not None:
            value, expected = float(context.means[worst]), float(context.expected[worst])
            where = None
            if not is_number(context):
                where = reason(Kind.WHERE_BOUND, expected=Beside(value=expected, other=value))
            one = two(context.means[worst], context.expected[worst]) | {
                "derived": None
                if values is None
                else Beside(value=float(values[worst]), other=float(context.expected[worst])),
                "at": setting(context, worst),
                "bound": beside_measured(context, worst, where),
            }
        return reason(
            kind,
            label=label(context),
            side=reason(Kind.AT_MOST if self.sign > 0 else Kind.AT_LEAST),
            claimed=claimed(context),
            how=how(context),
            margin=reason(Kind.WITHIN, within=margin(context)) if context.claim.margin else None,
            where=among(context, self.counted),
            degenerate=self.degenerate,
            **one,
            **parts,
        )


def decide_bound(context: DecisionContext) -> Verdict:
    """The verdict of an AtMost or AtLeast claim."""
    bound = _Bound(context)
    found = ThreeComparisons(
        context=context,
        symbolic=_symbolic(bound),
        inference=_inference(bound),
        agreement=derived_against_measured(context, context.claim.margin or VALUE_TOLERANCE),
        derivation_tells=bool(bound.counted.any()),
    )
    decided = found.decided
    asked = decided.holds == "yes" and bound.asks_tightness
    tight, looseness = tightness(context, bound.counted, bound.sign) if asked else ("unknown", None)
    if decided.outcome is Outcome.REFUTED:
        tight = "no"
    if asked and looseness is None and found.by_derivation:
        looseness = reason(Kind.SLACK_UNKNOWN)
    outcome = decided.outcome
    if decided.holds == "yes":
        outcome = Outcome.AGREES if tight == "yes" else bound.holding
    return replace(
        found.verdict(decided),
        outcome=outcome,
        tight=tight,
        summary=_summary(bound, decided, found.by_derivation, looseness),
        alternatives=tuple(_alternative(bound, text) for text in context.claim.alternatives),
    )


def _inference(bound: _Bound) -> Diagnostic:
    """Claimed bound against measurement."""
    context, counted = bound.context, bound.counted
    if not counted.any():
        return Diagnostic(
            outcome=Outcome.INCONCLUSIVE,
            sentence=bound.said(Kind.BOUND_VACUOUS),
            missing=reason(Kind.BOUND_VACUOUS_NEEDED),
        )
    beyond = refuting(context, bound.p_beyond)
    violated = np.zeros(len(counted), dtype=bool)
    violated[counted] = holm(beyond[counted], context.level)
    if violated.any():
        worst = farthest_of(context.expected, bound.excess, violated)
        sentence = bound.said(
            Kind.BOUND_BROKEN,
            worst,
            spread=spread(context, Kind.BROKEN_IN, violated, counted),
            test=None if context.exact else by_p(float(beyond[worst])),
        )
        return Diagnostic(outcome=Outcome.REFUTED, sentence=sentence, counterexample=worst)
    unshown = counted & (bound.p_within > context.level)
    if not unshown.any():
        kind = Kind.BOUND_COMPUTED if context.exact else Kind.BOUND_MEASURED
        return Diagnostic(outcome=bound.holding, sentence=bound.said(kind, aside=None, slack=None))
    low, high = simultaneous_limits(context, context.level)
    reach = high - bound.edge if bound.sign > 0 else bound.edge - low
    sentence = bound.said(
        Kind.BOUND_OPEN,
        farthest_of(context.expected, reach, unshown),
        count=some(context, int(unshown.sum()), int(counted.sum())),
    )
    if context.exact:
        missing = reason(Kind.BOUND_NEEDS_ERRORS)
    else:
        times = trials_for_sides(context, bound.edge - context.means, ~unshown)
        missing = reason(Kind.UNTIL_BOUNDED, trials=times, confidence=Confidence(level=context.level))
    return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)


def _symbolic(bound: _Bound) -> Diagnostic:
    """Derived against claimed: the same bound, or ordered at every counted point."""
    context, derived = bound.context, bound.context.derived
    if derived is None or derived.formula is None or derived.relation not in ("=", bound.symbol):
        return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.BOUND_UNSPOKEN))
    if same_formula(parse(context.claim.claimed), derived.formula):
        kind = Kind.BOUND_IS_DERIVED if derived.relation != "=" else Kind.BOUND_IS_VALUE
        return Diagnostic(outcome=Outcome.AGREES, sentence=reason(kind))
    if derived.values is None or not bound.counted.any():
        return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NO_SETTINGS))
    gap = bound.sign * (derived.values - context.expected)
    rounding = ROUNDING * np.maximum(np.abs(context.expected), np.abs(derived.values))
    beyond = bound.counted & (gap > rounding)
    if not beyond.any():
        return Diagnostic(outcome=bound.holding, sentence=bound.said(Kind.BOUND_ORDERED))
    worst = farthest_of(context.expected, gap, beyond)
    if derived.relation == "=":
        told = spread(context, Kind.BROKEN_IN, beyond, bound.counted)
        sentence = bound.said(Kind.BOUND_BROKEN_DERIVED, worst, spread=told)
        return Diagnostic(outcome=Outcome.REFUTED, sentence=sentence, counterexample=worst)
    return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=bound.said(Kind.BOUND_NOT_IMPLIED, worst))


def _summary(bound: _Bound, decided: Diagnostic, by_derivation: bool, looseness: Reason | None) -> Reason:
    if decided.holds != "yes":
        return decided.sentence
    vacuous = int((~bound.counted).sum())
    aside = None
    if vacuous:
        aside = reason(Kind.ALSO_VACUOUS, count=settings(bound.context, vacuous))
    kind = Kind.BOUND_COMPUTED if bound.context.exact else Kind.BOUND_MEASURED
    slack = looseness or (None if by_derivation else _nearest(bound))
    return bound.said(Kind.BOUND_DERIVED if by_derivation else kind, aside=aside, slack=slack)


def _nearest(bound: _Bound) -> Reason:
    """The value that comes nearest to the bound."""
    context = bound.context
    worst = farthest_of(context.expected, bound.sign * (context.means - context.expected), bound.counted)
    kind = Kind.ONLY_VALUE if len(context.evidence) == 1 else Kind.NEAREST
    return bound.said(kind, worst)


def _alternative(bound: _Bound, text: str) -> Alternative:
    """An alternative bound is excluded where a point breaks it."""
    try:
        values = bound.context.formula_values(text)
    except LawError as error:
        return Alternative(law=text, excluded=False, reason=str(error))
    p = refuting(bound.context, p_beyond(bound.context, values, bound.sign))
    broken = bool(holm(p, bound.context.level).any())
    return alternative(
        text, reason(Kind.ALTERNATIVE_BROKEN if broken else Kind.ALTERNATIVE_UNBROKEN), excluded=broken
    )

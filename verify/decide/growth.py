"""Row Law: the order of growth in each variable, in the bound types Theta, O and Omega.

| bound type | agrees | bound only | refuted |
|---|---|---|---|
| Theta | all inside c +- m, form stands | never | one outside, or an alternative or floor fits instead |
| O | all inside c +- m (tight) | all upper ends <= c + m otherwise | an interval above c + m |
| Omega | mirrored | mirrored | mirrored |

Where the derivation decides, derived exponents are compared exactly. Several variables: the worst. A
variable with two sizes decides nothing by measurement, local exponents that a crossover brings
to the claim leave it open, and so does a derivation that gives the claimed order and is not contradicted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from msgspec import structs

from ..claim import BoundType
from ..document import Exponent, LocalExponent, Outcome
from ..reason import Count, Formula, PartOrPlain, PValue, Reason, reason
from ..reason import Kind as Said
from ..statistics.corrections import ORDERS
from ..statistics.exponents import (
    ExponentFit,
    remains,
)
from ..statistics.gls import Vector, chi2_p_value
from .advice import advice_on_law
from .alternatives import logarithm_beside
from .context import DecisionContext, Diagnostic, Verdict
from .courses import FEWEST_LOCAL, approaches, arrives, escapes
from .crossovers import FEWEST_FACTORS, larger_sizes, unless_settling, unless_towards
from .curves import claimed_values, fit_record, fitted_law, joint_course
from .fitting import (
    claimed_p_value,
    exponential_in,
    fails_by_no_single_point,
    fit_law,
    shows_floor,
    without_each_point,
)
from .headlines import headline
from .large_sizes import at_large_sizes
from .law_evidence import LawEvidence
from .misfit import dependence_left_out, explanations, roughness
from .nonlinear import LawFit
from .orders import exponent_outcome, symbolic_growth, tightness, worst
from .parameters import (
    Kind,
    in_exponential,
    parameters,
)
from .points import VALUE_TOLERANCE, derived_against_measured
from .terms import named
from .three_comparisons import ThreeComparisons


def decide_growth(context: DecisionContext) -> Verdict:
    """The verdict of a Law claim; raises `LawError` where its formula is not of the grammar."""
    measured = measured_growth(context)
    evidence, inference = measured.evidence, measured.inference
    law, found = evidence.law, evidence.found
    compared = ThreeComparisons(
        context=context,
        symbolic=symbolic_growth(context, law),
        inference=inference,
        agreement=derived_against_measured(context, VALUE_TOLERANCE),
    )
    by_derivation, decided = compared.by_derivation, compared.decided
    if decided is inference:
        decided = _not_against(evidence, compared.symbolic, inference)
    return replace(
        compared.verdict(decided, claimed_values(context, law, found)),
        summary=headline(evidence.seen, decided, by_derivation),
        exponents=evidence.seen.exponents if by_derivation else measured.exponents,
        rates=evidence.seen.rates,
        alternatives=tuple(
            decided.record(context, by_derivation) for decided in evidence.alternatives if decided.named
        ),
        fit=fit_record(found),
        measured_formula=fitted_law(context, law, found),
        missing=_missing(decided, inference),
    )


@dataclass(frozen=True)
class MeasuredGrowth:
    """What measurement alone says of a Law claim; exponents are told when they are asked for."""

    evidence: LawEvidence
    inference: Diagnostic

    @property
    def outcome(self) -> Outcome:
        """The outcome by measurement."""
        return self.inference.outcome

    @property
    def missing(self) -> Reason | None:
        """What would decide it; None where it is decided."""
        return _missing(self.inference, self.inference)

    @cached_property
    def exponents(self) -> Mapping[str, Exponent]:
        """The exponents with the intervals that are printed."""
        return at_large_sizes(self.evidence.seen, self.inference)


def measured_growth(context: DecisionContext) -> MeasuredGrowth:
    """A Law claim by measurement alone; raises as the verdict does."""
    evidence = LawEvidence.of(context)
    return MeasuredGrowth(evidence, _inference(evidence))


def _not_against(seen: LawEvidence, symbolic: Diagnostic, inference: Diagnostic) -> Diagnostic:
    """What is measured, unless it would refute an order that a derivation gives and nothing contradicts."""
    shown = symbolic.outcome in (Outcome.AGREES, Outcome.BOUND_ONLY)
    if not (seen.context.decisive and shown and inference.outcome is Outcome.REFUTED):
        return inference
    return seen.diagnostic(
        Outcome.INCONCLUSIVE, reason(Said.WHY_DERIVED), missing=reason(Said.CONFIRM_DERIVED)
    )


def _inference(seen: LawEvidence) -> Diagnostic:
    """Fitted against claimed exponents; a claim about the limit stays open while the trend is towards it."""
    decided = unless_settling(seen, _on_the_range(seen))
    if decided.outcome is Outcome.REFUTED and seen.context.claim.asymptotic:
        for label, one in seen.seen.exponents.items():
            if approaches(one, seen.context.claim.margin):
                why = reason(Said.WHY_NOT_REACHED, variable=named(label), claimed=one.claimed)
                return seen.diagnostic(Outcome.INCONCLUSIVE, why, missing=larger_sizes(seen, label))
    return decided


def _on_the_range(seen: LawEvidence) -> Diagnostic:
    found, fit = seen.found, seen.fit
    if found is None or fit is None:
        few = _few_sizes(seen)
        needed = Said.MORE_VALUES if np.any(seen.context.means >= 0) else Said.OTHER_SIGN
        return few or seen.diagnostic(Outcome.INCONCLUSIVE, None, missing=reason(needed))
    if fit.rejected or fit.lower is None or fit.upper is None:
        return unless_towards(seen, _without_form(seen, fit))
    decided = _by_intervals(seen, found, fit, fit.lower, fit.upper)
    if decided.outcome is Outcome.REFUTED and _on_floor(fit):
        decided = _without_form(seen, fit) if seen.bound_type is BoundType.OMEGA else _floored(seen)
    return _unless_away(seen, unless_towards(seen, decided))


def _by_intervals(
    seen: LawEvidence, found: LawFit, fit: ExponentFit, lower: Vector, upper: Vector
) -> Diagnostic:
    """Where the intervals of all parameters stand to their margins."""
    context = seen.context
    low, high = deviations(found, lower, upper, context.claim.margin)
    if seen.law.describes:
        return _described(seen, found, low, high)
    outcome = _stand(seen, low, high)
    if outcome is Outcome.INCONCLUSIVE and fit.vanishing is not None:
        # A floor that remains is no way for the law to hold, so it cannot save it.
        outcome = _unless_by_one_point(seen, found, _without_floor(seen, found, fit))
    if outcome is not Outcome.REFUTED and (few := _few_sizes(seen)) is not None:
        return few
    if outcome is Outcome.INCONCLUSIVE:
        advice = advice_on_law(context, seen.law, found, low, high)
        why = _as_pure(seen, found, fit) or _power_beside(seen)
        return seen.diagnostic(outcome, why, missing=advice)
    disputing = [alternative.text for alternative in seen.alternatives if alternative.disputes(seen.law)]
    if outcome is Outcome.AGREES and seen.bound_type is BoundType.THETA and disputing:
        why = reason(Said.WHY_DISPUTED, alternative=Formula(code=disputing[0]))
        missing = reason(
            Said.EXCLUDE_ALTERNATIVE, alternatives=tuple(Formula(code=text) for text in disputing)
        )
        return seen.diagnostic(Outcome.INCONCLUSIVE, why, missing=missing)
    loose = bool(np.any(high < -1) if seen.bound_type is BoundType.O else np.any(low > 1))
    return seen.diagnostic(outcome, None, tight=tightness(outcome, loose))


def _described(seen: LawEvidence, found: LawFit, low: Vector, high: Vector) -> Diagnostic:
    """A law whose exponents are all free agrees with nothing: only what it leaves out can refute it."""
    free = np.isnan(found.claimed)
    outcome = _stand(seen, np.where(free, 0.0, low), np.where(free, 0.0, high))
    if outcome is Outcome.REFUTED:
        return seen.diagnostic(outcome, None, tight="no")
    why, missing = reason(Said.WHY_DESCRIPTION), reason(Said.WRITE_NUMBERS)
    return seen.diagnostic(Outcome.INCONCLUSIVE, why, missing=missing)


def _without_floor(seen: LawEvidence, found: LawFit, fit: ExponentFit) -> Outcome:
    """Where the forms that vanish stand; refuted or open."""
    if fit.vanishing is None:
        return Outcome.REFUTED
    ends = deviations(found, fit.vanishing[0], fit.vanishing[1], seen.context.claim.margin)
    return Outcome.REFUTED if _stand(seen, *ends) is Outcome.REFUTED else Outcome.INCONCLUSIVE


def _unless_by_one_point(seen: LawEvidence, found: LawFit, outcome: Outcome) -> Outcome:
    """A refutation by a floor, open where one design point alone makes it beside an exponential.

    The rate, the power and the floor together bend to follow the errors of a few points.
    """
    if outcome is not Outcome.REFUTED or not any(p.kind is Kind.RATE for p in found.parameters):
        return outcome
    for fewer in without_each_point(seen.context):
        less = fit_law(fewer, seen.law)
        if less is None or less.fit.lower is None:
            continue
        if _without_floor(seen, less, less.fit) is not Outcome.REFUTED:
            return Outcome.INCONCLUSIVE
    return outcome


def _as_pure(seen: LawEvidence, found: LawFit, fit: ExponentFit) -> Reason | None:
    """What would be decided with corrections that vanish like powers, or if nothing corrected the law."""
    claim = seen.context.claim
    if claim.asymptotic and not claim.corrections:
        plain = replace(seen.context, claim=structs.replace(claim, asymptotic=False))
        if measured_growth(plain).outcome is Outcome.AGREES:
            return reason(Said.WHY_THETA_AGREES)
    if fit.pure is None:
        return None
    outcome = _stand(seen, *deviations(found, fit.pure[0], fit.pure[1], seen.context.claim.margin))
    kinds = {Outcome.AGREES: Said.WHY_PURE_AGREES, Outcome.REFUTED: Said.WHY_PURE_REFUTED}
    return reason(kinds[outcome]) if outcome in kinds else None


def _power_beside(seen: LawEvidence) -> Reason | None:
    """The power that the data cannot tell from none, or from the claimed one, beside an exponential."""
    for label, one in seen.seen.exponents.items():
        low, high = one.extrapolated_ci or (None, None)
        if not in_exponential(seen.law, label) or one.claimed is None or low is None or high is None:
            continue
        if max(one.claimed - low, high - one.claimed) > seen.seen.margins[label]:
            return reason(Said.WHY_POWER_BESIDE, variable=named(label), least=low, most=high)
    return None


def _stand(seen: LawEvidence, low: Vector, high: Vector) -> Outcome:
    """The worst outcome over the parameters, whose deviations are in margins; few sizes refute nothing."""
    labels = [] if seen.fit is None else list(seen.fit.names)
    outcomes = []
    for label, a, b in zip(labels, low.tolist(), high.tolist(), strict=True):
        outcome = exponent_outcome(seen.bound_type, a, b, 1.0)
        refuted = outcome is Outcome.REFUTED
        outcomes.append(Outcome.INCONCLUSIVE if refuted and label in seen.short else outcome)
    return worst(outcomes)


def _few_sizes(seen: LawEvidence) -> Diagnostic | None:
    """Open for want of sizes: of a variable that the law names, or one left out that does not stay put."""
    claims = {p.label: p for p in parameters(seen.context, seen.law) if p.claimed is not None}
    for label, more in seen.short.items():
        if label not in claims:
            continue
        variable = claims[label].variable
        if variable in seen.in_law or not _stays(seen, label):
            missing = reason(
                Said.SIZES_MISSING, sizes=Count(count=more, noun="more size"), variable=named(variable)
            )
            why = reason(Said.WHY_FEW_SIZES, variable=named(variable))
            return seen.diagnostic(Outcome.INCONCLUSIVE, why, missing=missing)
    return None


def _stays(seen: LawEvidence, label: str) -> bool:
    """Whether the quantity stays put, within the margin, between the few sizes of a variable left out."""
    one = seen.seen.exponents.get(label)
    low, high = (None, None) if one is None or one.extrapolated_ci is None else one.extrapolated_ci
    if low is None or high is None:
        return False
    return exponent_outcome(BoundType.THETA, low, high, seen.seen.margins[label]) is Outcome.AGREES


def _unless_away(seen: LawEvidence, decided: Diagnostic) -> Diagnostic:
    """Support stays open where a trend leads the local exponents away from the claim, out of its margin."""
    claim = seen.context.claim
    if decided.outcome not in (Outcome.AGREES, Outcome.BOUND_ONLY) or claim.up_to_logs:
        return decided
    for label, one in seen.seen.exponents.items():
        vanishes = label in seen.context.variables and seen.context.towards_zero(label)
        if not vanishes and _outgrows(seen, one):
            why = reason(Said.WHY_OUTGROWS, variable=named(label))
            return seen.diagnostic(Outcome.INCONCLUSIVE, why, missing=larger_sizes(seen, label))
        if not vanishes and escapes(one, seen.bound_type, claim.margin):
            why = reason(Said.WHY_AWAY, variable=named(label), claimed=one.claimed)
            return seen.diagnostic(Outcome.INCONCLUSIVE, why, missing=larger_sizes(seen, label))
    return decided


def _outgrows(seen: LawEvidence, one: Exponent) -> bool:
    """Whether an exponential that the points follow goes beyond every power on the side that is claimed."""
    if one.claimed is None or one.exponential is None:
        return False
    grows = one.exponential > 0
    return seen.bound_type is BoundType.THETA or grows is (seen.bound_type is BoundType.O)


def deviations(found: LawFit, lower: Vector, upper: Vector, margin: float) -> tuple[Vector, Vector]:
    """Each parameter's limits as deviations from the claim in margins, towards faster growth.

    An exponent's margin is absolute and larger beside an exponential, a rate's relative to it, and a larger
    rate grows slower. Where nothing is claimed the value must only be known to the margin.
    """
    known = np.isfinite(lower) & np.isfinite(upper)
    middle = (np.where(known, lower, 0.0) + np.where(known, upper, 0.0)) / 2
    center = np.where(np.isnan(found.claimed), middle, found.claimed)
    rates = np.array([p.kind is Kind.RATE for p in found.parameters], dtype=bool)
    # Towards 0 a larger exponent is slower growth, as a larger rate is.
    slower = rates | np.array([p.towards_zero for p in found.parameters], dtype=bool)
    margins = np.array([p.margin(margin) for p in found.parameters], dtype=np.float64)
    size = margins * np.where(rates, np.where(center == 0, 1.0, np.abs(center)), 1.0)
    low, high = (lower - center) / size, (upper - center) / size
    # Of a free parameter with one finite end nothing is known to any margin.
    unknown = np.isnan(found.claimed) & ~known
    low, high = np.where(unknown, -np.inf, low), np.where(unknown, np.inf, high)
    return np.where(slower, -high, low), np.where(slower, -low, high)


def _without_form(seen: LawEvidence, fit: ExponentFit) -> Diagnostic:
    """No vanishing correction fits: a floor, exponential or named alternative that does refutes Theta."""
    if not _has_sizes(seen) and (few := _few_sizes(seen)) is not None:
        return few
    context, upper_bound_type = seen.context, seen.bound_type is not BoundType.OMEGA
    told = _best_words(seen, fit)
    # Exact values have no errors that could reject an alternative, so none is confirmed by them.
    fitting = [
        Formula(code=decided.text) for decided in seen.alternatives if decided.fits and not context.exact
    ]

    def refuted(kind: Said, **parts: PartOrPlain) -> Diagnostic:
        return seen.diagnostic(Outcome.REFUTED, reason(kind, **told, **parts), tight="no")

    is_theta = seen.bound_type is BoundType.THETA
    without = dependence_left_out(context, seen.law) if is_theta else None
    if without is not None:
        p_value = PValue(value=without.p_value)
        return refuted(Said.WHY_LEFT_OUT, variable=named(without.variable), p_value=p_value)
    if seen.law.describes:
        return _does_not_describe(seen, fit, told)
    robust = fails_by_no_single_point(context, seen.law)
    if upper_bound_type and robust and _shows_floor(seen, fit):
        return refuted(Said.WHY_FLOOR)
    exponential = exponential_in(context, seen.law) if robust else None
    if exponential is not None and (outcome := _beside_exponential(seen, *exponential)) is not None:
        why = reason(Said.WHY_EXPONENTIAL, **told, variable=named(exponential[0]))
        return seen.diagnostic(outcome, why, tight="no")
    if fitting and is_theta and robust:
        return refuted(Said.WHY_ALTERNATIVE, alternative=fitting[0])
    beside = logarithm_beside(context, seen.law) if is_theta and robust else None
    if beside is not None:
        return refuted(Said.WHY_ALTERNATIVE, alternative=Formula(code=beside))
    away = _local_exponents_away(seen)
    if away is not None:
        label, outcome = away
        return seen.diagnostic(outcome, reason(Said.WHY_LOCAL, **told, variable=named(label)), tight="no")
    why = reason(Said.WHY_NO_FORM, **told)
    unexplained = seen.diagnostic(Outcome.INCONCLUSIVE, why, missing=reason(Said.OTHER_FORM))
    return (_explained(seen, fit, told) if fit.rejected else None) or unexplained


def _beside_exponential(seen: LawEvidence, variable: str, factors: float) -> Outcome | None:
    """What decay by so many factors e says of a law (growth where they are negative): none of its forms is of
    that order, and one of powers bounds it on one side, where no other variable varies.
    """
    if seen.bound_type is BoundType.THETA:
        return Outcome.REFUTED
    if abs(factors) < FEWEST_FACTORS or any(p.kind is Kind.RATE for p in parameters(seen.context, seen.law)):
        return None
    if (factors > 0) is (seen.bound_type is BoundType.OMEGA):
        return Outcome.REFUTED
    return Outcome.BOUND_ONLY if set(seen.context.varying) == {variable} else None


def _explained(seen: LawEvidence, fit: ExponentFit, told: dict[str, PartOrPlain]) -> Diagnostic | None:
    """What all explanations of the misfit that stand agree on; None where they do not, or there are none.

    A point left out at the end of the range may be where another law begins, so without it nothing is shown.
    Nor is a law refuted to which the local exponents of all points come: a bend is no wrong point.
    """
    found = explanations(seen.context, seen.law, fit)
    decided = [_on_the_range(LawEvidence.of(one.context)) for one in found]
    outcomes = {one.outcome for one in decided}
    if len(outcomes) != 1 or Outcome.INCONCLUSIVE in outcomes:
        return None
    (outcome,) = outcomes
    exponents = seen.seen.exponents.values()
    if outcome is Outcome.REFUTED and any(
        arrives(one, one.claimed) for one in exponents if one.claimed is not None
    ):
        return None
    if outcome is not Outcome.REFUTED and any(one.at_end for one in found):
        return None
    best = min(found, key=lambda one: one.cost)
    tight = decided[found.index(best)].tight
    return seen.diagnostic(outcome, reason(best.kind, **told, **best.parts), tight=tight)


def _does_not_describe(seen: LawEvidence, fit: ExponentFit, told: dict[str, PartOrPlain]) -> Diagnostic:
    """Refuted where neither errors told too small nor one setting alone keep free exponents from fitting."""
    context, missing, level = seen.context, reason(Said.OTHER_FORM), seen.context.level
    rough, models = roughness(context), [model for model in fit.models if not remains(model)]
    if any(chi2_p_value(model.chi2 / rough, model.dof) >= level for model in models):
        why = reason(Said.WHY_ROUGH, **told, times=math.sqrt(rough))
        return seen.diagnostic(Outcome.INCONCLUSIVE, why, missing=missing)
    why = reason(Said.WHY_NO_FORM, **told)
    if context.exact or any(claimed_p_value(few, seen.law) >= level for few in without_each_point(context)):
        return seen.diagnostic(Outcome.INCONCLUSIVE, why, missing=missing)
    return seen.diagnostic(Outcome.REFUTED, why, tight="no")


def _floored(seen: LawEvidence) -> Diagnostic:
    """Refuted by its intervals, where a floor that remains fits best."""
    fitting = [Formula(code=decided.text) for decided in seen.alternatives if decided.fits]
    if not fitting:
        return seen.diagnostic(Outcome.REFUTED, reason(Said.WHY_ON_FLOOR), tight="no")
    why = reason(Said.WHY_ON_FLOOR_OR_ALTERNATIVE, alternative=fitting[0])
    return seen.diagnostic(Outcome.REFUTED, why, tight="no")


def _has_sizes(seen: LawEvidence) -> bool:
    """Whether some variable of the law has sizes enough to say anything."""
    labels = [
        p.label for p in parameters(seen.context, seen.law) if p.claimed != 0 or _varies(seen, p.variable)
    ]
    return any(label not in seen.short for label in labels)


def _varies(seen: LawEvidence, variable: str) -> bool:
    return variable in seen.context.varying


def _best_words(seen: LawEvidence, fit: ExponentFit) -> dict[str, PartOrPlain]:
    # A form with as many numbers as there are points is tested by no p-value.
    p_values = [model.p_value for model in fit.models if not remains(model) and model.dof > 0]
    best: PartOrPlain = PValue(value=max(p_values)) if p_values else None
    if p_values and max(p_values) >= seen.context.level:
        best = reason(Said.FAR_WORSE, p=best)
    return {"law": Formula(code=seen.law.text), "best": best}


def _local_exponents_away(seen: LawEvidence) -> tuple[str, Outcome] | None:
    """What local exponents beyond the margin say: of which variable, and refuted or a bound; None if nothing.

    Their limits hold together. A law that its corrections still reach has local exponents that come
    nearer, so a trend towards the claim, or one that is not known, says nothing near it. One variable
    refutes, or all that grow together; a bound needs them all.
    """
    if seen.context.anytime:
        return None
    records, margin = seen.seen.exponents, seen.context.claim.margin
    # Towards 0 a larger exponent is slower growth.
    slower = {p.label for p in parameters(seen.context, seen.law) if p.towards_zero}
    sides = {
        label: _side(exponent, margin) * (-1 if label in slower else 1) for label, exponent in records.items()
    }
    if (joint := joint_course(seen.context, seen.law)) is not None:
        label, exponent, width = joint
        sides[label] = _side(exponent, width)
    faster = {BoundType.THETA: (1, -1), BoundType.O: (1,), BoundType.OMEGA: (-1,)}[seen.bound_type]
    for label, side in sides.items():
        if side in faster:
            return label, Outcome.REFUTED
    if sides and seen.bound_type is not BoundType.THETA and all(sides.values()):
        return ", ".join(records), Outcome.BOUND_ONLY
    return None


def _side(exponent: Exponent, margin: float) -> int:
    """1 where the local exponents lie above the margin and come no nearer, -1 below it, else 0.

    Those that move away must lie there in the upper half of the sizes; the last few are enough of those that
    never lie on the other side, as waves do. Those that come nearer are of another law where the upper half
    of six or more is off by more than it moves, or all of them and the last by more than a correction's
    order; but an exponential takes local exponents past every power.
    """
    claimed, local, rate = exponent.claimed, exponent.local, exponent.exponential or 0.0
    if claimed is None or len(local) < FEWEST_LOCAL:
        return 0
    upper = local[min(len(local) // 2, len(local) - FEWEST_LOCAL) :]
    away = {"rising": 1, "falling": -1}.get(exponent.trend or "", 0)
    if away:
        waves = any(_beyond([one], claimed, margin) == -away for one in local)
        if _beyond(upper if waves else local[-FEWEST_LOCAL:], claimed, margin) == away:
            return away
    moved = float(np.ptp([one.value for one in upper]))
    side = _beyond(upper, claimed, margin + moved) if len(local) >= 2 * FEWEST_LOCAL else 0
    if exponent.trend == "steady" or _beyond(local[-1:], claimed, margin + ORDERS[-1]):
        side = side or _beyond(local, claimed, margin)
    return side if rate * side >= 0 else 0


def _beyond(local: Sequence[LocalExponent], claimed: float, margin: float) -> int:
    """1 where the limits of all these lie above the margin, -1 where they lie below it, else 0."""
    above = all(x.ci[0] is not None and x.ci[0] > claimed + margin for x in local)
    below = all(x.ci[1] is not None and x.ci[1] < claimed - margin for x in local)
    return int(above) - int(below)


def _on_floor(fit: ExponentFit) -> bool:
    """Whether a floor that remains at large sizes describes the points best, and chi2 lets it stand."""
    return fit.best in fit.survivors and fit.best is not None and remains(fit.best)


def _shows_floor(seen: LawEvidence, fit: ExponentFit) -> bool:
    """Whether a floor that describes the points best shows in the local exponents, and refutes this bound.

    A floor below zero is reached from above by faster decay, so an upper bound holds.
    """
    if fit.best is None or not _on_floor(fit):
        return False
    (floor,) = fit.best.amplitudes
    return (floor > 0 or seen.bound_type is BoundType.THETA) and shows_floor(seen.context, seen.law, floor)


def _missing(decided: Diagnostic, inference: Diagnostic) -> Reason | None:
    return (decided.missing or inference.missing) if decided.outcome is Outcome.INCONCLUSIVE else None

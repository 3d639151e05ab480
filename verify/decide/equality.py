"""Rows Identity and Equals: a quantity is a formula at every point.

| row | agrees | refuted |
|---|---|---|
| Equals | all intervals inside formula (1 +- m), chi2 not rejected | a point or chi2 beyond it |
| Identity | zero by rules | a counterexample |

Where the formula is zero the margin is absolute. An identity in symbols is not proved by points:
measured alone it stays open, but one point refutes it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from ..claim import Relation
from ..document import Alternative, Fit, Outcome
from ..law import LawError, parse
from ..reason import Confidence, Kind, Reason, reason
from .advice import trials_for_values
from .context import DecisionContext, Diagnostic, Verdict, alternative
from .points import PointCheck, beside_measured, compare, derived_against_measured, farthest_of
from .symbolic import compare_formulas, same_formula
from .terms import claimed, derived, how, instead, label, margin, setting, settings, some, two
from .three_comparisons import ThreeComparisons

NO_MARGIN: Final = 1e-9
"""A margin that is smaller is that of rounding, which no sentence names."""


LONGEST: Final = 70
"""Characters of a derived formula that a sentence has room for beside the claimed one."""


def decide_equality(context: DecisionContext) -> Verdict:
    """The verdict of an Equals or Identity claim."""
    check = compare(context, context.expected, _tolerance(context, context.expected))
    found = ThreeComparisons(
        context=context,
        symbolic=compare_formulas(context),
        inference=_diagnostic(context, check),
        agreement=derived_against_measured(context, context.claim.margin),
    )
    by_rules = found.by_derivation
    decided = _by_derivation(context, found.symbolic) if by_rules else found.decided
    return replace(
        found.verdict(decided),
        tight={"yes": "yes", "no": "no"}.get(decided.holds, "unknown"),
        alternatives=tuple(_alternative(context, text, by_rules) for text in context.claim.alternatives),
        fit=Fit(
            model="the claimed formula", constants={}, chi2=check.chi2, dof=check.dof, p_value=check.p_value
        ),
        measured_formula=_measured_formula(context),
    )


def _tolerance(context: DecisionContext, expected: np.ndarray) -> np.ndarray:
    """The margin of each point: relative; absolute where zero is claimed, but no more than of any other."""
    largest = float(np.max(np.abs(expected), initial=0.0)) or 1.0
    return context.claim.margin * np.where(expected == 0, min(largest, 1.0), np.abs(expected))


def _diagnostic(context: DecisionContext, check: PointCheck) -> Diagnostic:
    """Claimed against measured."""
    if check.refutes:
        kind = Kind.DIFFERS if check.beyond.any() else Kind.DIFFERS_TOGETHER
        return Diagnostic(
            outcome=Outcome.REFUTED, sentence=_said(context, check, kind), counterexample=check.farthest
        )
    if not check.inside:
        times = trials_for_values(context, _tolerance(context, context.expected))
        missing = reason(
            Kind.UNTIL_WITHIN,
            trials=times,
            confidence=Confidence(level=context.level),
            within=margin(context),
        )
        return _open(context, check, Kind.EQUALITY_OPEN, missing)
    if check.p_value < context.level or (context.exact and check.significant):
        return _open(context, check, Kind.NEARLY_EQUAL, reason(Kind.NEARLY_EQUAL_NEEDED))
    if context.claim.relation is Relation.IDENTITY:
        return _open(context, check, Kind.UNPROVED_IDENTITY, reason(Kind.DERIVATION_NEEDED))
    exactly = context.exact and not context.claim.margin
    kind = Kind.EQUALS_COMPUTED_EXACTLY if exactly else Kind.EQUALS_MEASURED
    return Diagnostic(outcome=Outcome.AGREES, sentence=_said(context, check, kind))


def _open(context: DecisionContext, check: PointCheck, kind: Kind, missing: Reason) -> Diagnostic:
    return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=_said(context, check, kind), missing=missing)


def _said(context: DecisionContext, check: PointCheck, kind: Kind) -> Reason:
    worst = check.farthest
    return reason(
        kind,
        label=label(context),
        claimed=claimed(context),
        within=margin(context),
        how=how(context),
        **two(context.means[worst], context.expected[worst]),
        instead=beside_measured(
            context, worst, instead(context, context.means[worst], context.expected[worst])
        ),
        at=setting(context, worst),
        spread=_spread(context, check),
        where=settings(context),
        test=check.test,
        degenerate=check.degenerate,
    )


def _spread(context: DecisionContext, check: PointCheck) -> Reason | None:
    """By how much at least, and in how many settings, measured and claimed differ."""
    size, many = context.claim.margin, len(context.evidence) > 1
    by = reason(Kind.BY_MORE_THAN, within=margin(context)) if size > NO_MARGIN else None
    if by is None and not many:
        return None
    return reason(Kind.DIFFERS_IN, margin=by, count=some(context, int(check.beyond.sum())) if many else None)


def _by_derivation(context: DecisionContext, symbolic: Diagnostic) -> Diagnostic:
    """The same answer with the sentence of a claim that a derivation decides."""
    values = (
        context.expected
        if context.derived is None or context.derived.values is None
        else context.derived.values
    )
    worst = farthest_of(context.expected, np.abs(values - context.expected))
    agrees = symbolic.outcome is Outcome.AGREES
    value, expected = float(values[worst]), float(context.expected[worst])
    formula = None if context.derived is None else context.derived.formula
    is_constant = formula is not None and formula.is_number
    example = reason(Kind.FAR_OFF, **two(value, expected), at=setting(context, worst))
    number = (
        reason(Kind.AS_NUMBER, sign="=" if float(f"{value:.3g}") == value else "≈", value=value)
        if is_constant and formula and not formula.is_Integer
        else None
    )
    same = Kind.EQUALS_DERIVED if context.claim.margin else Kind.EQUALS_DERIVED_EXACTLY
    sentence = reason(
        same
        if agrees
        else Kind.DIFFERS_DERIVED
        if len(derived(context).code) <= LONGEST
        else Kind.DIFFERS_FROM_LONG,
        label=label(context),
        claimed=claimed(context),
        derived=derived(context),
        how=how(context),
        within=context.claim.margin if not values.any() else margin(context),
        number=number,
        here=setting(context, worst) if len(context.evidence) == 1 else None,
        example=None if is_constant else example,
        where=settings(context),
        tested=some(context),
    )
    return Diagnostic(outcome=symbolic.outcome, sentence=sentence, counterexample=None if agrees else worst)


def _measured_formula(context: DecisionContext) -> str | None:
    """The claimed formula times the best common factor, where the formula is not zero."""
    if np.any(context.expected == 0) or not np.all(np.isfinite(context.means)):
        return None
    ratio = context.means / context.expected
    errors = context.stderrs / np.abs(context.expected)
    weights = 1.0 / errors**2 if np.all(errors > 0) else np.ones_like(ratio)
    return f"{float(weights @ ratio / weights.sum()):.4g}*({context.claim.claimed})"


def _alternative(context: DecisionContext, text: str, by_derivation: bool) -> Alternative:
    """Excluded by the derived formula, or by the points."""
    try:
        values = context.formula_values(text)
        formula = context.derived.formula if by_derivation and context.derived is not None else None
        if formula is not None and same_formula(parse(text), formula) is False:
            return alternative(text, reason(Kind.ALTERNATIVE_NOT_DERIVED), excluded=True)
    except LawError as error:
        return Alternative(law=text, excluded=False, reason=str(error))
    check = compare(context, values, _tolerance(context, values))
    kind = Kind.ALTERNATIVE_RULED_OUT if check.refutes else Kind.ALTERNATIVE_STANDS
    return alternative(text, reason(kind, test=check.test), excluded=check.refutes)

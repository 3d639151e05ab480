"""Rows Identity and Equals: a quantity is a formula at every point.

| row | agrees | refuted |
|---|---|---|
| Equals | all intervals inside formula (1 +- m), chi2 not rejected | a point or chi2 beyond it |
| Identity | zero by rules | a counterexample |

Where the formula is zero the margin is absolute. An identity in symbols is not proved by points:
measured alone it stays open, but one point refutes it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..claim import Relation
from ..document import Alternative, Fit, Outcome, Triangle
from ..law import LawError, parse
from ..reason import Confidence, Kind, Reason, reason
from .advice import trials_for_values
from .case import Case, Finding, Verdict, alternative
from .points import (
    PointCheck,
    compare,
    derived_against_measured,
    farthest_of,
    intervals,
    points_comparison,
)
from .symbolic import compare_formulas, same_formula, symbolic_comparison
from .terms import claimed, derived, how, instead, label, margin, setting, settings, some, tested, two

NO_MARGIN: Final = 1e-9
"""A margin that is smaller is that of rounding, which no sentence names."""


LONGEST: Final = 70
"""Characters of a derived formula that a sentence has room for beside the claimed one."""


def decide_equality(case: Case) -> Verdict:
    """The verdict of an Equals or Identity claim."""
    symbolic = compare_formulas(case)
    check = compare(case, case.expected, _tolerance(case, case.expected))
    inference = _finding(case, check)
    agreement = derived_against_measured(case, case.claim.margin)
    by_derivation = case.decisive and agreement.outcome is Outcome.AGREES
    decided = symbolic if by_derivation and symbolic.outcome is not Outcome.INCONCLUSIVE else inference
    if agreement.outcome is Outcome.ERROR:
        decided = agreement
    elif decided is symbolic:
        decided = _by_derivation(case, symbolic)
    by_rules = decided not in (inference, agreement)
    return Verdict(
        outcome=decided.outcome,
        holds=decided.holds,
        tight={"yes": "yes", "no": "no"}.get(decided.holds, "unknown"),
        basis="derived" if by_rules else "exact" if case.exact else "statistics",
        summary=decided.sentence,
        triangle=Triangle(
            symbolic=symbolic_comparison(symbolic, case),
            inference=inference.comparison,
            points=points_comparison(agreement, case),
        ),
        exponents={},
        alternatives=tuple(_alternative(case, text, by_rules) for text in case.claim.alternatives),
        fit=Fit(
            model="the claimed formula", constants={}, chi2=check.chi2, dof=check.dof, p_value=check.p_value
        ),
        intervals=intervals(case),
        claimed=tuple(float(value) for value in case.expected),
        measured_formula=_measured_formula(case),
        missing=_missing(decided, inference, symbolic),
        counterexample=decided.counterexample,
    )


def _tolerance(case: Case, expected: np.ndarray) -> np.ndarray:
    """The margin of each point: relative, or absolute where zero is claimed."""
    return case.claim.margin * np.where(expected == 0, 1.0, np.abs(expected))


def _finding(case: Case, check: PointCheck) -> Finding:
    """Claimed against measured."""
    if check.refutes:
        kind = Kind.DIFFERS if check.beyond.any() else Kind.DIFFERS_TOGETHER
        return Finding(
            outcome=Outcome.REFUTED, sentence=_said(case, check, kind), counterexample=check.farthest
        )
    if not check.inside:
        times = trials_for_values(case, _tolerance(case, case.expected))
        missing = reason(
            Kind.UNTIL_WITHIN, trials=times, confidence=Confidence(level=case.level), within=margin(case)
        )
        return _open(case, check, Kind.EQUALITY_OPEN, missing)
    if check.p_value < case.level or (case.exact and check.significant):
        return _open(case, check, Kind.NEARLY_EQUAL, reason(Kind.NEARLY_EQUAL_NEEDED))
    if case.claim.relation is Relation.IDENTITY:
        return _open(case, check, Kind.UNPROVED_IDENTITY, reason(Kind.DERIVATION_NEEDED))
    exactly = case.exact and not case.claim.margin
    kind = Kind.EQUALS_COMPUTED_EXACTLY if exactly else Kind.EQUALS_MEASURED
    return Finding(outcome=Outcome.AGREES, sentence=_said(case, check, kind))


def _open(case: Case, check: PointCheck, kind: Kind, missing: Reason) -> Finding:
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=_said(case, check, kind), missing=missing)


def _said(case: Case, check: PointCheck, kind: Kind) -> Reason:
    worst = check.farthest
    return reason(
        kind,
        label=label(case),
        claimed=claimed(case),
        within=margin(case),
        how=how(case),
        **two(case.means[worst], case.expected[worst]),
        instead=instead(case, case.means[worst], case.expected[worst]),
        at=setting(case, worst),
        spread=_spread(case, check),
        where=settings(case),
        test=check.test,
        alike=check.alike,
    )


def _spread(case: Case, check: PointCheck) -> Reason | None:
    """By how much at least, and in how many settings, measured and claimed differ."""
    size, many = case.claim.margin, len(case.evidence) > 1
    by = reason(Kind.BY_MORE_THAN, within=margin(case)) if size > NO_MARGIN else None
    if by is None and not many:
        return None
    return reason(Kind.DIFFERS_IN, margin=by, count=some(case, int(check.beyond.sum())) if many else None)


def _by_derivation(case: Case, symbolic: Finding) -> Finding:
    """The same answer with the sentence of a claim that a derivation decides."""
    values = case.expected if case.derived is None or case.derived.values is None else case.derived.values
    worst = farthest_of(case.expected, np.abs(values - case.expected))
    agrees = symbolic.outcome is Outcome.AGREES
    value, expected = float(values[worst]), float(case.expected[worst])
    formula = None if case.derived is None else case.derived.formula
    is_constant = formula is not None and formula.is_number
    example = reason(Kind.FAR_OFF, **two(value, expected), at=setting(case, worst))
    number = (
        reason(Kind.AS_NUMBER, sign="=" if float(f"{value:.3g}") == value else "≈", value=value)
        if is_constant and formula and not formula.is_Integer
        else None
    )
    same = Kind.EQUALS_DERIVED if case.claim.margin else Kind.EQUALS_DERIVED_EXACTLY
    sentence = reason(
        same
        if agrees
        else Kind.DIFFERS_DERIVED
        if len(derived(case).code) <= LONGEST
        else Kind.DIFFERS_FROM_LONG,
        label=label(case),
        claimed=claimed(case),
        derived=derived(case),
        how=how(case),
        within=case.claim.margin if not values.any() else margin(case),
        number=number,
        here=setting(case, worst) if len(case.evidence) == 1 else None,
        example=None if is_constant else example,
        where=settings(case),
        tested=tested(case),
    )
    return Finding(
        outcome=symbolic.outcome,
        sentence=sentence,
        counterexample=None if agrees else worst,
    )


def _missing(decided: Finding, inference: Finding, symbolic: Finding) -> Reason | None:
    if decided.outcome is not Outcome.INCONCLUSIVE:
        return None
    return inference.missing or symbolic.sentence


def _measured_formula(case: Case) -> str | None:
    """The claimed formula times the best common factor, where the formula is not zero."""
    if np.any(case.expected == 0) or not np.all(np.isfinite(case.means)):
        return None
    ratio = case.means / case.expected
    errors = case.stderrs / np.abs(case.expected)
    weights = 1.0 / errors**2 if np.all(errors > 0) else np.ones_like(ratio)
    return f"{float(weights @ ratio / weights.sum()):.4g}*({case.claim.claimed})"


def _alternative(case: Case, text: str, by_derivation: bool) -> Alternative:
    """Excluded by the derived formula, or by the points."""
    try:
        values = case.formula_values(text)
        formula = case.derived.formula if by_derivation and case.derived is not None else None
        if formula is not None and same_formula(parse(text), formula) is False:
            return alternative(text, reason(Kind.ALTERNATIVE_NOT_DERIVED), excluded=True)
    except LawError as error:
        return Alternative(law=text, excluded=False, reason=str(error))
    check = compare(case, values, _tolerance(case, values))
    kind = Kind.ALTERNATIVE_RULED_OUT if check.refutes else Kind.ALTERNATIVE_STANDS
    return alternative(text, reason(kind, test=check.test), excluded=check.refutes)

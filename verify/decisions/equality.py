"""Rows Identity and Equals: a quantity is a formula at every cell.

| row | agrees | refuted |
|---|---|---|
| Equals | all intervals inside formula (1 +- m), chi2 not rejected | a cell or chi2 beyond it |
| Identity | zero by rules | a witness |

Where the formula is zero the margin is absolute. An identity in symbols is not proved by cells:
measured alone it stays open, but one cell refutes it.
"""

from __future__ import annotations

import numpy as np

from ..claim import Relation
from ..document import Fit, Outcome, Rival, Triangle
from ..law import LawError, parse
from .advice import draws_for_values
from .case import Case, Finding, Verdict
from .cells import (
    CellCheck,
    cells_comparison,
    compare,
    derived_against_measured,
    intervals,
)
from .symbolic import compare_formulas, same_formula, symbolic_comparison
from .wording import capital, number, percent, place, span
from .wording import cells as count_of


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
    basis = "derived" if decided is symbolic else "exact" if case.exact else "statistics"
    return Verdict(
        outcome=decided.outcome,
        holds=decided.holds,
        tight={"yes": "yes", "no": "no"}.get(decided.holds, "unknown"),
        basis=basis,
        summary=_summary(case, decided, check, basis),
        triangle=Triangle(
            symbolic=symbolic_comparison(symbolic, case),
            inference=inference.comparison,
            cells=cells_comparison(agreement, case),
        ),
        exponents={},
        rivals=tuple(_rival(case, text, decided is symbolic) for text in case.claim.rivals),
        fit=Fit(
            model="the claimed formula", constants={}, chi2=check.chi2, dof=check.dof, p_value=check.p_value
        ),
        intervals=intervals(case),
        claimed=tuple(float(value) for value in case.expected),
        measured_formula=_measured_formula(case),
        missing=_missing(decided, inference, symbolic),
    )


def _tolerance(case: Case, expected: np.ndarray) -> np.ndarray:
    """The margin of each cell: relative, or absolute where zero is claimed."""
    return case.claim.margin * np.where(expected == 0, 1.0, np.abs(expected))


def _finding(case: Case, check: CellCheck) -> Finding:
    """Claimed against measured."""
    margin = _margin_words(case)
    worst = (
        f"at {place(case, check.worst)} measured {number(case.means[check.worst])}, "
        f"claimed {number(case.expected[check.worst])}"
    )
    if check.refutes:
        sentence = f"The measurement differs from {case.claim.claimed} by more than {margin} ({worst})."
        return Finding(outcome=Outcome.REFUTED, sentence=sentence)
    if not check.inside:
        sentence = (
            f"Nothing contradicts {case.claim.claimed}, but some interval reaches beyond {margin} "
            f"({worst}).{check.alike}"
        )
        times = draws_for_values(case, _tolerance(case, case.expected))
        missing = f"{times} draws, until every {percent(case.level)} interval is within {margin}."
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)
    if check.p_value < case.level or (case.exact and check.significant):
        sentence = f"Every interval is within {margin} of {case.claim.claimed}, yet they differ ({worst})."
        missing = (
            "A smaller margin would refute the claim and a larger one not support it: it is not equality."
        )
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)
    if case.claim.relation is Relation.IDENTITY:
        sentence = f"No cell differs from {case.claim.claimed} by more than {margin}."
        missing = "A derivation: cells can refute an identity in symbols but not prove it."
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)
    sentence = f"All {count_of(len(case.means))} are within {margin} of {case.claim.claimed}."
    return Finding(outcome=Outcome.AGREES, sentence=sentence)


def _margin_words(case: Case) -> str:
    if np.all(case.expected == 0):
        return f"{case.claim.margin:g}"
    return f"{100 * case.claim.margin:.3g} %"


def _summary(case: Case, decided: Finding, check: CellCheck, basis: str) -> str:
    name = case.claim.subject
    if basis != "derived":
        return capital(decided.sentence) if decided.outcome is not Outcome.AGREES else _on_range(case, check)
    verb = "equals" if decided.outcome is Outcome.AGREES else "is not"
    derived = (
        "" if decided.outcome is Outcome.AGREES or case.derived is None else f" but {case.derived.formula}"
    )
    closeness = f"within {_margin_words(case)} of" if case.claim.margin else "exactly"
    return capital(
        f"{name} {verb} {case.claim.claimed}{derived} (derived; measured {closeness} the derived value in "
        f"all {count_of(len(case.means))}, {span(case, case.varying)})."
    )


def _on_range(case: Case, check: CellCheck) -> str:
    test = f"; chi2 = {number(check.chi2)} on {check.dof}" if check.dof else ""
    return capital(
        f"{case.claim.subject} equals {case.claim.claimed} within {_margin_words(case)} on this range: "
        f"{count_of(len(case.means))}, {span(case, case.varying)}{test}."
    )


def _missing(decided: Finding, inference: Finding, symbolic: Finding) -> str | None:
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
    return f"{number(float(weights @ ratio / weights.sum()))}*({case.claim.claimed})"


def _rival(case: Case, text: str, by_derivation: bool) -> Rival:
    """Excluded by the derived formula, or by the cells."""
    try:
        values = case.formula_values(text)
        formula = case.derived.formula if by_derivation and case.derived is not None else None
        if formula is not None and same_formula(parse(text), formula) is False:
            return Rival(law=text, excluded=True, reason="The derived formula is another one.")
    except LawError as error:
        return Rival(law=text, excluded=False, reason=str(error))
    check = compare(case, values, _tolerance(case, values))
    if check.refutes:
        return Rival(law=text, excluded=True, reason=f"Rejected by the cells, chi2 = {number(check.chi2)}.")
    return Rival(law=text, excluded=False, reason="The cells do not reject it.")

"""Row Reported: a published value, with its spread, against the same quantity measured anew.

| row | agrees | refuted |
|---|---|---|
| Reported | the difference's interval inside the margin | wholly outside it |

The margin is absolute: that of the claim times the published value, or, where the claim declares 0,
the published spread. The interval combines the limits of the measurement with Student limits of the
published mean (its spread over n runs) by the method of variance estimates recovery (Zou and Donner,
Statistics in Medicine 27, 2008), and adds the rounding of the printed value. The published mean,
spread, n and p-value are also held against each other; what does not fit is said and decides nothing.
"""

from __future__ import annotations

import math
from decimal import Decimal, InvalidOperation

import numpy as np
from numpy.typing import NDArray
from scipy import special

from ..claim import Published, SpreadOf
from ..document import Outcome
from ..inference.intervals import sidak
from ..inference.published import overlap, p_value_range, printed_range
from .case import Case, Finding, Verdict
from .cells import VALUE_TOLERANCE, alike_words, derived_against_measured, simultaneous_limits
from .edges import Edges
from .wording import between, capital, number, percent, place
from .wording import cells as count_of

Vector = NDArray[np.float64]


def decide_reported(case: Case) -> Verdict:
    """The verdict of a Reported claim."""
    tolerance = max(case.claim.margin, VALUE_TOLERANCE)
    edges = Edges(
        case=case,
        symbolic=_symbolic(case),
        inference=_inference(case),
        agreement=derived_against_measured(case, tolerance),
    )
    return edges.verdict(f"{_summary(edges)}{consistency(case.claim.claimed, case.claim.published)}")


def consistency(mean: str, published: Published | None) -> str:
    """A sentence on whether the published mean, spread, n and p fit each other; empty if incomplete."""
    if published is None or published.spread is None or published.n is None or published.p_value is None:
        return ""
    value = _printed(mean)
    if value is None or published.n < 2:  # noqa: PLR2004 - a single run has no spread
        return ""
    possible = p_value_range(
        value,
        printed_range(published.spread),
        published.n,
        null=published.null,
        of_mean=published.spread_of is SpreadOf.MEAN,
    )
    if overlap(possible, printed_range(published.p_value)):
        return " The published mean, spread, n and p fit each other."
    return (
        f" The published numbers do not fit each other: {mean} with spread {published.spread} over "
        f"{published.n} runs gives p = {between(*possible)}, not {published.p_value}."
    )


def _printed(text: str) -> tuple[float, float] | None:
    """The rounding interval of a claimed value that is a printed number, not a formula."""
    try:
        Decimal(text.strip())
    except InvalidOperation:
        return None
    return printed_range(text)


def _margin(case: Case) -> Vector:
    published = case.claim.published
    if case.claim.margin > 0 or published is None or published.spread is None:
        return case.claim.margin * np.abs(case.expected)
    return np.full(len(case.expected), float(published.spread))


def _published_error(case: Case) -> tuple[float, float]:
    """Half-widths about the published mean: by its spread over its runs, and by its rounding."""
    published, printed = case.claim.published, _printed(case.claim.claimed)
    rounding = 0.0 if printed is None else (printed[1] - printed[0]) / 2
    if published is None or published.spread is None or published.n is None:
        return 0.0, rounding
    if published.n < 2:  # noqa: PLR2004 - a single run has no spread
        return math.inf, rounding
    root = 1.0 if published.spread_of is SpreadOf.MEAN else math.sqrt(published.n)
    quantile = -float(special.stdtrit(published.n - 1, sidak(case.level, len(case.means)) / 2))
    return quantile * float(published.spread) / root, rounding


def _limits(case: Case, low: Vector, high: Vector) -> tuple[Vector, Vector]:
    """Limits of measured - published from limits of the measured mean."""
    spread, rounding = _published_error(case)
    difference = case.means - case.expected
    # The errors of exact values are bounds, which add up; those of two samples add in squares.
    combine = np.add if case.exact else np.hypot
    below, above = combine(case.means - low, spread), combine(high - case.means, spread)
    return difference - below - rounding, difference + above + rounding


def _inference(case: Case) -> Finding:
    """Published against measured."""
    margin = _margin(case)
    low, high = _limits(case, *simultaneous_limits(case, case.level))
    outside = (low > margin) | (high < -margin)
    beyond = outside & ~case.alike
    distance = np.maximum(np.abs(low), np.abs(high)) - margin
    worst = int(np.argmax(np.where(beyond, np.inf, distance)))
    within = f"{number(float(margin[worst]))} of the published {number(float(case.expected[worst]))}"
    found = (
        f"at {place(case, worst)} measured {number(float(case.means[worst]))}, measured - published "
        f"{between(float(low[worst]), float(high[worst]))}"
    )
    if beyond.any():
        sentence = f"The measurement is not within {within}: {found}."
        return Finding(outcome=Outcome.REFUTED, sentence=sentence)
    if np.all(distance <= 0) and np.all(margin > 0):
        return Finding(outcome=Outcome.AGREES, sentence=f"The measurement is within {within}: {found}.")
    sentence = f"The measurement is neither shown to be within {within} nor beyond it: {found}."
    if outside.any():
        sentence += alike_words(case, outside)
        missing = "Draws that are not all alike."
    elif not np.all(margin > 0):
        missing = "A margin, or a published spread: the claim says of neither how near is near enough."
    elif _published_error(case)[0] >= margin.min():
        missing = "More published runs: the spread of the published mean alone exceeds the margin."
    else:
        missing = f"More draws, until the {percent(case.level)} interval of the difference is narrower."
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)


def _symbolic(case: Case) -> Finding:
    """Derived against published: the published mean keeps its own error."""
    derived = case.derived
    if derived is None or derived.values is None or derived.relation != "=":
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence="No derived value to compare with.")
    gap, margin = derived.values - case.expected, _margin(case)
    error = sum(_published_error(case))
    worst = int(np.argmax(np.abs(gap) - margin))
    found = f"at {place(case, worst)} derived {number(float(derived.values[worst]))}"
    if np.any(np.abs(gap) - error > margin):
        sentence = f"The derived value is not within the margin of the published one: {found}."
        return Finding(outcome=Outcome.REFUTED, sentence=sentence)
    if np.all(np.abs(gap) + error <= margin) and np.all(margin > 0):
        sentence = f"The derived value is within the margin of the published one: {found}."
        return Finding(outcome=Outcome.AGREES, sentence=sentence)
    sentence = f"The published error is too large to place the derived value: {found}."
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence)


def _summary(edges: Edges) -> str:
    case, decided = edges.case, edges.decided
    if decided.outcome is not Outcome.AGREES:
        return capital(decided.sentence)
    how = "derived" if edges.by_derivation else f"measured in {count_of(len(case.means))}"
    margin = number(float(_margin(case).max()))
    return capital(f"{case.claim.subject} is {case.claim.claimed} within {margin} ({how}).")

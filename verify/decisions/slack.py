"""How loose a bound is: the exponent of measured / bound in each variable.

Tight means that the slack keeps its order: its exponent is inside +-m in every variable. Not tight
must be shown too: by an exponent outside, or, where the slack is no power (a count of zero has an
upper limit only), by limits between the two ends of a line of cells.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..inference.corrections import Design
from ..inference.exponents import fit_exponents
from .case import Case
from .cells import simultaneous_limits
from .wording import between, place

SMALLEST: Final = 1e-300

FAINTEST: Final = 1e-150
"""A bound below it is no bound to be tight against: the square of a ratio to it is no number."""


def tightness(case: Case, counted: NDArray[np.bool_], sign: float) -> tuple[str, str]:
    """("yes" | "no" | "unknown", the words that say why), from the counted cells."""
    usable = counted & (case.expected > FAINTEST)
    names = tuple(v for v in case.varying if np.unique(case.sizes(v)[usable]).size > 1)
    if not usable.any():
        return "unknown", ""
    if not names:
        return _single(case, usable, sign)
    verdict, words = _by_exponents(case, usable, names)
    if verdict == "unknown":
        return _by_ends(case, usable, names)
    return verdict, words


def _single(case: Case, usable: NDArray[np.bool_], sign: float) -> tuple[str, str]:
    """One cell: the ratio reaches 1 - m (1 + m for a lower bound), or stays away from it."""
    low, high = simultaneous_limits(case, case.level)
    ratios = (low / case.expected)[usable][0], (high / case.expected)[usable][0]
    edge = 1 - sign * case.claim.margin
    words = f"; measured/bound {between(*ratios)}"
    if sign * (ratios[0 if sign > 0 else 1] - edge) >= 0:
        return "yes", words
    return ("no" if sign * (ratios[1 if sign > 0 else 0] - edge) < 0 else "unknown"), words


def _by_exponents(case: Case, usable: NDArray[np.bool_], names: tuple[str, ...]) -> tuple[str, str]:
    design = Design(
        names=names,
        columns=np.column_stack([np.log(case.sizes(name)[usable]) for name in names]),
        offset=np.log(case.expected[usable]),
    )
    if np.any(case.means[usable] <= 0) and case.counts is None:
        return "unknown", ""
    if not case.exact and case.counts is None and np.any(case.stderrs[usable] <= 0):
        return "unknown", ""
    if case.counts is not None and np.any((case.counts == case.draws)[usable]):
        # A proportion of one has a lower limit only, which no fit of its logarithm would keep.
        return "unknown", ""
    fit = fit_exponents(design, case.measured(usable), case.level)
    if fit.rejected or fit.lower is None or fit.upper is None:
        return "unknown", ""
    m = case.claim.margin
    if np.all(fit.lower >= -m) and np.all(fit.upper <= m):
        return "yes", "; it keeps its order: " + _exponent_words(names, fit.lower, fit.upper)
    outside = (fit.lower > m) | (fit.upper < -m)
    if case.exact:
        # No draw limits an exact slack, so its ends say more than an exponent it need not have.
        return "unknown", ""
    if outside.any():
        shown = tuple(np.array(names)[outside])
        return "no", "; it is not tight: " + _exponent_words(shown, fit.lower[outside], fit.upper[outside])
    return "unknown", ""


def _exponent_words(names: tuple[str, ...], lower: NDArray[np.float64], upper: NDArray[np.float64]) -> str:
    parts = [f"{between(a, b)} in {n}" for n, a, b in zip(names, lower, upper, strict=True)]
    return "measured/bound has exponent " + ", ".join(parts)


def _by_ends(case: Case, usable: NDArray[np.bool_], names: tuple[str, ...]) -> tuple[str, str]:
    low, high = simultaneous_limits(case, case.level)
    log_low = np.log(np.maximum(low / np.where(usable, case.expected, 1.0), SMALLEST))
    log_high = np.log(np.maximum(high / np.where(usable, case.expected, 1.0), SMALLEST))
    for name in names:
        sizes, groups = case.sizes(name), case.groups(name)
        for group in dict.fromkeys(groups):
            line = [i for i in np.flatnonzero(usable).tolist() if groups[i] == group]
            first, last = (
                min(line, key=sizes.__getitem__, default=0),
                max(line, key=sizes.__getitem__, default=0),
            )
            if not line or sizes[first] == sizes[last]:
                continue
            run = float(np.log(sizes[last] / sizes[first]))
            slope = ((log_low[last] - log_high[first]) / run, (log_high[last] - log_low[first]) / run)
            if slope[0] > case.claim.margin or slope[1] < -case.claim.margin:
                return "no", _end_words(case, first, last, (low, high))
    return "unknown", ""


def _end_words(
    case: Case, first: int, last: int, limits: tuple[NDArray[np.float64], NDArray[np.float64]]
) -> str:
    ratios = [
        f"{between(limits[0][i] / case.expected[i], limits[1][i] / case.expected[i])} at {place(case, i)}"
        for i in (first, last)
    ]
    return f"; it is not tight: measured/bound is {ratios[0]}, and {ratios[1]}"

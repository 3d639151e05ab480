"""Which factor measured and derived values differ by: a hint, where derivation and simulation disagree.

A factor is named where it fits every point within its errors and those errors are small beside it: a number
that a definition often lacks (2, pi/2), a power of one size, a correction as n/(n - 1), a number times a
power, or another number. Where none fits, the growth of the ratio in each size is told; where several fit,
the first two.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..law import evaluate, parse
from ..reason import Formula, Interval, Kind, Power, Reason, reason
from ..statistics.gls import chi2_p_value
from .context import DecisionContext
from .terms import setting

Vector = NDArray[np.float64]

NUMBERS: Final = (
    "2", "1/2", "pi/2", "2/pi", "sqrt(2)", "1/sqrt(2)", "sqrt(pi/2)", "sqrt(2/pi)", "pi", "1/pi", "2*pi",
    "4", "1/4", "3", "1/3", "-1",
)  # fmt: skip
"""Constants that definitions lack, the likeliest first."""
POWERS: Final = ("{0}", "1/{0}", "sqrt({0})", "1/sqrt({0})", "{0}**2", "1/{0}**2")
SHIFTS: Final = (
    "{0}/({0} - 1)", "({0} - 1)/{0}", "{0}/({0} + 1)", "({0} + 1)/{0}", "{0}/({0} + 2)", "({0} + 2)/{0}",
    "({0} - 1)/({0} + 1)", "({0} + 1)/({0} - 1)",
)  # fmt: skip
"""What a variable is counted with or without: a mean over n, or over n - 1."""
FACTORS_OF_POWERS: Final = ("2", "1/2")

FITS: Final = 0.01
"""The least p-value of a factor that is told."""
RESOLVED: Final = 0.05
"""The largest relative error of all points together beside which a factor is told."""
STDERRS: Final = 3.0
"""Half of the interval of an exponent that is told, in standard errors."""
ROUNDING: Final = 1e-6
"""Relative differences of computed values that are those of rounding."""


def factor_between(context: DecisionContext, derived: Vector) -> Reason | None:
    """What the ratio of measured to derived values is like; None where a ratio says nothing."""
    use = (derived != 0) & np.isfinite(context.means) & (context.exact | (context.stderrs > 0))
    if not use.any():
        return None
    ratio = context.means[use] / derived[use]
    errors = np.hypot(context.stderrs, context.error_bounds)[use] / np.abs(derived[use])
    errors = np.maximum(errors, ROUNDING * np.abs(ratio))
    fitting = [text for text in _candidates(context) if _fits(context, text, use, ratio, errors)]
    if fitting:
        first, *others = (Formula(code=text) for text in fitting)
        other = reason(Kind.RATIO_OR, factor=others[0]) if others else None
        return reason(Kind.RATIO_IS, factor=first, other=other)
    mean = float(np.sum(ratio / errors**2) / np.sum(errors**-2.0))
    if _is_like(np.full(len(ratio), mean), ratio, errors):
        return reason(Kind.RATIO_STEADY, factor=mean)
    powers = _powers(context, use, ratio, errors)
    if powers:
        return reason(Kind.RATIO_GROWS, powers=powers)
    ends = np.flatnonzero(use)[[int(ratio.argmin()), int(ratio.argmax())]]
    if ends[0] == ends[1]:
        return None
    low, high = float(ratio.min()), float(ratio.max())
    return reason(
        Kind.RATIO_VARIES,
        low=low,
        at_low=setting(context, int(ends[0])),
        high=high,
        at=setting(context, int(ends[1])),
    )


def _candidates(context: DecisionContext) -> Iterator[str]:
    """Factors as formulas, the likeliest first; corrections of a size only where it takes several values."""
    yield from NUMBERS
    for name in (name for name in context.held if np.all(context.sizes(name) > 1)):
        yield from (form.format(name) for form in POWERS)
    varying = [name for name in context.varying if np.all(context.sizes(name) > 0)]
    for name in varying:
        yield from (form.format(name) for form in (*POWERS, *SHIFTS))
    for number, (form, name) in product(FACTORS_OF_POWERS, product(POWERS, varying)):
        yield f"{number}*{form.format(name)}"


def _fits(context: DecisionContext, text: str, use: NDArray[np.bool_], ratio: Vector, errors: Vector) -> bool:
    """Whether the ratio is this factor at every point, known well enough to say so."""
    with np.errstate(all="ignore"):
        expected = np.array([_value(context, text, int(point)) for point in np.flatnonzero(use)])
    return bool(np.all(np.isfinite(expected)) and np.all(expected != 0)) and _is_like(expected, ratio, errors)


def _is_like(expected: Vector, ratio: Vector, errors: Vector) -> bool:
    relative = errors / np.abs(expected)
    known = 1 / np.sqrt(np.sum(relative**-2.0))
    chi2 = float(np.sum(((ratio - expected) / errors) ** 2))
    return bool(known < RESOLVED and chi2_p_value(chi2, len(ratio)) > FITS)


def _value(context: DecisionContext, text: str, point: int) -> float:
    try:
        return evaluate(parse(text), context.evidence.place(point))
    except ValueError:
        return float("nan")


def _powers(
    context: DecisionContext, use: NDArray[np.bool_], ratio: Vector, errors: Vector
) -> tuple[Power, ...]:
    """The exponent of each size in the ratio, where it is a product of powers within its errors."""
    names = [name for name in context.varying if np.all(context.sizes(name)[use] > 0)]
    if not names or np.any(ratio <= 0) or len(ratio) <= len(names) + 1:
        return ()
    weights = ratio / errors
    columns = np.column_stack([np.ones(len(ratio)), *(np.log(context.sizes(name)[use]) for name in names)])
    weighed = columns * weights[:, None]
    if np.linalg.matrix_rank(weighed) < weighed.shape[1]:
        return ()
    found, *_ = np.linalg.lstsq(weighed, np.log(ratio) * weights)
    residual = weighed @ found - np.log(ratio) * weights
    if chi2_p_value(float(residual @ residual), len(ratio) - len(found)) <= FITS:
        return ()
    halves = STDERRS * np.sqrt(np.diag(np.linalg.inv(weighed.T @ weighed)))
    return tuple(
        Power(variable=name, exponent=float(e), interval=Interval(low=float(e - half), high=float(e + half)))
        for name, e, half in zip(names, found[1:], halves[1:], strict=True)
        if abs(e) > half
    )

"""Ripples of the error in log d: its local exponent at q = p of a Zipf law, two classes, N = infinity.

At a large alpha few tokens are stored, one more each time that d grows by a power 2 alpha of a ratio of
ranks; the error falls by steps.
"""

from __future__ import annotations

from math import log

from ..quantity import ExactValue
from ..simulator import computed
from .model import coordinates
from .quadrature import recall_error_exact

_STEP = 10**0.25


@computed(
    title="Local exponent of the error of q = p over a quarter of a decade of d",
    points=({"alpha": 3.0, "d": round(10 ** (k / 4))} for k in range(8, 29)),
)
def local_exponent(alpha: float, d: int) -> ExactValue:
    """log(E(d')/E(d))/log(d'/d) with d' = 10^(1/4) d, rounded."""
    wider = round(_STEP * d)
    first, last = (
        recall_error_exact.evaluate(coordinates(N="inf", M=2, u="sphere", alpha=alpha, d=size, rho=1.0))
        for size in (d, wider)
    )
    over = log(wider / d)
    error = (first.error_bound / first.value + last.error_bound / last.value) / over
    return ExactValue(value=log(last.value / first.value) / over, error_bound=2 * error)

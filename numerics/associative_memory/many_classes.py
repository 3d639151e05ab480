r"""The error of a benign f, whose many classes have equally many tokens: the noise is shared out among them.

All whole numbers are tokens, f(x) = x mod M, and the first n M tokens are stored alike, n to each class.

| quantity | meaning |
|---|---|
| `error_of_many_classes` | the error over p(1) with M = d, orthonormal unembeddings, the best n |
| `error_of_equal_classes` | the error with unembeddings on the sphere and the n of Theorem 1, exact in law |

With M = d a stored token is wrong with one probability, whatever it is; all classes answer a token that is
not stored equally often.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import log
from typing import Final

import numpy as np
from scipy.special import zeta

from ..quantity import ExactValue
from ..simulator import computed
from .marginal import recall_error_marginal
from .model import Memory, coordinates, filled_group
from .token_error import Resolution, wrong_by_integrals

_COARSE: Final = Resolution(crosstalk=46, radius=5, trapezoids=2.4)
_FINE: Final = Resolution(crosstalk=64, radius=10, trapezoids=2.4)
"""Two quadrature rules, whose difference bounds the error."""

_ROUNDING: Final = 1e-10
_FEW: Final = 2
"""Where the ends of the search are no farther apart, all sizes from one to the other are tried."""


@computed(
    title="Error over p(1) with as many classes as dimensions, the best number of tokens stored alike",
    points=({"alpha": alpha, "d": 2**k, "M": 2**k} for alpha in (1.5, 2.0, 3.0) for k in range(4, 13)),
)
def error_of_many_classes(alpha: float, d: int) -> ExactValue:
    """Least over n of sum_x x^-alpha P(x is wrong), where the first n d tokens have one weight."""
    low, high = 1, max(2, int(d / log(d)))
    # The error falls, then rises in n.
    while high - low > _FEW:
        one, other = low + (high - low) // 3, high - (high - low) // 3
        if _error(alpha, d, one, _COARSE) <= _error(alpha, d, other, _COARSE):
            high = other
        else:
            low = one
    value, n = min((_error(alpha, d, n, _FINE), n) for n in range(low, high + 1))
    coarse = _error(alpha, d, n, _COARSE)
    return ExactValue(value=value, error_bound=abs(value - coarse) + _ROUNDING * value)


def _error(alpha: float, d: int, n: int, resolution: Resolution) -> float:
    """The error over p(1): stored tokens are wrong alike, others with probability 1 - 1/d."""
    beyond = float(zeta(alpha, n * d + 1))
    return (float(zeta(alpha)) - beyond) * _stored_wrong(d, n, resolution) + beyond * (1 - 1 / d)


@cache
def _stored_wrong(d: int, n: int, resolution: Resolution) -> float:
    """P(a stored token is wrong), n tokens to each of d classes."""
    memory = coordinates(N="inf", M=d, u="orthonormal", scheme="threshold", rho=0.0, P=n * d, d=d)
    return float(wrong_by_integrals(Memory.at(memory), resolution)(np.ones(1), 0)[0])


def _room(alpha: float, d: int, M: int) -> int:
    """The largest n with 16 r n (1 + 8 r M/d) <= d, r = log M + (alpha - 1) log d."""
    r = log(M) + (alpha - 1) * log(d)
    return int(d / (16 * r * (1 + 8 * r * M / d)))


error_of_equal_classes = replace(
    recall_error_marginal,
    name="associative_memory.error_of_equal_classes",
    title="Mean error of storing as many tokens of M classes alike as Theorem 1 has room for",
    version=1,
    groups=tuple(
        filled_group(
            [{"M": M, "d": d, "P": M * _room(2.0, d, M)}], 64, N="inf", scheme="threshold", rho=0.0, alpha=2.0
        )
        for M in (16, 64)
        for d in (2**12, 2**14, 2**16)
    ),
)

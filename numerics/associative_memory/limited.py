"""Storing few tokens alike beside weighing all by frequency (Section 3.2, Eqs. 11, 12), N = infinity.

Both errors are computed without sampling, at equal d, alpha and classes.
"""

from __future__ import annotations

from typing import Final

from ..quantity import ExactValue, Value
from ..simulator import computed
from .model import coordinates
from .quadrature import recall_error_exact

_SIZES: Final = tuple(round(10 ** (k / 2)) for k in range(2, 17))
_CLASSES: Final = {2: "sphere", 5: "orthonormal"}
"""The unembeddings of so many classes."""


@computed(
    title="Error of weights p^rho over that of storing the first P tokens alike",
    points=(
        {"M": M, "alpha": alpha, "rho": rho, "P": P, "d": d}
        for M in _CLASSES
        for alpha in (1.5, 2.0)
        for rho in (0.5, 1.0)
        for P in ("d/8", "d/log d")
        for d in _SIZES
    ),
)
def threshold_advantage(M: int, alpha: float, rho: float, P: str, d: int) -> ExactValue:
    """E of q = p^rho over E of q = 1[x <= P]: above one where limiting the storage is better."""
    shared: dict[str, Value] = {"N": "inf", "M": M, "u": _CLASSES[M], "alpha": alpha, "d": d}
    weighed = recall_error_exact.evaluate(coordinates(**shared, rho=rho))
    limited = recall_error_exact.evaluate(coordinates(**shared, scheme="threshold", P=P))
    ratio = weighed.value / limited.value
    error = (weighed.error_bound + ratio * limited.error_bound) / (limited.value - limited.error_bound)
    return ExactValue(value=ratio, error_bound=error)

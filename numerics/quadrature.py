"""Gauss-Legendre rules, computed once a process."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import roots_legendre

_DENSE: Final = 256
"""Beyond so many nodes NumPy's dense eigenvalue problem takes tenths of a second, a banded one hundredths."""


@cache
def gauss_legendre(nodes: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Abscissae on (-1, 1) and weights of the rule that is exact for polynomials below degree 2 * nodes."""
    rule = np.polynomial.legendre.leggauss if nodes <= _DENSE else roots_legendre
    abscissae, weights = rule(nodes)
    return abscissae, weights

"""Gauss-Legendre rules, computed once a process."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray


@cache
def gauss_legendre(nodes: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Abscissae on (-1, 1) and weights of the rule that is exact for polynomials below degree 2 * nodes."""
    abscissae, weights = np.polynomial.legendre.leggauss(nodes)
    return abscissae, weights

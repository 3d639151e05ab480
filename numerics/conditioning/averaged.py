r"""The error of an output over its sum of weights, ReLU's, in one integral (drawn: `terms.averaged_square`).

Of m = n - 1 other items with weights w_j, positive parts of overlaps, S = sum w_j and Q = sum w_j^2, the
square error is (S^2 + Q)/(1 + S)^2 in mean over the values. With 1/(1 + S)^2 = int s exp(-s (1 + S)) ds and
phi(s) = E exp(-s w) its mean is int s exp(-s) m phi^(m-2) ((m - 1) phi'^2 + 2 phi phi'') ds.
"""

from __future__ import annotations

from math import pi
from typing import Final

import numpy as np

from ..quadrature import gauss_legendre
from ..quantity import ExactValue
from ..simulator import computed

_NODES: Final = (128, 192)
_ROUNDING: Final = 1e-12


@computed(
    title="Square error of an output over its sum of weights, the positive parts of overlaps",
    points=(
        *({"n": n, "d_k": 16} for n in (2, 4, 8, 16, 64, 256, 1024, 4096, 2**14, 2**16)),
        *({"n": 16, "d_k": d_k} for d_k in (4, 64, 256, 1024, 4096, 2**14, 2**16, 2**18, 2**20)),
    ),
)
def averaged_error(n: int, d_k: int) -> ExactValue:
    """E |sum_j w_j v_j/sum_j w_j - v_1|^2 with w_j = <k_1, k_j>_+ for unit keys and values."""
    coarse, fine = (_error(n - 1, d_k, nodes) for nodes in _NODES)
    return ExactValue(value=fine, error_bound=abs(fine - coarse) + _ROUNDING * fine)


def _error(m: int, d_k: int, nodes: int) -> float:
    x, rule = gauss_legendre(nodes)
    # An overlap is the sine of an angle of density cos^(d - 2), of which so much is all that counts.
    widest = min(pi / 2, 12 / d_k**0.5)
    angles = widest * (1 + x) / 2
    mass = rule * np.exp((d_k - 2) * np.log(np.cos(angles)))
    w, mass = np.sin(angles), mass / (2 * mass.sum())
    # The integrand lives on about as much of s as one over one plus the mean of S.
    y = (1 + x) / 2
    s = y / (1 - y) / (1 + m * float(mass @ w))
    decay = np.exp(-np.outer(s, w))
    phi, slope, curvature = 0.5 + decay @ mass, -decay @ (mass * w), decay @ (mass * w**2)
    inside = m * phi ** (m - 2) * ((m - 1) * slope**2 + 2 * phi * curvature)
    jacobian = s / (y * (1 - y))
    return float((rule / 2) @ (s * np.exp(-s) * inside * jacobian))

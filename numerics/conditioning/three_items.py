r"""Failure of a head that stores three items, d_v = d_k = d: P(|x_1 v_1 + x_2 v_2|^2 > 1), however rare.

x_1 and x_2 are the overlaps of the query's key with the two others. With c the overlap of the values,
|eta|^2 = x_1^2 + x_2^2 + 2 x_1 x_2 c, and as a value may change its sign, failure is c above
(1 - x_1^2 - x_2^2)/(2 |x_1 x_2|): one tail, integrated over both overlaps. For unit keys and values all
three overlaps are those of unit vectors, of density proportional to (1 - x^2)^((d - 3)/2).
"""

from __future__ import annotations

from math import pi
from typing import Final

import numpy as np
from scipy.special import betainc

from ..quadrature import gauss_legendre
from ..quantity import ExactValue
from ..simulator import computed
from .gaussian import gaussian_failure_inversion

_NODES: Final = (192, 256)
_DIMENSIONS: Final = (8, 16, 32, 64, 128, 256, 512)
_EPSILON: Final = float(np.finfo(float).eps)


@computed(
    title="P(|eta|^2 > 1) of three items, unit or normal keys and values of d_k dimensions",
    points=({"items": items, "d_k": d} for items in ("unit", "normal") for d in _DIMENSIONS),
)
def three_item_failure(items: str, d_k: int) -> ExactValue:
    """P(|x_1 v_1 + x_2 v_2|^2 > 1); among normal items the query is of length one."""
    if items == "normal":
        return gaussian_failure_inversion.evaluate(
            {"d_k": d_k, "d_v": d_k, "n": 3, "tau": 1.0, "query": "unit"}
        )
    coarse, fine = (_of_unit_items(d_k, nodes) for nodes in _NODES)
    # A power of d_k loses as many units in the last place, and all terms are positive.
    return ExactValue(value=fine, error_bound=abs(fine - coarse) + (64 + 8 * d_k) * _EPSILON * fine)


def _of_unit_items(d: int, nodes: int) -> float:
    """By a rule over angles, x_1 = sin(a) and x_2 = sin(b): below x_1 + x_2 = 1 no value makes a failure."""
    abscissae, weights = gauss_legendre(nodes)
    part, weight = (1 + abscissae) / 2, weights / 2
    a = pi / 2 * part
    x = np.sin(a)[:, None]
    start = np.arcsin(1 - x)
    b = start + (pi / 2 - start) * part
    y = np.sin(b)
    level = (1 - x**2 - y**2) / (2 * x * y)
    beyond = betainc((d - 1) / 2, 0.5, np.clip(1 - level**2, 0, 1)) / 2
    tail = np.where(level < 0, 1 - beyond, beyond)
    density = pi / 2 * weight * np.cos(a) ** (d - 2)
    inner = ((pi / 2 - start) * weight * np.cos(b) ** (d - 2) * tail).sum(axis=1)
    return float(density @ inner / density.sum() ** 2)

"""Failure of a head with normal keys and values at n - 1 = load d_k items, d_v = d_k.

|eta|^2 is a product of two independent chi-squares over their numbers of terms, times the load: its mean is
the load, and its spread falls with d_k.
"""

from __future__ import annotations

from ..quantity import ExactValue
from ..simulator import computed
from .gaussian import gaussian_failure_inversion


@computed(
    title="P(|eta|^2 > 1) with normal keys and values at n - 1 = load d_k, by Mellin inversion",
    points=(
        {"load": load, "d_k": d_k} for load in (0.5, 0.75, 1.25, 1.5) for d_k in (2**k for k in range(4, 14))
    ),
)
def failure_at_load(load: float, d_k: int) -> ExactValue:
    """P(|eta|^2 > 1) for a query of length one among 1 + load d_k items."""
    point = {"d_k": d_k, "d_v": d_k, "n": 1 + round(load * d_k), "tau": 1.0, "query": "unit"}
    return gaussian_failure_inversion.evaluate(point)

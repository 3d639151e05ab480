"""Betting confidence sequences: the mean of bounded values, at every moment of their growth.

A gambler who bets on a candidate mean m of values in [0, 1] owns prod_t (1 + lambda_t (x_t - m)), which
is a fair game where m is the mean. By Ville's inequality its capital ever exceeds 1/alpha with
probability at most alpha, so the candidates that it has not ruined are a confidence sequence: valid
however often one looks. Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
betting", J. R. Stat. Soc. B 86, 2024 (arXiv:2010.09686). The bets need the values one by one; block
sums do not tell them.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from .gls import Matrix, Vector

TRUNCATION: Final = 0.5
"""The share of the capital that a bet may risk."""


def log_hedged_capital(x: Vector, candidates: Vector, alpha: float) -> Matrix:
    """Log max(K+ / 2, K- / 2) of each candidate mean after each x_t, shape "times candidates".

    K+- = prod_t (1 +- lambda_t (x_t - m)) with the paper's predictable plug-in bets:
    lambda_t = sqrt(2 log(2/alpha) / (s_{t-1}^2 t log(1 + t))), cut at c/m and c/(1 - m).
    """
    _require_level(alpha)
    x, m = np.asarray(x, float), np.asarray(candidates, float)
    if np.any((x < 0) | (x > 1)) or np.any((m <= 0) | (m >= 1)):
        raise ValueError(
            "Bets need values in [0, 1] and candidate means strictly inside; rescale the values."
        )
    bets = _bets(x, alpha)[:, None]
    gaps = x[:, None] - m
    up = np.cumsum(np.log1p(np.minimum(bets, TRUNCATION / m) * gaps), axis=0)
    down = np.cumsum(np.log1p(-np.minimum(bets, TRUNCATION / (1 - m)) * gaps), axis=0)
    return np.asarray(np.maximum(up, down) - math.log(2.0), dtype=np.float64)


def betting_limits(x: Vector, alpha: float, *, resolution: int = 1000) -> tuple[Vector, Vector]:
    """The running confidence sequence of the mean of values in [0, 1], one interval a value.

    Its ends are those of the candidates k / resolution not yet rejected, one step outwards, so that
    the grid makes it wider, never too narrow.
    """
    candidates = np.arange(1, resolution) / resolution
    alive = np.maximum.accumulate(log_hedged_capital(x, candidates, alpha), axis=0) < math.log(1 / alpha)
    first, last = np.argmax(alive, axis=1), alive.shape[1] - 1 - np.argmax(alive[:, ::-1], axis=1)
    # Between two rejected neighbours a mean may still stand: the last interval that had one is kept.
    some = np.maximum.accumulate(np.where(alive.any(axis=1), np.arange(len(alive)), 0))
    return first[some] / resolution, (last[some] + 2) / resolution


def _bets(x: Vector, alpha: float) -> Vector:
    t = np.arange(1, x.size + 1)
    means = (0.5 + np.cumsum(x)) / (t + 1)
    variances = (0.25 + np.cumsum((x - means) ** 2)) / (t + 1)
    past = np.concatenate([[0.25], variances[:-1]])
    return np.asarray(np.sqrt(2 * math.log(2 / alpha) / (past * t * np.log1p(t))), dtype=np.float64)


def _require_level(alpha: float) -> None:
    if not 0 < alpha < 1 / math.e:
        raise ValueError(f"A level must lie strictly between 0 and 1/e, but alpha = {alpha}.")

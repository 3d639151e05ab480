"""Alpha spending: how much of the error probability each interim analysis of growing evidence may use.

Lan and DeMets (Biometrika 70, 1983), power family alpha*(t) = alpha t^rho with rho = 2, at the
information times t_r = 2^(r - (R-1)) of R doubling rounds. A test at analysis r uses the increment
alpha*(t_r) - alpha*(t_{r-1}), so by the union bound a true hypothesis is rejected at any analysis with
probability at most alpha, whatever the dependence between analyses and whatever stopped them.
"""

from __future__ import annotations

import itertools
from typing import Final

MAX_ROUNDS: Final = 16
POWER: Final = 2


def information_times(rounds: int) -> tuple[float, ...]:
    """The shares 2^(r - (R-1)), r = 0..R-1, of the full evidence that each round has."""
    if not 1 <= rounds <= MAX_ROUNDS:
        raise ValueError(f"Evidence is collected in 1 to {MAX_ROUNDS} rounds, but rounds = {rounds}.")
    return tuple(2.0 ** (r - (rounds - 1)) for r in range(rounds))


def levels(alpha: float, rounds: int) -> tuple[float, ...]:
    """The level of each interim analysis; together they make alpha.

    >>> [round(level, 6) for level in levels(0.016, 3)]
    [0.001, 0.003, 0.012]
    """
    if not 0 < alpha < 1:
        raise ValueError(f"A level must lie strictly between 0 and 1, but alpha = {alpha}.")
    spent = (0.0, *(alpha * time**POWER for time in information_times(rounds)))
    return tuple(after - before for before, after in itertools.pairwise(spent))

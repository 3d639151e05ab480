r"""The sticky chain where rows differ: distances along a line or modulo seven among eight symbols (S7).

The stationary law solves $\pi P = \pi$, $\sum_i \pi_i = 1$ in rational numbers; the entropy rate is
$-\sum_i \pi_i \sum_j P_{ij} \log P_{ij}$, the chance of staying $\sum_i \pi_i P_{ii}$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from ..derivation import Derivation
from ..node import Term
from .sticky import STAY, SYMBOLS, farness, inverse, proved_rate, proved_stay, transitions

_PERIOD: Final = 7


def straight(start: int, end: int) -> int:
    """The distance along a line."""
    return abs(end - start)


def forward(start: int, end: int) -> int:
    """(j - i) mod 7, the distance forward on a circle of seven: 0 from the first of eight to the last."""
    return (end - start) % _PERIOD


def shorter(start: int, end: int) -> int:
    """The shorter distance on a circle of seven."""
    return min(forward(start, end), forward(end, start))


@dataclass(frozen=True, kw_only=True)
class Rows:
    """How rows are made: the distance of two symbols, and the weight of a move by its distance.

    A stay has the weight `beside` among the moves; the normalised row is then mixed with a stay, of
    probability `after`. A move of distance 0 has weight 0.
    """

    distance: Callable[[int, int], int] = field(default=straight)
    weight: Callable[[int], Fraction] = field(default=inverse)
    beside: Fraction = Fraction()
    after: Fraction = STAY

    @property
    def transitions(self) -> Term:
        """The transition matrix."""

        def entry(start: int, end: int) -> Fraction:
            if start == end:
                return self.beside
            way = self.distance(start, end)
            return self.weight(way) if way else Fraction()

        rows = [[entry(start, end) for end in range(SYMBOLS)] for start in range(SYMBOLS)]
        return transitions(rows, self.after)


LINE: Final = Rows()
ROUND_SEVEN: Final = Rows(distance=shorter)
ON_ROUND_SEVEN: Final = Rows(distance=forward, weight=farness)
ON_BEFORE: Final = Rows(distance=forward, weight=farness, beside=STAY, after=Fraction())


def entropy_rate_linear(premises: Rows = LINE) -> Derivation:
    """Inverse distances along a line, 0.3 on the diagonal, in nats.

    >>> entropy_rate_linear().formula.evalf(4)
    1.847
    """
    return proved_rate("entropy_rate_linear", premises.transitions)


def entropy_rate_circular_seven(premises: Rows = ROUND_SEVEN) -> Derivation:
    """Inverse distances the shorter way round seven, 0.3 on the diagonal.

    >>> entropy_rate_circular_seven().formula.evalf(4)
    1.878
    """
    return proved_rate("entropy_rate_circular_seven", premises.transitions)


def entropy_rate_modulo_seven(premises: Rows = ON_ROUND_SEVEN) -> Derivation:
    """Moves in proportion to (j - i) mod 7, 0.3 on the diagonal.

    >>> entropy_rate_modulo_seven().formula.evalf(4)
    1.860
    """
    return proved_rate("entropy_rate_modulo_seven", premises.transitions)


def entropy_rate_modulo_seven_before(premises: Rows = ON_BEFORE) -> Derivation:
    """The same with 0.3 on the diagonal before rows are divided by their sums.

    >>> entropy_rate_modulo_seven_before().formula.evalf(4)
    1.829
    """
    return proved_rate("entropy_rate_modulo_seven_before", premises.transitions)


def stay_modulo_seven_before(premises: Rows = ON_BEFORE) -> Derivation:
    """The stationary probability of staying, of that chain.

    >>> stay_modulo_seven_before().formula.evalf(4)
    0.01260
    """
    return proved_stay("stay_modulo_seven_before", premises.transitions)

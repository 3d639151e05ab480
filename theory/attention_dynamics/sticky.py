r"""The sticky chain round a circle: chance of staying and entropy rate, by the reading of its law (S7).

From every one of eight symbols the chain moves by m places with the probability $P_m$, m = 0 standing for a
stay; its entropy rate is that of its matrix, $-\sum_i \pi_i \sum_j P_{ij} \log P_{ij}$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import apply
from ..model import Index
from ..node import Term, Value, as_term, is_number, number
from ..prove import derive
from ..tactics import chains
from ..tactics.rewriting import replaced_within, tidied
from ..terms import Sum, define, entropy_rate, log, matrix, stationary

SYMBOLS: Final = 8
STAY: Final = Fraction(3, 10)


def inverse(distance: int) -> Fraction:
    """Moves weighed by the inverse distance."""
    return Fraction(1, distance)


def closeness(distance: int) -> Fraction:
    """Moves weighed by one more than the largest distance, minus the distance."""
    return Fraction(SYMBOLS // 2 + 1 - distance)


def farness(distance: int) -> Fraction:
    """Moves weighed by the distance itself."""
    return Fraction(distance)


def alike(distance: int) -> Fraction:
    """All moves weigh the same."""
    return Fraction(1)


@dataclass(frozen=True, kw_only=True)
class Reading:
    """The weight of a move, what a stay weighs beside moves, the share of stays added after, and the unit.

    With `among` the weights of moves are over their own sum before the stay is put beside them.
    """

    weight: Callable[[int], Fraction] = field(default=inverse)
    beside: Fraction = Fraction()
    among: bool = False
    after: Fraction = STAY
    unit: Value = 1

    @property
    def moves(self) -> tuple[Fraction, ...]:
        """Weights of moves by 1 to 7 places, the shorter way round."""
        weights = tuple(self.weight(min(m, SYMBOLS - m)) for m in range(1, SYMBOLS))
        return tuple(w / sum(weights) for w in weights) if self.among else weights

    @property
    def transitions(self) -> Term:
        """The matrix: row by row the same moves."""
        row = (self.beside, *self.moves)
        return transitions(
            [[row[(end - start) % SYMBOLS] for end in range(SYMBOLS)] for start in range(SYMBOLS)], self.after
        )


TEXT: Final = Reading()
BITS: Final = Reading(unit=log(number(2)))
FAR: Final = Reading(weight=farness)
CLOSE: Final = Reading(weight=closeness)
BEFORE_AND_SPLIT: Final = Reading(beside=STAY)
TWICE: Final = Reading(weight=closeness, beside=2 * STAY, among=True, after=Fraction(0))
BEFORE: Final = Reading(beside=STAY, after=Fraction(0))
EQUAL: Final = Reading(weight=alike, beside=Fraction(1), after=Fraction(0))
EQUAL_BITS: Final = Reading(weight=alike, beside=Fraction(1), after=Fraction(0), unit=log(number(2)))


def entropy_rate_text(premises: Reading = TEXT) -> Derivation:
    """Inverse distances, 0.3 on the diagonal, in nats.

    >>> entropy_rate_text().formula.evalf(4)
    1.883
    """
    return proved_rate("entropy_rate_text", premises.transitions, premises.unit)


def entropy_rate_bits(premises: Reading = BITS) -> Derivation:
    """The same in bits.

    >>> entropy_rate_bits().formula.evalf(4)
    2.717
    """
    return proved_rate("entropy_rate_bits", premises.transitions, premises.unit)


def entropy_rate_distance(premises: Reading = FAR) -> Derivation:
    """Moves in proportion to the distance, in nats.

    >>> entropy_rate_distance().formula.evalf(4)
    1.899
    """
    return proved_rate("entropy_rate_distance", premises.transitions, premises.unit)


def entropy_rate_complement(premises: Reading = CLOSE) -> Derivation:
    """Moves in proportion to closeness, in nats.

    >>> entropy_rate_complement().formula.evalf(4)
    1.918
    """
    return proved_rate("entropy_rate_complement", premises.transitions, premises.unit)


def entropy_rate_twice(premises: Reading = TWICE) -> Derivation:
    """Closeness, and 0.3 added twice to a row that is divided by its sum again.

    >>> entropy_rate_twice().formula.evalf(4)
    1.829
    """
    return proved_rate("entropy_rate_twice", premises.transitions, premises.unit)


def entropy_rate_before_and_split(premises: Reading = BEFORE_AND_SPLIT) -> Derivation:
    """Inverse distances, and 0.3 on the diagonal both before the row is divided by its sum and after.

    >>> entropy_rate_before_and_split().formula.evalf(4)
    1.829
    """
    return proved_rate("entropy_rate_before_and_split", premises.transitions, premises.unit)


def entropy_rate_before(premises: Reading = BEFORE) -> Derivation:
    """Inverse distances, and 0.3 on the diagonal before the row is divided by its sum.

    >>> entropy_rate_before().formula.evalf(4)
    1.945
    """
    return proved_rate("entropy_rate_before", premises.transitions, premises.unit)


def largest_entropy_nats(premises: Reading = EQUAL) -> Derivation:
    """Of equal probabilities: log 8.

    >>> largest_entropy_nats().formula
    3*log(2)
    """
    return proved_rate("largest_entropy_nats", premises.transitions, premises.unit)


def largest_entropy_bits(premises: Reading = EQUAL_BITS) -> Derivation:
    """The same in bits.

    >>> largest_entropy_bits().formula
    3
    """
    return proved_rate("largest_entropy_bits", premises.transitions, premises.unit)


def stay_twice(premises: Reading = TWICE) -> Derivation:
    """The chance of staying where 0.3 is added twice.

    >>> stay_twice().formula
    3/8
    """
    return proved_stay("stay_twice", premises.transitions)


def stay_before_and_split(premises: Reading = BEFORE_AND_SPLIT) -> Derivation:
    """The chance of staying where 0.3 is on the diagonal both before and after.

    >>> stay_before_and_split().formula.evalf(4)
    0.3498
    """
    return proved_stay("stay_before_and_split", premises.transitions)


def transitions(weights: list[list[Fraction]], after: Fraction) -> Term:
    """The rows over their sums, with a share of stays."""

    def row(start: int) -> list[Fraction]:
        own = [(1 - after) * weight / sum(weights[start]) for weight in weights[start]]
        own[start] += after
        return own

    return matrix(*map(row, range(len(weights))))


def proved_rate(name: str, law: Term, unit: Value = 1) -> Derivation:
    """The entropy rate of a chain."""
    return _proved(name, "Entropy rate of a sticky chain", entropy_rate(law), unit)


def proved_stay(name: str, law: Term) -> Derivation:
    """The chance of staying of a stationary chain."""
    i = Index("i", number(SYMBOLS))
    return _proved(name, "Chance of staying", Sum(i, stationary(law)[i] * law[i, i]))


def _proved(name: str, title: str, term: Term, unit: Value = 1) -> Derivation:
    whole = term if is_number(as_term(unit), 1) else Term("mul", (term, 1 / as_term(unit)))
    found = apply("written_out", term=define("x", whole))
    return proved(name, title, replaced_within(found, [tidied(derive(term, by=chains))]))

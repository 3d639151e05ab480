r"""The sticky chain round a circle: chance of staying and entropy rate, by the reading of its law (S7).

From every one of the S symbols the chain moves by m places with the probability $P_m$, m = 0 standing for a
stay: rows are one row turned, so that every one has the entropy $h = -\sum_m P_m \log P_m$ and the entropy
rate $\sum_i \pi_i h$ is h whatever the stationary law $\pi$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import symbol
from ..rules.slopes import gather_logarithms, insert, reduce_fraction
from ..rules.totals import sum_out

S: Final = symbol("S")
i: Final = sp.Symbol("i", integer=True, positive=True)
pi: Final = sp.IndexedBase(r"\pi")
h: Final = sp.Symbol("h", positive=True)
rate: Final = sp.Symbol("H", positive=True)
mass: Final = sp.Symbol("Z", positive=True)
SYMBOLS: Final = 8
STAY: Final = sp.Rational(3, 10)


def inverse(distance: int) -> sp.Rational:
    """Moves weighed by the inverse distance."""
    return sp.Rational(1, distance)


def closeness(distance: int) -> sp.Rational:
    """Moves weighed by one more than the largest distance, minus the distance."""
    return sp.Integer(SYMBOLS // 2 + 1 - distance)


def farness(distance: int) -> sp.Rational:
    """Moves weighed by the distance itself."""
    return sp.Integer(distance)


def alike(distance: int) -> sp.Rational:
    """All moves weigh the same."""
    return sp.Integer(1)


@dataclass(frozen=True, kw_only=True)
class Reading:
    """The weight of a move, what a stay weighs beside moves, the share of stays added after, and the unit.

    With `among` the weights of moves are over their own sum before the stay is put beside them.
    """

    weight: Callable[[int], sp.Rational] = field(default=inverse)
    beside: sp.Rational = sp.S.Zero
    among: bool = False
    after: sp.Rational = STAY
    unit: sp.Expr = sp.S.One

    @property
    def moves(self) -> tuple[sp.Rational, ...]:
        """Weights of moves by 1 to 7 places, the shorter way round."""
        weights = tuple(self.weight(min(m, SYMBOLS - m)) for m in range(1, SYMBOLS))
        return tuple(w / sum(weights) for w in weights) if self.among else weights

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        moves = ", ".join(sp.latex(w) for w in self.moves)
        return (
            rf"moves by 1 to 7 places round a circle of eight weigh ${moves}$",
            rf"a stay weighs ${sp.latex(self.beside)}$ beside them; all are divided by their sum",
            rf"a share of ${sp.latex(self.after)}$ of stays is added, and the rest is scaled to fit",
            f"entropies in units of ${sp.latex(self.unit)}$ nats",
        )


TEXT: Final = Reading()
BITS: Final = Reading(unit=sp.log(2))
FAR: Final = Reading(weight=farness)
CLOSE: Final = Reading(weight=closeness)
BEFORE_AND_SPLIT: Final = Reading(beside=STAY)
TWICE: Final = Reading(weight=closeness, beside=2 * STAY, among=True, after=sp.S.Zero)
BEFORE: Final = Reading(beside=STAY, after=sp.S.Zero)
EQUAL: Final = Reading(weight=alike, beside=sp.S.One, after=sp.S.Zero)
EQUAL_BITS: Final = Reading(weight=alike, beside=sp.S.One, after=sp.S.Zero, unit=sp.log(2))


def entropy_rate_text(premises: Reading = TEXT) -> Derivation:
    """Inverse distances, 0.3 on the diagonal, in nats.

    >>> entropy_rate_text().formula.evalf(4)
    1.883
    """
    return _entropy_rate("entropy_rate_text", premises)


def entropy_rate_bits(premises: Reading = BITS) -> Derivation:
    """The same in bits.

    >>> entropy_rate_bits().formula.evalf(4)
    2.717
    """
    return _entropy_rate("entropy_rate_bits", premises)


def entropy_rate_distance(premises: Reading = FAR) -> Derivation:
    """Moves in proportion to the distance, in nats.

    >>> entropy_rate_distance().formula.evalf(4)
    1.899
    """
    return _entropy_rate("entropy_rate_distance", premises)


def entropy_rate_complement(premises: Reading = CLOSE) -> Derivation:
    """Moves in proportion to closeness, in nats.

    >>> entropy_rate_complement().formula.evalf(4)
    1.918
    """
    return _entropy_rate("entropy_rate_complement", premises)


def entropy_rate_twice(premises: Reading = TWICE) -> Derivation:
    """Closeness, and 0.3 added twice to a row that is divided by its sum again.

    >>> entropy_rate_twice().formula.evalf(4)
    1.829
    """
    return _entropy_rate("entropy_rate_twice", premises)


def entropy_rate_before_and_split(premises: Reading = BEFORE_AND_SPLIT) -> Derivation:
    """Inverse distances, and 0.3 on the diagonal both before the row is divided by its sum and after.

    >>> entropy_rate_before_and_split().formula.evalf(4)
    1.829
    """
    return _entropy_rate("entropy_rate_before_and_split", premises)


def entropy_rate_before(premises: Reading = BEFORE) -> Derivation:
    """Inverse distances, and 0.3 on the diagonal before the row is divided by its sum.

    >>> entropy_rate_before().formula.evalf(4)
    1.945
    """
    return _entropy_rate("entropy_rate_before", premises)


def largest_entropy_nats(premises: Reading = EQUAL) -> Derivation:
    """Of equal probabilities: log 8.

    >>> largest_entropy_nats().formula
    3*log(2)
    """
    return _entropy_rate("largest_entropy_nats", premises)


def largest_entropy_bits(premises: Reading = EQUAL_BITS) -> Derivation:
    """The same in bits.

    >>> largest_entropy_bits().formula
    3
    """
    return _entropy_rate("largest_entropy_bits", premises)


def stay_twice(premises: Reading = TWICE) -> Derivation:
    """The chance of staying where 0.3 is added twice.

    >>> stay_twice().formula
    3/8
    """
    return _stay("stay_twice", premises)


def stay_before_and_split(premises: Reading = BEFORE_AND_SPLIT) -> Derivation:
    """The chance of staying where 0.3 is on the diagonal both before and after.

    >>> stay_before_and_split().formula.evalf(4)
    0.3498
    """
    return _stay("stay_before_and_split", premises)


def _probabilities(premises: Reading) -> tuple[sp.Expr, ...]:
    """P_m for m = 0..7, by the sum of all weights."""
    row = (premises.beside, *premises.moves)
    scaled = tuple((1 - premises.after) * weight / mass for weight in row)
    return (scaled[0] + premises.after, *scaled[1:])


def _total(chain: Chain, premises: Reading) -> Step:
    total = chain.define("the sum of all weights", mass, sp.Add(premises.beside, *premises.moves))
    return chain.apply("add it up", reduce_fraction, total)


def _stay(name: str, premises: Reading) -> Derivation:
    chain = Chain(name=name, title="Chance of staying", premises=premises.sentences)
    total = _total(chain, premises)
    stay = chain.define(
        "the chance of staying, from every symbol", sp.Symbol("P_0"), _probabilities(premises)[0]
    )
    return chain.close(chain.apply("put the sum in", insert, stay, total))


def _entropy_rate(name: str, premises: Reading) -> Derivation:
    chain = Chain(name=name, title="Entropy rate round a circle", premises=premises.sentences)
    total = _total(chain, premises)
    terms = (part * sp.log(part) for part in _probabilities(premises) if part != 0)
    row = chain.define("the entropy of a row", h, -sp.Add(*terms))
    row = chain.apply("put the sum in", insert, row, total)
    row = chain.apply("logarithm by logarithm", gather_logarithms, row)
    whole = chain.define("the stationary law is one", sp.Sum(pi[i], (i, 1, S)), sp.S.One)
    mean = chain.define("the mean entropy of a row", rate, sp.Sum(pi[i] * h, (i, 1, S)))
    mean = chain.apply("rows are alike", sum_out, mean, whole)
    found = chain.apply("put the entropy in", insert, mean, row)
    if premises.unit == 1:
        return chain.close(found)
    scaled = chain.define("in the unit", sp.Symbol("B"), rate / premises.unit)
    return chain.close(chain.apply("put the entropy rate in", insert, scaled, found))

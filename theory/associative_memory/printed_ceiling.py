r"""Theorem 1 as printed: the error over the bound (7), for every memory at once (S2).

Outside the set of Eq. (7) a token is wrong with at most $2 d^{-2\gamma} \le 2 d^{-\gamma}$, inside at most
always: the error is at most what is printed, for every $\gamma \ge 0$ and hence for the infimum, with
nonnegative weights and $M \ge 2$.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import fixed
from ..node import TRUE, Term, negation, number
from ..prove import suppose
from ..substitution import replaced
from ..tactics.certificates import by_products
from ..tactics.rewriting import left, nonnegative, replaced_within, right, root_of_square
from ..terms import P, Sum, all_, define, exp, indicator, log, sqrt
from .ceilings import (
    GAMMA,
    LARGEST,
    LOGS,
    OUTSIDE,
    PAPER_RATE,
    TOTAL,
    Outside,
    classes,
    dimension,
    gamma,
    heavy_token,
    mass,
    own,
    place,
    places,
    positive_rate,
    rate,
    weight,
    weights,
)
from .competitors import known_positive


@dataclass(frozen=True, kw_only=True)
class Above:
    """The memory, and the factor of gamma in the printed exponent of d."""

    memory: Outside = OUTSIDE
    decay: Fraction = Fraction(1)

    @property
    def printed(self) -> Term:
        r"""$2 d^{-\gamma}$."""
        return 2 * exp(-self.decay * gamma * log(dimension))

    @property
    def inside(self) -> Term:
        """The token is of the set of Eq. (7)."""
        return dimension * weight**2 <= replaced(self.memory.edge(rate), rate, PAPER_RATE)

    def token(self) -> Theorem:
        r"""$P(\text{wrong}) \le 2 d^{-\gamma} + 1[\text{the token is of the set}]$ for any token."""
        inside, chance = self.inside, P(self.memory.wrong)
        outside = suppose(negation(inside), "the token is outside the set")
        wrong = apply("cut", apply("symmetric", self.weighs(outside)), heavy_token(self.memory))
        wrong = apply("cut", apply("symmetric", apply("weakened", outside)), wrong)
        logarithm = gamma * log(dimension)
        slower = by_products(
            -self.memory.share * logarithm, -self.decay * logarithm,
            (self.memory.share - self.decay, GAMMA, LOGS[1]),
        )  # fmt: skip
        grown = apply("monotone", slower, function="exp", exponent=number(1))
        wrong = by_products(chance, self.printed, (1, wrong), (2, grown))
        positive = apply("weakened", known_positive(self.printed))
        wrong = apply("where_it_holds", wrong, positive, event=outside.proposition)
        wrong = apply("rewrite", apply("indicator_of", term=indicator(outside.proposition)), wrong)
        always, value = apply("bounded", term=chance, end="high"), indicator(inside)
        return by_products(chance, self.printed + value, (1, wrong), (1, always, nonnegative(value)))

    def weighs(self, outside: Theorem) -> Theorem:
        """A token outside the set has a positive weight."""
        signs = suppose(all_(own, all_(place, weights[own, place] >= 0)), "no weight is negative")
        sign = apply("each", apply("each", signs, index=own), index=place)
        a, rate, over = self.memory.cut_off, positive_rate(), known_positive(1 / dimension)
        largest = apply("largest", term=LARGEST, index=own)
        square = by_products(
            number(0), weight**2, (1, outside, over), (a, rate, largest, over),
            (a, rate, nonnegative(mass(own)), over), (8 * a, rate, rate, nonnegative(TOTAL), over, over),
            relation="lt",
        )  # fmt: skip
        root = apply("positive", square, term=sqrt(weight**2))
        return apply("rewrite", root_of_square(weight, sign), root)


ABOVE: Final = Above()
"""Theorem 1, for nonnegative weights."""


def upper_share(premises: Above = ABOVE) -> Derivation:
    r"""$E / (7) \le 1$ for $q \ge 0$ and every number of classes from two on (S2.1).

    >>> upper_share().formula, upper_share().relation
    (1, '<=')
    """
    law, inside = fixed("p", classes, places)[own, place], indicator(premises.inside)
    laws = suppose(all_(own, all_(place, law >= 0)), "the law of the tokens")
    whole = suppose(Sum(own, Sum(place, law)) == 1, "the law of the tokens")
    share = apply("each", apply("each", laws, index=own), index=place)

    def summed(one: Theorem) -> Theorem:
        for index in (place, own):
            one = apply("sum_monotone", one, condition=TRUE, index=index)
        return one

    token = premises.token()
    every = summed(by_products(law * left(token), law * right(token), (1, token, share)))
    weighed = summed(by_products(number(0), law * inside, (1, share, nonnegative(inside))))
    none = apply("componentwise", left=number(0), right=left(weighed))
    value = premises.printed * left(whole) + right(weighed)
    total = replaced_within(apply("componentwise", left=right(every), right=value), [whole])
    printed = premises.printed + right(weighed)
    parts = (1, known_positive(premises.printed)), (1, weighed), (1, none)
    some = by_products(number(0), printed, *parts, relation="lt")
    over = apply("positive", some, term=1 / printed)
    found = by_products(left(every) / printed, number(1), (1, every, over), (1, total, over), known=(some,))
    for name, body in (("E", left(every)), ("B", printed)):
        found = apply("rewrite", apply("symmetric", apply("written_out", term=define(name, body))), found)
    return proved("upper_share", "The error over the bound (7)", found)

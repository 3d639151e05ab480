r"""As many orthonormal unembeddings as dimensions (S13): outer products have $d^2/\log d$ tokens right.

Each class has $N/d$ tokens, so that two classes are as noisy as $2 N/d$ tokens. A token is wrong where one of
fewer than d competitors wins, each with at most $\frac12 e^{-d^2/(4N)}$.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..node import Term, number
from ..prove import suppose
from ..tactics.certificates import by_products
from ..tactics.rewriting import left, occurring, right
from ..terms import all_, exp, inner, log, norm2
from .exact import known_positive
from .one_competitor import Classes, dimension, tokens
from .stored_sizes import decay

_FILLED: Final = suppose(tokens >= dimension, "each class has a token")


@dataclass(frozen=True, kw_only=True)
class Orthonormal(Classes):
    """As many orthonormal unembeddings as dimensions, and as many tokens of each class."""

    classes: Term = dimension
    most: Term = tokens / dimension
    level: Fraction = Fraction(0)
    error: Fraction = Fraction(1, 20)

    def filled(self, of_class: Term) -> tuple[Theorem, Theorem]:
        """It has a token, and no more tokens than the others."""
        c = self.further
        alike = suppose(all_(c, self.size(c) == self.most), "each class has as many tokens")
        equal = apply("each", alike, index=of_class)
        more = by_products(
            number(1), self.size(of_class), (-1, equal), (1, _FILLED, known_positive(1 / dimension))
        )
        return more, equal

    @property
    def lengths(self) -> list[Theorem]:
        """Those of the two unembeddings."""
        c = self.further
        every = suppose(all_(c, norm2(self.row(c)) == 1), "the unembeddings are unit vectors")
        return [apply("each", every, index=x) for x in (self.own, self.other)]

    def orthogonal(self, one: Term, other: Term, differs: Theorem) -> Theorem:
        """<u, v> = 0 for two classes."""
        c, b = self.further, self.other
        every = all_(c, all_(b != c, inner(self.row(c), self.row(b)) == 0))
        found = apply("each", suppose(every, "the unembeddings are orthogonal"), index=one)
        return apply("each", found, differs, index=other)

    @property
    def noisy(self) -> Theorem:
        """0 < B."""
        parts = (2, _FILLED, known_positive(1 / dimension)), (1, known_positive(number(1)))
        return by_products(number(0), 2 * self.most - 1, *parts, relation="lt")

    def wrong(self) -> Theorem:
        """P(some competitor wins) <= (d - 1) I_{B/(B + 1)}(d/2, 1/2)/2, B = 2 N/d - 1."""
        y, z, c = self.own, self.other, self.further
        differ = [apply("one_of_both", self.is_further, position=place) for place in (0, 1)]
        near = self.orthogonal(z, y, apply("symmetric", self.differs))
        none = [self.orthogonal(x, c, fact) for x, fact in zip((y, z), differ, strict=True)]
        x = self.along(c)
        along = apply("componentwise", left=x, right=left(none[0]) - left(none[1]))
        far = apply("ring", along, *none, left=x**2, right=number(0), multipliers=(x, x, -x))
        return self.any_competitor(self.quieter(near, far))


TWENTIETH: Final = Orthonormal()
"""Five errors in a hundred."""


def outer_products_floor(premises: Orthonormal = TWENTIETH) -> Derivation:
    r"""Outer products have $d^2/(4 \log(10 d))$ tokens right but for 5 %, d classes, or more.

    >>> outer_products_floor().formula
    d**2/(4*log(10*d))
    """
    wrong, d, N, c = premises.wrong(), dimension, tokens, 1 / (2 * premises.error)
    one, two, room = number(1), number(2), apply("bounded", term=d, end="low")
    (tail,) = occurring(right(wrong), "incomplete_beta")
    falls, a = decay(tail, 2 * N / d, premises.noisy), tail.args[1] * d / 2
    often = suppose(left(wrong) >= premises.error, "the token is wrong so often")
    growth = exp(a / N)
    rate, whole = known_positive(growth), known_positive(one)
    reached = by_products(
        growth, c * d, (2 * c, often, rate), (2 * c, wrong, rate), (c, falls, rate, room), (c, falls, rate),
        (c, whole),
    )  # fmt: skip
    reached = apply("monotone", reached, rate, function="log", exponent=one)
    least = by_products(two, c * d, (c, room), (2 * c - 2, whole))
    least = apply("monotone", least, known_positive(two), function="log", exponent=one)
    level = right(reached)
    some = by_products(number(0), level, (1, least), (1, known_positive(log(two))), relation="lt")
    over = apply("positive", some, term=1 / level)
    found = by_products(a / level, N, (1, reached, known_positive(N), over), known=(some,))
    title = "Tokens right of as many classes"
    return proved("outer_products_floor", title, apply("symmetric", found))

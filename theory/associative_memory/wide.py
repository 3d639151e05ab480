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
from ..tactics import at, both, combined, grown, same
from ..tactics.rewriting import left, occurring, right
from ..terms import all_, exp, inner, log, norm2
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
        equal = at(alike, of_class)
        return combined(self.size(of_class) >= 1, equal, (_FILLED, 1 / dimension)), equal

    @property
    def lengths(self) -> list[Theorem]:
        """Those of the two unembeddings."""
        c = self.further
        every = suppose(all_(c, norm2(self.row(c)) == 1), "the unembeddings are unit vectors")
        return [at(every, x) for x in (self.own, self.other)]

    def orthogonal(self, one: Term, other: Term, differs: Theorem) -> Theorem:
        """<u, v> = 0 for two classes."""
        c, b = self.further, self.other
        every = all_(c, all_(b != c, inner(self.row(c), self.row(b)) == 0))
        return at(suppose(every, "the unembeddings are orthogonal"), one, (other, differs))

    @property
    def noisy(self) -> Theorem:
        """0 < B."""
        return combined(2 * self.most - 1 > 0, (_FILLED, 1 / dimension), 1)

    def wrong(self) -> Theorem:
        """P(some competitor wins) <= (d - 1) I_{B/(B + 1)}(d/2, 1/2)/2, B = 2 N/d - 1."""
        y, z, c = self.own, self.other, self.further
        near = self.orthogonal(z, y, apply("symmetric", self.differs))
        none = [self.orthogonal(x, c, fact) for x, fact in zip((y, z), both(self.is_further), strict=True)]
        x = self.along(c)
        along = same(x, left(none[0]) - left(none[1]), ())
        far = combined(x**2 == 0, *((one, x) for one in (along, *none)))
        return self.any_competitor(self.quieter(near, far))


TWENTIETH: Final = Orthonormal()
"""Five errors in a hundred."""


def outer_products_floor(premises: Orthonormal = TWENTIETH) -> Derivation:
    r"""Outer products have $d^2/(4 \log(10 d))$ tokens right but for 5 %, d classes, or more.

    >>> outer_products_floor().formula
    d**2/(4*log(10*d))
    """
    wrong, d, N, c = premises.wrong(), dimension, tokens, 1 / (2 * premises.error)
    room, (tail,) = apply("bounded", term=d, end="low"), occurring(right(wrong), "incomplete_beta")
    falls, a = decay(tail, 2 * N / d, premises.noisy), tail.args[1] * d / 2
    often = suppose(left(wrong) >= premises.error, "the token is wrong so often")
    growth, two = exp(a / N), number(2)
    reached = growth <= c * d
    reached = combined(reached, (often, growth), (wrong, growth), (falls, growth, room), (falls, growth), 1)
    reached = grown(reached, "log")
    least, level = grown(combined(two <= c * d, room, 1), "log"), right(reached)
    some = combined(level > 0, least, log(two))
    found = combined(a / level <= N, (reached, N, 1 / level), known=[some])
    title = "Tokens right of as many classes"
    return proved("outer_products_floor", title, apply("symmetric", found))

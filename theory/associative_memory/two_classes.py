r"""A memory of tokens of two classes, all of weight 1, asked with each of them, or with one that it has not;
and Table 2 at $\rho = 0$: storing $P = s d$ tokens alike leaves an error that does not vanish (S5).

Of infinitely many tokens a stored one is wrong with probability $P(t_d > \sqrt{d/(P - 1)})$, above
$P(g > 1/\sqrt s)$ far out, g normal, and another with probability 1/2: so the error stays above a constant
and has no power of d.

| letter | meaning |
|---|---|
| `N` | tokens stored |
| `y` | signs, which are the classes of the tokens |
| `X` | the token that is asked for |
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Zipf, probability
from ..model import Index, Model, Size, fixed, iid
from ..node import Term, Value, number, value_of
from ..prove import prove, suppose
from ..substitution import subterms
from ..tactics import bound, combined, discharged, linked, named, same, summed
from ..tactics.rewriting import left, occurring, replaced_within, right, then
from ..tactics.telescopes import hurwitz_sum
from ..terms import Sum, inner, norm2, ones, outer, tabulate, zeta
from .exact import Competitor, competing, dimension, least_tail, own

tokens: Final = Size("N", minimum=2)


@dataclass(frozen=True, kw_only=True)
class Every(Competitor):
    """Each of N tokens of weight 1 is asked for: a token has the unembedding u or v by its sign."""

    count: Term = tokens
    weight: Value = 1
    noise: Value = tokens - 1

    @property
    def index(self) -> Term:
        """Any token."""
        return Index("i", self.count)

    @property
    def embeddings(self) -> Term:
        """Those of all tokens, independent."""
        return Model(e=iid(self.law, self.count)).e

    @property
    def token(self) -> Term:
        """The embedding of one of them."""
        return self.embeddings[self.index]

    @property
    def gap(self) -> Term:
        """Its own score less the competitor's."""
        y, i = self._classes, self.index
        return inner(y[i] * (own - competing), self.memory @ self.token)

    @property
    def memory(self) -> Term:
        """The outer products of all tokens."""
        y, j = self._classes, self._any
        return Sum(j, outer((own + competing) / 2 + y[j] * (own - competing) / 2, self._other))

    @property
    def image(self) -> Term:
        """The noise, a normal vector."""
        y, i, j = self._classes, self.index, self._any
        return Sum(j != i, y[i] * y[j] * self._other)

    @property
    def _any(self) -> Term:
        return Index("j", self.count)

    @property
    def _classes(self) -> Term:
        return fixed("y", self.count)

    @property
    def _other(self) -> Term:
        """The embedding of any token."""
        return self.embeddings[self._any]

    def _square(self, place: Term) -> Theorem:
        """y_j^2 = 1."""
        y, j = self._classes, self._any
        squares = tabulate(j, y[j] ** 2)
        signs = suppose(squares == ones(self.count), "the class of token j is the sign of y_j")
        found = apply("within", signs, term=squares[place])
        return linked(same(y[place] ** 2, left(found), ()), found, same(right(found), number(1), ()))

    @property
    def split(self) -> Theorem:
        """The gap, as (1 - <u, v>) (|e_i|^2 + <sum_{j != i} y_i y_j e_j, e_i>)."""
        y, i, j = self._classes, self.index, self._any
        e, along = self.token, inner(self._other, self.token)
        plain, signed = (norm2(own) - norm2(competing)) / 2, y[j] * along
        half = (norm2(own) + norm2(competing) - 2 * inner(own, competing)) / 2
        value = y[i] * (plain * Sum(j, along) + half * Sum(j, signed))
        taken = apply("taken_out", term=Sum(j, signed), value=i)
        found = replaced_within(same(self.gap, value, ()), [*self.lengths, taken])
        noise = inner(self.image, e)
        others, lead = same(y[i] * Sum(j != i, signed), noise, ()), self.lead
        parts = (self._square(i), lead * norm2(e)), (others, lead)
        return then(found, combined(right(found) == lead * norm2(e) + lead * noise, *parts))

    @property
    def squares(self) -> Theorem:
        """The squared weights of the others."""
        y, i, j = self._classes, self.index, self._any
        signs = self._square(i), self._square(j)
        square = (y[i] * y[j]) ** 2
        return summed(combined(square == 1, (signs[0], y[j] ** 2), signs[1]), j != i)


class Unstored(Every):
    """A token of the class of u is asked for that is not stored: its gap is noise alone."""

    @property
    def token(self) -> Term:
        """Its embedding."""
        return Model(f=self.law).f

    @property
    def gap(self) -> Term:
        """Its own score less the competitor's."""
        return inner(own - competing, self.memory @ self.token)

    @property
    def image(self) -> Term:
        """The noise, a normal vector."""
        return Sum(self._any, self._classes[self._any] * self._other)

    @property
    def split(self) -> Theorem:
        """The gap, as (1 - <u, v>) <sum_j y_j e_j, f>."""
        along, noise = Sum(self._any, inner(self._other, self.token)), inner(self.image, self.token)
        plain, half = ((norm2(own) + sign * norm2(competing)) / 2 for sign in (-1, 1))
        value = plain * along + (half - inner(own, competing)) * noise
        found = replaced_within(same(self.gap, value, ()), self.lengths)
        return then(found, same(right(found), self.lead * noise, ()))

    @property
    def squares(self) -> Theorem:
        """The squared weights of all."""
        return summed(self._square(self._any), self._any)


EVERY: Final = Every()
"""At least two tokens."""


_HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, kw_only=True)
class Threshold:
    """Tokens stored for each dimension, the exponent of the Zipf law, and what two classes rest on."""

    share: int = 1
    exponent: int = 2
    tokens: Every = EVERY

    @property
    def stored(self) -> Every:
        """The tokens that are stored."""
        count = self.share * dimension
        return replace(self.tokens, count=count, noise=count - 1)

    @property
    def far(self) -> Theorem:
        """At least two tokens are stored."""
        enough = dimension >= ceil(2 / self.share)
        return suppose(enough) if self.share == 1 else prove(enough, by=bound)


DIMENSION: Final = Threshold()
"""$P = d$, as Table 2 prints it, at $\\alpha = 2$."""


def thresholded_error(premises: Threshold = DIMENSION) -> Derivation:
    r"""$E = (1 - H) P(t_d > \sqrt{d/(P - 1)}) + H/2$ at $P = d$, H the mass beyond P: of the order $d^0$.

    >>> thresholded_error().exponents
    {'d': Fraction(0, 1)}
    """
    stored, law = premises.stored, Zipf(premises.exponent)
    more = prove(stored.noise > 0, by=[bound, premises.far])
    one, falling = (discharged(found, more) for found in (stored.wins(), stored.falling()))
    other = Unstored(law=stored.law, length=stored.length, count=stored.count, weight=0, noise=stored.count)
    other = other.guessed()
    i, X, chance = stored.index, Model(X=law).X, right(one)
    every = Sum(i, probability(law, i) * left(one))
    beyond = apply("zipf_beyond", x=X, t=stored.count)
    put_in = apply("under", one, binder=every, index=i), beyond, other
    found = named("E", every + left(beyond) * left(other), *put_in)
    powers, whole, mass = Sum(i, i**-premises.exponent), zeta(premises.exponent), right(beyond)
    found = then(found, same(right(found), powers / whole * chance + mass / 2, ()))
    steep = prove(number(premises.exponent) > 1, by=bound)
    found = replaced_within(found, [hurwitz_sum(powers, steep)])
    found = then(found, same(right(found), (1 - mass) * chance + mass / 2, (steep,)))
    (tail,) = occurring(chance, "incomplete_beta")
    turned = apply("beta_reflected", more, term=tail)
    (rest,) = occurring(right(turned), "incomplete_beta")
    half = combined(chance <= _HALF, rest, turned, known=[more])
    least, part = _least_chance(premises, more, falling), apply("bounded", term=left(beyond), end="high")
    low = combined(left(least) <= right(found), least, one, (mass, half), known=[steep])
    high = combined(right(found) <= _HALF, (part, half), (beyond, chance - _HALF))
    sides = apply("symmetric", linked(low, found)), linked(found, high)
    title = "Error where $P = s d$ tokens are stored"
    return proved("thresholded_error", title, found, dimension, between=sides)


def _least_chance(premises: Threshold, more: Theorem, falling: Theorem) -> Theorem:
    """A positive number is at most the probability that a stored token is wrong."""
    (tail,) = (part for part in subterms(left(falling)) if part.data == ("erfc",))
    square, (_, least) = tail.args[0].args[0], premises.far.proposition.args
    nearest = premises.share * value_of(least) - 1
    largest = number(value_of(least) / (2 * nearest))
    ratio = combined(square <= largest, (premises.far, 1 / premises.stored.noise), known=[more])
    return linked(least_tail(ratio, more), falling)

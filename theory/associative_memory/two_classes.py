r"""A memory of tokens of two classes, all of weight 1, asked with each of them, or with one that it has not.

| letter | meaning |
|---|---|
| `N` | tokens stored |
| `y` | signs, which are the classes of the tokens |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..kernel import Theorem, apply
from ..model import Index, Model, Size, fixed, iid
from ..node import Term, Value, number
from ..prove import suppose
from ..tactics.combinations import combined
from ..tactics.goals import same
from ..tactics.orders import linked, summed
from ..tactics.rewriting import left, replaced_within, right, then
from ..terms import Sum, inner, norm2, ones, outer, tabulate
from .exact import Competitor, competing, own

tokens = Size("N", minimum=2)


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

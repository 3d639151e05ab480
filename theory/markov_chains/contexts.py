r"""Matching contexts by their codes (S10): the angle between the closest ones, and plain inner products.

The code of a context $(c_1, \ldots, c_k)$, the last symbol first, is $\sum_j r^{-j} e_{c_j}$, here in units
of $r^{-k}$: $\sum_j r^{k-j} e_{c_j}$. Complete contexts share one coordinate more, the mark, whose square is
`mark` times that of the sum of all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Parameter, Size
from ..node import Term, Value, as_term, number, power
from ..prove import derive, prove, suppose
from ..tactics import bound, flow, products
from ..tactics.rewriting import itself, replaced_within, right, root_of, root_of_square, then
from ..tactics.steps import calculation, equals
from ..terms import define, exp, inner, iterate, norm2, softmax, sqrt, vector

k = Size("k")
kappa, r, mark, w_1, w_2 = map(Parameter, ("kappa", "r", "mark", "w_1", "w_2"))
_total: Final = Parameter("A")


@dataclass(frozen=True, kw_only=True)
class Codes:
    """The ratio of the weights of one symbol and the one before, and the square of the mark."""

    base: Value = r
    mark: Value = mark

    @property
    def total(self) -> Term:
        """The sum of the weights of all k symbols, each being the ratio times the next smaller one."""
        return iterate(self.base * _total + 1, _total, 0, k)

    @property
    def codes(self) -> tuple[Term, Term]:
        """The codes of the contexts a ... a a and a ... a b: along e_a, e_b and the mark."""
        side = sqrt(as_term(self.mark)) * self.total
        return vector(self.total, 0, side), vector(self.total - 1, 1, side)

    @property
    def gap(self) -> Term:
        """One minus the cosine of the two."""
        one, other = self.codes
        return 1 - inner(one, other) / sqrt(norm2(one) * norm2(other))


@dataclass(frozen=True, kw_only=True)
class Pair:
    """The weights of the last symbol and of the one before; symbols are one-hot."""

    last: Term = w_1
    before: Term = w_2


CODES: Final = Codes()
BUILT: Final = Codes(base=3, mark=2)
"""The codes of the construction: ternary, and marked."""
PAIR: Final = Pair()


def context_gap(premises: Codes = CODES) -> Derivation:
    r"""One minus the cosine of the contexts $a \cdots a a$ and $a \cdots a b$ (S10).

    It falls like $r^{-2k}$.
    """
    gap = apply("written_out", term=define("Delta", premises.gap))
    return proved("context_gap", "One minus the cosine of neighbouring contexts", _summed(gap, premises))


def worst_leak(premises: Codes = BUILT) -> Derivation:
    r"""$1/(1 + e^{\kappa \Delta})$: the weight of the neighbouring context beside one match (S10)."""
    scores = vector(kappa, kappa - kappa * premises.gap)
    leak = calculation(define("alpha", softmax(scores)[2]), equals(1 / (1 + exp(kappa * premises.gap))))
    return proved("worst_leak", "Weight of a neighbouring context beside one match", _summed(leak, premises))


def plain_excess(premises: Pair = PAIR) -> Derivation:
    r"""$w_2 (w_1 - w_2)$: by how much the context $a a$ scores above $a b$ itself, asked for $a b$ (S10).

    >>> plain_excess().formula
    w_2*(w_1 - w_2)
    """
    own, competitor = vector(premises.last, premises.before), vector(premises.last + premises.before, 0)
    value = premises.before * (premises.last - premises.before)
    excess = calculation(define("x", inner(competitor, own) - norm2(own)), equals(value))
    title = "Plain inner product with another context, less that with the own one"
    return proved("plain_excess", title, excess)


def _gap_of(premises: Codes) -> Theorem:
    r"""1 - c = \sin^2/(1 + c) for the cosine c, which keeps its digits where c is close to 1.

    The inner product is that of nonnegative terms, since the total A of the weights is at least 1.
    """
    total, mark, (one, other) = premises.total, as_term(premises.mark), premises.codes
    side = power(sqrt(mark), 2) * total**2
    written_as = {
        inner(one, other): total * (total - 1) + side,
        norm2(one): total**2 + side,
        norm2(other): (total - 1) ** 2 + 1 + side,
    }
    sign = _known(mark >= 0)
    _, square = root_of(sign)
    written = [apply("componentwise", left=left, right=right) for left, right in written_as.items()]
    written = [replaced_within(each, [square]) for each in written]
    found = replaced_within(itself(premises.gap), written)
    overlap, own, competitor = map(right, written)
    some = prove(total >= 1, by=[flow, _known(as_term(premises.base) > 1)])
    signs = (some, sign)
    positive = [prove(number(0) < x, by=[products, *signs]) for x in (total, 1 + mark, own, competitor)]
    above, more, long, other_long = positive
    acute = prove(number(0) <= overlap, by=[products, *signs])
    lengths = prove(number(0) < own * competitor, by=[products, long, other_long])
    cosine, facts = overlap / sqrt(own * competitor), (above, more, other_long, lengths)
    acute = prove(
        number(0) <= cosine,
        by=[products, acute, apply("positive", lengths, term=sqrt(own * competitor) ** -1)],
    )
    wide = prove(number(0) < 1 + cosine, by=[products, acute])
    squared_sine = (2 * mark + 1) / ((mark + 1) * competitor)
    found = then(found, calculation(right(found), equals(squared_sine / (1 + cosine), *facts, wide)))
    squared = calculation(cosine**2, equals(1 - squared_sine, *facts))
    named = apply("symmetric", root_of_square(cosine, acute))
    return replaced_within(found, [named, squared])


def _summed(theorem: Theorem, premises: Codes) -> Theorem:
    """The theorem with the gap, and the sum of the weights in it, in closed form."""
    closed = derive(premises.total, by=[flow, _known(as_term(premises.base) > 1)])
    return replaced_within(theorem, [_gap_of(premises), closed])


def _known(inequality: Term) -> Theorem:
    """What holds of a number, or is supposed of a symbol."""
    is_about_numbers = all(side.head == "number" for side in inequality.args)
    return prove(inequality, by=bound) if is_about_numbers else suppose(inequality)

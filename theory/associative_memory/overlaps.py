r"""All pairs of P random unit vectors (S11): the exact law of one overlap, and what all pairs make of it.

The square of one overlap is a Beta variable of parameters $\frac12, \frac{d-1}{2}$. So the union over pairs
is exact but for its one inequality, and the number of vectors at which half a pair is expected is exact.

| letter | meaning |
|---|---|
| `eta` | the overlap that is not to be exceeded |
| `P` | how many vectors there are |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..kernel.theorem import ordered
from ..laws import Sphere
from ..model import Index, Model, Parameter, Size, iid
from ..node import Term, Value
from ..prove import derive, prove, suppose
from ..tactics import algebra, bound, combined, grown, linked, positive, rewritten, same, summed
from ..tactics.overlaps import overlap_bound, overlap_tail
from ..tactics.rewriting import collected, factored, left, right, root_of_square
from ..tactics.unions import some_pair
from ..terms import absolute, any_, define, exp, inner, log, sqrt

many, d, eta = Size("P", minimum=2), Size("d", minimum=2), Parameter("eta")
i, j = Index("i", many), Index("j", many)
SPHERE: Final = Sphere(d)
LEVEL: Final = suppose(eta > 0), suppose(eta < 1)
"""0 < eta < 1."""
_BELOW_ONE: Final = combined(1 - eta**2 > 0, LEVEL, LEVEL[1])
_SEVERAL: Final = combined(log(many) > 0, grown(prove(many > 1, by=bound), "log"))


@dataclass(frozen=True, kw_only=True)
class Vectors:
    """The law of the vectors, how many pairs are to be expected, the level of Lemma 1 over sqrt(log P/d)."""

    law: Term = SPHERE
    level: Fraction = Fraction(1, 2)
    factor: Value = 2

    @property
    def pair(self) -> tuple[Term, Term]:
        """Two of the vectors."""
        vectors = Model(e=iid(self.law, many)).e
        return vectors[i], vectors[j]

    def beyond(self, level: Term) -> Term:
        """They overlap by more than a level, on either side."""
        return absolute(inner(*self.pair)) > level

    def some_beyond(self, level: Term) -> Term:
        """Some pair does."""
        return any_(i, any_(j != i, self.beyond(level)))

    @property
    def tail(self) -> Theorem:
        """The probability that two overlap by more than eta. Raises `Refused` for another length than one."""
        one, other = self.pair
        wide = prove(self.law.shape[0] >= 2, by=bound)  # noqa: PLR2004
        return overlap_tail(other, one, *LEVEL, wide, suppose(j != i))

    def some_pair(self, positive: Theorem) -> Theorem:
        """A bound on the probability that some pair overlaps by more than a level, from 0 < level."""
        _, _, level = ordered(positive.proposition)
        one, other = self.pair
        tail = overlap_bound(other, one, positive, suppose(j != i))
        found = some_pair(self.some_beyond(level), tail, i, j)
        return linked(found, same(right(found), factored(right(found)), ()))


VECTORS: Final = Vectors()
"""Vectors uniform on the unit sphere, half a pair."""


@dataclass(frozen=True, kw_only=True)
class Footnote:
    """The power of P and the factor of the exponent in the bound of footnote 3."""

    power: Value = 2
    rate: Fraction = Fraction(1, 2)


PRINTED: Final = Footnote()
"""The bound as printed."""


def incoherence_union(premises: Vectors = VECTORS) -> Derivation:
    r"""$\mathbb{P}(\text{some pair}) \le \frac{P(P-1)}{2} I_{1-\eta^2}(\frac{d-1}{2}, \frac12)$.

    >>> incoherence_union().relation
    '<='
    """
    found = some_pair(premises.some_beyond(eta), premises.tail, i, j)
    return proved("incoherence_union", "Some pair overlaps by more than a level", found)


def incoherent_size(premises: Vectors = VECTORS) -> Derivation:
    r"""$P = \frac12 (1 + \sqrt{1 + 4/p})$, p the exact tail of one overlap: half a pair is expected."""
    tail = premises.tail
    pairs = summed(tail, j != i, i)
    expected = suppose(left(pairs) / 2 == premises.level, "the expected number of pairs")
    some = positive(right(tail), *LEVEL, _BELOW_ONE)
    root, square = 2 * many - 1, 1 + 8 * premises.level / right(tail)
    twice = combined(root**2 == square, (rewritten(expected, pairs), 1 / right(tail)), known=[some])
    found = root_of_square(root, prove(root >= 0, by=bound))
    found = linked(found, apply("within", twice, term=left(found)))
    found = combined(many == (1 + right(found)) / 2, found)
    return proved("incoherent_size", "Vectors at which half a pair is expected", found)


def incoherence_lemma(premises: Vectors = VECTORS) -> Derivation:
    r"""$P(\text{some pair beyond } 2\sqrt{\log P/d}) \le 1 - 1/P$: below one, so that some family has none.

    >>> incoherence_lemma().formula
    (P - 1)/P
    """
    level = premises.factor * sqrt(log(many) / premises.law.shape[0])
    found = premises.some_pair(positive(level, _SEVERAL))
    value = factored(collected(right(found), _SEVERAL))
    found = linked(found, same(right(found), value, (_SEVERAL,)))
    return proved("incoherence_lemma", "Lemma 1: some family is quasi-orthogonal", found)


def incoherence_bound(premises: Vectors = VECTORS) -> Derivation:
    r"""$P(\text{some pair beyond } \eta) \le P (P-1) e^{-d \eta^2/2}$; footnote 3 prints $P^2$.

    >>> incoherence_bound().formula
    P*(P - 1)*exp(-d*eta**2/2)
    """
    found = premises.some_pair(LEVEL[0])
    return proved("incoherence_bound", "Some pair of random vectors overlaps", found)


def footnote_used(premises: Footnote = PRINTED) -> Derivation:
    r"""$P^2 e^{-d \eta^2/2} = 1$ at $P = e^{\eta^2 d/4}$: where model (23) uses it the bound is vacuous.

    >>> footnote_used().formula
    1
    """
    stored = exp(eta**2 * d / 4)
    printed = define("B", stored**premises.power * exp(-premises.rate * d * eta**2))
    return proved("footnote_used", "Footnote 3 at its own use", derive(printed, by=algebra))

r"""Model (23), which keeps all embeddings (S11): right on quasi-orthogonal ones, and how often it is wrong.

The answer to token i is $o_i = \sum_j \max(0, \langle e_j, e_i \rangle - \eta) u_j$, where $u_j$ is the
unembedding of token j's class. Without overlaps beyond eta the gap to a competitor at distance kappa is
$(1 - \eta) \kappa^2/2 > 0$. So all P tokens are right but where some pair overlaps, and one token is right
but where it overlaps another.

| letter | meaning |
|---|---|
| `eta` | the overlap from which on a token is heard |
| `kappa` | distance of the right unembedding from a competitor's |
| `v` | unembeddings of the classes |
| `m` | $m_{i c}$ is positive where class c is a competitor of token i |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .. import laws
from ..derivation import Derivation, proved
from ..kernel import Refused, Theorem, apply
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..node import TRUE, Term, Value, negation, number
from ..prove import prove, suppose
from ..substitution import abstracted, replaced
from ..tactics import at, both, bound, combined, linked, named, same, some_of
from ..tactics.overlaps import overlap_tail
from ..tactics.rewriting import converted, left, replaced_within, right, then, with_zero
from ..tactics.unions import some_pair
from ..terms import Sum, absolute, all_, indicator, inner, maximum, norm2, unit
from .learned import along_difference
from .overlaps import LEVEL, SPHERE, eta, i, j, many

D, M = Size("D"), Size("M")
kappa, c = Parameter("kappa"), Index("c", M)
output, _v, _m = fixed("u", many, D), fixed("v", M, D), fixed("m", many, M)
competes: Final = _m[i, c] > 0
"""Class c is a competitor of token i."""


def row(matrix: Term, place: Term) -> Term:
    """The row of a matrix that belongs to a token or class."""
    return matrix.T @ unit(place)


_own, _competitor = row(output, i), row(_v, c)
difference: Final = _own - _competitor
"""Of the unembeddings of token i's class and of class c."""
_SILENT: Final = "no other overlaps with it by more"


def all_competitors(event: Term) -> Term:
    """An event for every competitor c of token i."""
    return Term("all", (M, abstracted(competes, c), abstracted(event, c)))


_ABOVE: Final = suppose(
    all_(i, all_competitors(inner(difference, _own) > 0)), "competitors of the own length differ from it"
)


@dataclass(frozen=True, kw_only=True)
class Family:
    """The law of the embeddings."""

    law: Term = SPHERE

    @property
    def fixed(self) -> Term:
        """The embeddings, drawn once, as rows."""
        return fixed("e", many, *self.law.shape)

    @property
    def overlap(self) -> Term:
        """That of token j with token i."""
        return inner(row(self.fixed, j), row(self.fixed, i))

    @property
    def heard(self) -> Term:
        """What is heard of token j."""
        return maximum(0, self.overlap - eta)

    @property
    def apart(self) -> Term:
        """No other token overlaps with token i by more than eta."""
        return all_(j != i, absolute(self.overlap) <= eta)

    @property
    def gap(self) -> Term:
        """The score of token i's class less that of class c."""
        answer = Sum(j, self.heard * row(output, j))
        return inner(difference, answer)

    @property
    def length(self) -> Term:
        """The squared length of embeddings. Raises `Refused` where they have no one length."""
        length = laws.squared_norm(self.law)
        if length is None:
            raise Refused(f"The law {self.law} has no fixed length.")
        return length

    @property
    def level(self) -> Term:
        """What is heard of the own embedding."""
        return self.length - eta

    @property
    def unit(self) -> Term:
        """The embedding of token i has that length."""
        return norm2(row(self.fixed, i)) == self.length

    def parted(self, unit: Theorem) -> Theorem:
        r"""The gap is $(1 - \eta) \langle u_i - v_c, u_i \rangle$, and what is heard of other tokens."""
        score = self.heard * inner(difference, row(output, j))
        found = same(self.gap, Sum(j, score), ())
        found = then(found, apply("taken_out", term=right(found), value=i))
        square, level = replaced(self.overlap, j, i), self.level
        own, heard = combined(square - eta == level, unit), combined(level >= 0, LEVEL[1])
        return replaced_within(found, [own, with_zero(heard)])

    def split(self, apart: Theorem, unit: Theorem) -> Theorem:
        r"""The gap is $(1 - \eta) \langle u_i - v_c, u_i \rangle$ without overlaps of token i."""
        found = self.parted(unit)
        below = at(apart, (j, suppose(j != i)))
        silent = apply("under", with_zero(self.silent(below)), binder=right(found).args[1], index=j)
        silent = converted(silent, lambda rest: same(rest, number(0), ()))
        found = replaced_within(found, [silent])
        return converted(found, lambda gap: same(gap, self.level * inner(difference, _own), ()))

    def silent(self, below: Theorem) -> Theorem:
        r"""What is heard of token j is nothing, from $|\langle e_j, e_i \rangle| \le \eta$."""
        return combined(self.overlap - eta <= 0, both(below)[1])

    def right(self, apart: Theorem, unit: Theorem) -> Theorem:
        """Token i is above all its competitors."""
        found = self.split(apart, unit)
        differ = at(_ABOVE, i, (c, suppose(competes)))
        above = apply("symmetric", linked(combined(right(found) > 0, (LEVEL[1], differ)), found))
        return apply("every", above, condition=competes, index=c)

    def wrong(self, fact: Theorem, event: Term, *lengths: Theorem) -> Theorem:
        """P(not B) <= P(not A) from A |- B, for embeddings of the law."""
        chances = apply("implied", fact, *lengths, event=event, fixed=self.fixed, x=self.embeddings)
        one, other = (apply("complement", event=negation(side.args[0])) for side in chances.proposition.args)
        return combined(left(other) <= left(one), chances, one, other)

    @property
    def embeddings(self) -> Term:
        """One for each token, independent."""
        return Model(e=iid(self.law, many)).e

    def tail(self) -> Theorem:
        """The probability that two embeddings overlap by more than eta."""
        wide = prove(self.law.shape[0] >= 2, by=bound)  # noqa: PLR2004
        return overlap_tail(self.embeddings[i], self.embeddings[j], *LEVEL, wide, suppose(j != i))


@dataclass(frozen=True, kw_only=True)
class Unembeddings(Family):
    """The squared lengths of the own unembedding and of the competitor's."""

    own: Value = 1
    other: Value = 1


FAMILY: Final = Family()
"""Embeddings uniform on the unit sphere."""

UNIT: Final = Unembeddings()


def rectified_gap(premises: Unembeddings = UNIT) -> Derivation:
    r"""The gap of model (23) to a competitor at distance $\kappa$: $(1 - \eta) \kappa^2/2$, quasi-orthogonal.

    Raises `Refused` for embeddings or unembeddings without one length.

    >>> rectified_gap().formula
    kappa**2*(1 - eta)/2
    """
    facts = suppose(premises.apart, _SILENT), suppose(premises.unit)
    gap = then(named("Z", premises.gap), premises.split(*facts))
    apart = suppose(norm2(difference) == kappa**2, "the distance from the competitor")
    lengths = suppose(norm2(_own) == premises.own), suppose(norm2(_competitor) == premises.other)
    gap = replaced_within(gap, [along_difference(_own, _competitor, apart, *lengths)])
    gap = converted(gap, lambda value: same(value, premises.level * kappa**2 / 2, ()))
    return proved("rectified_gap", "Gap of model (23)", gap)


def rectified_sound(premises: Family = FAMILY) -> Derivation:
    r"""No token of model (23) is wrong where no other overlaps with it by more than $\eta$.

    >>> rectified_sound().formula
    0
    """
    fact = premises.right(suppose(premises.apart, _SILENT), suppose(premises.unit))
    wrong = indicator(negation(fact.proposition))
    none = named("E", wrong, apply("indicator_of", term=wrong), apply("certain", fact))
    none = converted(none, lambda own: same(own, number(0), ()))
    return proved("rectified_sound", "Model (23) on quasi-orthogonal embeddings", none)


def rectified_token(premises: Family = FAMILY) -> Derivation:
    r"""$\mathbb{P}(\text{one of P tokens is wrong}) \le (P - 1)\, p$, p the tail of one overlap."""
    fact = premises.right(suppose(premises.apart, _SILENT), suppose(premises.unit))
    length = apply("fixed_norm", term=norm2(premises.embeddings[i]))
    found = premises.wrong(fact, premises.apart, length)
    found = linked(found, some_of(premises.tail(), j != i))
    return proved("rectified_token", "One token of model (23) is wrong", found)


def rectified_any(premises: Family = FAMILY) -> Derivation:
    r"""$\mathbb{P}(\text{some of P tokens is wrong}) \le \frac{P(P-1)}{2} p$.

    >>> rectified_any().relation
    '<='
    """
    everywhere, units = all_(i, premises.apart), all_(i, premises.unit)
    fact = premises.right(*(at(suppose(each), i) for each in (everywhere, units)))
    length = apply("fixed_norm", term=norm2(premises.embeddings[i]))
    found = premises.wrong(_for_all(fact), everywhere, _for_all(length))
    some = some_pair(right(found).args[0], premises.tail(), i, j)
    return proved("rectified_any", "Some token of model (23) is wrong", linked(found, some))


def _for_all(fact: Theorem) -> Theorem:
    return apply("every", fact, condition=TRUE, index=i)

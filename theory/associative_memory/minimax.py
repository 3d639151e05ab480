r"""Theorem 2: no weights store more than a multiple of d tokens; the error is at least that of the rest (S7).

A light token, $3 (d + 1) q^2 \le Q$, is wrong with a probability bounded below (Theorem 1), and the largest
of M classes has a share 1/M of all squared weights, whatever f is. Hence at most 3 M (d + 1) tokens are not
light, and the others weigh at least what follows that many under a Zipf law. The paper puts $p_*$, the
largest class's mass, for 1/M, and says "any $p_* \in (0, 1)$": the first token lies in some class, and M
classes share a mass of one; filling the emptiest class reaches the larger of both bounds.

| letter | meaning |
|---|---|
| `N` | tokens that have a weight, among the first; the others have none |
| `S` | squared weights of each class |
| `r` | the mass of each class beyond the N tokens |
| `C` | $1/\zeta(\alpha)$, the mass of the first token |
| `x` | a token that is asked for |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Zipf
from ..model import Index, Model, Parameter, Size, fixed
from ..node import Term, negation, number
from ..prove import granted, suppose
from ..tactics import at, combined, linked, named, nonnegative, rewritten, same, summed
from ..tactics.rewriting import itself, left, replaced_within, right
from ..terms import Sum, all_, fullest_class, hurwitz_zeta, max_over, zeta
from .competitors import classes, largest_class
from .floors import LIGHT, SOME_WEIGHT, Light

_tokens: Final = Size("N")
_alpha: Final = Parameter("alpha")
_j, _y = Index("j", _tokens), Index("y", classes)
_q, _S, _r = fixed("q", _tokens), fixed("S", classes), fixed("r", classes)


@dataclass(frozen=True, kw_only=True)
class Minimax:
    """What Theorem 2 assumes of the light tokens, and the exponent of the Zipf law on all whole numbers."""

    light: Light = LIGHT
    exponent: Term = _alpha

    @property
    def steep(self) -> Theorem:
        """1 < s. Raises `Refused` for a number that is not above 1."""
        return granted(self.exponent > 1, "the law has a sum")

    def few(self, light: Term) -> Theorem:
        """At most c M (d + 1) tokens are not light."""
        c, size = self.light.cut_off, self.light.memory.law.shape[0] + 1
        heavy, over, squares = suppose(negation(light)), 1 / largest_class, Sum(_j, _q[_j] ** 2)
        one = combined(c * size * _q[_j] ** 2 * over >= 1, (heavy, over), known=[SOME_WEIGHT])
        ones = apply("sum_monotone", one, condition=negation(light), index=_j)
        parts, largest = apply("parted", term=squares, case=light, index=_j), max_over(_y, _S[_y])
        rest, taken = right(parts).args
        total = suppose(squares == Sum(_y, _S[_y]), "each token has one of the classes")
        top = suppose(largest_class == largest, "the largest class")
        each = rewritten(apply("largest", term=largest, index=_y), apply("symmetric", top))
        each = summed(each, _y)
        ones = linked(ones, same(right(ones), c * size * over * taken, (SOME_WEIGHT,)))
        return combined(
            left(ones) <= c * size * classes, ones, (rest, size, over), (parts, size * over),
            (total, size * over), (each, size, over), known=[SOME_WEIGHT],
        )  # fmt: skip


WHOLE: Final = Minimax()
"""A Zipf law on all whole numbers, of any exponent above 1."""


def minimax_floor(premises: Minimax = WHOLE) -> Derivation:
    r"""$E/C \ge \frac12 \mathrm{erfc}(1/\sqrt 6) (1 + 3 M (d + 1))^{1 - \alpha}/(\alpha - 1)$, any q, f.

    >>> minimax_floor().relation
    '>='
    """
    s, steep, light = premises.exponent, premises.steep, premises.light
    first = 1 / zeta(s)
    stored = light.least_error(_j, nonnegative(_j**-s))
    other = light.without_weight(_y)
    share, missed = at(suppose(all_(_y, number(0) <= _r[_y]), "a mass"), _y), Sum(_y, _r[_y])
    each = combined(_r[_y] * left(other) <= _r[_y] * right(other), (share, other))
    others = summed(each, _y)
    others = linked(same(light.least * missed, left(others), ()), others)
    rest = suppose(first * hurwitz_zeta(s, _tokens + 1) <= missed, "the mass of the tokens without weight")
    few = apply("hurwitz_left", premises.few(light.case(_j)[1]), steep, s=s)
    least = apply("hurwitz_between", steep, term=left(few), side="below")
    total, low = first * right(stored) + right(others), light.sign
    error, unit = named("E", total), named("C", first)
    found = combined(
        light.least * left(least) <= total / first, stored, (others, zeta(s)), (rest, zeta(s), low),
        (few, low), (least, low), known=[steep],
    )  # fmt: skip
    ratio = replaced_within(itself(left(error) / left(unit)), [error, unit])
    found = apply("symmetric", linked(found, ratio))
    return proved("minimax_floor", "Least error of any weights", found)


_several: Final = Size("M", minimum=2)


@dataclass(frozen=True, kw_only=True)
class Classes:
    """The exponent of the Zipf law, and how many classes f has."""

    exponent: Term = _alpha
    classes: Term = _several


ANY: Final = Classes()
"""Any exponent above one."""


def least_class_mass(premises: Classes = ANY) -> Derivation:
    r"""$\min_f \max_y p(y) = \max(1/\zeta(\alpha), 1/M)$.

    >>> least_class_mass().formula
    Max(1/M, 1/zeta(alpha))
    """
    token = Model(x=Zipf(premises.exponent)).x
    law = suppose(premises.exponent > 1, "the law of the tokens")
    found = apply("fullest_class", law, term=fullest_class(token, premises.classes))
    return proved("least_class_mass", "Least mass of the fullest class", found)

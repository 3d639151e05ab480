r"""Theorem 1 as printed: the error over the bound (8), for every memory at once (S2).

A token of the set of Eq. (8) is wrong with at least $\frac12 \mathrm{erfc}(1/\sqrt 6)$, so that the error is
5.6 times what is printed, for nonnegative weights and $M \ge 2$.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import apply
from ..laws import Normal
from ..model import Index, Model, Size, fixed
from ..node import Term, number
from ..prove import suppose
from ..substitution import unfolded
from ..tactics.certificates import by_products
from ..tactics.rewriting import (
    itself,
    left,
    nonnegative,
    occurring,
    replaced_within,
    right,
    then,
    zero_by_signs,
)
from ..terms import P, Sum, all_, any_, define, inner, unit
from .floors import LIGHT, Light

_classes, _tokens, _size = Size("M"), Size("N"), Size("d")
_own, _other, _token = Index("y", _classes), Index("z", _classes), Index("x", _tokens)
_LAW: Final = Normal(0, 1 / _size, dimension=_size)


@dataclass(frozen=True, kw_only=True)
class Printed:
    """The light tokens, and the constant that Theorem 1 prints for them."""

    light: Light = LIGHT
    floor: Fraction = Fraction(1, 20)


PRINTED: Final = Printed()
"""Theorem 1, for nonnegative weights."""


@dataclass(frozen=True, kw_only=True)
class Classes:
    """How many classes there are, and the law of the embeddings."""

    count: int = 1
    law: Term = _LAW


ONE_CLASS: Final = Classes()
"""One class."""


def lower_multiple(premises: Printed = PRINTED) -> Derivation:
    r"""$E / (8) \ge 10\, \mathrm{erfc}(1/\sqrt 6) = 5.6$ for $q \ge 0$ and two classes or more (S2.2).

    >>> lower_multiple().formula
    10*erfc(sqrt(6)/6)
    """
    j, p = Index("j", _tokens), fixed("p", _tokens)
    share = apply("each", suppose(all_(j, number(0) <= p[j]), "the law of the tokens"), index=j)
    found = premises.light.least_error(j, share)
    (mass,) = occurring(left(found), "sum")
    some, over = suppose(mass > 0, "some token is light"), 1 / premises.floor
    error, printed = define("E", right(found)), define("B", premises.floor * mass)
    inverse = apply("positive", some, term=1 / mass)
    value = right(found) / unfolded(printed)
    least = by_products(over * premises.light.least, value, (over, found, inverse), known=(some,))
    ratio = replaced_within(itself(error / printed), [apply("written_out", term=x) for x in (error, printed)])
    found = apply("symmetric", apply("transitive", least, apply("symmetric", ratio)))
    return proved("lower_multiple", "The error over the bound (8)", found)


def lower_multiple_one_class(premises: Classes = ONE_CLASS) -> Derivation:
    r"""$E / (8) = 0$ where there is one class only, whatever W is (S2.2). Raises `Refused` for more.

    >>> lower_multiple_one_class().formula
    0
    """
    e = Model(e=premises.law).e
    u, p, W = fixed("u", _classes, _size), fixed("p", _tokens), fixed("W", _size, _size)
    beaten = inner(u.T @ unit(_own) - u.T @ unit(_other), W @ e) <= 0
    below = apply("union", event=any_(_other != _own, beaten))
    each = apply("bounded", term=P(beaten), end="high")
    most = apply("sum_monotone", each, condition=_other != _own, index=_other)
    most = apply("transitive", apply("transitive", below, most), apply("count", term=right(most)))
    count = suppose(_classes == premises.count, "the classes")
    none = apply("ring", count, left=right(most), right=number(0), multipliers=(number(1),))
    none = apply("transitive", most, none)
    none = zero_by_signs(none, nonnegative(left(none)))
    found = apply("written_out", term=define("E", Sum(_token, p[_token] * left(none))))
    found = replaced_within(found, [none])
    found = then(found, apply("componentwise", left=right(found), right=number(0)))
    return proved("lower_multiple_one_class", "The error of one class over the bound (8)", found)

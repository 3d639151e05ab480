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
from ..tactics.combinations import combined
from ..tactics.goals import same
from ..tactics.orders import at, linked, some_of
from ..tactics.rewriting import (
    itself,
    left,
    named,
    nonnegative,
    occurring,
    replaced_within,
    right,
    then,
    zero_by_signs,
)  # fmt: skip
from ..terms import P, Sum, all_, inner, unit
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
    share = at(suppose(all_(j, number(0) <= p[j]), "the law of the tokens"), j)
    found = premises.light.least_error(j, share)
    (mass,) = occurring(left(found), "sum")
    some, over = suppose(mass > 0, "some token is light"), 1 / premises.floor
    error, printed = named("E", right(found)), named("B", premises.floor * mass)
    value = right(found) / right(printed)
    least = combined(over * premises.light.least <= value, (found, 1 / mass), known=[some])
    ratio = replaced_within(itself(left(error) / left(printed)), [error, printed])
    found = apply("symmetric", linked(least, ratio))
    return proved("lower_multiple", "The error over the bound (8)", found)


def lower_multiple_one_class(premises: Classes = ONE_CLASS) -> Derivation:
    r"""$E / (8) = 0$ where there is one class only, whatever W is (S2.2). Raises `Refused` for more.

    >>> lower_multiple_one_class().formula
    0
    """
    e = Model(e=premises.law).e
    u, p, W = fixed("u", _classes, _size), fixed("p", _tokens), fixed("W", _size, _size)
    beaten = inner(u.T @ unit(_own) - u.T @ unit(_other), W @ e) <= 0
    most = some_of(apply("bounded", term=P(beaten), end="high"), _other != _own)
    none = combined(right(most) == 0, suppose(_classes == premises.count, "the classes"))
    none = linked(most, none)
    none = zero_by_signs(none, nonnegative(left(none)))
    found = named("E", Sum(_token, p[_token] * left(none)), none)
    found = then(found, same(right(found), number(0), ()))
    return proved("lower_multiple_one_class", "The error of one class over the bound (8)", found)

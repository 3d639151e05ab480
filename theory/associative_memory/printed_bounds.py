r"""Theorem 1 as printed: the error over the bound (8), for every memory at once (S2).

A token of the set of Eq. (8) is wrong with at least $\frac12 \mathrm{erfc}(1/\sqrt 6)$, so that the error is
5.6 times what is printed, for nonnegative weights and $M \ge 2$.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import mpmath
import sympy as sp

from ..bridge import Proved, proved
from ..derivation import Chain, CheckFailed, Derivation
from ..kernel import apply
from ..laws import Normal
from ..model import Index, Model, Size, fixed
from ..prove import suppose
from ..rules.points import number as number_at
from ..rules.weighed_bounds import (
    either_token,
    multiple_of_printed,
    weigh_inside,
    without_weight,
)
from ..tactics.rewriting import left, nonnegative, replaced_within, right, then, zero_by_signs
from ..terms import P, Sum, Term, any_, define, inner, number, unit
from .bounds import Bounded, gap_to_competitor, light_token

_E, _B, _mass = (sp.Symbol(name, positive=True) for name in "EBm")


_classes, _tokens, _size = Size("M"), Size("N"), Size("d")
_own, _other, _token = Index("y", _classes), Index("z", _classes), Index("x", _tokens)
_LAW: Final = Normal(0, 1 / _size, dimension=_size)
_TWENTIETH: Final = sp.Rational(1, 20)


@dataclass(frozen=True, kw_only=True)
class Printed:
    """What is assumed of the memory, and the constant that Theorem 1 prints."""

    memory: Bounded = field(default_factory=Bounded)
    floor: sp.Expr = _TWENTIETH

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (*self.memory.sentences, "no weight is negative", "tokens are weighed by any law")


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
    chain = _chain("lower_multiple", "The error over the bound (8)", premises)
    light = light_token(chain, premises.memory)
    gap = gap_to_competitor(chain, premises.memory)
    none = chain.apply("a token without weight", without_weight, gap, weight=premises.memory.weight)
    wrong = chain.apply("with weight or without", either_token, light, none)
    error = chain.apply("count the tokens of the set alone", weigh_inside, wrong, mass=_mass, error=_E)
    printed = chain.define("the bound (8)", _B, premises.floor * _mass)
    return chain.close(
        chain.apply("over what is printed", multiple_of_printed, error, printed),
        checks=(_at_the_edge,),
    )


def lower_multiple_one_class(premises: Classes = ONE_CLASS) -> Proved:
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


def _chain(name: str, title: str, premises: Printed) -> Chain:
    return Chain(name=name, title=title, premises=premises.sentences)


def _student(degrees: int, square: mpmath.mpf) -> mpmath.mpf:
    """P(t_n > t) for t^2 = square."""
    n = mpmath.mpf(degrees)
    return mpmath.betainc(n / 2, mpmath.mpf(1) / 2, 0, n / (n + square), regularized=True) / 2


def _at_the_edge(formula: sp.Expr) -> str:
    """At the cut-off, the competitor holding the largest class: Student's law, near the bound far out."""
    value = number_at(formula, {})
    with mpmath.workdps(20):
        for size in (2, 30, 10**4):
            load = mpmath.mpf(size) / (3 * (size + 1))
            multiple = 20 * _student(size, load)
            if not value <= multiple <= value * (1 + mpmath.mpf(3) / size):
                raise CheckFailed(f"At d = {size} the multiple is {multiple}, and its bound {value}.")
    return "below Student's tail at the cut-off in two classes, and near it in ten thousand dimensions"

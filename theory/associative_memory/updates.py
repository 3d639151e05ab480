r"""What one step of SGD stores of a token, and where the steps lead (S9, Eqs. 18 to 20).

Without interference (orthonormal codes) $W = q\, u_y e_x^\top$ gives the logits $q\, \delta_{z y}$, and a
step of size $\eta$ (the paper's $\gamma$) adds $\eta (1 - p_y)$ to q (Eq. 19). Where the term that Eq. (19)
drops is kept, the competitors' scores fall by q in sum: each is $-q / (M-1)$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..bridge import Proved, proved
from ..derivation import Chain, Derivation
from ..kernel import apply
from ..model import Index, Parameter, Size
from ..notation import eta, symbol
from ..prove import derive
from ..rules.algebra import collect, ratio
from ..rules.iterates import constant_rate
from ..rules.points import Point, against, number, random_points
from ..tactics import algebra
from ..terms import Sum, Value, as_term, define, exp

M: Final = symbol("M")
_n: Final = sp.Symbol("n", integer=True, nonnegative=True)
_y: Final = sp.Function("y")
answers = Size("M", minimum=2)
q, size = Parameter("q"), Parameter("eta")
_right, _other = Index("y", answers), Index("z", answers)


@dataclass(frozen=True, kw_only=True)
class Update:
    """The step size, the own score after storing q, and that of each competitor; tokens do not interfere."""

    rate: Value = size
    own: Value = q
    competitor: Value = 0


STORED: Final = Update()
REPELLED: Final = Update(competitor=-q / (answers - 1))


@dataclass(frozen=True, kw_only=True)
class Map:
    """The step size, and the number that divides the exponential."""

    rate: sp.Expr = eta
    divisor: sp.Expr = M

    @property
    def sentences(self) -> tuple[str, ...]:
        """The map as a sentence."""
        return (
            rf"$f(x) = x + {sp.latex(self.rate)} / (1 + e^x / {sp.latex(self.divisor)})$",
            "the iterates start at 0",
        )


PRINTED: Final = Map()


def update_step(premises: Update = STORED) -> Proved:
    r"""$q + \eta / (1 + e^q/(M-1))$: one step from Eq. (19), where Eq. (20) prints $M$ for $M - 1$."""
    return _step(premises, "update_step", "What a step stores")


def update_step_repelled(premises: Update = REPELLED) -> Proved:
    r"""$q + \eta / (1 + e^{q M/(M-1)}/(M-1))$: the same with the term that Eq. (19) drops."""
    return _step(premises, "update_step_repelled", "What a step stores, competitors pushed away")


def iterate_growth(premises: Map = PRINTED) -> Derivation:
    r"""$e^{f^n(0)} / (\eta M n) \to 1$: the iterates of the printed map grow as $\log(\eta M n)$ (Eq. 20).

    >>> iterate_growth().formula
    1
    """
    title = "Growth of the iterates of the printed map"
    chain = Chain(name="iterate_growth", title=title, premises=premises.sentences)
    growth = _y(_n) * sp.exp(premises.rate / (1 + _y(_n) / premises.divisor))
    step = chain.define("one step of the exponential of an iterate", _y(_n + 1), growth)
    rate = chain.apply("add up what steps add far out", constant_rate, step, count=_n)
    unit = chain.define("the rate to compare with", sp.Symbol("unit"), eta * M)
    share = chain.apply("divide by it", ratio, rate, unit)
    share = chain.apply("collect the terms", collect, share)

    def continuous(point: Point) -> mpmath.mpf:
        """The derivative of exp(x) along x' = rate/(1 + e^x/divisor), far out."""
        far = mpmath.mpf(10) ** 200
        odds = far / number(premises.divisor, point)
        rate = far * number(premises.rate, point) / (1 + odds) / number(eta * M, point)
        return mpmath.mpf(mpmath.nstr(rate, 60))

    points = random_points({eta, M}, count=2)
    return chain.close(share, checks=(against(continuous, points, "the flow far out"),))


def _step(premises: Update, name: str, title: str) -> Proved:
    own, other = exp(premises.own), exp(premises.competitor)
    chance = own / (own + Sum(_other != _right, other))
    total = own + (answers - 1) * other
    signs = [apply("positive", term=part) for part in (own, answers - 1, other)]
    parts = ((1, 1, (0,), ()), (1, 1, (1, 2), ()))
    some = apply("certificate", *signs, left=as_term(0), right=total, relation="lt", parts=parts)
    found = derive(define("f", premises.own + premises.rate * (1 - chance)), by=[algebra, some])
    return proved(name, title, found)

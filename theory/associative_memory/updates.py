r"""What one step of SGD stores of a token, and where the steps lead (S9, Eqs. 18 to 20).

Without interference (orthonormal codes) $W = q\, u_y e_x^\top$ gives the logits $q\, \delta_{z y}$, and a
step of size $\eta$ (the paper's $\gamma$) adds $\eta (1 - p_y)$ to q (Eq. 19). Where the term that Eq. (19)
drops is kept, the competitors' scores fall by q in sum: each is $-q / (M-1)$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import eta, symbol
from ..rules.algebra import collect, ratio
from ..rules.components import gather, indicator, insert
from ..rules.iterates import constant_rate
from ..rules.points import Point, against, number, random_points
from ..rules.softmax import softmax
from .gradients import M, p, s, y, z

q: Final = symbol("q")
_n: Final = sp.Symbol("n", integer=True, nonnegative=True)
_y: Final = sp.Function("y")
_f: Final = sp.Symbol("f")


@dataclass(frozen=True, kw_only=True)
class Update:
    """The step size, the own score after storing q, and that of each competitor."""

    rate: sp.Expr = eta
    own: sp.Expr = q
    competitor: sp.Expr = sp.S.Zero

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            "codes are orthonormal, so that tokens do not interfere",
            rf"the right answer scores ${sp.latex(self.own)}$, each other ${sp.latex(self.competitor)}$",
            rf"a step adds ${sp.latex(self.rate)} (1 - p_y)$",
        )


STORED: Final = Update()
REPELLED: Final = Update(competitor=-q / (M - 1))


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


def update_step(premises: Update = STORED) -> Derivation:
    r"""$q + \eta / (1 + e^q/(M-1))$: one step from Eq. (19), where Eq. (20) prints $M$ for $M - 1$."""
    return _step(premises, "update_step", "What a step stores")


def update_step_repelled(premises: Update = REPELLED) -> Derivation:
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


def _step(premises: Update, name: str, title: str) -> Derivation:
    chain = Chain(name=name, title=title, premises=premises.sentences)
    return chain.close(_stored(chain, premises), checks=(_added_up(premises),))


def _stored(chain: Chain, premises: Update) -> Step:
    own = sp.KroneckerDelta(z, y)
    score = premises.competitor + (premises.own - premises.competitor) * own
    scores = chain.define("the scores of what is stored", s[z], score)
    named = softmax(p, s, z, M)
    model = chain.define("the model's predictions", named.lhs, named.rhs)
    step = chain.define("one step", _f, premises.own + premises.rate * (1 - p[y]))
    step = chain.apply("put the predictions in", insert, step, model)
    step = chain.apply("put the scores in", insert, step, scores)
    step = chain.apply("tell the right answer from the others", indicator, step)
    step = chain.apply("gather the sums", gather, step)
    return chain.apply("collect the terms", collect, step)


def _added_up(premises: Update) -> Callable[[sp.Expr], str]:
    """Whole numbers of answers, the exponentials of all scores added one by one."""

    def listed(point: Point) -> mpmath.mpf:
        own, competitor, rate = (
            number(part, point) for part in (premises.own, premises.competitor, premises.rate)
        )
        total = mpmath.exp(own) + mpmath.fsum(mpmath.exp(competitor) for _ in range(int(point[M]) - 1))
        return own + rate * (1 - mpmath.exp(own) / total)

    points = [
        {**point, M: sp.Integer(k)} for k, point in zip((2, 5, 9), random_points({eta, q}), strict=True)
    ]
    return against(listed, points, "the exponentials of all scores added one by one")

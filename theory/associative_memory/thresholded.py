r"""Table 2 at $\rho = 0$: storing $P = s d$ tokens alike leaves an error that does not vanish (S5).

Two answers and infinitely many tokens. A stored token is wrong with probability
$P(t_d > \sqrt{d/(P - 1)}) \to P(g > 1/\sqrt s)$, g normal, and nearly all the mass is stored: so the error
tends to this constant and has no power of d.

| letter | meaning |
|---|---|
| `share` | s, tokens stored for each dimension |
| `exponent` | alpha of the Zipf law |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Rule, SideConditionError
from ..rules.asymptotics import Growth
from ..rules.equals import called, put_in
from ..rules.points import Point, against, number
from ..rules.stored import alike, beyond, normal_limit, vanish
from .exact import TWO, R, S, TwoClasses, q, size, token_error

_P, _H, _E, _unstored = (sp.Symbol(name, positive=True) for name in ("P", "H", "E", "b"))
_x = sp.Symbol("x", integer=True, positive=True)
_p = sp.Function("p", positive=True)


@dataclass(frozen=True, kw_only=True)
class Threshold:
    """Tokens stored for each dimension, the exponent of the Zipf law, and what two classes rest on."""

    share: sp.Expr
    exponent: sp.Expr
    classes: TwoClasses = TWO

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        a, s = sp.latex(self.exponent), sp.latex(self.share)
        return (
            *self.classes.sentences,
            rf"$p(x) = x^{{-{a}}}/\zeta({a})$ on infinitely many tokens",
            rf"the $P = {s} \cdot d$ most frequent tokens have weight 1, the others none",
            "$P$ is a whole number",
        )


DIMENSION: Final = Threshold(share=sp.Integer(1), exponent=sp.Integer(2))
"""$P = d$, as Table 2 prints it, at $\\alpha = 2$."""


def thresholded_error(threshold: Threshold = DIMENSION) -> Derivation:
    r"""$E = (1 - H) P(t_d > \sqrt{d/(P - 1)}) + H/2$ at $P = d$, H the mass beyond P: of the order $d^0$.

    >>> thresholded_error().exponents
    {'d': Fraction(0, 1)}
    """
    return _exact("thresholded_error", threshold)


def _exact(name: str, threshold: Threshold) -> Derivation:
    """The error at every d, and that it has a positive limit."""
    chain = Chain(
        name=name,
        title="Error where $P = s d$ tokens are stored",
        premises=(
            *threshold.sentences,
            "a token that is not stored has weight 0, and scores that tie are rare",
        ),
    )
    token = token_error(chain, threshold.classes)
    stored = chain.define("tokens are stored in proportion to the dimension", _P, threshold.share * size)
    law = chain.define(
        "the tokens follow a Zipf law", _p(_x), _x**-threshold.exponent / sp.zeta(threshold.exponent)
    )
    one = chain.apply("they are stored alike", alike, token, stored, weight=q, own=S, competitor=R)
    nothing = chain.define("the weight of another token", q, sp.Integer(0))
    other = chain.apply("one that is not stored", put_in, token, nothing)
    tail = sp.zeta(threshold.exponent, threshold.share * size + 1) / sp.zeta(threshold.exponent)
    beyond_mass = chain.define("the mass of those", _H, tail)
    error = chain.define("weigh the stored and the others", _E, (1 - _H) * one.result.lhs + _H * _unstored)
    limit = chain.apply("let the dimension grow", normal_limit, one, variable=size)
    rest = chain.apply("the mass that is not stored", beyond, law, stored, mass=_H)
    whole = chain.apply("the others vanish", vanish, error, limit, rest, variable=size)
    order = chain.apply("no power of d is left", positive_limit, whole, variable=size)
    exact = chain.apply("put in the stored", put_in, error, one)
    half = chain.apply("what is not stored", called, other, name=_unstored)
    for label, known in (("the others", half), ("and their mass", beyond_mass)):
        exact = chain.apply(label, put_in, exact, known)
    points = [{size: sp.Integer(d)} for d in (4, 30, 500)]
    return chain.close(
        exact, growth=order, checks=(against(_added_up(threshold), points, "Student's density and the mass"),)
    )


def _of_order_one(fact: sp.Eq, *, variable: sp.Symbol) -> Growth:
    return Growth(fact.lhs.args[0], sp.Tuple((variable, sp.Integer(0))))


def _of_order_one_conditions(fact: sp.Eq, *, variable: sp.Symbol) -> tuple[str, ...]:
    if not isinstance(fact.lhs, sp.Limit) or fact.lhs.args[1:3] != (variable, sp.oo):
        raise SideConditionError(f"{fact} is no limit as {variable} grows.")
    if not fact.rhs.is_positive:
        raise SideConditionError(f"The limit {fact.rhs} is not positive.")
    return (f"${sp.latex(fact.rhs)} > 0$",)


def _check_of_order_one(result: Growth, fact: sp.Eq, *, variable: sp.Symbol) -> str:
    if result.args[1] != sp.Tuple(sp.Tuple(variable, sp.S.Zero)):
        raise CheckFailed(f"What tends to {fact.rhs} is not of the order {result.args[1]}.")
    return "any other power of d vanishes or grows"


positive_limit: Final = Rule(
    name="order of a positive limit",
    statement=r"What tends to a number $c > 0$ is of the order $d^0$.",
    apply=_of_order_one,
    conditions=_of_order_one_conditions,
    check=_check_of_order_one,
)


def _added_up(threshold: Threshold) -> Callable[[Point], mpmath.mpf]:
    """Student's density integrated, and the mass of the stored added up."""

    def route(point: Point) -> mpmath.mpf:
        a, d = number(threshold.exponent, {}), number(size, point)
        P = number(threshold.share, {}) * d
        scale = mpmath.exp(mpmath.loggamma((d + 1) / 2) - mpmath.loggamma(d / 2)) / mpmath.sqrt(d * mpmath.pi)
        t = mpmath.sqrt(d / (P - 1))
        cuts = [t, t + 1, t + 3, t + 12, mpmath.inf]
        tail = scale * mpmath.quad(lambda x: mpmath.exp(-(d + 1) / 2 * mpmath.log1p(x * x / d)), cuts)
        mass = 1 - mpmath.nsum(lambda x: x**-a, [1, int(P)]) / mpmath.zeta(a)
        return (1 - mass) * tail + mass / 2

    return route

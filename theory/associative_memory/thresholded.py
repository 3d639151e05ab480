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

from ..derivation import Chain, CheckFailed, Derivation
from ..rules.points import number
from ..rules.stored import alike, beyond, normal_limit, vanish
from .exact import TWO, R, S, TwoClasses, q, size, token_error

_P, _H, _E, _unstored = (sp.Symbol(name, positive=True) for name in ("P", "H", "E", "b"))
_x = sp.Symbol("x", integer=True, positive=True)
_p = sp.Function("p", positive=True)
_FAR: Final = 8 * 10**6
_DIGITS: Final = 20


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

EIGHTH: Final = Threshold(share=sp.Rational(1, 8), exponent=sp.Integer(2))
"""$P = d/8$, as in the figures, at $\\alpha = 2$."""


def thresholded_limit(threshold: Threshold = DIMENSION) -> Derivation:
    r"""$\lim E = P(g > 1)$ for $P = d$.

    >>> thresholded_limit().formula
    erfc(sqrt(2)/2)/2
    """
    return _limit("thresholded_limit", threshold)


def thresholded_limit_eighth(threshold: Threshold = EIGHTH) -> Derivation:
    r"""$\lim E = P(g > \sqrt 8)$ for $P = d/8$.

    >>> thresholded_limit_eighth().formula
    erfc(2)/2
    """
    return _limit("thresholded_limit_eighth", threshold)


def _limit(name: str, threshold: Threshold) -> Derivation:
    chain = Chain(
        name=name, title="Limit of the error where $P = s d$ tokens are stored", premises=threshold.sentences
    )
    token = token_error(chain, threshold.classes)
    stored = chain.define("tokens are stored in proportion to the dimension", _P, threshold.share * size)
    law = chain.define(
        "the tokens follow a Zipf law", _p(_x), _x**-threshold.exponent / sp.zeta(threshold.exponent)
    )
    one = chain.apply("they are stored alike", alike, token, stored, weight=q, own=S, rival=R)
    limit = chain.apply("let the dimension grow", normal_limit, one, variable=size)
    rest = chain.apply("the mass that is not stored", beyond, law, stored, mass=_H)
    error = chain.define("weigh the stored and the others", _E, (1 - _H) * one.result.lhs + _H * _unstored)
    whole = chain.apply("the others vanish", vanish, error, limit, rest, variable=size)
    return chain.close(whole, checks=(_far_out(threshold),))


def _far_out(threshold: Threshold) -> Callable[[sp.Expr], str]:
    """The error at d = 8,000,000 from Student's density and Hurwitz's zeta function, off by 1/d alone."""

    def check(formula: sp.Expr) -> str:
        with mpmath.workdps(_DIGITS):
            a, d = number(threshold.exponent, {}), mpmath.mpf(_FAR)
            P = number(threshold.share, {}) * d
            scale = mpmath.exp(mpmath.loggamma((d + 1) / 2) - mpmath.loggamma(d / 2)) / mpmath.sqrt(
                d * mpmath.pi
            )
            t = mpmath.sqrt(d / (P - 1))
            tail = scale * mpmath.quad(
                lambda x: mpmath.exp(-(d + 1) / 2 * mpmath.log1p(x * x / d)), [t, t + 1, t + 3, t + 12]
            )
            beyond_mass = mpmath.zeta(a, P + 1) / mpmath.zeta(a)
            far = (1 - beyond_mass) * tail + beyond_mass / 2
            if abs(far - number(formula, {})) > P ** (1 - a):
                raise CheckFailed(f"At d = {_FAR} the error is {far}, and the limit {formula}.")
        return "the error itself at d = 8,000,000"

    return check

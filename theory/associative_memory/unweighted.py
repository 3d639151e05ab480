r"""All N tokens stored alike, two answers (S4 at $\rho = 0$): Student's tail, also where d grows with N.

With $q = 1$ on every token the squared weights of all but one add up to $N - 1$, so that each token is wrong
with probability $P(t_d > \sqrt{d/(N - 1)})$, and so is the error, whatever the law of the tokens.

| letter | meaning |
|---|---|
| `tokens` | N, how many tokens there are and are stored |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation
from ..notation import symbol
from ..rules.equals import put_in
from ..rules.points import Point, against, number
from .exact import TWO, R, S, TwoClasses, q, size, token_error

_N: Final = symbol("N")
_E, _H = (sp.Symbol(name, positive=True) for name in "EH")


@dataclass(frozen=True, kw_only=True)
class Uniform:
    """How many tokens there are, all stored alike, and what two classes rest on."""

    tokens: sp.Expr = _N
    classes: TwoClasses = TWO

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            *self.classes.sentences,
            rf"there are ${sp.latex(self.tokens)}$ tokens, at least two, and all have weight 1",
            "the weights p of the tokens add up to one",
        )


ALL: Final = Uniform()
"""Any number of tokens."""

HALF: Final = Uniform(tokens=size / 2)
"""$d = 2N$."""

EQUAL: Final = Uniform(tokens=size)
"""$d = N$."""


def unweighted_error(premises: Uniform = ALL) -> Derivation:
    r"""$E = P(t_d > \sqrt{d/(N - 1)})$, a beta integral.

    >>> unweighted_error().formula
    betainc_regularized(d/2, 1/2, 0, (N - 1)/N)/2
    """
    return _derived("unweighted_error", premises)


def unweighted_error_twice(premises: Uniform = HALF) -> Derivation:
    r"""The same at $d = 2N$.

    >>> unweighted_error_twice().formula
    betainc_regularized(d/2, 1/2, 0, 2*(d/2 - 1)/d)/2
    """
    return _derived("unweighted_error_twice", premises)


def unweighted_error_equal(premises: Uniform = EQUAL) -> Derivation:
    r"""The same at $d = N$.

    >>> unweighted_error_equal().formula
    betainc_regularized(d/2, 1/2, 0, (d - 1)/d)/2
    """
    return _derived("unweighted_error_equal", premises)


def _derived(name: str, premises: Uniform) -> Derivation:
    chain = Chain(name=name, title="Error of equal weights", premises=premises.sentences)
    token = token_error(chain, premises.classes)
    others = chain.define("the squared weights of all others", S, premises.tokens - 1 - R)
    alone = chain.define("and the token's own", q, sp.Integer(1))
    one = chain.apply("put it in", put_in, chain.apply("put it in", put_in, token, others), alone)
    error = chain.define("weigh the tokens", _E, _H * one.result.lhs)
    error = chain.apply("each is wrong alike", put_in, error, one)
    whole = chain.define("the weights add up to one", _H, sp.Integer(1))
    error = chain.apply("put it in", put_in, error, whole)
    points = [{size: sp.Integer(k), _N: sp.Integer(n)} for k, n in ((4, 5), (12, 9), (40, 100))]

    def density(point: Point) -> mpmath.mpf:
        return _tail(number(size, point), number(premises.tokens, point))

    return chain.close(error, checks=(against(density, points, "Student's density integrated"),))


def _tail(d: mpmath.mpf, N: mpmath.mpf) -> mpmath.mpf:
    """P(t_d > sqrt(d/(N - 1))) from Student's density."""
    scale = mpmath.exp(mpmath.loggamma((d + 1) / 2) - mpmath.loggamma(d / 2)) / mpmath.sqrt(d * mpmath.pi)
    t = mpmath.sqrt(d / (N - 1))
    cuts = [t, t + 1, t + 3, t + 12, mpmath.inf]
    return scale * mpmath.quad(lambda x: mpmath.exp(-(d + 1) / 2 * mpmath.log1p(x * x / d)), cuts)

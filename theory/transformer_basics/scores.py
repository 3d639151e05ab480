r"""Scores of random queries and keys (S1, S2): variance, the power that makes it one, nearness to a normal.

$s = d_k^{-a} \sum_i q_i k_i$ over independent coordinates with moments $\mu_1, \ldots, \mu_4$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import d_k, kappa, symbol
from ..rules.algebra import collect, variance
from ..rules.asymptotics import growth
from ..rules.equals import put_in
from ..rules.moments import Coordinates, excess_kurtosis, moment_of_sum
from ..rules.points import Point, against, number
from ..rules.solving import solve

i: Final = sp.Symbol("i", integer=True, positive=True)
a: Final = symbol("a")
mu: Final = symbol("mu")
q, k = sp.IndexedBase("q"), sp.IndexedBase("k")
score: Final = sp.Symbol("s", real=True)
_DEVIATION: Final = sp.Symbol("sigma", nonnegative=True)
_THIRD, _FOURTH = sp.Symbol(r"\mu_3", real=True), sp.Symbol(r"\mu_4", positive=True)

Law = tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr]
"""The first four moments of a coordinate."""

UNIT: Final[Law] = (sp.S.Zero, sp.S.One, _THIRD, _FOURTH)
"""Mean 0 and variance 1, otherwise any law."""
NORMAL: Final[Law] = (sp.S.Zero, sp.S.One, sp.S.Zero, sp.Integer(3))
SIGNS: Final[Law] = (sp.S.Zero, sp.S.One, sp.S.Zero, sp.S.One)
KURTIC: Final[Law] = (sp.S.Zero, sp.S.One, sp.S.Zero, kappa)
SHIFTED: Final[Law] = (mu, 1 + mu**2, _THIRD, _FOURTH)
"""Mean mu and variance 1."""


@dataclass(frozen=True, kw_only=True)
class Score:
    """The law of the coordinates, the power of $d_k$ that divides, and whether the key is the query."""

    coordinate: Law = UNIT
    power: sp.Expr = sp.S.Zero
    aligned: bool = False

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        named = ", ".join(rf"$\mu_{n} = {sp.latex(m)}$" for n, m in enumerate(self.coordinate, start=1))
        key = "the key is the query" if self.aligned else "query and key are independent"
        return (
            f"coordinates are independent, of one law with the moments {named}",
            key,
            rf"the score is $d_k^{{{sp.latex(-self.power)}}} \langle q, k \rangle$",
        )


PLAIN: Final = Score()
SCALED: Final = Score(power=a)
LOPSIDED: Final = Score(coordinate=SHIFTED)
OF_NORMALS: Final = Score(coordinate=NORMAL)
OF_SIGNS: Final = Score(coordinate=SIGNS)
CENTRED: Final = Score(coordinate=KURTIC)
BY_ROOT: Final = Score(power=sp.S.Half)
ROOT: Final = Score(power=sp.S.Half, coordinate=NORMAL, aligned=True)
FULL: Final = Score(power=sp.S.One, coordinate=NORMAL, aligned=True)


def score_variance(premises: Score = PLAIN) -> Derivation:
    r"""$\mathrm{Var} \langle q, k \rangle = d_k$ for coordinates of mean 0 and variance 1 (S1).

    >>> score_variance().formula
    d_k
    """
    chain = Chain(name="score_variance", title="Variance of a score", premises=premises.sentences)
    found = _variance(chain, premises)
    return chain.close(found, growth=chain.apply("read off the exponent", growth, found, variables=(d_k,)))


def score_deviation(premises: Score = PLAIN) -> Derivation:
    r"""The standard deviation $\sqrt{d_k}$ of a score (S1).

    >>> score_deviation().formula
    sqrt(d_k)
    """
    chain = Chain(name="score_deviation", title="Deviation of a score", premises=premises.sentences)
    square = _variance(chain, premises)
    root = chain.define("the standard deviation", _DEVIATION, sp.sqrt(square.result.lhs))
    found = chain.apply("put the variance in", put_in, root, square)
    return chain.close(found, growth=chain.apply("read off the exponent", growth, found, variables=(d_k,)))


def shifted_score_variance(premises: Score = LOPSIDED) -> Derivation:
    r"""$\mathrm{Var} \langle q, k \rangle = d_k (1 + 2 \mu^2)$ for coordinates of mean mu, variance 1 (S1).

    >>> shifted_score_variance().formula
    d_k*(2*mu**2 + 1)
    """
    title = "Variance of a score where coordinates have a mean"
    chain = Chain(name="shifted_score_variance", title=title, premises=premises.sentences)
    return chain.close(_variance(chain, premises))


def scaled_variance(premises: Score = SCALED) -> Derivation:
    r"""$\mathrm{Var}(\langle q, k \rangle / d_k^a) = d_k^{1 - 2a}$ (S2).

    >>> scaled_variance().formula
    d_k**(1 - 2*a)
    """
    return _scaled(premises, "scaled_variance")


def root_variance(premises: Score = BY_ROOT) -> Derivation:
    r"""$\mathrm{Var}(\langle q, k \rangle / \sqrt{d_k}) = 1$ in every dimension (S2).

    >>> root_variance().formula
    1
    """
    return _scaled(premises, "root_variance")


def neutral_power(premises: Score = SCALED) -> Derivation:
    r"""The one power a with $\mathrm{Var}(\langle q, k \rangle / d_k^a) = 1$ in every dimension: 1/2 (S2).

    >>> neutral_power().formula
    1/2
    """
    title = "The power that takes the dimension out"
    chain = Chain(name="neutral_power", title=title, premises=premises.sentences)
    found = _variance(chain, premises)
    return chain.close(
        chain.apply("solve for the power", solve, found, variable=premises.power, level=sp.S.One)
    )


def normal_score_excess(premises: Score = OF_NORMALS) -> Derivation:
    r"""Excess kurtosis $6/d_k$ of a score of normal coordinates (S1).

    >>> normal_score_excess().formula
    6/d_k
    """
    return score_excess(premises, "normal_score_excess")


def normal_excess_order(premises: Score = OF_NORMALS) -> Derivation:
    r"""The same with its order $1/d_k$, told by a positive coefficient (S1).

    >>> dict(normal_excess_order().exponents)
    {'d_k': Fraction(-1, 1)}
    """
    return score_excess(premises, "normal_excess_order", variables=(d_k,))


def sign_score_excess(premises: Score = OF_SIGNS) -> Derivation:
    r"""Excess kurtosis $-2/d_k$ of a score of fair signs (S1).

    >>> sign_score_excess().formula
    -2/d_k
    """
    return score_excess(premises, "sign_score_excess")


def score_excess(
    premises: Score = CENTRED, name: str = "score_excess", variables: tuple[sp.Symbol, ...] = ()
) -> Derivation:
    r"""Excess kurtosis $(\kappa^2 - 3)/d_k$ of a score, $\kappa$ the fourth moment of a coordinate (S1).

    >>> score_excess().formula
    (kappa**2 - 3)/d_k
    """
    chain = Chain(name=name, title="Excess kurtosis of a score", premises=premises.sentences)
    fourth, second, first = (_moment(chain, premises, order) for order in (4, 2, 1))
    found = chain.apply("take the excess", excess_kurtosis, fourth, second, first)
    grown = chain.apply("read off the exponent", growth, found, variables=variables) if variables else None
    checks = (against(_enumerated(premises), _few(), "three-valued coordinates"),)
    return chain.close(found, growth=grown, checks=checks)


def _few() -> list[dict[sp.Symbol, sp.Rational]]:
    """Some numbers of coordinates, each with a fourth moment of its own."""
    return [{d_k: sp.Integer(d), kappa: sp.Rational(7 + d, 4)} for d in (1, 2, 4)]


def _enumerated(premises: Score) -> Callable[[Point], mpmath.mpf]:
    """All scores of coordinates 0 and +-r with the given fourth moment r^2: products are 0 and +-r^2."""

    def route(point: Point) -> mpmath.mpf:
        fourth = number(premises.coordinate[3], point)
        step = {0: 1 - fourth**-2, 1: fourth**-2 / 2, -1: fourth**-2 / 2}
        law = {0: mpmath.mpf(1)}
        for _ in range(int(point[d_k])):
            grown = [(s + t, x * y) for s, x in law.items() for t, y in step.items()]
            law = {s: mpmath.fsum(x for t, x in grown if t == s) for s, _ in grown}
        second, last = (mpmath.fsum(s**m * x for s, x in law.items()) for m in (2, 4))
        return last / second**2 - 3

    return route


def aligned_score_mean(premises: Score = ROOT) -> Derivation:
    r"""$\mathbb{E} |q|^2 / \sqrt{d_k} = \sqrt{d_k}$: a key that is the query stands out by the root (S2).

    >>> aligned_score_mean().formula
    sqrt(d_k)
    """
    return _aligned_mean(premises, "aligned_score_mean")


def full_score_mean(premises: Score = FULL) -> Derivation:
    r"""$\mathbb{E} |q|^2 / d_k = 1$ in every dimension (S2).

    >>> full_score_mean().formula
    1
    """
    return _aligned_mean(premises, "full_score_mean")


def aligned_score_variance(premises: Score = ROOT) -> Derivation:
    r"""$\mathrm{Var}(|q|^2 / \sqrt{d_k}) = 2$ for normal coordinates, in every dimension (S2).

    >>> aligned_score_variance().formula
    2
    """
    title = "Variance of the score of a key that is the query"
    chain = Chain(name="aligned_score_variance", title=title, premises=premises.sentences)
    return chain.close(_variance(chain, premises))


def _scaled(premises: Score, name: str) -> Derivation:
    chain = Chain(name=name, title="Variance of a scaled score", premises=premises.sentences)
    return chain.close(_variance(chain, premises))


def _aligned_mean(premises: Score, name: str) -> Derivation:
    chain = Chain(name=name, title="Mean score of a key that is the query", premises=premises.sentences)
    found = _moment(chain, premises, 1)
    return chain.close(found, growth=chain.apply("read off the exponent", growth, found, variables=(d_k,)))


def _moment(chain: Chain, premises: Score, order: int) -> Step:
    """E s^order; the definitions are put down once."""
    if not chain.steps:
        other = q[i] if premises.aligned else k[i]
        body = d_k**-premises.power * sp.Sum(q[i] * other, (i, 1, d_k))
        chain.define("the score", score, body)
        chain.define("coordinates of the query", Coordinates(q, *premises.coordinate))
        chain.define("coordinates of the key", Coordinates(k, *premises.coordinate))
    return chain.apply(f"moment of order {order}", moment_of_sum, *chain.steps[:3], order=order)


def _variance(chain: Chain, premises: Score) -> Step:
    second, first = (_moment(chain, premises, order) for order in (2, 1))
    return chain.apply("collect", collect, chain.apply("take off the mean", variance, second, first))

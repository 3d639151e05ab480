r"""Props. 2 and 3 with finitely many tokens stored and two answers: the error as a sum (S4, S5, S3).

The weights $q = p^\rho$ on the first P tokens; the others have none. A token's error is decided by one
coordinate of a sphere, as in `weighted`. What is summed over tokens is kept as a sum, enclosed by balls: with
P a whole part of a power of d, of $d/8$ or of $d/(c \log d)$, or with all of N tokens stored.

| letter | meaning |
|---|---|
| `P` | tokens stored |
| `c` | factor of the logarithm in $P = d/(c \log d)$ |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import alpha, symbol
from ..rules.algebra import specialise
from ..rules.asymptotics import growth, sandwich
from ..rules.integrals import absolute_moment, evaluate_integrals
from ..rules.laws import Gaussian
from ..rules.normal_gap import normal_gap
from ..rules.points import number
from ..rules.stored_sums import (
    PowerSum,
    Whole,
    at_whole,
    markov_last,
    markov_series,
    markov_stored,
    order_by_balls,
    tail_beside,
    weigh_stored,
    whole_between,
)
from .weighted import score_gap

d: Final = symbol("d")
rho: Final = symbol("rho")
c: Final = symbol("c")
N: Final = symbol("N")
_P = sp.Symbol("P", integer=True, positive=True)
_E = sp.Symbol("E", positive=True)
_s = sp.Symbol("s", positive=True)
_x = sp.Symbol("x", integer=True, positive=True)
_q, _p = (sp.Function(name, positive=True) for name in "qp")
_ORDER: Final = sp.Integer(4)
"""Of the moment X^8 by which stored tokens are bounded."""
_SERIES: Final = sp.Rational(6, 25)
"""Of the moment where weights fall fast: below $(\\alpha - 1)/r = 1/4$, so that a series converges."""


@dataclass(frozen=True, kw_only=True)
class Stored:
    """Exponents of law and weights, and how many tokens are stored: of infinitely many, or all N."""

    alpha: sp.Expr = alpha
    rho: sp.Expr = rho
    stored: sp.Expr = N
    all_stored: bool = False
    dimension: sp.Expr = d

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        a, power, count = (sp.latex(part) for part in (self.alpha, self.rho, self.stored))
        tokens = f"${count}$ tokens" if self.all_stored else "infinitely many tokens"
        return (
            rf"$p(x) \propto x^{{-{a}}}$ on {tokens}",
            rf"the weights are $q = p^{{{power}}}$ on the first $P = {count}$ tokens, and none beyond",
            Gaussian(self.dimension).describe("the embeddings $e_x$"),
            "there are two answers, and neither the unembeddings nor which token has which answer matter",
        )


_TWO: Final = sp.Integer(2)
_EIGHTH: Final = Stored(alpha=_TWO, rho=sp.Rational(1, 8), stored=Whole(d, sp.Rational(2, 3)))
_QUARTER: Final = Stored(alpha=_TWO, rho=sp.Rational(1, 4), stored=Whole(d, sp.Rational(1, 2)))
_DIMENSION: Final = Stored(alpha=_TWO, rho=sp.Rational(1, 8), stored=Whole(d, sp.Integer(1)))
_FREQUENCY: Final = Stored(alpha=_TWO, rho=sp.Integer(1), stored=Whole(d, sp.Integer(1)))
_UNIFORM: Final = Stored(rho=sp.Integer(0), stored=Whole(d / (c * sp.log(d)), sp.Integer(1)))
_FIGURE: Final = Stored(rho=sp.Integer(0), stored=Whole(d / 8, sp.Integer(1)))
_ALL: Final = Stored(all_stored=True)
_HUNDRED: Final = Stored(alpha=_TWO, rho=sp.Rational(1, 8), stored=sp.Integer(100), all_stored=True)


def stored_error_eighth(premises: Stored = _EIGHTH) -> Derivation:
    r"""$E \asymp d^{-2/3}$ at $\alpha = 2$, $\rho = 1/8$ and $P = \lfloor d^{2/3} \rfloor$ (S5).

    >>> stored_error_eighth().exponents
    {'d': Fraction(-2, 3)}
    """
    return _ordered(premises, "stored_error_eighth")


def stored_error_quarter(premises: Stored = _QUARTER) -> Derivation:
    r"""$E \asymp d^{-1/2}$ at $\alpha = 2$, $\rho = 1/4$ and $P = \lfloor \sqrt d \rfloor$ (S5)."""
    return _ordered(premises, "stored_error_quarter")


def stored_error_logarithm(premises: Stored = _UNIFORM) -> Derivation:
    r"""The error of $P = \lfloor d/(c \log d) \rfloor$ tokens stored alike, at every d (S5.1)."""
    return _exact(premises, "stored_error_logarithm")


def stored_error_figure(premises: Stored = _FIGURE) -> Derivation:
    r"""The error of $P = \lfloor d/8 \rfloor$ tokens stored alike, at every d (S5.1)."""
    return _exact(premises, "stored_error_figure")


def stored_error_all(premises: Stored = _ALL) -> Derivation:
    r"""The error of $q = p^\rho$ on N tokens: $\frac{1}{2} \sum_x p(x)\, \mathbb{P}(X^2 > x^{-r}/H)$ (S4)."""
    return _exact(premises, "stored_error_all")


def stored_error_hundred(premises: Stored = _HUNDRED) -> Derivation:
    r"""$E = O(d^{-3})$ on 100 tokens at $\alpha = 2$, $\rho = 1/8$ (S4.2).

    >>> stored_error_hundred().relation, stored_error_hundred().exponents
    ('<=', {'d': Fraction(-3, 1)})
    """
    chain = _chain(premises, "stored_error_hundred")
    error, overlap = missed_share(chain, premises)
    moment = _moment(chain, overlap, order=sp.Integer(3))
    bound = chain.apply("bound by the last token", markov_last, error, moment, order=sp.Integer(3))
    bound = at_count(chain, premises, bound)
    order = chain.apply("read off the exponent", order_by_balls, bound, variables=(premises.dimension,))
    return chain.close(bound, growth=order, checks=(_above(premises),))


def best_error_above(premises: Stored = _DIMENSION) -> Derivation:
    r"""The least error over P is $O(1/d)$ at $\alpha = 2$, $\rho = 1/8$: that of $P = d$ is (S5.2).

    >>> best_error_above().exponents
    {'d': Fraction(-1, 1)}
    """
    return _best(premises, "best_error_above", series=False)


def best_error_frequency(premises: Stored = _FREQUENCY) -> Derivation:
    r"""The same is $O(d^{-6/25})$ at $\rho = 1$, by Markov's inequality: below $d^{-1/5}$ (S5.2).

    >>> best_error_frequency().exponents
    {'d': Fraction(-6, 25)}
    """
    return _best(premises, "best_error_frequency", series=True)


def _best(premises: Stored, name: str, *, series: bool) -> Derivation:
    chain = _chain(premises, name)
    error, overlap = missed_share(chain, premises)
    whole = chain.define("so many are stored", _P, premises.stored)
    bound = _above_error(chain, error, overlap, whole, series=series)
    order = chain.apply("read off the exponent", growth, bound, variables=(premises.dimension,))
    return chain.close(bound, growth=order, checks=(_above(premises),))


def _chain(premises: Stored, name: str) -> Chain:
    return Chain(name=name, title="Error of the first tokens stored", premises=premises.sentences)


def _exact(premises: Stored, name: str) -> Derivation:
    chain = _chain(premises, name)
    error = at_count(chain, premises, missed_share(chain, premises)[0])
    return chain.close(error, checks=(_by_integrals(premises),))


def _ordered(premises: Stored, name: str) -> Derivation:
    chain = _chain(premises, name)
    error, overlap = missed_share(chain, premises)
    whole = chain.define("so many are stored", _P, premises.stored)
    above = _above_error(chain, error, overlap, whole)
    below = chain.apply("only what is not stored", tail_beside, error, above=False)
    below = chain.apply("at the whole part", whole_between, below, whole)
    grown = [chain.apply("read off the exponent", growth, side, variables=(premises.dimension,))
             for side in (below, above)]  # fmt: skip
    between = chain.apply("the error lies between the two", sandwich, below, above, *grown)
    exact = chain.apply("put in how many are stored", at_whole, error, whole)
    return chain.close(exact, growth=between, checks=(_by_integrals(premises),))


def _above_error(chain: Chain, error: Step, overlap: Step, whole: Step, *, series: bool = False) -> Step:
    order, rule = (_SERIES, markov_series) if series else (_ORDER, markov_stored)
    moment = _moment(chain, overlap, order=order)
    above = chain.apply("bound the stored", rule, error, moment, order=order)
    above = chain.apply("bound the others", tail_beside, above, above=True)
    return chain.apply("at the whole part", whole_between, above, whole)


def at_count(chain: Chain, premises: Stored, error: Step) -> Step:
    """Put in how many are stored."""
    whole = chain.define("so many are stored", _P, premises.stored)
    return chain.apply("put in how many are stored", at_whole, error, whole)


def missed_share(chain: Chain, premises: Stored) -> tuple[Step, Step]:
    """Steps to the error as a sum over tokens, and the overlap X it is about."""
    gap, overlap = score_gap(chain, premises.dimension)
    power = _x ** (-premises.rho * premises.alpha)
    weights = chain.define("the weights, up to a factor", _q(_x), sp.Piecewise((power, _x <= _P), (0, True)))
    total = PowerSum(_P, premises.alpha) if premises.all_stored else sp.zeta(premises.alpha)
    mass = chain.define("the tokens follow a Zipf law", _p(_x), _x**-premises.alpha / total)
    wrong = chain.apply("the noise is normal given the token", normal_gap, gap, overlap)
    return chain.apply(
        "average over the tokens", weigh_stored, wrong, weights, mass, overlap, error=_E
    ), overlap


def _moment(chain: Chain, overlap: Step, *, order: sp.Rational) -> Step:
    moment = chain.apply("cut the sphere in slices", absolute_moment, overlap, power=_s, half=True)
    moment = chain.apply("evaluate the Beta integrals", evaluate_integrals, moment)
    return chain.apply("one moment", specialise, moment, symbol=_s, value=order)


_PLACES: Final = ({alpha: 2, rho: sp.Rational(1, 2), c: 1, N: 6, d: 12},
                  {alpha: 3, rho: sp.Rational(1, 4), c: 2, N: 9, d: 40})  # fmt: skip


def _route(premises: Stored, place: dict[sp.Symbol, sp.Expr]) -> mpmath.mpf:
    """Each token's error by the density of the coordinate, added up."""
    a, power, size = (number(part, place) for part in (premises.alpha, premises.rho, premises.dimension))
    count = int(number(premises.stored, place))
    level = mpmath.fsum(mpmath.mpf(x) ** (-2 * a * power) for x in range(1, count + 1))

    whole = _area(mpmath.mpf(0), int(size) - 1)
    parts = (x**-a * _area(x ** (-a * power) / mpmath.sqrt(level), int(size) - 1) / whole
             for x in map(mpmath.mpf, range(1, count + 1)))  # fmt: skip
    total, rest = mpmath.fsum(parts), mpmath.zeta(a, count + 1)
    return total / (mpmath.zeta(a) - rest) / 2 if premises.all_stored else (total + rest) / mpmath.zeta(a) / 2


def _area(cosine: mpmath.mpf, power: int) -> mpmath.mpf:
    """The integral of a power of the sine up to an angle of that cosine, by parts until none is left."""
    sine = mpmath.sqrt(1 - cosine**2)
    area = mpmath.acos(cosine) if power % 2 == 0 else 1 - cosine
    for n in range(2 + power % 2, power + 1, 2):
        area = (n - 1) * area / n - cosine * sine ** (n - 1) / n
    return area


def _by_integrals(premises: Stored) -> Callable[[sp.Expr], str]:
    def check(formula: sp.Expr) -> str:
        for place in _PLACES:
            with mpmath.workdps(20):
                at = {s: sp.sympify(v) for s, v in place.items()}
                added, found = _route(premises, at), number(formula, at)
                if abs(added - found) > mpmath.mpf(10) ** -15:
                    raise CheckFailed(f"At {place} the tokens add up to {added}, not {found}.")
        return "token by token, the angle's density integrated by parts, at two sizes"

    return check


def _above(premises: Stored) -> Callable[[sp.Expr], str]:
    def check(formula: sp.Expr) -> str:
        for place in _PLACES:
            with mpmath.workdps(20):
                at = {s: sp.sympify(v) for s, v in place.items()}
                if _route(premises, at) > number(formula, at):
                    raise CheckFailed(f"At {place} the bound is below the error added up token by token.")
        return "above the error added up token by token, at two sizes"

    return check

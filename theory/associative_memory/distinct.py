r"""An answer for each token (M = P): how many are stored, and how many Eq. (7) itself guarantees (S6).

Theorem 1 holds with each token in a class of its own: $Q_\infty = 1$ and $\|q\|^2 = P$. Its condition is met
by P up to about $d^2/(128 k^2)$, $k \le 2 \log d + \ldots$: more than of order $d^{3/2}$, far beyond d.

| letter | meaning |
|---|---|
| `P` | tokens, each with an answer of its own |
| `k` | $c_\gamma = \log M + \gamma \log d$ |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import symbol
from ..rules.distinct_sizes import (
    fewer_at_larger,
    fitting_tokens,
    largest_rate,
    rate_at_level,
    root_above_logarithm,
    tokens_that_fit,
)
from ..rules.far_orders import far_growth
from ..rules.isolating import put_in
from ..rules.points import number
from ..rules.tokens import at_sizes
from .bounds import Bounded, M, Q, d, gamma, heavy_token, outside_the_set, rate_constant, total_mass

_P: Final = sp.Symbol("P", positive=True)
_stored: Final = sp.Symbol("P_*", positive=True)
_level: Final = symbol("level")
_bound: Final = sp.Symbol("B", positive=True)
_TWENTIETH: Final = sp.Rational(1, 20)


@dataclass(frozen=True, kw_only=True)
class Distinct:
    """The tolerated error, the weight of each token, and what Theorem 1 assumes."""

    level: sp.Expr = _TWENTIETH
    weight: sp.Integer = sp.S.One
    memory: Bounded = field(default_factory=Bounded)

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            *self.memory.sentences,
            f"each of $P$ tokens has an answer of its own and the weight {self.weight}",
            f"an error of ${sp.latex(self.level)}$ is tolerated; $P$ is taken as a real number",
        )


STORED: Final = Distinct()
"""Five errors in a hundred."""

GUARANTEED: Final = Distinct(level=_level)
"""Any level."""


def distinct_size_floor(premises: Distinct = STORED) -> Derivation:
    r"""At least $\frac{d}{8 k} (\frac{d}{16 k} - 1)$ tokens, $k = 2 \log d + \frac12 \log 40$: $d^{3/2}$.

    >>> distinct_size_floor().relation, distinct_size_floor().exponents
    ('>=', {'d': Fraction(3, 2)})
    """
    chain = _chain("distinct_size_floor", premises)
    wrong = heavy_token(chain, premises.memory)
    gained = chain.apply("at the level", rate_at_level, wrong, variable=gamma, level=premises.level)
    condition, rate = _condition(chain, premises, gained)
    fits = chain.apply("so many tokens fit", tokens_that_fit, condition, variable=_P, name=_stored)
    most = chain.define("no more than that are looked for", sp.Le(_P, d**2, evaluate=False))
    largest = chain.apply("the largest rate", largest_rate, rate, most)
    floor = chain.apply("so many at least", fewer_at_larger, fits, largest, most)
    floor = chain.apply("for the sizes of a grid", at_sizes, floor)
    power = chain.apply("a root for the logarithm", root_above_logarithm, floor, variable=symbol("d"))
    order = chain.apply("read off the exponent", far_growth, power, variables=(symbol("d"),))
    return chain.close(floor, growth=order, checks=(_meets_the_condition(premises),))


def guaranteed_tokens(premises: Distinct = GUARANTEED) -> Derivation:
    r"""The P at which Eq. (7) is at the level: $16 k (1 + 8 k P/d) = d$, $k = \log P + \log(2/\delta)$."""
    chain = _chain("guaranteed_tokens", premises)
    printed = chain.define("the bound (7), no token in its set", _bound, 2 * sp.exp(-gamma * sp.log(d)))
    gained = chain.apply("at the level", rate_at_level, printed, variable=gamma, level=premises.level)
    condition, rate = _condition(chain, premises, gained)
    size = chain.apply("so many tokens", fitting_tokens, condition, rate, variable=_P, name=_stored)
    size = chain.apply("for the sizes of a grid", at_sizes, size)
    return chain.close(size, checks=(_bound_is_met(premises),))


def _condition(chain: Chain, premises: Distinct, gained: Step) -> tuple[Step, Step]:
    """Steps to the condition of Eq. (7) for one token a class, and to the constant k in it."""
    rate = rate_constant(chain)
    rate = chain.apply("put it in", put_in, rate, gained)
    rate = chain.apply("a class each", put_in, rate, chain.define("as many classes as tokens", M, _P))
    condition = outside_the_set(chain, premises.memory)
    alone = premises.weight**2
    for label, what, value in (
        ("the weight", premises.memory.weight, premises.weight),
        ("the largest class", Q, alone),
        ("all squared weights", total_mass, alone * _P),
    ):
        condition = chain.apply("put it in", put_in, condition, chain.define(label, what, value))
    return condition, rate


def _chain(name: str, premises: Distinct) -> Chain:
    return Chain(name=name, title="Tokens with an answer each", premises=premises.sentences)


def _meets_the_condition(premises: Distinct) -> Callable[[sp.Expr], str]:
    """With that many tokens the bound of Theorem 1's proof is within the level."""

    def check(formula: sp.Expr) -> str:
        for size in (10**4, 10**7):
            with mpmath.workdps(20):
                P = number(formula, {symbol("d"): sp.Integer(size)})
                k = mpmath.log(P) + mpmath.log(2 / number(premises.level, {})) / 2
                if 16 * k * (1 + 8 * k * P / size) > size:
                    raise CheckFailed(f"At d = {size} the condition fails with {P} tokens.")
        return "the condition tried with that many tokens, in 10^4 and 10^7 dimensions"

    return check


def _bound_is_met(premises: Distinct) -> Callable[[sp.Expr], str]:
    """At the size found a token is at the edge of the set of the gamma whose term is the level."""

    def check(formula: sp.Expr) -> str:
        for size, level in ((10**4, sp.Rational(1, 20)), (10**8, sp.Rational(1, 3))):
            with mpmath.workdps(25):
                P = number(formula, {symbol("d"): sp.Integer(size), _level: level})
                rate = mpmath.log(2 / number(level, {})) / mpmath.log(size)
                k = mpmath.log(P) + rate * mpmath.log(size)
                edge = 16 * k * (1 + 8 * k * P / size)
                if abs(edge / size - 1) > mpmath.mpf(10) ** -15:
                    raise CheckFailed(f"At d = {size} a token needs {edge} dimensions.")
        return "the edge of the set at the size found, at two levels"

    return check

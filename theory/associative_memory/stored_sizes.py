r"""How many tokens two classes store alike: at an error per token, or all right together (S6).

One of P tokens is wrong with Student's probability $P(t_d > \sqrt{d/(P-1)})$, whatever their classes. It is
at a level p at $P = 1 + d/t^2$, t Student's quantile: in proportion to d, without a logarithm. That none is
wrong follows for $d/(2 \log d)$ tokens by a union over them.

| letter | meaning |
|---|---|
| `P` | tokens stored |
| `level` | tolerated error of one token |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import symbol
from ..rules.equals import put_in
from ..rules.points import number
from ..rules.stored_sizes import (
    any_token,
    at_level,
    compound_exponential,
    power_above,
    quantile_growth,
    size_within,
)
from .exact import TWO, R, S, TwoClasses, q, size, token_error

_P: Final = symbol("P")
_level: Final = symbol("level")
_stored = sp.Symbol("P_*", positive=True)


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """The tolerated error, how many tokens are stored at most, and what two classes rest on."""

    level: sp.Expr = _level
    most: sp.Expr = size
    classes: TwoClasses = TWO

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            *self.classes.sentences,
            "there are $P$ tokens, at least two, and all have weight 1; $P$ is taken as a real number",
            f"an error of ${sp.latex(self.level)}$ is tolerated",
        )


ANY: Final = Sizes()
"""Any level."""

TWENTIETH: Final = Sizes(level=sp.Rational(1, 20))
"""Five errors in a hundred."""

HALF: Final = Sizes(level=sp.Rational(1, 2))
"""All right with probability 1/2."""


def stored_size(premises: Sizes = ANY) -> Derivation:
    r"""$P = 1 + d/t_d(p)^2$ tokens have the error p each: of the order d (S6.1).

    >>> stored_size().exponents
    {'d': Fraction(1, 1)}
    """
    return _sized("stored_size", premises)


def stored_size_twentieth(premises: Sizes = TWENTIETH) -> Derivation:
    r"""The same at $p = 1/20$ (S6.1)."""
    return _sized("stored_size_twentieth", premises)


def stored_all_floor(premises: Sizes = HALF) -> Derivation:
    r"""At least $d/(2 \log d)$ tokens are all right with probability 1/2 (S6.2).

    >>> stored_all_floor().formula
    d/(2*log(d))
    """
    chain = Chain(name="stored_all_floor", title="Tokens all right together", premises=premises.sentences)
    one = _alike(chain, token_error(chain, premises.classes))
    tail = chain.apply("a power above it", power_above, one)
    tail = chain.apply("as an exponential", compound_exponential, tail)
    some = chain.apply("add up all tokens", any_token, tail, count=_P)
    most = chain.define("no more tokens than that", sp.Le(_P, premises.most, evaluate=False))
    found = chain.apply(
        "so many keep within the level", size_within, some, most, level=premises.level, name=_stored
    )
    return chain.close(found, checks=(_all_right(premises),))


def _sized(name: str, premises: Sizes) -> Derivation:
    chain = Chain(name=name, title="Tokens stored at an error per token", premises=premises.sentences)
    one = _alike(chain, token_error(chain, premises.classes))
    found = chain.apply("at the level", at_level, one, variable=_P, level=premises.level, name=_stored)
    order = chain.apply("read off the exponent", quantile_growth, found, variable=size)
    return chain.close(found, growth=order, checks=(_by_density(premises),))


def _alike(chain: Chain, token: Step) -> Step:
    """All P tokens of weight 1, whatever their classes."""
    others = chain.define("the squared weights of all others", S, _P - 1 - R)
    alone = chain.define("and the token's own", q, sp.Integer(1))
    return chain.apply("put it in", put_in, chain.apply("put it in", put_in, token, others), alone)


def _by_density(premises: Sizes) -> Callable[[sp.Expr], str]:
    """Student's density integrated beyond the root of d/(P - 1), at the P found."""

    def check(formula: sp.Expr) -> str:
        for d, chance in ((5, sp.Rational(1, 20)), (40, sp.Rational(1, 5))):
            wanted = premises.level if premises.level.is_number else chance
            at = {size: sp.Integer(d), _level: wanted}
            with mpmath.workdps(20):
                P = number(formula, at)
                scale = mpmath.gamma(mpmath.mpf(d + 1) / 2) / mpmath.gamma(mpmath.mpf(d) / 2)
                density = lambda x, n=d: (1 + x * x / n) ** (-mpmath.mpf(n + 1) / 2)  # noqa: E731
                inside = mpmath.quad(density, [0, mpmath.sqrt(d / (P - 1))])
                tail = mpmath.mpf(1) / 2 - scale / mpmath.sqrt(d * mpmath.pi) * inside
                if abs(tail - number(wanted, {})) > mpmath.mpf(10) ** -12:
                    raise CheckFailed(f"At d = {d} the density beyond is {tail} with {P} tokens.")
        return "Student's density integrated at the size found, in 5 and 40 dimensions"

    return check


def _all_right(premises: Sizes) -> Callable[[sp.Expr], str]:
    """The union of Student's own tails, without exponentials, at the size found."""

    def check(formula: sp.Expr) -> str:
        for d in (20, 300, 10**5):
            with mpmath.workdps(20):
                P = number(formula, {size: sp.Integer(d)})
                share = 1 - 1 / P
                some = P * mpmath.betainc(mpmath.mpf(d) / 2, 0.5, 0, share, regularized=True) / 2
                if some > number(premises.level, {}):
                    raise CheckFailed(f"At d = {d} the tails of {P} tokens add up to {some}.")
        return "Student's tails added up at the size found, in 20 to 10^5 dimensions"

    return check

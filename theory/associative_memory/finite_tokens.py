r"""Proposition 1 on finitely many tokens: no power of T, an exponential decay, and what a line reports (S1).

| letter | meaning |
|---|---|
| `r` | $\\log \\mathcal{E}$ a sample, in units of that of the rarest token alone |
| `b` | slope of a straight line through $\log \mathcal{E}$ against $\log T$ |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import alpha
from ..rules.asymptotics import growth
from ..rules.equals import put_in
from ..rules.points import number
from ..rules.stored_sums import PowerSum
from ..rules.token_sums import Zipf
from ..rules.unseen_sums import count_times_largest, line_slope, on_finite_tokens, rough
from .finite_data import Data, N, T, mean_error

_LISTED: Final = 100
"""Tokens added up one by one; of those beyond none is taken as seen, which a million samples would tell."""
_SIZES: Final = (10, 30, 100, 300, 1000, 3000, 10_000)
_slope, _decay = (sp.Symbol(name, positive=True) for name in "br")


@dataclass(frozen=True, kw_only=True)
class Tokens:
    """A Zipf law on finitely many tokens, and the numbers of samples through which a line is fitted."""

    data: Data
    sizes: tuple[int, ...] = _SIZES

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (*self.data.sentences, f"a line is fitted through T = {', '.join(map(str, self.sizes))}")


FINITE: Final = Tokens(data=Data(law=Zipf(alpha, N)))
HUNDRED: Final = Tokens(data=Data(law=Zipf(alpha, sp.Integer(100))))
MILLION: Final = Tokens(data=Data(law=Zipf(alpha, sp.Integer(10**6))))


def unseen_mass_above(premises: Tokens = FINITE) -> Derivation:
    r"""$\mathbb{E} \mathcal{E} \le N/(T + 1)$ on N tokens, whatever their law: at most of order 1/T.

    >>> unseen_mass_above().formula, unseen_mass_above().exponents
    (N/(T + 1), {'T': Fraction(-1, 1)})
    """
    chain = _chain("unseen_mass_above", premises)
    mean = mean_error(chain, premises.data)
    bound = chain.apply("no term exceeds the largest", count_times_largest, mean)
    order = chain.apply("read off the exponent", growth, bound, variables=(T,))
    return chain.close(bound, growth=order, checks=(_above(premises),))


def unseen_mass_rate(premises: Tokens = FINITE) -> Derivation:
    r"""$\log \mathbb{E} \mathcal{E}$ over $T \log(1 - p_N)$, on N tokens."""
    chain = _chain("unseen_mass_rate", premises)
    mean = _mean(chain, premises)
    law = premises.data.law
    rarest = law.tokens**-law.exponent / PowerSum(law.tokens, law.exponent)
    rate = chain.define(
        "the decay a sample, in units of the rarest token's",
        _decay,
        sp.log(mean.result.lhs) / (T * sp.log(1 - rarest)),
    )
    rate = chain.apply("put the mean in", put_in, rate, mean)
    return chain.close(rate, checks=(_between(premises),))


def naive_slope_hundred(premises: Tokens = HUNDRED) -> Derivation:
    """What a straight line through seven numbers of samples reports on 100 tokens."""
    return _line("naive_slope_hundred", premises)


def naive_slope_million(premises: Tokens = MILLION) -> Derivation:
    """The same on a million tokens."""
    return _line("naive_slope_million", premises)


def _line(name: str, premises: Tokens) -> Derivation:
    chain = _chain(name, premises)
    mean = _mean(chain, premises)
    slope = chain.apply("fit a line", line_slope, mean, variable=T, sizes=premises.sizes, name=_slope)
    return chain.close(slope, checks=(_among_segments(premises),))


def _mean(chain: Chain, premises: Tokens) -> Step:
    return chain.apply("on so many tokens", on_finite_tokens, mean_error(chain, premises.data))


def _chain(name: str, premises: Tokens) -> Chain:
    title = "Mean error of a memory without limits on finitely many tokens"
    return Chain(name=name, title=title, premises=premises.sentences)


def _above(premises: Tokens) -> Callable[[sp.Expr], str]:
    """Tokens that are all alike are missed most, at T + 1 = N."""

    def check(formula: sp.Expr) -> str:
        for count, samples in ((2, 1), (9, 8), (60, 400)):
            at = {N: sp.Integer(count), T: sp.Integer(samples)}
            alike = (1 - mpmath.mpf(1) / count) ** samples
            if alike > number(formula, at):
                raise CheckFailed(f"At {at} tokens that are alike are missed with {alike}.")
        return "above tokens that are alike, at three sizes"

    return check


def _between(premises: Tokens) -> Callable[[sp.Expr], str]:
    """The rarest token alone and all tokens as rare as it enclose the rate."""

    def check(formula: sp.Expr) -> str:
        law = premises.data.law
        for count, samples in ((5, 40), (40, 5000)):
            at = {N: sp.Integer(count), T: sp.Integer(samples), alpha: sp.Integer(2)}
            with mpmath.workdps(20):
                shares = [mpmath.mpf(x) ** -2 for x in range(1, int(number(law.tokens, at)) + 1)]
                rarest = shares[-1] / mpmath.fsum(shares)
                most = 1 + mpmath.log(rarest) / (samples * mpmath.log(1 - rarest))
                if not 1 <= number(formula, at) <= most:
                    raise CheckFailed(f"At {at} the rate {number(formula, at)} is not between 1 and {most}.")
        return "between 1 and what the rarest token alone would give, at two sizes"

    return check


def _among_segments(premises: Tokens) -> Callable[[sp.Expr], str]:
    """The line is no steeper than the steepest segment between neighbouring points, nor flatter than all."""

    def check(formula: sp.Expr) -> str:
        count, at = int(premises.data.law.tokens), {alpha: sp.Integer(2)}
        with mpmath.workdps(20):
            first = 1 / (mpmath.zeta(2) - mpmath.zeta(2, count + 1))
            shares = [first / x**2 for x in map(mpmath.mpf, range(1, min(count, _LISTED) + 1))]
            rest = first * (mpmath.zeta(2, len(shares) + 1) - mpmath.zeta(2, count + 1))
            logs = [
                mpmath.log(mpmath.fsum(p * (1 - p) ** size for p in shares) + rest) for size in premises.sizes
            ]
            slopes = [
                (b - a) / mpmath.log(mpmath.mpf(y) / x)
                for (a, b), (x, y) in zip(pairwise(logs), pairwise(premises.sizes), strict=True)
            ]
            if not min(slopes) < rough(formula, at) < max(slopes):
                raise CheckFailed(f"The slope {rough(formula, at)} is beyond those of segments, {slopes}.")
        return "between the slopes of segments, tokens added up one by one at an exponent of two"

    return check

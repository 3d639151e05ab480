r"""Proposition 1: finite data, infinite memory.

A memory without limits answers each token that it has seen. The error is the mass of the tokens that T
samples have missed; its mean is $\sum_x p(x) (1 - p(x))^T$.

| letter | meaning |
|---|---|
| `p` | $p(x)$, the share of token x |
| `T` | samples, $X_1, ..., X_T$, independent |
| `alpha` | exponent of the Zipf law |
| `h` | chance that a guess at an unseen token is right; 0 where such a token is an error |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import alpha, p
from ..rules.algebra import ratio
from ..rules.events import ForAll, Probability
from ..rules.indicators import mean_of_indicators, opposite, put_probability_in
from ..rules.leading_terms import growth_of, leading_between
from ..rules.points import number, require_close
from ..rules.structure import Independent, all_of
from ..rules.token_integrals import against_integral, beta_integral
from ..rules.token_sums import SHARE, Indicator, TokenSum, Zipf

T: Final = sp.Symbol("T", positive=True)
N: Final = sp.Symbol("N", positive=True)
_t: Final = sp.Symbol("t", integer=True, positive=True)
_x: Final = sp.Symbol("x", integer=True, positive=True)
_X: Final = sp.Symbol("X_t")
_ERROR: Final = sp.Symbol(r"\mathcal{E}", positive=True)
_SCALE: Final = sp.Symbol("s", positive=True)
_SMALL: Final = ((2, 3), (3, 2), (4, 4))
"""Numbers of tokens and of samples whose sequences are all listed."""

_DIGITS: Final = 20
_FAR_TOLERANCE: Final = mpmath.mpf(10) ** -12


@dataclass(frozen=True, kw_only=True)
class Data:
    """What is assumed of tokens, samples and of the answer to an unseen token."""

    law: Zipf
    samples: sp.Expr = T
    guess: sp.Expr = sp.S.Zero

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        unseen = "wrong" if self.guess == 0 else f"right with probability ${sp.latex(self.guess)}$"
        return (
            self.law.describe(),
            f"${sp.latex(self.samples)}$ samples are drawn independently of each other",
            f"a token that was seen is answered rightly; one that was not is {unseen}",
        )


INFINITE: Final = Data(law=Zipf(alpha))
SIX_FIFTHS: Final = Data(law=Zipf(sp.Rational(6, 5)))
THREE_HALVES: Final = Data(law=Zipf(sp.Rational(3, 2)))
TWO: Final = Data(law=Zipf(sp.Integer(2)))
THREE: Final = Data(law=Zipf(sp.Integer(3)))
GUESSED: Final = Data(law=Zipf(sp.Integer(2)), guess=sp.Rational(1, 5))
FINITE: Final = Data(law=Zipf(alpha, N))


def unseen_mass(data: Data = INFINITE) -> Derivation:
    r"""$\mathbb{E} \mathcal{E} = \sum_x p(x) (1 - p(x))^T$ on infinitely many tokens, and its order in T.

    >>> unseen_mass().formula
    TokenSum(p(x)*(1 - p(x))**T, Zipf(alpha, oo))
    """
    return _ordered("unseen_mass", data)


def unseen_mass_six_fifths(data: Data = SIX_FIFTHS) -> Derivation:
    r"""The same at $\alpha = 6/5$."""
    return _ordered("unseen_mass_six_fifths", data)


def unseen_mass_three_halves(data: Data = THREE_HALVES) -> Derivation:
    r"""The same at $\alpha = 3/2$."""
    return _ordered("unseen_mass_three_halves", data)


def unseen_mass_two(data: Data = TWO) -> Derivation:
    r"""The same at $\alpha = 2$.

    >>> unseen_mass_two().exponents
    {'T': Fraction(-1, 2)}
    """
    return _ordered("unseen_mass_two", data)


def unseen_mass_three(data: Data = THREE) -> Derivation:
    r"""The same at $\alpha = 3$."""
    return _ordered("unseen_mass_three", data)


def unseen_mass_guessed(data: Data = GUESSED) -> Derivation:
    r"""The same at $\alpha = 2$ where an unseen token is guessed, rightly with probability 1/5."""
    return _ordered("unseen_mass_guessed", data)


def unseen_mass_finite(data: Data = FINITE) -> Derivation:
    r"""$\mathbb{E} \mathcal{E} = \sum_{x \le N} p(x) (1 - p(x))^T$ on N tokens, for any $\alpha$."""
    chain = _chain(
        data, "unseen_mass_finite", "Mean error of a memory without limits on finitely many tokens"
    )
    return chain.close(mean_error(chain, data), checks=(enumerated(data),))


def unseen_mass_constant(data: Data = INFINITE) -> Derivation:
    r"""$\lim T^{1 - 1/\alpha} \mathbb{E} \mathcal{E} / C^{1/\alpha} = \Gamma(1 - 1/\alpha) / \alpha$.

    >>> unseen_mass_constant().formula.subs(alpha, 3)
    gamma(2/3)/3
    """
    return _relative("unseen_mass_constant", data)


def unseen_mass_constant_two(data: Data = TWO) -> Derivation:
    r"""The same at $\alpha = 2$.

    >>> unseen_mass_constant_two().formula
    sqrt(pi)/2
    """
    return _relative("unseen_mass_constant_two", data)


def _relative(name: str, data: Data) -> Derivation:
    chain = _chain(data, name, "Leading constant of the mean error in T")
    leading = _leading(chain, mean_error(chain, data))
    scale = chain.define("the constant of the law sets a scale", _SCALE, data.law.scale)
    relative = chain.apply("measure in units of that scale", ratio, leading, scale)
    return chain.close(relative, checks=(_far_out(data),))


def _ordered(name: str, data: Data) -> Derivation:
    chain = _chain(data, name, "Mean error of a memory without limits after T samples")
    mean = mean_error(chain, data)
    growth = chain.apply("read off the order", growth_of, _leading(chain, mean))
    return chain.close(mean, growth=growth, checks=(enumerated(data),))


def mean_error(chain: Chain, data: Data) -> Step:
    """Steps from the definition of the error to its mean over the samples."""
    misses = sp.Ne(_X, _x, evaluate=False)
    unseen = ForAll(misses, _t, data.samples)
    error = chain.define(
        "a token is wrong where no sample has shown it and the guess fails",
        _ERROR,
        (1 - data.guess) * TokenSum(SHARE * Indicator(unseen), data.law),
    )
    shown = chain.define("one sample shows a token of share p", Probability(sp.Eq(_X, _x, evaluate=False)), p)
    apart = chain.define("samples are independent", Independent(misses, _t))
    missed = chain.apply("one sample misses it", opposite, shown)
    missed = chain.apply("all samples miss it", all_of, missed, apart, count=data.samples)
    mean = chain.apply("average over the samples", mean_of_indicators, error)
    return chain.apply("put in the chance of being missed", put_probability_in, mean, missed, share=p)


def _leading(chain: Chain, mean: Step) -> Step:
    """Steps to the leading term in T, from a lower and an upper bound."""
    bounds = []
    for below, side in ((True, "below"), (False, "above")):
        bound = chain.apply(f"bound the sum by an integral from {side}", against_integral, mean, below=below)
        bounds.append(chain.apply(f"evaluate the integral of the bound from {side}", beta_integral, bound))
    return chain.apply("let the samples grow", leading_between, *bounds, variable=T)


def enumerated(data: Data) -> Callable[[sp.Expr], str]:
    """The formula on a few tokens against all sequences of a few samples, weighed by the Zipf law."""

    def check(formula: sp.Expr) -> str:
        for tokens, samples in _SMALL:
            law = Zipf(data.law.exponent.subs(alpha, 2), sp.Integer(tokens))
            point = {T: sp.Integer(samples), N: sp.Integer(tokens), alpha: sp.Integer(2)}
            few = formula.xreplace({whole: TokenSum(whole.summand, law) for whole in formula.atoms(TokenSum)})
            listed = (1 - data.guess) * _by_listing(law, int(data.samples.subs(point)))
            require_close(number(few, point), number(listed, {}), f"{tokens} tokens, {samples} samples")
        return "all sequences of up to four samples of up to four tokens were listed"

    return check


def _by_listing(law: Zipf, samples: int) -> sp.Expr:
    """The mean mass of unseen tokens, sequence by sequence."""
    tokens = range(1, int(law.tokens) + 1)
    shares = {x: law.constant * sp.Integer(x) ** -law.exponent for x in tokens}
    total = sp.Integer(0)
    for sequence in product(tokens, repeat=samples):
        weight = sp.Mul(*(shares[x] for x in sequence))
        total += weight * sum((shares[x] for x in tokens if x not in sequence), start=sp.Integer(0))
    return total


def _far_out(data: Data) -> Callable[[sp.Expr], str]:
    """The sum itself, added up at 10^30 samples, in units of the scale and of its power of T."""

    def check(formula: sp.Expr) -> str:
        for exponent in (sp.Rational(3, 2), sp.Integer(5)):
            point = {alpha: exponent, T: sp.Integer(10) ** 30}
            law = Zipf(data.law.exponent.subs(point))
            missed = TokenSum((1 - data.guess) * SHARE * (1 - SHARE) ** data.samples, law)
            scaled = missed * T ** (1 - 1 / law.exponent) / law.scale
            found, claimed = mpmath.mpf(str(sp.N(scaled.subs(point), _DIGITS))), number(formula, point)
            if abs(found / claimed - 1) > _FAR_TOLERANCE:
                raise CheckFailed(
                    f"At {point} the sum is {found} in these units, and the constant {claimed}."
                )
        return "the sum added up at 10^30 samples, at two exponents, to twelve digits"

    return check


def _chain(data: Data, name: str, title: str) -> Chain:
    return Chain(name=name, title=title, premises=data.sentences)

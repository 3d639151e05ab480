r"""Layer normalisation and the rescaling of rectified layers (S13), for symbolic width and hidden size.

$y_i = (x_i - \mu)/\sqrt{s + \epsilon}$ with mean $\mu$ and variance s over the d coordinates. Two layers $V
(W x)_+$ do not change under $W \to c W$, $V \to V / c$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import m, symbol
from ..rules.asymptotics import growth
from ..rules.components import gather, insert
from ..rules.rectifier import Rectified, positive_factor
from ..rules.totals import sum_out

d: Final = symbol("d")
eps: Final = symbol("eps")
c: Final = symbol("c")
mu, s = sp.Symbol("mu", real=True), sp.Symbol("v", positive=True)
a, b, i = (sp.Symbol(letter, integer=True, positive=True) for letter in "abi")
x, y, h, q, W, V = (sp.IndexedBase(letter) for letter in "xyhqWV")
gap: Final = sp.Symbol("gap")
depth: Final = symbol("l")


@dataclass(frozen=True, kw_only=True)
class Normaliser:
    """What is added to the variance under the root, the gain on the result, and how much of the mean goes."""

    added: sp.Expr = sp.S.Zero
    gain: sp.Expr = sp.S.One
    centre: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        root = sp.latex(sp.sqrt(s + self.added))
        return (
            rf"$y_i = {sp.latex(self.gain)} (x_i - {sp.latex(self.centre * mu)}) / {root}$",
            r"$\mu$ and $v > 0$ are mean and variance over the $d$ coordinates of $x$",
        )


@dataclass(frozen=True, kw_only=True)
class Rescaling:
    """The factor on the first layer and the divisor of the second."""

    factor: sp.Expr = c
    divisor: sp.Expr = c

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        one, other = sp.latex(self.factor), sp.latex(self.divisor)
        return (
            r"$f(x) = V (W x)_+$ with $m$ hidden units and $d$ inputs",
            rf"$W \to {one} W$, $V \to V / ({other})$",
        )


@dataclass(frozen=True, kw_only=True)
class Length:
    """By how many of its mean squares a vector's squares are divided."""

    divisor: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"$y_i^2 = x_i^2 / ({sp.latex(self.divisor * s)})$, $v > 0$ the mean square of $d$ of them",
            "$x$ is the stream plus whatever a branch adds to it, after any number of blocks",
        )


UNIT: Final = Length()
EXACT: Final = Normaliser()
SAFE: Final = Normaliser(added=eps)
DOUBLED: Final = Normaliser(gain=sp.Integer(2))
RESCALED: Final = Rescaling()


def norm_mean(premises: Normaliser = SAFE) -> Derivation:
    r"""The mean of the outputs of a layer normalisation: zero, whatever is added to the variance.

    >>> norm_mean().formula
    0
    """
    chain = Chain(name="norm_mean", title="Mean of a normalised vector", premises=premises.sentences)
    found = chain.define("the mean of the outputs", sp.Symbol("M"), sp.Sum(y[i], (i, 1, d)) / d)
    found = chain.apply("put the outputs in", insert, found, _outputs(chain, premises))
    found = chain.apply("put the mean in", insert, found, _mean(chain))
    return chain.close(chain.apply("gather the sums", gather, found))


def norm_variance_gap(premises: Normaliser = EXACT) -> Derivation:
    r"""Mean square of the outputs minus 1: zero where nothing is added to the variance.

    >>> norm_variance_gap().formula
    0
    """
    chain = Chain(
        name="norm_variance_gap", title="Variance of a normalised vector", premises=premises.sentences
    )
    return _variance(chain, premises, sp.S.One)


def norm_variance(premises: Normaliser = SAFE) -> Derivation:
    r"""Mean square of the outputs: $v/(v + \epsilon)$.

    >>> norm_variance().formula
    v/(eps + v)
    """
    return _power(premises, "norm_variance", "Variance of a vector normalised with an addend")


def doubled_variance(premises: Normaliser = DOUBLED) -> Derivation:
    r"""Mean square of the outputs with a gain of 2: its square, 4.

    >>> doubled_variance().formula
    4
    """
    return _power(premises, "doubled_variance", "Variance of a normalised vector with a gain")


def unit_power(premises: Length = UNIT) -> Derivation:
    r"""Mean square of a vector over the root of its own mean square: 1, whatever the vector is.

    >>> unit_power().formula
    1
    """
    chain = Chain(name="unit_power", title="Power of a normalised vector", premises=premises.sentences)
    found = chain.define("the mean square of the outputs", sp.Symbol("M"), sp.Sum(y[i] ** 2, (i, 1, d)) / d)
    outputs = chain.define("the outputs", y[i], sp.sqrt(q[i]) / sp.sqrt(premises.divisor * s))
    found = chain.apply("put the outputs in", insert, found, outputs)
    power = chain.define("the squares of the inputs add up", sp.Sum(q[i], (i, 1, d)), d * s)
    found = chain.apply("add the squares up", sum_out, found, power)
    grown = chain.apply("read off the exponent", growth, found, variables=(depth,))
    return chain.close(found, growth=grown)


def _power(premises: Normaliser, name: str, title: str) -> Derivation:
    chain = Chain(name=name, title=title, premises=premises.sentences)
    found = chain.define("the mean square of the outputs", sp.Symbol("M"), sp.Sum(y[i] ** 2, (i, 1, d)) / d)
    root = sp.sqrt(s + premises.added)
    outputs = chain.define("the outputs, by deviations from the mean", y[i], premises.gain * h[i] / root)
    found = chain.apply("put the outputs in", insert, found, outputs)
    found = chain.apply("name the squares", insert, found, chain.define("squares", h[i], sp.sqrt(q[i])))
    spread = chain.define("the variance", sp.Sum(q[i], (i, 1, d)), d * s)
    return chain.close(chain.apply("add the squares up", sum_out, found, spread))


def rescaling_gap(premises: Rescaling = RESCALED) -> Derivation:
    r"""$(V/c) (c W x)_+ - V (W x)_+$: zero for $c > 0$.

    >>> rescaling_gap().formula
    0
    """
    chain = Chain(name="rescaling_gap", title="Rescaling of a rectified pair", premises=premises.sentences)
    inputs = sp.Sum(W[a, b] * x[b], (b, 1, d))
    hidden = Rectified(premises.factor * inputs)
    found = chain.define(
        "the change of one output",
        gap,
        sp.Sum(V[a] / premises.divisor * hidden - V[a] * Rectified(inputs), (a, 1, m)),
    )
    return chain.close(chain.apply("take the factor out", positive_factor, found, factor=c))


def _outputs(chain: Chain, premises: Normaliser) -> Step:
    root = sp.sqrt(s + premises.added)
    return chain.define("the outputs", y[i], premises.gain * (x[i] - premises.centre * mu) / root)


def _mean(chain: Chain) -> Step:
    return chain.define("the mean", mu, sp.Sum(x[a], (a, 1, d)) / d)


def _variance(chain: Chain, premises: Normaliser, claimed: sp.Expr) -> Derivation:
    found = chain.define(
        "what the mean square exceeds it by", gap, sp.Sum(y[i] ** 2, (i, 1, d)) / d - claimed
    )
    found = chain.apply("put the outputs in", insert, found, _outputs(chain, premises))
    spread = chain.define("their variance", s, sp.Sum((x[i] - mu) ** 2, (i, 1, d)) / d)
    found = chain.apply("put the variance in", insert, found, spread)
    return chain.close(chain.apply("gather the sums", gather, found))

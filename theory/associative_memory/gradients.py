r"""Gradients of the cross-entropy loss (S9): Eqs. (17) and (21) by entries, and the power of what (19) drops.

$\ell = -s_y + \log \sum_z e^{s_z}$ with the logits $s_z = u_z^\top W e$ (Eq. 16), or
$u_z^\top W e / |W e|$ under a layer norm; M answers and d dimensions are symbols. A gap is the derivative by
$W_{i j}$ minus the printed expression, so that it is zero where the printed one is right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import symbol
from ..rules.algebra import collect, variance
from ..rules.asymptotics import growth
from ..rules.components import chain_rule, differentiate, gather, insert
from ..rules.contraction import power as power_of_sum
from ..rules.contraction import squared_norm
from ..rules.expectation import integrate_out, mean_of_quotient
from ..rules.index_sums import coincidences, exchange
from ..rules.laws import Sphere
from ..rules.softmax import name_softmax, softmax
from ..rules.vectors import IndexSum, Vector

M: Final = symbol("M")
d: Final = symbol("d")
y, z, i, j, a, b = (sp.Symbol(name, integer=True, positive=True) for name in "yzijab")
u, e, W, s, p, h, G, eps = (
    sp.IndexedBase(name) for name in ("u", "e", "W", "s", "p", "h", "G", r"\varepsilon")
)
loss: Final = sp.Symbol(r"\ell")
gap: Final = sp.Symbol("gap")
printed: Final = sp.Symbol("printed")


_SPHERE: Final = Sphere(d)


@dataclass(frozen=True, kw_only=True)
class Logits:
    """The factor on logits, the power of |W e| they are divided by, and whether competitors leave it out."""

    scale: sp.Expr = sp.S.One
    power: sp.Expr = sp.S.Zero
    without_own: bool = True

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        norm = rf" / |W e|^{{{sp.latex(self.power)}}}" if self.power != 0 else ""
        left_out = "the answers but the right one" if self.without_own else "all answers"
        return (
            rf"the logit of answer $z$ is ${sp.latex(self.scale)}\, u_z^\top W e{norm}$",
            r"the loss is $-s_y + \log \sum_z e^{s_z}$",
            rf"$\varepsilon$ is the mean of $u$ over {left_out} under the model's predictions",
        )


@dataclass(frozen=True, kw_only=True)
class Competitors:
    """The law of the unembeddings, and the score that all answers share at the start."""

    law: Sphere = _SPHERE
    score: sp.Expr = sp.S.Zero

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (self.law.describe("the unembeddings $u_z$"), rf"all logits are ${sp.latex(self.score)}$")


COMPETITORS: Final = Competitors()
PLAIN: Final = Logits()
LAYER_NORM: Final = Logits(power=sp.S.One)


def gradient_gap(premises: Logits = PLAIN) -> Derivation:
    r"""$\partial \ell / \partial W_{i j}$ minus $-(1 - p_y)(u_y - \varepsilon)_i e_j$: zero (Eq. 17).

    >>> gradient_gap().formula
    0
    """
    chain = Chain(name="gradient_gap", title="Gradient of the loss", premises=premises.sentences)
    whole = _by_weight(chain, premises)
    claim = chain.define("the printed gradient", G[i, j], -(1 - p[y]) * (u[y, i] - eps[i]) * e[j])
    rest = _competitors(chain, premises)
    return chain.close(_subtracted(chain, whole, claim, (claim, rest)))


def layer_norm_gap(premises: Logits = LAYER_NORM) -> Derivation:
    r"""The gradient under a layer norm minus the projected one of Eq. (21): zero.

    >>> layer_norm_gap().formula
    0
    """
    chain = Chain(name="layer_norm_gap", title="Gradient under a layer norm", premises=premises.sentences)
    whole = _by_weight(chain, premises)
    length = sp.sqrt(sp.Sum(h[b] ** 2, (b, 1, d)))
    plain = chain.define(
        "the printed gradient at $W / |W e|$", G[a, j], -(1 - p[y]) * (u[y, a] - eps[a]) * e[j]
    )
    projected = sp.Sum((sp.KroneckerDelta(i, a) - h[i] * h[a] / length**2) * G[a, j] / length, (a, 1, d))
    claim = chain.define("its projection beside $W e$, over $|W e|$", printed, projected)
    rest = _competitors(chain, premises)
    return chain.close(_subtracted(chain, whole, claim, (claim, plain, rest)))


def layer_norm_radial(premises: Logits = LAYER_NORM) -> Derivation:
    r"""$\sum_i (W e)_i\, \partial \ell / \partial W_{i j} = 0$ under a layer norm: no step along $W e$.

    >>> layer_norm_radial().formula
    0
    """
    chain = Chain(name="layer_norm_radial", title="Radial part of the gradient", premises=premises.sentences)
    whole = _by_weight(chain, premises)
    radial = chain.define("its part along $W e$", gap, sp.Sum(h[i] * whole.result.lhs, (i, 1, d)))
    radial = chain.apply("put the gradient in", insert, radial, whole)
    return chain.close(chain.apply("gather the sums", gather, radial))


def neglected_power(premises: Competitors = COMPETITORS) -> Derivation:
    r"""$\mathbb{E} |\varepsilon|^2 = 1/(M-1)$ at W = 0 for unembeddings uniform on the sphere (below Eq. 18).

    >>> neglected_power().formula
    1/(M - 1)
    """
    chain = Chain(name="neglected_power", title="Power of the neglected term", premises=premises.sentences)
    power = _mean_power(chain, *_neglected(chain, premises), 1)
    grown = chain.apply("read off the exponent", growth, power, variables=(M,))
    return chain.close(power, growth=grown)


def neglected_power_variance(premises: Competitors = COMPETITORS) -> Derivation:
    r"""$\mathrm{Var} |\varepsilon|^2 = \frac{2 (M-2)}{d (M-1)^3}$ at W = 0 (below Eq. 18)."""
    title = "Variance of the power of the neglected term"
    chain = Chain(name="neglected_power_variance", title=title, premises=premises.sentences)
    squared, number = _neglected(chain, premises)
    first, second = (_mean_power(chain, squared, number, order) for order in (1, 2))
    spread = chain.apply("subtract the squared mean", variance, second, first)
    spread = chain.apply("collect the terms", collect, spread)
    grown = chain.apply("read off the exponents", growth, spread, variables=(M, d))
    return chain.close(spread, growth=grown)


def _neglected(chain: Chain, premises: Competitors) -> tuple[Step, Step]:
    """Steps to the squared norm of the competitors' sum, and the number that divides it at W = 0."""
    scores = chain.define("all logits are equal at W = 0", s[z], premises.score)
    named = softmax(p, s, z, M)
    model = chain.define("the model's predictions", named.lhs, named.rhs)
    number = chain.define("what the competitors' sum is divided by", sp.Symbol("c"), (1 - p[y]) / p[z])
    number = chain.apply("put the predictions in", insert, number, model)
    number = chain.apply("put the logits in", insert, number, scores)
    number = chain.apply("gather the sums", gather, number)
    competitors = IndexSum(Vector("u", z, premises.law), (z,), M, (y,))
    total = chain.define("the competitors' sum", Vector("R"), competitors)
    return chain.apply("square its norm", squared_norm, total), number


def _mean_power(chain: Chain, squared: Step, number: Step, order: int) -> Step:
    """Steps to the mean of the order-th power of |eps|^2."""
    moment = squared if order == 1 else chain.apply("raise to a power", power_of_sum, squared, exponent=order)
    moment = chain.apply("split by coincidences", coincidences, moment)
    moment = chain.apply("take the expectation", exchange, moment)
    moment = chain.apply("integrate out the unembeddings", integrate_out, moment, letter="u")
    divisor = chain.apply("raise the number", power_of_sum, number, exponent=2 * order)
    moment = chain.apply("divide", mean_of_quotient, moment, divisor)
    return chain.apply("collect the terms", collect, moment)


def _loss_slope(chain: Chain) -> tuple[Step, tuple[Step, Step]]:
    """Steps to the derivative by a logit, and the definitions of the loss and of p."""
    total = chain.define("the loss", loss, -s[y] + sp.log(sp.Sum(sp.exp(s[z]), (z, 1, M))))
    named = softmax(p, s, z, M)
    model = chain.define("the model's predictions", named.lhs, named.rhs)
    slope = chain.apply("differentiate by a logit", differentiate, total, by=s[z])
    return chain.apply("recognise the predictions", name_softmax, slope, model), (total, model)


def _logit(premises: Logits) -> sp.Expr:
    length = sp.sqrt(sp.Sum(h[b] ** 2, (b, 1, d)))
    return premises.scale * sp.Sum(u[z, b] * h[b], (b, 1, d)) / length**premises.power


def _by_weight(chain: Chain, premises: Logits) -> Step:
    """Steps to the derivative by an entry of W, the hidden vector kept as a letter."""
    slope, known = _loss_slope(chain)
    hidden = chain.define("the hidden vector", h[a], sp.Sum(W[a, b] * e[b], (b, 1, d)))
    logits = chain.define("the logits", s[z], _logit(premises))
    by_hidden = chain.apply("differentiate a logit by the hidden vector", differentiate, logits, by=h[a])
    through = chain.apply("chain rule over the logits", chain_rule, slope, by_hidden, logits, *known, count=M)
    by_weight = chain.apply("differentiate the hidden vector by W", differentiate, hidden, by=W[i, j])
    return chain.apply(
        "chain rule over the hidden vector", chain_rule, through, by_weight, hidden, logits, *known, count=d
    )


def _competitors(chain: Chain, premises: Logits) -> Step:
    left_out = sp.KroneckerDelta(y, z) if premises.without_own else sp.S.Zero
    mean = sp.Sum((1 - left_out) * p[z] / (1 - p[y]) * u[z, i], (z, 1, M))
    return chain.define("the mean of the competitors", eps[i], mean)


def _subtracted(chain: Chain, whole: Step, claim: Step, known: tuple[Step, ...]) -> Step:
    rest = chain.define("subtract the printed one", gap, whole.result.lhs - claim.result.lhs)
    rest = chain.apply("put the gradient in", insert, rest, whole)
    for step in known:
        rest = chain.apply("put a definition in", insert, rest, step)
    return chain.apply("gather the sums", gather, rest)

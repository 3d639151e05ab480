r"""The marginal point (S2): a constant logit $b = \log(p/q)$, its loss, and what the gradient asks for.

Next to the point only the parameter that is varied enters. The logit after symbol s is $a z_s + b$, where
$z_s$ is one coordinate of $z_n$, averaged over earlier symbols given $x_n = s$: to first order in a nothing
else of the context counts, for given $x_n$ the next symbol does not depend on it. With tied weights $z_s =
\zeta + s e + O(e^2)$ and $a = e$, $\zeta$ being the coordinate at $e = 0$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..rules.points import WORKING_DIGITS, Point, against, number
from ..rules.slopes import differentiate_by, gather_logarithms, insert, reduce_fraction, small_points
from .chain import CHAIN, STATIONARY_ONE, MarkovChain, _entropy, joint, p, q, stationary_step

a, b, e, slope = (sp.Symbol(name, real=True) for name in ("a", "b", "e", "s"))
zeta, z_0, z_1 = (sp.Symbol(name, real=True) for name in ("zeta", "z_0", "z_1"))
_LOSS: Final = sp.Symbol("L", real=True)


@dataclass(frozen=True, kw_only=True)
class MarginalPoint:
    """The chain, the logits after zero and one, and the bias at the point."""

    chain: MarkovChain = CHAIN
    logits: tuple[sp.Expr, sp.Expr] = (a * z_0 + b, a * z_1 + b)
    bias: sp.Expr = sp.log(p / q)  # noqa: RUF009 - an expression does not change

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        after = " and ".join(f"${sp.latex(logit)}$" for logit in self.logits)
        return (
            *self.chain.sentences,
            f"the logits after a zero and after a one are {after}",
            f"the bias at the point is ${sp.latex(self.bias)}$",
        )


POINT: Final = MarginalPoint()
TIED: Final = MarginalPoint(logits=(e * zeta + b, e * (zeta + e) + b))
BLIND: Final = MarginalPoint(logits=(a * zeta + b, a * zeta + b))
"""At $e = 0$ no coordinate of z depends on the symbols."""
LINEAR: Final = MarginalPoint(logits=(b, slope + b))
"""A logit affine in the last symbol, with slope s: of a layer without attention and feed-forward part."""


def marginal_loss_gap(premises: MarginalPoint = POINT) -> Derivation:
    r"""$L(\theta_\pi) - H(\pi) = 0$ (S2).

    >>> marginal_loss_gap().formula
    0
    """
    chain = Chain(name="marginal_loss_gap", title="Loss at the marginal point", premises=premises.sentences)
    share = stationary_step(chain, premises.chain)
    own = chain.define(
        "entropy of one symbol", sp.Symbol("H"), _entropy((1 - STATIONARY_ONE, STATIONARY_ONE))
    )
    loss = _loss(chain, premises, share)
    total = chain.define("their difference", sp.Symbol("D"), _LOSS - own.result.lhs)
    for fact in (loss, own, share):
        total = chain.apply("put in", insert, total, fact)
    return chain.close(_at_point(chain, premises, total, (a,)))


def prediction_gap(premises: MarginalPoint = POINT) -> Derivation:
    r"""$\sigma(b) - \pi_1 = 0$ where $a = 0$ (S2): the prediction is the marginal after either symbol.

    >>> prediction_gap().formula
    0
    """
    chain = Chain(
        name="prediction_gap", title="Prediction at the marginal point", premises=premises.sentences
    )
    share = stationary_step(chain, premises.chain)
    squares = ((1 / (1 + sp.exp(-logit)) - share.result.lhs) ** 2 for logit in premises.logits)
    total = chain.define("squared distance of both predictions", sp.Symbol("D"), sp.Add(*squares))
    total = _put_point(chain, premises, chain.apply("put in", insert, total, share), (a,))
    return chain.close(chain.apply("over one denominator", reduce_fraction, total))


def bias_slope(premises: MarginalPoint = POINT) -> Derivation:
    r"""$\partial L/\partial b = 0$ at the marginal point (S2).

    >>> bias_slope().formula
    0
    """
    return _slope("bias_slope", "Slope by the bias", premises, b, a)


def unembedding_slope(premises: MarginalPoint = POINT) -> Derivation:
    r"""$\partial L/\partial a = -\pi_0 \pi_1 \lambda (z_1 - z_0)$ at $a = 0$ (S2): zero only if z is blind.

    >>> unembedding_slope().formula
    -p*q*(z_0 - z_1)*(p + q - 1)/(p + q)**2
    """
    return _slope("unembedding_slope", "Slope by an entry of the unembedding", premises, a, a)


def blind_slope(premises: MarginalPoint = BLIND) -> Derivation:
    r"""$\partial L/\partial a = 0$ at $a = 0$ and $e = 0$, untied (S2).

    >>> blind_slope().formula
    0
    """
    return _slope("blind_slope", "Slope by an entry of the unembedding, z blind", premises, a, a)


def tied_slope(premises: MarginalPoint = TIED) -> Derivation:
    r"""$\partial L/\partial e = 0$ at $e = 0$ with tied weights, whatever the rest is (S2).

    >>> tied_slope().formula
    0
    """
    return _slope("tied_slope", "Slope by an entry of the tied embedding", premises, e, e)


def logit_slope(premises: MarginalPoint = LINEAR) -> Derivation:
    r"""$\partial L/\partial s = -\pi_0 \pi_1 \lambda$ at $s = 0$: above zero where $p + q > 1$ (S6).

    The loss is convex in slope and bias, so that no slope above zero helps there.

    >>> logit_slope().formula
    p*q*(p + q - 1)/(p + q)**2
    """
    return _slope("logit_slope", "Slope of the loss by the slope of the logit", premises, slope, slope)


def _slope(name: str, title: str, premises: MarginalPoint, by: sp.Symbol, vanishing: sp.Symbol) -> Derivation:
    """The derivative of the loss by a symbol, where `vanishing` is zero and the bias is the marginal's."""
    chain = Chain(name=name, title=title, premises=premises.sentences)
    share = stationary_step(chain, premises.chain)
    found = chain.apply("differentiate", differentiate_by, _loss(chain, premises, share), by=by)
    found = chain.apply("put in", insert, found, share)
    found = _put_point(chain, premises, found, (vanishing,))
    points = small_points({p, q, zeta, z_0, z_1})
    return chain.close(
        chain.apply("over one denominator", reduce_fraction, found),
        checks=(against(_differences(premises, by, vanishing), points, "differences of the loss"),),
    )


def _differences(
    premises: MarginalPoint, by: sp.Symbol, vanishing: sp.Symbol
) -> Callable[[Point], mpmath.mpf]:
    """The mean log loss of a transition, by both of its symbols, differenced about the point."""
    letters = (a, b, e, slope, zeta, z_0, z_1)
    logits = [sp.lambdify(letters, logit, "mpmath") for logit in premises.logits]

    def route(point: Point) -> mpmath.mpf:
        up, down, bias = (number(x, point) for x in (premises.chain.up, premises.chain.down, premises.bias))
        one = up / (up + down)
        at = {s: number(x, {}) for s, x in point.items()} | {b: bias, vanishing: mpmath.mpf(0)}

        def loss(x: mpmath.mpf) -> mpmath.mpf:
            zero_logit, one_logit = (f(*({**at, by: x}.get(s, 0) for s in letters)) for f in logits)
            after_zero = mpmath.log(1 + mpmath.exp(zero_logit)) - up * zero_logit
            after_one = mpmath.log(1 + mpmath.exp(one_logit)) - (1 - down) * one_logit
            return (1 - one) * after_zero + one * after_one

        with mpmath.workdps(2 * WORKING_DIGITS):
            return mpmath.diff(loss, at[by])

    return route


def _loss(chain: Chain, premises: MarginalPoint, share: Step) -> Step:
    """-E[x log f + (1 - x) log(1 - f)] over a symbol and the next."""
    masses = joint(premises.chain, share.result.lhs)
    total = sp.Add(
        *(
            mass * sp.log(1 + sp.exp((1 - 2 * j) * logit))
            for row, logit in zip(masses, premises.logits, strict=True)
            for j, mass in enumerate(row)
        )
    )
    return chain.define("cross-entropy of the next symbol", _LOSS, total)


def _put_point(chain: Chain, premises: MarginalPoint, total: Step, vanishing: tuple[sp.Symbol, ...]) -> Step:
    values = [(symbol, sp.Integer(0)) for symbol in vanishing] + [(b, premises.bias)]
    for symbol, value in values:
        at = chain.define(f"${sp.latex(symbol)}$ at the point", symbol, value)
        total = chain.apply("put in", insert, total, at)
    return total


def _at_point(chain: Chain, premises: MarginalPoint, total: Step, vanishing: tuple[sp.Symbol, ...]) -> Step:
    return chain.apply(
        "logarithm by logarithm", gather_logarithms, _put_point(chain, premises, total, vanishing)
    )

r"""The marginal point (S2): a constant logit $b = \log(p/q)$, its loss, and what the gradient asks for.

A slope at the point depends on one varied parameter alone. The logit after symbol s is $a z_s + b$, where
$z_s$ is one coordinate of $z_n$, averaged over earlier symbols given $x_n = s$: to first order in a nothing
else of the context matters, since given $x_n$ the next symbol does not depend on it. With tied weights $z_s =
\zeta + s e + O(e^2)$ and $a = e$, $\zeta$ being the coordinate at $e = 0$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..model import Parameter
from ..node import Term, number
from ..prove import suppose
from ..substitution import replaced
from ..tactics import chains, gradients
from ..tactics.steps import calculation, worked_out
from ..terms import define, exp, gradient, log
from .chain import CHAIN, MarkovChain, entropy, evaluated, p, q
from .representation import cross_entropy

a, b, e, slope, zeta, z_0, z_1 = map(Parameter, ("a", "b", "e", "s", "zeta", "z_0", "z_1"))


@dataclass(frozen=True, kw_only=True)
class MarginalPoint:
    """The chain, the logits after zero and one, and the bias at the point."""

    chain: MarkovChain = CHAIN
    logits: tuple[Term, Term] = (a * z_0 + b, a * z_1 + b)
    bias: Term = log(p / q)  # noqa: RUF009 - a term does not change

    def at(self, term: Term, vanishing: Term) -> Term:
        """The term at the point: one parameter is zero, the bias is the marginal's."""
        return replaced(replaced(term, vanishing, number(0)), b, self.bias)

    @property
    def loss(self) -> Term:
        """The cross-entropy of the next symbol."""
        return cross_entropy(self.chain, self.logits)


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
    gap = define("D", premises.at(premises.loss, a) - entropy(premises.chain.shares))
    return proved("marginal_loss_gap", "Loss at the marginal point", evaluated(gap, premises.chain))


def prediction_gap(premises: MarginalPoint = POINT) -> Derivation:
    r"""$\sigma(b) - \pi_1 = 0$ where $a = 0$ (S2): the prediction is the marginal after either symbol.

    >>> prediction_gap().formula
    0
    """
    zero, one = ((1 / (1 + exp(-logit)) - premises.chain.law[2]) ** 2 for logit in premises.logits)
    distance = define("D", premises.at(zero + one, a))
    return proved("prediction_gap", "Prediction at the marginal point", evaluated(distance, premises.chain))


def bias_slope(premises: MarginalPoint = POINT) -> Derivation:
    r"""$\partial L/\partial b = 0$ at the marginal point (S2).

    >>> bias_slope().formula
    0
    """
    return _slope("bias_slope", "Slope by the bias", premises, b, a)


def unembedding_slope(premises: MarginalPoint = POINT) -> Derivation:
    r"""$\partial L/\partial a = -\pi_0 \pi_1 \lambda (z_1 - z_0)$ at $a = 0$ (S2): zero only if z is blind.

    >>> unembedding_slope().formula
    p*q*(-z_0 + z_1)*(p + q - 1)/(p + q)**2
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


def _slope(name: str, title: str, premises: MarginalPoint, by: Term, vanishing: Term) -> Derivation:
    """The derivative of the loss by a parameter, where `vanishing` is zero and the bias is the marginal's."""
    slope = define("D", premises.at(gradient(premises.loss, by), vanishing))
    facts = tuple(map(suppose, premises.chain.where))
    found = calculation(slope, worked_out(gradients, chains, *facts), worked_out(*facts))
    return proved(name, title, found)

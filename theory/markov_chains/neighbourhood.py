r"""Near the marginal point: a floor of the loss in a ball (S3).

The chain has $P(0 \to 1) = p$, $P(1 \to 0) = q$, $\lambda = 1 - p - q$; $x_k$ is the token k symbols before
the next one, y. In the ball all parameters but the bias are within r of the point, weights tied.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import p, symbol
from ..rules.cross_entropy import tangent, x
from ..rules.variation import against_variation, layer_variation, per_unit

q: Final = symbol("q")
v: Final = symbol("v")
N: Final = symbol("N")
r: Final = symbol("r")
t, b, w, own = (sp.Symbol(name, real=True) for name in ("t", "b", "w", "h"))
square: Final = sp.Symbol("rho", positive=True)
k: Final = sp.Symbol("k", integer=True, positive=True)
logit: Final = sp.Symbol("logit", real=True)
matrix: Final = sp.MatrixSymbol("P", 2, 2)
distance: Final = sp.Symbol("delta", nonnegative=True)
"""How far all parameters but the bias are from the point."""


@dataclass(frozen=True, kw_only=True)
class MarkovChain:
    """The probabilities of a one after a zero and of a zero after a one."""

    up: sp.Expr = p
    down: sp.Expr = q

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"a one follows a zero with probability ${sp.latex(self.up)}$",
            rf"a zero follows a one with probability ${sp.latex(self.down)}$",
            "the chain starts from its stationary law",
        )

    @property
    def rows(self) -> tuple[tuple[sp.Expr, sp.Expr], tuple[sp.Expr, sp.Expr]]:
        """The transition matrix P."""
        return ((1 - self.up, self.up), (self.down, 1 - self.down))


CHAIN: Final = MarkovChain()


@dataclass(frozen=True, kw_only=True)
class Ball:
    """The chain, and how far all parameters together are from the point."""

    chain: MarkovChain = CHAIN
    radius: sp.Expr = r

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            *self.chain.sentences,
            "at the point everything but the bias is zero, and weights are tied",
            rf"all parameters but the bias together are $\delta \le {sp.latex(self.radius)}$ from the point",
        )


BALL: Final = Ball()


def tied_floor(premises: Ball = BALL) -> Derivation:
    r"""$(L - H(\pi))/|e|^2 \ge -\lambda \pi_0 \pi_1 - |\lambda| \pi_0 \pi_1 \kappa(r)$ within r (S3, i).

    Nothing is differentiated, so that kinks of the feed-forward part and flat directions do not matter.
    """
    title = "How far the loss is above the entropy"
    chain = Chain(name="tied_floor", title=title, premises=premises.sentences)
    base = sp.Symbol("b_0", real=True)
    odds = stationary_odds(premises.chain)
    transition, bias = _given(chain, premises.chain, odds, name=base)
    near = chain.define("all parameters are near", sp.Le(distance, premises.radius, evaluate=False))
    found = chain.define("the logit", logit, b + square * x[1] + own)
    found = chain.apply("take the tangent at the share of ones", tangent, found, bias)
    varied = chain.apply("bound what else depends on data", layer_variation, near, added=own, square=square)
    found = chain.apply("take the mean", against_variation, found, varied, transition, bias)
    return chain.close(chain.apply("per square of the embedding", per_unit, found, unit=square))


def stationary_odds(chain: MarkovChain) -> sp.Expr:
    """The odds of a one: what leaves 0 over what leaves 1."""
    return chain.up / chain.down


def _given(chain: Chain, law: MarkovChain, odds: sp.Expr, name: sp.Symbol = b) -> tuple[Step, Step]:
    transition = chain.define("the chain", matrix, sp.ImmutableMatrix(law.rows))
    return transition, chain.define("the bias", name, sp.log(odds))

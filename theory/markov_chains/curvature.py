r"""Curvature of the loss at $\theta_\pi$ (S3, S4, S5): no embedding, no read-out, $\sigma(b) = \pi_1$.

The chain has $P(0 \to 1) = p$, $P(1 \to 0) = q$, $\lambda = 1 - p - q$; $x_k$ is the token k symbols before
the next one, y. Along an embedding $e = t u$, $|u| = 1$, and a read-out $a = s u$ (tied: $s = t$) the logit
is $b + s (1 - \tau)(t x_1 + c)$, where the feed-forward part subtracts $\tau$ of its input and c is what
positions add along u at e = 0. Where attention is on it subtracts v times the mean of all n tokens seen. N
positions count alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import eta, n, p, symbol, tau
from ..rules.algebra import collect, ratio
from ..rules.cross_entropy import loss_derivative, tangent, x, y
from ..rules.positions import over_positions
from ..rules.slopes import insert
from ..rules.spectra import eliminate, escape, least_eigenvalue
from ..rules.totals import equate
from ..rules.two_state import at_bias, chain_mean, over_lags
from ..rules.variation import against_variation, layer_variation, per_unit

q: Final = symbol("q")
v: Final = symbol("v")
N: Final = symbol("N")
r: Final = symbol("r")
t, s, b, c, w, shift, own = (sp.Symbol(name, real=True) for name in ("t", "s", "b", "c", "w", "beta", "h"))
square: Final = sp.Symbol("rho", positive=True)
k: Final = sp.Symbol("k", integer=True, positive=True)
logit: Final = sp.Symbol("logit", real=True)
gap: Final = sp.Symbol("Delta", real=True)
length, growth = sp.symbols("u F", positive=True)
matrix: Final = sp.MatrixSymbol("P", 2, 2)
distance: Final = sp.Symbol("delta", nonnegative=True)
"""How far all parameters but the bias are from the point."""
_ZERO: Final = (s, t, shift)


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
class Point:
    """The chain, how much the feed-forward part subtracts, and the odds to which the bias is set."""

    chain: MarkovChain = CHAIN
    removed: sp.Expr = tau
    odds: sp.Expr = p / q

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            *self.chain.sentences,
            rf"the feed-forward part maps its input z to $-{sp.latex(self.removed)}\, z$ near the point",
            rf"$b = \log {sp.latex(self.odds)}$",
        )


@dataclass(frozen=True, kw_only=True)
class Attention:
    """What uniform attention takes off, as a multiple of the mean of all tokens seen; and N."""

    point: Point = Point(removed=sp.Integer(0))
    removed: sp.Expr = v
    positions: sp.Expr = N

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        taken = sp.latex(self.removed)
        return (
            *self.point.sentences,
            rf"attention is uniform and $W_O W_V = -{taken} I$; positions are zero",
            f"${sp.latex(self.positions)}$ positions count alike",
        )


@dataclass(frozen=True, kw_only=True)
class Steps:
    """The point that descent leaves, and the size of a step, during which so much time passes."""

    point: Point = Point(removed=sp.Integer(0))
    size: sp.Expr = eta

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        size = sp.latex(self.size)
        return (
            *self.point.sentences,
            rf"a step adds ${size}$ times minus the gradient, which near the point is linear",
            rf"${size}$ of time passes in a step",
        )


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


POINT: Final = Point()
PLAIN: Final = Point(removed=sp.Integer(0))
ATTENTION: Final = Attention()
STEPS: Final = Steps()
BALL: Final = Ball()


def bias_curvature(premises: Point = POINT) -> Derivation:
    r"""$\partial^2 L/\partial b^2 = \pi_0 \pi_1$.

    >>> bias_curvature().formula
    p*q/(p + q)**2
    """
    chain = Chain(name="bias_curvature", title="Curvature along the bias", premises=premises.sentences)
    given = _given(chain, premises.chain, premises.odds)
    found = chain.define("the logit", logit, b + shift)
    return chain.close(_averaged(chain, found, (shift, shift), given))


def tied_curvature(premises: Point = POINT) -> Derivation:
    r"""$-2 \pi_0 \pi_1 \lambda (1 - \tau)$ along every embedding, weights tied and the bias following.

    >>> sp.simplify(tied_curvature().formula - 2 * (p + q - 1) * (1 - tau) * p * q / (p + q) ** 2)
    0
    """
    title = "Curvature along an embedding, weights tied"
    chain = Chain(name="tied_curvature", title=title, premises=premises.sentences)
    given = _given(chain, premises.chain, premises.odds)
    found = chain.define("the logit", logit, b + shift + (1 - premises.removed) * t * (t * x[1] + c))
    parts = (_averaged(chain, found, by, given) for by in ((t, t), (shift, t), (shift, shift)))
    return chain.close(chain.apply("let the bias follow", eliminate, *parts))


def attended_curvature(premises: Attention = ATTENTION) -> Derivation:
    r"""$-2 \pi_0 \pi_1 (\lambda - \frac{v}{N} \sum_n \frac{1}{n} \sum_{k \le n} \lambda^k)$, attention on."""
    title = "Curvature along an embedding, weights tied, attention on"
    chain = Chain(name="attended_curvature", title=title, premises=premises.sentences)
    given = _given(chain, premises.point.chain, premises.point.odds)
    found = chain.define("the logit of one token", logit, b + t**2 * w * x[k])
    found = _averaged(chain, found, (t, t), given)
    weights = chain.define("its weight", w, sp.KroneckerDelta(k, 1) - premises.removed / n)
    rule = over_lags if premises.positions.is_Integer else over_positions
    return chain.close(
        chain.apply("add up lags and positions", rule, found, weights, lag=k, count=premises.positions)
    )


def untied_least(premises: Point = POINT) -> Derivation:
    r"""$-\pi_0 \pi_1 |\lambda (1 - \tau)|$: the least eigenvalue, weights not tied (S4)."""
    title = "Least curvature, weights not tied"
    chain = Chain(name="untied_least", title=title, premises=premises.sentences)
    return chain.close(_least(chain, premises))


def escape_rate(premises: Point = PLAIN) -> Derivation:
    r"""$\pi_0 \pi_1 |\lambda|$: how fast gradient flow leaves the saddle (S4), no feed-forward part."""
    title = "Rate of escape, weights not tied"
    chain = Chain(name="escape_rate", title=title, premises=premises.sentences)
    return chain.close(chain.apply("follow the flow", escape, _least(chain, premises)))


def descent_rate(premises: Steps = STEPS) -> Derivation:
    r"""$\log(1 + \eta \gamma)/\eta$ for $\gamma = \pi_0 \pi_1 |\lambda|$: how fast descent leaves (S4)."""
    title = "Rate of escape by steps, weights not tied"
    chain = Chain(name="descent_rate", title=title, premises=premises.sentences)
    flow = chain.apply("follow the flow", escape, _least(chain, premises.point))
    rate = flow.result.lhs
    before = chain.define("along the vector, before a step", sp.Symbol("u_0"), length)
    after = chain.define("after it", sp.Symbol("u_1"), length + premises.size * rate * length)
    factor = chain.apply("collect", collect, chain.apply("factor of a step", ratio, after, before))
    named = chain.define("its name", factor.result.lhs, growth)
    factor = chain.apply("by its name", equate, named, factor)
    found = chain.define("its logarithm over the time", gap, sp.log(growth) / premises.size)
    found = chain.apply("put the factor in", insert, found, factor)
    return chain.close(chain.apply("put the flow's rate in", insert, found, flow))


def marginal_gap(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$L(\theta_\pi) - L(\theta_*) = \sum_{xy} \pi_x P_{xy} \log (P_{xy}/\pi_y)$, $\theta_*$ the bigram (i).

    >>> marginal_gap().formula.subs({p: sp.Rational(1, 4), q: sp.Rational(3, 4)}).simplify()
    0
    """
    title = "Loss at the point less the least loss"
    chain = Chain(name="marginal_gap", title=title, premises=premises.sentences)
    transition, bias = _given(chain, premises, stationary_odds(premises))
    zero = chain.define("log-odds of a one after a zero", shift, sp.log(premises.up / (1 - premises.up)))
    one = chain.define("log-odds of a one after a one", c, sp.log((1 - premises.down) / premises.down))
    bigram = shift + (c - shift) * x[1]
    loss = sp.log(1 + sp.exp(b)) - sp.log(1 + sp.exp(bigram)) + y * (bigram - b)
    found = chain.define("the difference of the losses", gap, loss)
    found = chain.apply("take the mean", chain_mean, found, transition)
    for known in (bias, zero, one):
        found = chain.apply(f"put {known.result.lhs} in", at_bias, found, known)
    return chain.close(found)


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


def _averaged(chain: Chain, found: Step, by: tuple[sp.Symbol, ...], given: tuple[Step, Step]) -> Step:
    names = ", ".join(str(each) for each in by)
    found = chain.apply(f"differentiate by {names}", loss_derivative, found, by=by, zero=_ZERO)
    found = chain.apply(f"take the mean of it ({names})", chain_mean, found, given[0])
    return chain.apply(f"put the bias in ({names})", at_bias, found, given[1])


def _least(chain: Chain, premises: Point) -> Step:
    given = _given(chain, premises.chain, premises.odds)
    found = chain.define("the logit", logit, b + (1 - premises.removed) * s * t * x[1])
    parts = (_averaged(chain, found, by, given) for by in ((s, s), (s, t), (t, t)))
    return chain.apply("take the least eigenvalue", least_eigenvalue, *parts)

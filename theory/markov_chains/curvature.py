r"""Curvature of the loss at $\theta_\pi$ (S3, S4): no embedding, no read-out, $\sigma(b) = \pi_1$.

The chain has $P(0 \to 1) = p$, $P(1 \to 0) = q$, $\lambda = 1 - p - q$. Along an embedding $e = t u$,
$|u| = 1$, and a read-out $a = s u$ (tied: $s = t$) the logit is $b + s (1 - \tau)(t x + c)$ after the symbol
x, where the feed-forward part subtracts $\tau$ of its input and c is what positions add along u at e = 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Parameter
from ..node import Term, Value, as_term, is_number, number, power, value_of
from ..prove import prove, suppose
from ..substitution import replaced, subterms
from ..tactics import chains, flow, gradients, products
from ..tactics.rewriting import (
    left,
    nonnegative,
    replaced_within,
    right,
    root_of_square,
    tidied,
)
from ..tactics.steps import calculation, worked_out
from ..terms import define, gradient, log, rate
from .chain import CHAIN, MarkovChain, evaluated, p, q
from .representation import cross_entropy, log_odds

b, c, s, t, x, beta, tau, eta = map(Parameter, ("b", "c", "s", "t", "x", "beta", "tau", "eta"))


@dataclass(frozen=True, kw_only=True)
class Point:
    """The chain, the share of its input that the feed-forward part subtracts, and the odds by the bias."""

    chain: MarkovChain = CHAIN
    removed: Value = tau
    odds: Value = field(default=p / q)

    def curvature(self, loss: Term, one: Term, other: Term) -> Term:
        """The second derivative of a loss at the point, where all but the bias vanishes."""
        found = gradient(gradient(loss, one), other)
        for vanishing in (s, t, beta):
            found = replaced(found, vanishing, number(0))
        return replaced(found, b, log(as_term(self.odds)))

    @property
    def tied(self) -> Term:
        """The loss along an embedding, weights tied, and along the bias."""
        zero, one = (b + beta + (1 - self.removed) * t * (t * symbol + c) for symbol in (0, 1))
        return cross_entropy(self.chain, (zero, one))

    @property
    def untied(self) -> Term:
        """The loss along an embedding and a read-out of the same direction; positions add nothing."""
        return cross_entropy(self.chain, (b, b + (1 - self.removed) * s * t))

    @property
    def least(self) -> Term:
        """The smaller eigenvalue of the Hessian by s and t."""
        one, mixed, other = (self.curvature(self.untied, *by) for by in ((s, s), (s, t), (t, t)))
        return (one + other) / 2 - power(((one - other) / 2) ** 2 + mixed**2, Fraction(1, 2))


@dataclass(frozen=True, kw_only=True)
class Steps:
    """The point that gradient descent leaves, and the size of its steps."""

    point: Point = Point(removed=0)
    size: Term = eta


POINT: Final = Point()
PLAIN: Final = Point(removed=0)
STEPS: Final = Steps()


def bias_curvature(premises: Point = POINT) -> Derivation:
    r"""$\partial^2 L/\partial b^2 = \pi_0 \pi_1$.

    >>> bias_curvature().formula
    p*q/(p + q)**2
    """
    curvature, facts = premises.curvature(premises.tied, beta, beta), _facts(premises)
    found = calculation(define("D", curvature), worked_out(gradients, chains, *facts), worked_out(*facts))
    return proved("bias_curvature", "Curvature along the bias", found)


def tied_curvature(premises: Point = POINT) -> Derivation:
    r"""$-2 \pi_0 \pi_1 \lambda (1 - \tau)$ along every embedding, weights tied and the bias following.

    The bias takes its best value, which leaves $L_{tt} - L_{t\beta}^2/L_{\beta\beta}$.

    >>> tied_curvature().formula
    2*p*q*(1 - tau)*(p + q - 1)/(p + q)**2
    """
    own, mixed, bias = (premises.curvature(premises.tied, *by) for by in ((t, t), (t, beta), (beta, beta)))
    values = (_evaluated(part, premises) for part in (own, mixed, bias))
    found = calculation(define("D", own - mixed**2 / bias), worked_out(*values, *_facts(premises)))
    return proved("tied_curvature", "Curvature along an embedding, weights tied", found)


def untied_least(premises: Point = POINT) -> Derivation:
    r"""$-\pi_0 \pi_1 |\lambda (1 - \tau)|$: the least eigenvalue, weights not tied (S4)."""
    found = replaced_within(apply("written_out", term=define("mu", premises.least)), [_least(premises)])
    return proved("untied_least", "Least curvature, weights not tied", found)


def escape_rate(premises: Point = PLAIN) -> Derivation:
    r"""$\pi_0 \pi_1 |\lambda|$: how fast gradient flow leaves the saddle (S4), no feed-forward part.

    Along the eigenvector of the least eigenvalue $\mu$ the flow is $\dot u = -\mu u$.
    """
    found = apply("written_out", term=define("gamma", -premises.least))
    found = tidied(replaced_within(found, [_least(premises)]))
    return proved("escape_rate", "Rate of escape, weights not tied", found)


def descent_rate(premises: Steps = STEPS) -> Derivation:
    r"""$\log(1 + \eta \gamma)/\eta$ for $\gamma = \pi_0 \pi_1 |\lambda|$: how fast descent leaves (S4).

    A step takes u to $u - \eta \mu u$ along the eigenvector of the least eigenvalue $\mu$.
    """
    size, least = premises.size, _least(premises.point)
    (modulus,) = (part for part in subterms(right(least)) if part.head == "function")
    factor = rate(x - size * left(least) * x, x, 0)
    found = calculation(define("Delta", log(factor) / size), worked_out(flow, least))
    grown = prove(number(0) <= 1 + size * modulus, by=[products, suppose(size > 0), nonnegative(modulus)])
    found = replaced_within(found, [apply("own_modulus", grown, x=right(grown))])
    return proved("descent_rate", "Rate of escape by steps, weights not tied", found)


def marginal_gap(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$L(\theta_\pi) - L(\theta_*) = \sum_{xy} \pi_x P_{xy} \log (P_{xy}/\pi_y)$, $\theta_*$ the bigram (i).

    >>> gap = marginal_gap().formula
    >>> p, q = sorted(gap.free_symbols, key=str)
    >>> abs(gap.subs({p: 1 / 4, q: 3 / 4})) < 1e-15
    True
    """
    marginal = log(premises.up / premises.down)
    gap = cross_entropy(premises, (marginal, marginal)) - cross_entropy(premises, log_odds(premises))
    found = evaluated(define("Delta", gap), premises)
    return proved("marginal_gap", "Loss at the point less the least loss", found)


def _evaluated(term: Term, premises: Point) -> Theorem:
    """The term's value by the transition probabilities, in factored form."""
    return calculation(term, worked_out(gradients, chains, *_facts(premises)), worked_out(*_facts(premises)))


def _facts(premises: Point) -> tuple[Theorem, ...]:
    return tuple(map(suppose, premises.chain.where))


def _least(premises: Point) -> Theorem:
    """The least eigenvalue as minus a modulus: the Hessian has no entries but the mixed one."""
    found = calculation(premises.least, worked_out(gradients, chains, *_facts(premises)))
    (mixed,) = (part.args[0].args[0] for part in subterms(right(found)) if _is_root(part))
    return replaced_within(found, [root_of_square(mixed), calculation(mixed, worked_out(*_facts(premises)))])


def _is_root(part: Term) -> bool:
    return part.head == "power" and is_number(part.args[1]) and value_of(part.args[1]) == Fraction(1, 2)

r"""Near the marginal point: what attention takes off the curvature along an embedding (S5).

The chain has $P(0 \to 1) = p$, $P(1 \to 0) = q$, $\lambda = 1 - p - q$. Attention is uniform and subtracts v
times the mean of all n tokens seen; N positions count alike. With tied weights a token k symbols before the
next one adds $t^2 w x$ to the logit, of weight w: 1 for the own token, and $-v/n$ for each of the n seen. In
$t^2$ the loss is to first order the sum of what each token alone would make of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Index, Parameter, Size
from ..node import Term, Value, add, as_term, number, power
from ..prove import suppose
from ..substitution import replaced
from ..tactics import chains, gradients
from ..tactics.goals import same
from ..tactics.rewriting import collected, converted, factored, left, replaced_within, right
from ..tactics.steps import calculation, worked_out
from ..tactics.telescopes import geometric_sum
from ..terms import Sum, define, exp, gradient, log
from .chain import CHAIN, MarkovChain, later, p, q

v, b, t, w = map(Parameter, ("v", "b", "t", "w"))
N, k = Size("N"), Size("k")


@dataclass(frozen=True, kw_only=True)
class Attention:
    """What uniform attention takes off, as a multiple of the mean of all tokens seen; and N."""

    chain: MarkovChain = CHAIN
    odds: Value = p / q
    removed: Value = v
    positions: Value = N

    @property
    def of_one(self) -> Term:
        """The curvature of the loss by t at t = 0 of one token of weight w, k symbols before the next one."""
        after = Term("matrix_power", (self.chain.transition, k))
        logits = b, b + t**2 * w
        loss = add(
            *(
                self.chain.shares[i] * after[i + 1, j + 1] * (log(1 + exp(logits[i])) - j * logits[i])
                for i, j in product((0, 1), repeat=2)
            )
        )
        found = replaced(gradient(gradient(loss, t), t), t, number(0))
        return replaced(found, b, log(as_term(self.odds)))

    def of(self, weight: Value, lag: Term) -> Term:
        """The curvature of one token of this weight at this lag."""
        return replaced(replaced(self.of_one, w, as_term(weight)), k, lag)


ATTENTION: Final = Attention()


def attended_curvature(premises: Attention = ATTENTION) -> Derivation:
    r"""$-2 \pi_0 \pi_1 (\lambda - \frac{v}{N} \sum_n \frac{1}{n} \sum_{k \le n} \lambda^k)$, attention on."""
    n, lag = (Index(name, premises.positions) for name in "nj")
    seen = Sum(lag <= n, premises.of(-premises.removed / n, lag))
    every = Sum(n, seen)
    found = apply("written_out", term=define("D", premises.of(1, number(1)) + every / premises.positions))

    facts, one = tuple(map(suppose, premises.chain.where)), _of_one(premises)
    own, each = (
        apply("instance", apply("instance", one, symbol=w, value=as_term(weight)), symbol=k, value=at)
        for weight, at in ((1, number(1)), (-premises.removed / n, lag))
    )
    own = converted(own, lambda term: same(term, factored(collected(term, *facts)), facts))
    eigenvalue = collected(1 - premises.chain.up - premises.chain.down)
    factor = factored(replaced(right(one), w, number(1)) / power(eigenvalue, k))
    geometric = geometric_sum(Sum(lag <= n, power(eigenvalue, lag)), *facts)
    at_position = apply("under", each, binder=seen, index=lag)
    share = -premises.removed * factor / n
    at_position = converted(at_position, lambda term: _same(term, share * left(geometric), facts))
    at_position = replaced_within(at_position, [geometric])
    total = apply("under", at_position, binder=every, index=n)
    harmonic, series = Sum(n, 1 / n), Sum(n, power(eigenvalue, n) / n)
    value = -premises.removed * factored(factor * eigenvalue / (1 - eigenvalue)) * (harmonic - series)
    total = converted(total, lambda term: _same(term, value, facts))
    found = replaced_within(found, [own, total])
    return proved("attended_curvature", "Curvature along an embedding, weights tied, attention on", found)


def _same(one: Term, other: Term, facts: tuple[Theorem, ...]) -> Theorem:
    return apply("componentwise", *facts, left=one, right=other)


def _of_one(premises: Attention) -> Theorem:
    """Its value."""
    facts = tuple(map(suppose, premises.chain.where))
    known = worked_out(gradients, chains, later(premises.chain, k), *facts)
    return calculation(premises.of_one, known, worked_out(*facts))

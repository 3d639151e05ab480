r"""L layers of H heads: the network fails where all heads of some layer fail (S3, S4).

A head fails where $|\eta|^2 > \tau$, an event of probability p. The bound is taken step by step, Markov,
independence of the heads, union over the layers, and each step names its side condition. The
structure $1 - (1-p^H)^L$ is exact where heads and layers are independent, whatever a failure is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import H, L, d_k, n, p, tau
from ..rules.asymptotics import growth
from ..rules.events import Named, Probability
from ..rules.places import subtract
from ..rules.points import Point, against
from ..rules.structure import Independent, all_of, at_most_one, hazard, some_bound, some_of
from .failures import one_query_fails
from .model import UNIT_VECTORS, Premises
from .walk import noise_moment, walk_points

head: Final = sp.Symbol("h", integer=True, positive=True)
layer: Final = sp.Symbol("l", integer=True, positive=True)


@dataclass(frozen=True, kw_only=True)
class Network:
    """What is assumed of the layers; `memory` is what is assumed of one head.

    Without independent heads only one of them counts for a bound.
    """

    memory: Premises = field(default_factory=lambda: UNIT_VECTORS)
    heads: sp.Expr = H
    layers: sp.Expr = L
    independent_heads: bool = True

    @property
    def structure(self) -> tuple[str, ...]:
        """The assumptions on heads and layers as sentences."""
        fresh = "independent of each other" if self.independent_heads else "dependent in any way"
        return (
            rf"each of ${sp.latex(self.layers)}$ layers has ${sp.latex(self.heads)}$ heads, {fresh}",
            "the network fails where all heads of some layer fail; layers are independent of each other",
        )

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (*self.memory.sentences, r"a head fails where $\| \eta_i \|^2 > \tau$", *self.structure)


NETWORK: Final = Network()
"""Fresh keys and values in every head of every layer."""


def error_bound(premises: Network = NETWORK) -> Derivation:
    r"""$r \le L ((n-1)/(d_k \tau))^H$ by Markov, independent heads, and union over layers (S3.a).

    >>> error_bound().formula
    L*((n - 1)/(d_k*tau))**H
    """
    return _error_bound(premises, "error_bound")


def error_bound_one_head(premises: Network = NETWORK) -> Derivation:
    r"""$r \le L (n-1)/(d_k \tau)$: the bound at H = 1, with its exponents (S3.a)."""
    return _error_bound(replace(premises, heads=sp.Integer(1)), "error_bound_one_head")


def error_bound_two_heads(premises: Network = NETWORK) -> Derivation:
    r"""$r \le L ((n-1)/(d_k \tau))^2$: the bound at H = 2, with its exponents (S3.a)."""
    return _error_bound(replace(premises, heads=sp.Integer(2)), "error_bound_two_heads")


def error_bound_three_heads(premises: Network = NETWORK) -> Derivation:
    r"""$r \le L ((n-1)/(d_k \tau))^3$: the bound at H = 3, with its exponents (S3.a)."""
    return _error_bound(replace(premises, heads=sp.Integer(3)), "error_bound_three_heads")


def heads_fail_together(premises: Network = NETWORK) -> Derivation:
    r"""$\mathbb{P}(\text{all } H \text{ heads fail}) = p^H$ for independent heads (S4).

    >>> heads_fail_together().formula
    p**H
    """
    chain = _chain(premises, "heads_fail_together", "Probability that all heads of a layer fail")
    layer_fails = all_heads_fail(chain, _one_head(chain), premises)

    def enumerated(point: Point) -> Fraction:
        return _fraction(point[p]) ** int(point[H]) if premises.independent_heads else _fraction(point[p])

    return chain.close(layer_fails, checks=(against(enumerated, structure_points(), "exact powers"),))


def heads_excess(premises: Network = NETWORK) -> Derivation:
    r"""$\mathbb{P}(\text{all } H \text{ heads fail})$ beside $H$ heads of as many layers: no excess (S4).

    Heads of different layers are independent whatever those of one layer are.

    >>> heads_excess().formula
    0
    """
    chain = _chain(premises, "heads_excess", "Excess of P(all heads fail) over heads of different layers")
    one = _one_head(chain)
    together = all_heads_fail(chain, one, premises)
    fresh = chain.define("layers are independent", Independent(one.result.lhs.args[0], layer))
    apart = chain.apply("one head in each of as many layers", all_of, one, fresh, count=premises.heads)
    less = chain.apply("the excess", subtract, together, apart)

    def enumerated(point: Point) -> Fraction:
        alone = _fraction(point[p])
        every = alone ** int(point[H])
        return every - every if premises.independent_heads else alone - every

    return chain.close(less, checks=(against(enumerated, structure_points(), "exact powers"),))


def error_structure(premises: Network = NETWORK) -> Derivation:
    r"""$r = 1 - (1 - p^H)^L$ for independent heads and layers (S3.e).

    >>> error_structure().formula
    1 - (1 - p**H)**L
    """
    chain = _chain(premises, "error_structure", "Probability that the network fails")
    fails = network_fails(chain, _one_head(chain), premises)
    return chain.close(fails, checks=(against(_inclusion(premises), structure_points(), _INCLUSION),))


def error_hazard(premises: Network = NETWORK) -> Derivation:
    r"""$-\log(1-r) = -L \log(1 - p^H)$: exactly linear in L, and of exponent H in p (S3.e).

    >>> error_hazard().formula
    -L*log(1 - p**H)
    """
    chain = _chain(premises, "error_hazard", "Logarithm of the network's survival")
    fails = network_fails(chain, _one_head(chain), premises)
    rate = chain.apply("take the logarithm of the survival", hazard, fails)

    def logarithm(point: Point) -> mpmath.mpf:
        failed = _inclusion(premises)(point)
        return -mpmath.log(mpmath.mpf((1 - failed).numerator) / (1 - failed).denominator)

    return chain.close(rate, checks=(against(logarithm, structure_points(), _INCLUSION),))


def all_heads_fail(chain: Chain, one: Step, premises: Network) -> Step:
    """Steps from the failure of one head to that of all heads of a layer."""
    if not premises.independent_heads:
        return chain.apply(
            "whatever the dependence, one head counts", at_most_one, one, index=head, count=premises.heads
        )
    fresh = chain.define("the heads are independent", Independent(one.result.lhs.args[0], head))
    return chain.apply("all heads fail", all_of, one, fresh, count=premises.heads)


def network_fails(chain: Chain, one: Step, premises: Network) -> Step:
    """Steps from the failure of one head to that of some layer, layers being independent."""
    layer_fails = all_heads_fail(chain, one, premises)
    fresh = chain.define("the layers are independent", Independent(layer_fails.result.lhs.args[0], layer))
    return chain.apply("some layer fails", some_of, layer_fails, fresh, count=premises.layers)


def network_bound(chain: Chain, premises: Network) -> Step:
    """Steps to the bound on the failure of the network: Markov, independence, union."""
    layer_fails = all_heads_fail(chain, one_query_fails(chain, premises.memory), premises)
    return chain.apply(
        "add up the failures of all layers", some_bound, layer_fails, index=layer, count=premises.layers
    )


def structure_points() -> list[dict[sp.Symbol, sp.Rational]]:
    """Points with few heads and layers and a probability below one."""
    return [
        {p: sp.Rational(k, 7), H: sp.Integer(k), L: sp.Integer(5 - k), tau: sp.Rational(3 * k, 2), **point}
        for k, point in enumerate(walk_points(), start=1)
    ]


_INCLUSION: Final = "inclusion and exclusion over the layers"


def _error_bound(premises: Network, name: str) -> Derivation:
    title = "Bound on the probability that the network fails"
    if premises.heads.is_Integer:
        title = f"{title}, {premises.heads} head{'s' if premises.heads > 1 else ''}"
    chain = Chain(name=name, title=title, premises=premises.sentences)
    bound = network_bound(chain, premises)
    grown = chain.apply(
        "read off the exponents", growth, bound, variables=(n, d_k, *premises.layers.free_symbols)
    )

    def walk(point: Point) -> Fraction:
        one = noise_moment(premises.memory, 1, point) / _fraction(point[tau])
        heads = int(premises.heads.subs(point)) if premises.independent_heads else 1
        return int(premises.layers.subs(point)) * prod([one] * heads)

    road = "the bound recomputed from the random walk's mean"
    return chain.close(bound, growth=grown, checks=(against(walk, structure_points(), road),))


def _inclusion(premises: Network) -> Callable[[Point], Fraction]:
    """P(some layer fails) by inclusion and exclusion, in exact numbers."""

    def road(point: Point) -> Fraction:
        heads = int(premises.heads.subs(point)) if premises.independent_heads else 1
        layer_fails, layers = _fraction(point[p]) ** heads, int(premises.layers.subs(point))
        terms = ((-1) ** (k + 1) * int(sp.binomial(layers, k)) * layer_fails**k for k in range(1, layers + 1))
        return sum(terms, start=Fraction(0))

    return road


def _one_head(chain: Chain) -> Step:
    return chain.define("one head fails with probability $p$", Probability(Named("a head fails")), p)


def _chain(premises: Network, name: str, title: str) -> Chain:
    sentences = (r"each head fails with the same probability $p < 1$", *premises.structure)
    return Chain(name=name, title=title, premises=sentences)


def _fraction(value: sp.Rational) -> Fraction:
    return Fraction(int(value.p), int(value.q))

r"""Steps for L layers of H heads, for derivations that are not theorems yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import sympy as sp

from ..derivation import Chain, Step
from ..notation import H, L, p, tau
from ..rules.structure import Independent, all_of, at_most_one, some_bound, some_of
from .failures import one_query_fails
from .model import UNIT_VECTORS, Premises
from .walk import walk_points

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

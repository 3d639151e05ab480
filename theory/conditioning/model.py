r"""One head of linear attention as a memory: premises and definitions.

Qiao, "Understanding Transformers through the Lens of Pavlovian Conditioning", arXiv 2508.08289.
Only a summary of the paper was at hand, so the definitions are ours and the routes are
reconstructed from the tools it names: random unit vectors, Markov's inequality, the union bound.

| letter | meaning |
|---|---|
| `k_j`, `v_j` | key and value of item j = 1, ..., n |
| `S` | state, $S = \sum_j k_j v_j^\top$ |
| `o_i` | output $k_i^\top S$ for the stored key k_i as query |
| `eta_i` | crosstalk, $o_i$ without the item's own term |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Step
from ..notation import d_k, d_v, n
from ..rules.contraction import contract, separate, substitute
from ..rules.laws import Gaussian, OneHot, Sphere
from ..rules.vectors import IndexSum, Inner, Outer, Recall, Vector

i: Final = sp.Symbol("i", integer=True, positive=True)
j: Final = sp.Symbol("j", integer=True, positive=True)

_KEYS: Final = Sphere(d_k)
_VALUES: Final = Sphere(d_v)


@dataclass(frozen=True, kw_only=True)
class Premises:
    """What is assumed of the memory; every formula follows from these.

    With `own_term` the item's own term stays in the crosstalk.
    """

    key_law: Sphere | Gaussian | OneHot = _KEYS
    value_law: Sphere | Gaussian = _VALUES
    own_term: bool = False

    @property
    def key(self) -> Vector:
        """The key of item j."""
        return Vector("k", j, self.key_law)

    @property
    def value(self) -> Vector:
        """The value of item j."""
        return Vector("v", j, self.value_law)

    @property
    def of_keys(self) -> str:
        """The assumption on the keys as a sentence."""
        return self.key_law.describe("the keys $k_j$")

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        own = "kept in" if self.own_term else "taken out of"
        return (
            self.of_keys,
            self.value_law.describe("the values $v_j$"),
            "keys and values are independent of each other",
            "the query is a stored key $k_i$, and the feature map is the identity",
            f"the item's own term is {own} the crosstalk",
        )


UNIT_VECTORS: Final = Premises()
"""Keys and values uniform on unit spheres, the own term taken out: the paper's model."""


def recalled(chain: Chain, premises: Premises) -> Step:
    r"""The output as a sum: $o_i = \sum_j \langle k_i, k_j \rangle v_j$."""
    state, output = sp.Symbol("S"), Vector("o", i)
    stored = chain.define(
        "the state adds up the outer products", state, IndexSum(Outer(premises.key, premises.value), (j,), n)
    )
    asked = chain.define("a stored key is the query", output, Recall(premises.key.at(i), state))
    asked = chain.apply("put the state in", substitute, asked, stored)
    return chain.apply("contract the query with each key", contract, asked)


def crosstalk(chain: Chain, premises: Premises) -> Step:
    r"""The crosstalk: $\eta_i = \sum_{j \ne i} \langle k_i, k_j \rangle v_j$ unless the own term is kept."""
    output, noise = recalled(chain, premises), Vector(r"\eta", i)
    own = own_term(premises)
    if premises.own_term:
        defined = chain.define("the crosstalk is the whole output", noise, output.result.lhs)
    else:
        output = chain.apply("separate the item's own term", separate, output, index=i)
        defined = chain.define(
            "the crosstalk is the output without the own term", noise, output.result.lhs - own
        )
    return chain.apply("put the output in", substitute, defined, output)


def own_term(premises: Premises) -> sp.Expr:
    """The item's own contribution to its output: |k_i|^2 v_i."""
    key = premises.key.at(i)
    return Inner(key, key) * premises.value.at(i)

r"""Heads of an attention layer (S7): the numbers of its matrices are as many for any number of heads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation
from ..notation import D, H, d_k
from ..rules.components import gather
from ..rules.low_rank import sum_of_products

h, i, j, c = (sp.Symbol(name, integer=True, positive=True) for name in "hijc")
q, k, s = (sp.IndexedBase(name) for name in "qks")
count: Final = sp.Symbol("N", positive=True)


@dataclass(frozen=True, kw_only=True)
class Layer:
    """The dimension of a head, and the numbers of each output coordinate beside its weights."""

    width: sp.Expr = D / H
    biases: sp.Expr = sp.S.Zero

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"each of H heads has queries, keys and values of dimension ${sp.latex(self.width)}$",
            "the heads' outputs side by side are mapped to D dimensions",
            rf"each coordinate has ${sp.latex(self.biases)}$ biases",
        )


@dataclass(frozen=True, kw_only=True)
class Scores:
    """The number of coordinates of queries and keys."""

    dimension: sp.Expr = d_k

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (rf"queries and keys have ${sp.latex(self.dimension)}$ coordinates",)


PLAIN: Final = Layer()
BIASED: Final = Layer(biases=sp.S.One)
SCORES: Final = Scores()


def head_parameters(premises: Layer = PLAIN, name: str = "head_parameters") -> Derivation:
    r"""$3 \sum_h D \frac{D}{H} + H \frac{D}{H} D = 4 D^2$ (S7).

    >>> head_parameters().formula
    4*D**2
    """
    chain = Chain(name=name, title="Parameters of an attention layer", premises=premises.sentences)
    per_head = 3 * (D + premises.biases) * premises.width
    output = H * premises.width * D + premises.biases * D
    found = chain.define("counted head by head", count, sp.Sum(per_head, (h, 1, H)) + output)
    return chain.close(chain.apply("gather the sums", gather, found))


def biased_head_parameters(premises: Layer = BIASED) -> Derivation:
    r"""$4 D^2 + 4 D$ with biases (S7).

    >>> biased_head_parameters().formula
    4*D**2 + 4*D
    """
    return head_parameters(premises, "biased_head_parameters")


def score_rank(premises: Scores = SCORES) -> Derivation:
    r"""$\mathrm{rank}(Q K^\top) \le d_k$ (S7).

    >>> score_rank().formula
    d_k
    """
    chain = Chain(name="score_rank", title="Rank of the scores", premises=premises.sentences)
    total = sp.Sum(q[i, c] * k[j, c], (c, 1, premises.dimension))
    return chain.close(
        chain.apply("a sum of products", sum_of_products, chain.define("scores", s[i, j], total))
    )

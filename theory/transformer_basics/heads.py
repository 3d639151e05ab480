r"""Heads of an attention layer (S7): the numbers of its matrices are as many for any number of heads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random
from typing import Final

import sympy as sp
from sympy.polys.matrices import DomainMatrix

from ..derivation import Chain, Derivation
from ..notation import D, H, d_k
from ..rules.components import gather
from ..rules.low_rank import sum_of_products
from ..rules.points import require_close

h, i, j, c = (sp.Symbol(name, integer=True, positive=True) for name in "hijc")
q, k, s = (sp.IndexedBase(name) for name in "qks")
count: Final = sp.Symbol("N", positive=True)
difference: Final = sp.Symbol("Delta", real=True)
_SIZES: Final = ((2, 1), (2, 2), (3, 1), (4, 2))


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


@dataclass(frozen=True, kw_only=True)
class Products:
    """The dimension of a head, and in how many products of two matrices each head enters."""

    width: sp.Expr = D / H
    pairs: int = 2

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"each of H heads has queries, keys and values of dimension ${sp.latex(self.width)}$, no biases",
            f"outputs tell {self.pairs} products $A B$ of each head and nothing else",
            r"$A B = (A G)(G^{-1} B)$ for every invertible $G$",
        )


@dataclass(frozen=True, kw_only=True)
class Split:
    """By how much scores of a narrow head are multiplied."""

    factor: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            "coordinate c of head h is one coordinate of the wide head",
            rf"scores of a narrow head are multiplied by ${sp.latex(self.factor)}$",
        )


PRODUCTS: Final = Products()
SPLIT: Final = Split()
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


def product_directions(premises: Products = PRODUCTS) -> Derivation:
    r"""$4 D^2 - 2 D^2/H$: all numbers less the directions in which a head's products do not change (S7).

    >>> product_directions().formula
    4*D**2 - 2*D**2/H
    """
    title = "Directions that change a head's products"
    chain = Chain(name="product_directions", title=title, premises=premises.sentences)
    moved = 2 * premises.pairs * D * premises.width
    kept = premises.pairs * premises.width**2
    found = chain.define("counted head by head", count, sp.Sum(moved - kept, (h, 1, H)))
    check = partial(_by_elimination, premises.pairs)
    return chain.close(chain.apply("gather the sums", gather, found), checks=(check,))


def _by_elimination(pairs: int, formula: sp.Expr) -> str:
    """The rank of the derivative of A B by both factors, whole numbers drawn at random, times the pairs."""
    random = Random(1)
    for size, heads in _SIZES:
        width = size // heads
        one, other = (sp.Matrix(size, width, lambda *_: random.randint(-9, 9)) for _ in "AB")
        rows = [
            list(sp.Matrix(size, width, lambda a, b, at=at: int((a, b) == at)) * other.T)
            for at in product(range(size), range(width))
        ]
        rows += [
            list(one * sp.Matrix(size, width, lambda a, b, at=at: int((a, b) == at)).T)
            for at in product(range(size), range(width))
        ]
        found = pairs * heads * DomainMatrix.from_Matrix(sp.Matrix(rows)).convert_to(sp.QQ).rank()
        require_close(
            sp.Integer(found), formula.subs({D: size, H: heads}), f"{heads} heads in {size} dimensions"
        )
    return f"ranks of derivatives of products for {len(_SIZES)} layers, by elimination"


def split_score_gap(premises: Split = SPLIT) -> Derivation:
    r"""$\sum_h \sum_c q_{ihc} k_{jhc} - \sum_{hc} q_{ihc} k_{jhc} = 0$: heads' scores add up to one's (S7).

    >>> split_score_gap().formula
    0
    """
    title = "Scores summed over heads, less those of one head"
    chain = Chain(name="split_score_gap", title=title, premises=premises.sentences)
    term = q[i, h, c] * k[j, h, c]
    narrow = sp.Sum(premises.factor * sp.Sum(term, (c, 1, d_k)), (h, 1, H))
    found = chain.define("the difference", difference, narrow - sp.Sum(term, (c, 1, d_k), (h, 1, H)))
    return chain.close(chain.apply("gather the sums", gather, found))


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

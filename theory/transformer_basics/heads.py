r"""Heads of an attention layer (S7): the numbers of its matrices are as many for any number of heads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random
from typing import Final

import sympy as sp
from sympy.polys.matrices import DomainMatrix

from ..bridge import Proved, proved
from ..derivation import Chain, Derivation
from ..kernel import apply
from ..model import Index, Size, fixed
from ..notation import D, H
from ..prove import derive, prove
from ..rules.components import gather
from ..rules.points import require_close
from ..tactics import algebra, gradients
from ..terms import Sum, Term, Value, define, inner, number

h: Final = sp.Symbol("h", integer=True, positive=True)
count: Final = sp.Symbol("N", positive=True)
size, heads, coordinates, tokens = map(Size, ("D", "H", "d_k", "n"))
zero, one = number(0), number(1)
_SIZES: Final = ((2, 1), (2, 2), (3, 1), (4, 2))


@dataclass(frozen=True, kw_only=True)
class Layer:
    """The dimension of a head, and the numbers of each output coordinate beside its weights."""

    width: Term = size / heads
    biases: Value = zero


@dataclass(frozen=True, kw_only=True)
class Scores:
    """The number of coordinates of queries and keys."""

    dimension: Term = coordinates


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
    """By how much scores of a narrow head are multiplied, each a part of the coordinates of the wide head."""

    factor: Value = one


PRODUCTS: Final = Products()
SPLIT: Final = Split()
PLAIN: Final = Layer()
BIASED: Final = Layer(biases=one)
SCORES: Final = Scores()


def head_parameters(premises: Layer = PLAIN, name: str = "head_parameters") -> Proved:
    r"""$3 \sum_h D \frac{D}{H} + H \frac{D}{H} D = 4 D^2$ (S7).

    >>> head_parameters().formula
    4*D**2
    """
    per_head = 3 * (size + premises.biases) * premises.width
    output = heads * premises.width * size + premises.biases * size
    numbers = define("N", Sum(Index("h", heads), per_head) + output)
    return proved(name, "Parameters of an attention layer", derive(numbers, by=algebra))


def biased_head_parameters(premises: Layer = BIASED) -> Proved:
    r"""$4 D^2 + 4 D$ with biases (S7).

    >>> biased_head_parameters().formula
    4*D*(D + 1)
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


def split_score_gap(premises: Split = SPLIT) -> Proved:
    r"""$\sum_h \sum_c q_{hc} k_{hc} - \sum_{hc} q_{hc} k_{hc} = 0$: heads' scores add up to one's (S7).

    >>> split_score_gap().formula
    0
    """
    q, k = fixed("q", heads, coordinates), fixed("k", heads, coordinates)
    head, place = Index("h", heads), Index("c", coordinates)
    narrow = Sum(head, premises.factor * Sum(place, q[head, place] * k[head, place]))
    found = prove(define("D", narrow - inner(q, k)) == 0, by=gradients)
    return proved("split_score_gap", "Scores summed over heads, less those of one head", found)


def score_rank(premises: Scores = SCORES) -> Proved:
    r"""$\mathrm{rank}(Q K^\top) \le d_k$: the trace of the projection on the span of its columns (S7).

    >>> score_rank().formula
    d_k
    """
    q, k = (fixed(name, tokens, premises.dimension) for name in "QK")
    found = apply("rank_of_product", x=define("S", q @ k.T))
    return proved("score_rank", "Rank of the scores", found)

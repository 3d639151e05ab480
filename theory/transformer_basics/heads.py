r"""Heads of an attention layer (S7): the numbers of its matrices are as many for any number of heads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import apply
from ..model import Index, Size, fixed
from ..node import Term, Value, number
from ..prove import derive, prove
from ..tactics import algebra, gradients
from ..terms import Sum, define, inner

size, heads, coordinates, tokens = map(Size, ("D", "H", "d_k", "n"))
zero, one = number(0), number(1)


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
    """The dimension of a head, and in how many products A B of two matrices each head enters."""

    width: Term = size / heads
    pairs: int = 2


@dataclass(frozen=True, kw_only=True)
class Split:
    """By how much scores of a narrow head are multiplied, each a part of the coordinates of the wide head."""

    factor: Value = one


PRODUCTS: Final = Products()
SPLIT: Final = Split()
PLAIN: Final = Layer()
BIASED: Final = Layer(biases=one)
SCORES: Final = Scores()


def head_parameters(premises: Layer = PLAIN, name: str = "head_parameters") -> Derivation:
    r"""$3 \sum_h D \frac{D}{H} + H \frac{D}{H} D = 4 D^2$ (S7).

    >>> head_parameters().formula
    4*D**2
    """
    per_head = 3 * (size + premises.biases) * premises.width
    output = heads * premises.width * size + premises.biases * size
    numbers = define("N", Sum(Index("h", heads), per_head) + output)
    return proved(name, "Parameters of an attention layer", derive(numbers, by=algebra))


def biased_head_parameters(premises: Layer = BIASED) -> Derivation:
    r"""$4 D^2 + 4 D$ with biases (S7).

    >>> biased_head_parameters().formula
    4*D*(D + 1)
    """
    return head_parameters(premises, "biased_head_parameters")


def product_directions(premises: Products = PRODUCTS) -> Derivation:
    r"""$4 D^2 - 2 D^2/H$: all numbers less the directions in which a head's products do not change (S7).

    $A B = (A G)(G^{-1} B)$ for every invertible G, as many numbers as the square of the head's dimension.

    >>> product_directions().formula
    2*D**2*(2*H - 1)/H
    """
    moved, kept = 2 * size * premises.width, premises.width**2
    numbers = define("N", Sum(Index("h", heads), premises.pairs * (moved - kept)))
    return proved(
        "product_directions", "Directions that change a head's products", derive(numbers, by=algebra)
    )


def split_score_gap(premises: Split = SPLIT) -> Derivation:
    r"""$\sum_h \sum_c q_{hc} k_{hc} - \sum_{hc} q_{hc} k_{hc} = 0$: heads' scores add up to one's (S7).

    >>> split_score_gap().formula
    0
    """
    q, k = fixed("q", heads, coordinates), fixed("k", heads, coordinates)
    head, place = Index("h", heads), Index("c", coordinates)
    narrow = Sum(head, premises.factor * Sum(place, q[head, place] * k[head, place]))
    found = prove(define("D", narrow - inner(q, k)) == 0, by=gradients)
    return proved("split_score_gap", "Scores summed over heads, less those of one head", found)


def score_rank(premises: Scores = SCORES) -> Derivation:
    r"""$\mathrm{rank}(Q K^\top) \le d_k$: the trace of the projection on the span of its columns (S7).

    >>> score_rank().formula
    d_k
    """
    q, k = (fixed(name, tokens, premises.dimension) for name in "QK")
    found = apply("rank_of_product", x=define("S", q @ k.T))
    return proved("score_rank", "Rank of the scores", found)

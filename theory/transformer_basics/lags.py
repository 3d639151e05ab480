r"""How much of a score between sinusoidal vectors depends on the lag alone, through random projections.

$s_{ij} = \langle W_Q p_i, W_K p_j \rangle = \sum_c \langle p_i, a_c \rangle \langle p_j, b_c \rangle$ with
normal rows $a_c$ of $W_Q$ and $b_c$ of $W_K$. What depends on the lag is the mean of s over all pairs at one
lag; its power is the mean product of the scores of two such pairs, $(p, p')$ and $(r, r')$. The vectors have
$K$ blocks; over many places each block is uniform in direction, and moving a place rotates each block.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import symbol
from ..rules.algebra import collect, ratio
from ..rules.contraction import power, substitute
from ..rules.equals import mean_of_number, put_in
from ..rules.expectation import integrate_out
from ..rules.index_sums import coincidences, exchange
from ..rules.laws import Gaussian, Sphere
from ..rules.vectors import IndexSum, Inner, Vector

K: Final = symbol("K")
b: Final = symbol("b")
H: Final = symbol("h")
width: Final = symbol("D")
c, e = (sp.Symbol(name, integer=True, positive=True) for name in "ce")


@dataclass(frozen=True, kw_only=True)
class Blocks:
    """The dimension of a block: two for a sine and a cosine."""

    dimension: sp.Expr = b

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        size, number = sp.latex(self.dimension), sp.latex(K)
        return (
            Gaussian(width).describe("rows of $W_Q$ and of $W_K$"),
            rf"a position's vector has ${number}$ blocks, unit vectors in ${size}$ dimensions",
            "over the places of the average blocks are uniform in direction and independent of each other",
            "to move a place is to rotate each block",
        )


def lag_share(premises: Blocks = Blocks()) -> Derivation:
    r"""$\mathbb{E}\, \bar{s}^2 / \mathbb{E}\, s^2 = 1/(b K)$: with pairs, one over the width of the encoding.

    >>> lag_share().formula
    1/(K*b)
    """
    chain = Chain(
        name="lag_share", title="Share of the score that the lag tells", premises=premises.sentences
    )
    p, p_other, r, r_other = (Vector(name) for name in ("p", "p'", "r", "r'"))
    common = _mean_product(chain, "the scores of two pairs at one lag", (p, p_other, r, r_other))
    moved = chain.define("a rotation keeps inner products", Inner(p_other, r_other), Inner(p, r))
    common = chain.apply("move the second places back", substitute, common, moved)
    common = chain.apply("mean over places", put_in, common, _mean_square_product(chain, premises, p, r))
    whole = _mean_product(chain, "the score of one pair, squared", (p, p_other, p, p_other))
    for vector in (p, p_other):
        long = chain.define(f"the length of ${vector.name}$", Inner(vector, vector), K)
        whole = chain.apply(f"put the length of {vector.name} in", substitute, whole, long)
    whole = chain.apply("lengths are numbers", mean_of_number, whole)
    share = chain.apply("divide", ratio, common, whole)
    return chain.close(chain.apply("collect", collect, share))


def _mean_product(chain: Chain, label: str, pairs: tuple[Vector, ...]) -> Step:
    """The mean over both matrices of the product of two scores."""
    rows, law = ("a", "b", "a", "b"), Gaussian(width)
    places = (c, c, e, e)
    inners = (
        Inner(vector, Vector(row, place, law)) for vector, row, place in zip(pairs, rows, places, strict=True)
    )
    found = chain.define(label, sp.Symbol(f"s_{len(chain.steps)}"), IndexSum(sp.Mul(*inners), (c, e), H))
    found = chain.apply("split by coincident rows", coincidences, found)
    found = chain.apply("take the expectation", exchange, found)
    for row in ("a", "b"):
        found = chain.apply(f"integrate out the rows {row}", integrate_out, found, letter=row)
    return found


def _mean_square_product(chain: Chain, premises: Blocks, p: Vector, r: Vector) -> Step:
    law = Sphere(premises.dimension)
    blocks = Inner(Vector("u", c, law), Vector("v", c, law))
    found = chain.define("block by block", Inner(p, r), IndexSum(blocks, (c,), K))
    found = chain.apply("square it", power, found, exponent=2)
    found = chain.apply("split by coincident blocks", coincidences, found)
    found = chain.apply("take the expectation over places", exchange, found)
    for letter in ("u", "v"):
        found = chain.apply(f"integrate out {letter}", integrate_out, found, letter=letter)
    return found

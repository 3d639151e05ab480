r"""How much of a score between sinusoidal vectors depends on the lag alone, through random projections.

$s(x, y) = \langle W_Q x, W_K y \rangle = \sum_c \langle x, a_c \rangle \langle y, w_c \rangle$ with normal
rows $a_c$ of $W_Q$ and $w_c$ of $W_K$. What depends on the lag is the mean of s over all pairs at one lag,
whose power is the mean product of the scores of two such pairs. The vectors have $K$ blocks; over many places
each block is uniform in direction. The second place of a pair is the first with each block rotated: by Q, the
same in all, as the law of the rows of $W_K$ is the same whatever blocks are rotated.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..derivation import Derivation, proved
from ..kernel import apply
from ..laws import Normal, Sphere
from ..model import Index, Model, Size, fixed, iid
from ..node import Term
from ..prove import derive, suppose
from ..tactics import moments
from ..tactics.algebra import evaluated
from ..tactics.rewriting import converted, replaced_within
from ..terms import E, Sum, define, identity, inner

K, b, h = map(Size, ("K", "b", "h"))


@dataclass(frozen=True, kw_only=True)
class Blocks:
    """The dimension of a block: two for a sine and a cosine."""

    dimension: Term = b


def lag_share(premises: Blocks = Blocks()) -> Derivation:
    r"""$\mathbb{E}\, \bar{s}^2 / \mathbb{E}\, s^2 = 1/(b K)$: with pairs, one over the width of the encoding.

    >>> lag_share().formula
    1/(K*b)
    """
    size, c, k = premises.dimension, Index("c", h), Index("k", K)
    rows, places = iid(Normal(dimension=size), h, K), iid(Sphere(size), K)
    model, turn = Model(a=rows, w=rows, u=places, v=places), fixed("Q", size, size)

    def score(x: Term, y: Term, by: Term) -> Term:
        query, key = Sum(k, inner(x[k], model.a[c, k])), Sum(k, inner(by @ y[k], model.w[c, k]))
        return Sum(c, query * key)

    common = E(score(model.u, model.u, turn) * score(model.v, model.v, turn))
    whole = E(score(model.u, model.v, identity(size)) ** 2)
    rotation = suppose(turn.T @ turn == identity(size), "Q rotates")
    known = [derive(mean, by=[moments, rotation]) for mean in (common, whole)]
    found = replaced_within(apply("written_out", term=define("f", common / whole)), known)
    return proved("lag_share", "Share of the score that the lag tells", converted(found, evaluated))

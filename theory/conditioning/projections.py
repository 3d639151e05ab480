r"""Averaged heads (S4): with keys of their own, or projecting the same tokens by matrices of their own.

A token is uniform on the unit sphere of $R^m$. Each of H heads projects it to $d_k$ dimensions by a matrix
with normal entries of variance $1/d_k$, so that a key has mean square length one. Values are shared and the
heads' outputs averaged: the weight of item j is the overlap of $H d_k$ rows together,
$\frac{m}{H d_k} \sum_a \langle e_i, g_a \rangle \langle e_j, g_a \rangle$, rows normal of covariance $I/m$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..bridge import Proved, proved
from ..laws import Normal, Sphere
from ..model import Index, Model, Size, iid
from ..prove import derive
from ..tactics import moments
from ..terms import E, Sum, Term, define, inner, norm2
from .definitions import Memory, d_k, d_v, i, j, n

H, width = Size("H"), Size("width")
a, h = Index("a", H * d_k), Index("h", H)

_TOKENS: Final = Sphere(width)
_ROWS: Final = Normal(0, 1 / width, dimension=width)
_VALUES: Final = Sphere(d_v)


@dataclass(frozen=True, kw_only=True)
class Projections:
    """Tokens of all heads, the rows of all projections, and values, with their laws."""

    token_law: Term = _TOKENS
    row_law: Term = _ROWS
    value_law: Term = _VALUES

    @property
    def crosstalk(self) -> Term:
        """What the other items add to the averaged output of item i."""
        e, g, v = Model(e=iid(self.token_law, n), g=iid(self.row_law, H * d_k), v=iid(self.value_law, n))
        overlap = Sum(a, inner(e[i], g[a]) * inner(e[j], g[a])) * (width / (H * d_k))
        return define("eta", Sum(j != i, overlap * v[j]), i)


PROJECTIONS: Final = Projections()
HEADS: Final = Memory(head=(h,))
"""Every head has keys and values of its own."""


def averaged_heads_noise(premises: Memory = HEADS) -> Proved:
    r"""$\mathbb{E} |\frac{1}{H} \sum_h \eta_h|^2 = (n-1)/(d_k H)$ for H heads with keys of their own (S4).

    >>> averaged_heads_noise().formula
    (n - 1)/(H*d_k)
    """
    average = Sum(h, premises.crosstalk) * (1 / H)
    noise = derive(E(norm2(average)), by=moments)
    return proved("averaged_heads_noise", "Mean noise power of averaged heads", noise, n, d_k, H)


def averaged_projections_noise(premises: Projections = PROJECTIONS) -> Proved:
    r"""$\mathbb{E} |\frac{1}{H} \sum_h \eta_h|^2 = (n-1) (H d_k + m + 1)/(H d_k m)$, projected tokens.

    It does not fall below $(n-1)/m$ with more heads: the tokens' own overlaps are shared.
    """
    title = "Mean noise power of averaged projections"
    noise = derive(E(norm2(premises.crosstalk)), by=moments)
    return proved("averaged_projections_noise", title, noise, n, H)

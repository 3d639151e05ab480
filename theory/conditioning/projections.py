r"""Averaged heads (S4): with keys of their own, or projecting the same tokens by matrices of their own.

A token is uniform on the unit sphere of $R^m$. Each of H heads projects it to $d_k$ dimensions by a matrix
with normal entries of variance $1/d_k$, or by a slice of its coordinates scaled by $\sqrt{m/d_k}$, so that a
key has mean square length one. Values are shared and the heads' outputs averaged: the weight of item j is the
overlap of $H d_k$ rows together, $\frac{m}{H d_k} \sum_a \langle e_i, g_a \rangle \langle e_j, g_a \rangle$,
the rows normal of covariance $I/m$, or orthonormal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .. import laws
from ..derivation import Derivation, proved
from ..laws import Normal, Sphere
from ..model import Index, Model, Size, fixed, iid
from ..node import Term
from ..prove import derive, suppose
from ..tactics import moments
from ..tactics.rewriting import left, occurring, right
from ..tactics.steps import calculation, equals, worked_out
from ..terms import E, Sum, define, identity, inner, norm2, trace
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


@dataclass(frozen=True, kw_only=True)
class Slices:
    """Tokens of all heads and values, with their laws; the rows of all heads are those of a matrix."""

    token_law: Term = _TOKENS
    value_law: Term = _VALUES
    rows: Term = H * d_k

    @property
    def matrix(self) -> Term:
        """G, whose rows are the slices of all heads."""
        return fixed("G", self.rows, *self.token_law.shape)

    @property
    def crosstalk(self) -> Term:
        """What the other items add to the averaged output of item i."""
        e, v = Model(e=iid(self.token_law, n), v=iid(self.value_law, n))
        overlap = inner(self.matrix @ e[i], self.matrix @ e[j]) * (width / self.rows)
        return define("eta", Sum(j != i, overlap * v[j]), i)


PROJECTIONS: Final = Projections()
SLICES: Final = Slices()
HEADS: Final = Memory(head=(h,))
"""Every head has keys and values of its own."""


def averaged_heads_noise(premises: Memory = HEADS) -> Derivation:
    r"""$\mathbb{E} |\frac{1}{H} \sum_h \eta_h|^2 = (n-1)/(d_k H)$ for H heads with keys of their own (S4).

    >>> averaged_heads_noise().formula
    (n - 1)/(H*d_k)
    """
    average = Sum(h, premises.crosstalk) * (1 / H)
    noise = derive(E(norm2(average)), by=moments)
    return proved("averaged_heads_noise", "Mean noise power of averaged heads", noise, n, d_k, H)


def averaged_projections_noise(premises: Projections = PROJECTIONS) -> Derivation:
    r"""$\mathbb{E} |\frac{1}{H} \sum_h \eta_h|^2 = (n-1) (H d_k + m + 1)/(H d_k m)$, projected tokens.

    It does not fall below $(n-1)/m$ with more heads: the tokens' own overlaps are shared.
    """
    title = "Mean noise power of averaged projections"
    noise = derive(E(norm2(premises.crosstalk)), by=moments)
    return proved("averaged_projections_noise", title, noise, n, H)


def averaged_slices_noise(premises: Slices = SLICES) -> Derivation:
    r"""$\mathbb{E} |\frac{1}{H} \sum_h \eta_h|^2 = (n-1)/(H d_k)$ for slices of one embedding (S4).

    >>> averaged_slices_noise().formula
    (n - 1)/(H*d_k)
    """
    gram = premises.matrix @ premises.matrix.T
    orthonormal = suppose(gram == identity(premises.rows), "slices share no coordinate")
    noise = derive(E(norm2(premises.crosstalk)), by=moments)
    (lengths,), spread = occurring(right(noise), "sum"), laws.covariance(premises.token_law)
    as_trace = calculation(
        lengths, equals(spread * trace(gram @ gram)), equals(spread * premises.rows, orthonormal)
    )
    noise = calculation(left(noise), equals(right(noise), noise), worked_out(as_trace))
    return proved("averaged_slices_noise", "Mean noise power of averaged slices", noise, n, H)

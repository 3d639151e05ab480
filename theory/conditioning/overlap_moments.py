r"""Even moments of the overlap <k_i, k_j> of two keys (S1)."""

from __future__ import annotations

from ..bridge import Proved, proved
from ..kernel import Theorem
from ..prove import derive
from ..tactics import moments
from ..terms import E, inner
from .definitions import UNIT, Memory, d_k, i, j


def key_overlap_mean_square(premises: Memory = UNIT) -> Proved:
    r"""$\mathbb{E} \langle k, k' \rangle^2 = 1/d_k$.

    >>> key_overlap_mean_square().formula
    1/d_k
    """
    return proved("key_overlap_mean_square", "Mean square of the key overlap", mean_overlap(premises, 2), d_k)


def key_overlap_fourth_moment(premises: Memory = UNIT) -> Proved:
    r"""$\mathbb{E} \langle k, k' \rangle^4 = 3/(d_k(d_k+2))$.

    >>> key_overlap_fourth_moment().formula
    3/(d_k*(d_k + 2))
    """
    title = "Fourth moment of the key overlap"
    return proved("key_overlap_fourth_moment", title, mean_overlap(premises, 4), d_k)


def key_overlap_sixth_moment(premises: Memory = UNIT) -> Proved:
    r"""$\mathbb{E} \langle k, k' \rangle^6 = 15/(d_k(d_k+2)(d_k+4))$.

    >>> key_overlap_sixth_moment().formula
    15/(d_k*(d_k + 2)*(d_k + 4))
    """
    return proved(
        "key_overlap_sixth_moment", "Sixth moment of the key overlap", mean_overlap(premises, 6), d_k
    )


def mean_overlap(memory: Memory, order: int) -> Theorem:
    """The mean of that power of the overlap of two keys."""
    k = memory.model.k
    return derive(E(inner(k[i], k[j]) ** order), by=moments, where=[i != j])

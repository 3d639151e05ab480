r"""The overlap <k_i, k_j> of two keys: even moments, and a bound on its tail (S1)."""

from __future__ import annotations

from ..derivation import Derivation, proved
from ..kernel import Theorem
from ..model import Parameter
from ..prove import derive, suppose
from ..tactics import moments
from ..tactics.overlaps import overlap_bound
from ..terms import E, inner
from .definitions import UNIT, Memory, d_k, i, j

t = Parameter("t")


def key_overlap_mean_square(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} \langle k, k' \rangle^2 = 1/d_k$.

    >>> key_overlap_mean_square().formula
    1/d_k
    """
    return proved("key_overlap_mean_square", "Mean square of the key overlap", mean_overlap(premises, 2), d_k)


def key_overlap_fourth_moment(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} \langle k, k' \rangle^4 = 3/(d_k(d_k+2))$.

    >>> key_overlap_fourth_moment().formula
    3/(d_k*(d_k + 2))
    """
    title = "Fourth moment of the key overlap"
    return proved("key_overlap_fourth_moment", title, mean_overlap(premises, 4), d_k)


def key_overlap_sixth_moment(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} \langle k, k' \rangle^6 = 15/(d_k(d_k+2)(d_k+4))$.

    >>> key_overlap_sixth_moment().formula
    15/(d_k*(d_k + 2)*(d_k + 4))
    """
    return proved(
        "key_overlap_sixth_moment", "Sixth moment of the key overlap", mean_overlap(premises, 6), d_k
    )


def key_overlap_tail_bound(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{P}(|\langle k, k' \rangle| > t) \le 2 e^{-d_k t^2/2}$ for unit keys (S1).

    The overlap with a fixed unit vector is sub-Gaussian with proxy 1/d_k. Raises `Refused` for keys that are
    not of one length.

    >>> key_overlap_tail_bound().formula
    2*exp(-d_k*t**2/2)
    """
    title = "Sub-Gaussian bound on the tail of the key overlap"
    return proved("key_overlap_tail_bound", title, tail_bound(premises, suppose(t > 0)))


def tail_bound(memory: Memory, positive: Theorem) -> Theorem:
    """P(|<k_i, k_j>| > t) <= 2 exp(-t^2/(2 v)) from 0 < t, v the proxy along any vector of a key's length."""
    return overlap_bound(memory.key(j), memory.key(i), positive, suppose(j != i))


def mean_overlap(memory: Memory, order: int) -> Theorem:
    """The mean of that power of the overlap of two keys."""
    k = memory.model.k
    return derive(E(inner(k[i], k[j]) ** order), by=moments, where=[i != j])

r"""Coherence of the keys: $\mu$, the largest $|\langle k_i, k_j \rangle|$ (S2.e)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..prove import prove, suppose
from ..substitution import subterms
from ..tactics import products
from ..tactics.orders import grown
from ..tactics.rewriting import factored, left, right
from ..tactics.solving import isolated
from ..tactics.steps import at_most, calculation
from ..tactics.unions import some_pair
from ..terms import absolute, any_, exp, inner
from .definitions import UNIT, Memory, i, j, n, tau
from .overlap_moments import tail_bound

_HALF: Final = Fraction(1, 2)


def coherence_guarantee(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{P}(\mu (n-1) > \tau) \le n (n-1) e^{-d_k \tau^2/(2 (n-1)^2)}$ for unit keys (S2.e).

    The bound is small for n up to about $\tau \sqrt{d_k/(2 \log n^2)}$: an exponent 1/2 up to a logarithm.
    """
    title = "Probability that the coherence is too large"
    return proved("coherence_guarantee", title, _too_coherent(premises))


def coherence_size_floor(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{P}(\mu (n-1) > \tau)$ is 1/2 at $\tau \sqrt{d_k/(2 W(d_k \tau^2))}$ keys or more (S2.e).

    $W e^W$ is the identity, so that $W(x)$ is about $\log x$: the capacity by coherence is at least of the
    order of $\sqrt{d_k/\log d_k}$.
    """
    bounded = _too_coherent(premises)
    often = suppose(left(bounded) >= _HALF, "the coherence is too large half the time")
    reached, items = apply("transitive", apply("symmetric", often), bounded), apply("positive", term=n)
    several, threshold = suppose(n > 1), suppose(tau > 0)
    (tail,) = (part for part in subterms(right(bounded)) if part.data == ("exp",))
    square = factored(-tail.args[0] * 2 * (n - 1) ** 2)
    w = square / (2 * n**2)
    gap = apply("positive", several, threshold, term=square * (2 * n - 1) * (n - 1) ** -2 * n**-2)
    less = prove(tail.args[0] <= -w, by=[products, gap, several, threshold])
    larger = grown(less, "exp")
    reached = calculation(
        _HALF,
        at_most(left(bounded), often),
        at_most(n * (n - 1) / 2 * exp(tail.args[0]) * 2, bounded),
        at_most(n * (n - 1) * exp(-w), larger, several),
        at_most(n**2 * exp(-w), items),
    )
    bounded = prove(
        w * exp(w) <= square, by=[products, reached, apply("positive", threshold, term=2 * w * exp(w))]
    )
    sign = apply("weakened", apply("positive", threshold, term=square))
    size = isolated(apply("lambert", bounded, sign, w=w), n, threshold)
    title = "Keys at which the coherence is too large, from below"
    return proved("coherence_size_floor", title, size)


def _too_coherent(memory: Memory) -> Theorem:
    """The union over pairs of the tail of one, at the level at which n - 1 overlaps add up to tau."""
    several, level = suppose(n > 1), tau / (n - 1)
    high = apply("positive", several, suppose(tau > 0), term=level)
    tail = tail_bound(memory, high)
    event = any_(i, any_(j != i, absolute(inner(memory.key(i), memory.key(j))) > level))
    return some_pair(event, tail, i, j)

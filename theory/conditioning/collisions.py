r"""Nearly parallel keys: a query fails where $|\langle k_i, k_j \rangle| > 1/2$ for some $j \ne i$ (S3.d).

The probability of one pair is exact. Given the query key the other items are independent, so the law of one
query is that of n-1 others. It falls exponentially in $d_k$, and is no power.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..node import Term, number
from ..prove import derive, prove, suppose
from ..substitution import subterms
from ..tactics import asymptotics, bound, events, products
from ..tactics.orders import grown
from ..tactics.overlaps import overlap_tail, overlap_with_unit
from ..tactics.rewriting import Letters, left, nonnegative, right
from ..tactics.solving import isolated
from ..tactics.steps import at_most, calculation, equals, less_than
from ..tactics.unions import some_pair
from ..terms import P, absolute, any_, expansion, inner, log, norm2
from .definitions import UNIT, Memory, d_k, i, j, n
from .network import NETWORK, L, Network, hazard, of_others
from .overlap_moments import t

HALF: Final = Fraction(1, 2)
_LEAST: Final = 2
"""The least dimension in which an overlap has a density."""


def key_overlap_tail(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{P}(|\langle k, k' \rangle| > t) = I_{1-t^2}((d_k-1)/2, 1/2)$ for unit keys (S1).

    Raises `Refused` for keys that are not of unit length.
    """
    tail = _of_two(premises, suppose(t >= 0), suppose(t <= 1))
    return proved("key_overlap_tail", "Tail of the key overlap", tail)


def near_collision_pair(premises: Memory = UNIT) -> Derivation:
    r"""$q = \mathbb{P}(|\langle k_i, k_j \rangle| > 1/2) = I_{3/4}((d_k-1)/2, 1/2)$ (S3.d)."""
    return proved("near_collision_pair", "Probability that two keys are nearly parallel", near_pair(premises))


def near_collision_query(premises: Memory = UNIT) -> Derivation:
    r"""$p = 1 - (1 - q)^{n-1}$: some other key is nearly parallel to the query's (S3.d)."""
    title = "Probability that some key is nearly parallel"
    return proved("near_collision_query", title, _query(premises))


def near_collision_hazard(premises: Network = NETWORK) -> Derivation:
    r"""$-\log(1-r) = -L \log(1 - p^H)$ with p that of nearly parallel keys (S3.d)."""
    memory = replace(premises, layers=L).one
    one = _query(memory)
    chance = right(one)
    share = next(part for part in subterms(chance) if part.head == "incomplete_beta")
    wide = _above_one(memory)
    some, other = apply("positive", wide, term=share), apply("beta_reflected", wide, term=share)
    (turned,) = (part for part in subterms(right(other)) if part.head == "incomplete_beta")
    rest = calculation(0, less_than(turned, apply("positive", wide, term=turned)), equals(1 - share, other))
    less = calculation(1 - share, less_than(1, some))
    low, below = of_others(chance, suppose(n > 1), less, rest)
    theorem = hazard(premises, lambda network: some_near(network.one, network.one.key(i)), low, below, one)
    return proved("near_collision_hazard", "Logarithm of the survival, nearly parallel keys", theorem)


def near_collision_rate(premises: Memory = UNIT) -> Derivation:
    r"""$-\frac{1}{d_k} \log q = \frac{1}{2} \log \frac{4}{3} + O(\log d_k/d_k)$: no power (S3.d).

    With n, H and L fixed, $r \sim L (n-1)^H q^H$ falls at H times this rate.

    >>> near_collision_rate().formula
    log(4/3)/2
    """
    pair, size = near_pair(premises), premises.key_law.shape[0]
    wide = _above_one(premises)
    share, slope = right(pair), _slope(size)
    some, over = apply("positive", wide, term=share), apply("positive", term=1 / d_k)
    two, steep = (prove(number(0) < log(number(x)), by=bound) for x in (2, 1 / (1 - HALF**2)))
    low, high = (
        grown(apply("beta_between", wide, term=share, side=side), "log", wide, some)
        for side in ("below", "above")
    )
    rate = slope * right(steep) / 2
    gap, most = -log(share) / d_k - rate, (log(size) + log(number(2)) + right(steep)) / d_k
    near = apply(
        "modulus",
        prove(-most <= gap, by=[products, high, over, nonnegative(log(size)), wide, steep, two]),
        prove(gap <= most, by=[products, low, over, wide, steep, two]),
    )
    near = apply("rewrite", apply("symmetric", pair), near)
    near = apply("eventually", near, limit=(d_k,))
    order = prove(expansion(most, 0, log(d_k) / d_k, d_k), by=asymptotics)
    f = -log(left(pair)) / d_k
    theorem = apply(
        "combined", apply("coarser", near, order), left=f, main=rate, order=log(d_k) / d_k, count=1
    )
    return proved("near_collision_rate", "Exponential rate of nearly parallel keys", theorem)


def near_collision_load(premises: Memory = UNIT) -> Derivation:
    r"""Some pair nearly collides with probability 1/2 at no less than $1/\sqrt{q}$ keys (S3.d).

    Exponential in $d_k$, as the probability q of one pair is.
    """
    pair = near_pair(premises)
    event = any_(i, some_near(premises, premises.key(i)))
    often = suppose(P(event) >= HALF, "some pair is nearly parallel half the time")
    bounded = some_pair(event, pair, i, j)
    q = right(pair)
    some = apply("positive", _above_one(premises), term=q)
    above = calculation(
        1, at_most(2 * P(event), often), at_most(n * (n - 1) * q, bounded), at_most(n**2 * q, some)
    )
    size = isolated(above, n, some)
    return proved("near_collision_load", "Keys at which some pair is nearly parallel, from below", size)


def near_pair(memory: Memory) -> Theorem:
    """The probability that two keys are nearly parallel."""
    return _of_two(memory, *_range())


def _query(memory: Memory) -> Theorem:
    """The probability that some other key is nearly parallel to the query's, which is held fixed."""
    pair, unit = overlap_with_unit(memory.key(j), *_range(), _wide(memory))
    some = derive(P(some_near(memory, left(unit).args[0])), by=[events, pair])
    length = apply("fixed_norm", term=norm2(memory.key(i)))
    return apply("held_fixed", some, length, fixed=left(unit).args[0], x=memory.key(i))


def some_near(memory: Memory, query: Term) -> Term:
    """Some key other than item i's is nearly parallel to the query."""
    return any_(j != i, absolute(inner(query, memory.key(j))) > HALF)


def _range() -> tuple[Theorem, Theorem]:
    """0 <= 1/2 and 1/2 <= 1."""
    return prove(number(0) <= number(HALF), by=bound), prove(number(HALF) <= 1, by=bound)


def _of_two(memory: Memory, low: Theorem, high: Theorem) -> Theorem:
    """The tail of the overlap of two keys."""
    one, other = memory.key(j), memory.key(i)
    return overlap_tail(one, other, low, high, _wide(memory), suppose(j != i))


def _slope(size: Term) -> int:
    """The a of a dimension that is a d_k + b."""
    letters = Letters()
    return int(letters.formula(size).coeff(letters.formula(d_k)))


def _above_one(memory: Memory) -> Theorem:
    """The same as a strict bound."""
    size = memory.key_law.shape[0]
    return calculation(1, less_than(_LEAST), at_most(size, _wide(memory)))


def _wide(memory: Memory) -> Theorem:
    """The dimension in which an overlap has a density."""
    return prove(memory.key_law.shape[0] >= _LEAST, by=bound, where=[d_k >= _LEAST])

r"""One-hot keys drawn at random: a query fails where another stored key equals it (S2.h, S3.c).

Given the query key the other items are independent, so that the law of one query is that of n-1 others.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..node import Term, as_term, number
from ..prove import derive, prove, suppose
from ..substitution import subterms
from ..tactics import bound, events, moments
from ..tactics.rewriting import converted, left, replaced_within, right
from ..tactics.solving import isolated
from ..tactics.steps import calculation, equals
from ..terms import E, P, Sum, all_, any_, indicator, inner, log
from .definitions import ONE_HOT, Memory, d_k, i, j, n
from .network import L, Network, hazard, of_others

ONE_HOT_NETWORK: Final = Network(memory=ONE_HOT)
"""One-hot keys, drawn afresh in every head of every layer."""


def one_hot_failure(premises: Memory = ONE_HOT) -> Derivation:
    r"""$p = 1 - (1 - 1/d_k)^{n-1}$: another key equals the query's (S3.c).

    Where $\tau < 1$ and exactly one key does, $|\eta_i|^2 = 1 > \tau$; more than one leave a sum of
    unit vectors, which may be short: the failure is the collision itself.
    """
    fails = derive(P(collision(premises)), by=events)
    return proved("one_hot_failure", "Probability that a one-hot key is shared", fails, d_k)


def one_hot_error(premises: Network = ONE_HOT_NETWORK) -> Derivation:
    r"""$r = 1 - (1 - (1 - (1 - 1/d_k)^{n-1})^H)^L$ for one-hot keys (S3.c)."""
    fails = derive(P(premises.fails(collision(premises.one))), by=events)
    return proved("one_hot_error", "Probability that a network of one-hot keys fails", fails, d_k)


def one_hot_hazard(premises: Network = ONE_HOT_NETWORK) -> Derivation:
    r"""$-\log(1-r) = -L \log(1 - p^H)$ with p that of one-hot keys (S3.c): about $L (n-1)^H/d_k^H$."""
    return _hazard(premises, "one_hot_hazard")


def one_hot_hazard_one_head(premises: Network = ONE_HOT_NETWORK) -> Derivation:
    r"""$-\log(1-r)$ of one-hot keys at H = 1, of exponent -1 in $d_k$ (S3.c)."""
    return _hazard(replace(premises, heads=1), "one_hot_hazard_one_head")


def one_hot_hazard_two_heads(premises: Network = ONE_HOT_NETWORK) -> Derivation:
    r"""$-\log(1-r)$ of one-hot keys at H = 2, of exponent -2 in $d_k$ (S3.c)."""
    return _hazard(replace(premises, heads=2), "one_hot_hazard_two_heads")


def one_hot_hazard_three_heads(premises: Network = ONE_HOT_NETWORK) -> Derivation:
    r"""$-\log(1-r)$ of one-hot keys at H = 3, of exponent -3 in $d_k$ (S3.c)."""
    return _hazard(replace(premises, heads=3), "one_hot_hazard_three_heads")


def unshared_fraction(premises: Memory = ONE_HOT) -> Derivation:
    r"""The expected share of items whose key no other item has: $(1 - 1/d_k)^{n-1}$ (S2.h, per query)."""
    title = "Expected share of items with a key of their own"
    return proved("unshared_fraction", title, _unshared(premises))


def capacity_unshared(premises: Memory = ONE_HOT) -> Derivation:
    r"""The n at which half the items have a key of their own: $1 - \log 2/\log(1-1/d_k)$ (S2.h)."""
    share = _unshared(premises)
    half = suppose(left(share) == Fraction(1, 2), "half the items share their key")
    miss = right(share).args[0]
    several = suppose(premises.key_law.args[0] > 1)
    less = prove(miss < 1, by=bound)
    size = isolated(apply("rewrite", share, half), n, several, less)
    each = 1 - 1 / premises.key_law.args[0]
    size = replaced_within(size, [apply("ring", left=miss, right=each)])
    value = 1 - log(number(2)) / log(each)
    size = converted(size, lambda found: apply("ring", several, less, left=found, right=value))
    return proved("capacity_unshared", "Capacity at which half the keys are shared", size, d_k)


def collision(memory: Memory) -> Term:
    """Another key is that of item i: the overlap of the two unit vectors is one."""
    return any_(j != i, inner(memory.key(i), memory.key(j)) == 1)


def _unshared(memory: Memory) -> Theorem:
    """The mean share of items whose key is their own."""
    event = all_(j != i, inner(memory.key(i), memory.key(j)) != 1)
    chance = derive(P(event), by=events)
    own = calculation(E(indicator(event)), equals(P(event)), equals(right(chance), chance))
    return prove(E(Sum(i, indicator(event)) / n) == right(chance), by=[moments, own])


def _hazard(premises: Network, name: str) -> Derivation:
    """The hazard -log(1 - r), from 0 < p < 1 for more than one item and coordinate."""
    several, coordinates = suppose(n > 1), suppose(premises.memory.key_law.args[0] > 1)
    chance = right(derive(P(collision(premises.one)), by=events))
    free = next(part for part in subterms(chance) if part.head == "power" and part.args[1] is n - 1)
    miss = free.args[0]
    low, under = of_others(
        chance, several, prove(miss < 1, by=bound), apply("positive", coordinates, term=miss)
    )
    theorem = hazard(premises, lambda network: collision(network.one), low, under)
    along = [L, d_k]
    if premises.heads == 1:
        # With several heads the probabilities saturate as items are added, and no power of n is left.
        along.append(n)
        plain = -as_term(premises.layers) * (n - 1) * log(miss)
        theorem = converted(theorem, lambda found: apply("ring", coordinates, left=found, right=plain))
    title = "Logarithm of the survival, one-hot keys"
    return proved(name, title, theorem, *along)

r"""How many items the mean noise power leaves room for, solved for n (S2.a, S2.b).

A capacity means nothing until its failure is defined: mean noise power 1, the guarantee of Markov and union,
one query in ten. Each is a hypothesis here, and the theorem says what n it leaves.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..node import Term, number
from ..prove import derive, prove, suppose
from ..tactics import bound, events, markov, products
from ..tactics.rewriting import Letters, factored, left, right
from ..tactics.solving import isolated
from ..tactics.steps import at_most, calculation, equals
from ..terms import E, P, norm2, sqrt
from .definitions import UNIT, Memory, d_k, n
from .guarantee import one_fails
from .network import NETWORK, Network
from .noise import mean_power

_HALF = Fraction(1, 2)
_ONE_IN_TEN = Fraction(1, 10)


def capacity_mean_noise(premises: Memory = UNIT) -> Derivation:
    r"""The n at which $\mathbb{E} |\eta_i|^2 = 1$: $d_k + 1$.

    >>> capacity_mean_noise().formula
    d_k + 1
    """
    reached = suppose(E(norm2(premises.crosstalk)) == 1, "the mean noise power has reached the signal")
    size = size_at(_valued(reached, premises))
    return proved("capacity_mean_noise", "Capacity at mean noise power 1", size, d_k)


def capacity_guarantee(premises: Memory = UNIT) -> Derivation:
    r"""The n up to which Markov and union promise $|\eta_i|^2 \le 1$ for all items with probability 1/2.

    The promise is $1 - n\, \mathbb{E} |\eta_i|^2$. Its n is what the proof guarantees: a lower bound on the
    number of items that really are retrieved.

    >>> capacity_guarantee().formula
    sqrt(2*d_k + 1)/2 + 1/2
    """
    promise = 1 - n * E(norm2(premises.crosstalk))
    reached = suppose(promise == _HALF, "Markov and union promise one half")
    title = "Capacity that Markov and the union bound guarantee"
    return proved("capacity_guarantee", title, size_at(_valued(reached, premises)), d_k)


def query_capacity_floor(premises: Memory = UNIT) -> Derivation:
    r"""One query in ten fails at no less than $1 + d_k/10$ items.

    >>> query_capacity_floor().formula
    d_k/10 + 1
    """
    bounded = one_fails(premises, 1)
    chance, value = bounded.proposition.args
    often = suppose(chance >= _ONE_IN_TEN, "one query in ten fails")
    size, _ = _linear(value, number(_ONE_IN_TEN))
    theorem = prove(n >= size, by=[products, bounded, often])
    title = "Items at which one query in ten fails, from below"
    return proved("query_capacity_floor", title, theorem, d_k)


def union_capacity_floor(premises: Memory = UNIT) -> Derivation:
    r"""n times the failure of one item is 1/2 at no less than $(d_k^2/(2 + 4/d_v))^{1/3}$ items (S2.c).

    The second moment of the noise power is at most $(1 + 2/d_v)\, n^2/d_k^2$: an exponent of 2/3. What is
    bounded is the sum over the items, and with it the probability that some item fails.
    """
    second, square = mean_power(premises, 2), norm2(premises.crosstalk) ** 2
    value = leading(right(second), premises.key_law.shape[0])
    tail = calculation(P(square > 1), at_most(right(second), markov, second), at_most(value, bound))
    often = suppose(n * P(square > 1) >= _HALF, "failures add up to 1/2; where |eta|^4 > 1 an item fails")
    reached = calculation(
        _HALF, at_most(left(often), often), at_most(n * value, tail), equals(factored(value / n**2) * n**3)
    )
    size = isolated(reached, n)
    title = "Items at which failures add up to 1/2, from below"
    return proved("union_capacity_floor", title, size, d_k)


def error_load_floor(premises: Network = NETWORK) -> Derivation:
    r"""A network fails once in ten at no less than $1 + d_k\, (10 L)^{-1/H}$ items (S10).

    Linear in $d_k$ for every number of heads: the error law, read as an upper bound, already excludes
    that a constant error leaves $\sqrt{d_k}$ items.
    """
    fails = P(premises.fails(norm2(premises.one.crosstalk) > 1))
    bounded = derive(fails, by=[events, one_fails(premises.one, 1)])
    often = suppose(fails >= _ONE_IN_TEN, "the network fails once in ten")
    reached = calculation(_ONE_IN_TEN, at_most(fails, often), at_most(right(bounded), bounded))
    size = isolated(reached, n, suppose(n > 1))
    title = "Items at which the network fails once in ten, from below"
    return proved("error_load_floor", title, size, d_k)


def leading(value: Term, dimension: Term) -> Term:
    """What is left of a rational function as n and the dimension of keys grow together."""
    letters, grown = Letters(), sp.Dummy()
    items, size, keys = (letters.formula(part) for part in (n, d_k, dimension))
    slope = sp.diff(keys, size)
    shift = keys / slope - size
    scaled = letters.formula(value).subs(
        {items: grown * items, size: grown * size - shift}, simultaneous=True
    )
    return letters.term(sp.factor(sp.limit(scaled, grown, sp.oo)).subs(size, size + shift))


def size_at(reached: Theorem, size: Term = n) -> Theorem:
    """From f(n) = c, f linear or quadratic in n: n = its (larger) root."""
    letters = Letters()
    value, level = reached.proposition.args
    difference, unknown = letters.formula(value - level), letters.formula(size)
    gap, _ = sp.fraction(sp.together(difference))
    if sp.degree(gap, unknown) == 1:
        root, slope = _linear(value, level, size)
        return apply("ring", reached, left=size, right=root, multipliers=(slope,))
    a, b, _ = sp.Poly(gap, unknown).all_coeffs()
    turned = -1 if a.could_extract_minus_sign() else 1
    whole, radical = sp.sqrt(sp.factor(sp.discriminant(gap, unknown))).as_coeff_Mul()
    letter = sqrt(letters.term(radical**2))
    half = letters.formula(letter) * whole
    found, scale = sp.expand((half - turned * b) / (2 * turned * a)), sp.cancel(turned * gap / difference)
    other = letters.term(sp.expand(2 * turned * a * unknown + turned * b + half))
    positive = prove(other > 0, by=[bound, apply("positive", term=letter)])
    multiplier = 2 * letters.term(scale) / other
    return apply("ring", positive, reached, left=size, right=letters.term(found), multipliers=(multiplier,))


def _linear(value: Term, level: Term, size: Term = n) -> tuple[Term, Term]:
    """The n at which value = level, and (n - that)/(value - level)."""
    letters = Letters()
    gap, unknown = letters.formula(value - level), letters.formula(size)
    (root,) = sp.solve(gap, unknown)
    slope = sp.factor(sp.cancel((unknown - root) / gap))
    return letters.term(sp.expand(root)), letters.term(slope)


def _valued(reached: Theorem, memory: Memory) -> Theorem:
    """The hypothesis with the value of the mean noise power put in."""
    return apply("rewrite", mean_power(memory), reached)

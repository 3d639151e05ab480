r"""A second route to the noise moments: the crosstalk as a random walk, one item added at a time.

Given the query key, of length rho, the crosstalk is a sum of n-1 independent isotropic steps
rho c v with c one coordinate of a key. Adding a step x to a sum s,
|s + x|^2 = |s|^2 + |x|^2 + 2 |s| |x| u with u one coordinate of a uniform direction, so the moments
of |s|^2 obey a recursion in exact rational numbers. No partition and no pairing enters.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial
from random import Random

import sympy as sp
from theorycheck.theory.conditioning.definitions import Memory
from theorycheck.theory.formula import as_formula
from theorycheck.theory.formula_balls import Point
from theorycheck.theory.notation import d_k, d_v, n
from theorycheck.theory.terms import Term

_Polynomial = dict[int, Fraction]
"""Coefficients of a polynomial in rho^2, by exponent."""


def walk_points(count: int = 3, *, seed: int = 7) -> list[dict[sp.Symbol, sp.Rational]]:
    """Random points with rational dimensions and a whole number of items."""
    random = Random(seed)
    return [
        {
            n: sp.Integer(random.randint(2, 9)),
            d_k: 1 + sp.Rational(random.randint(1, 60), 7),
            d_v: 1 + sp.Rational(random.randint(1, 60), 11),
        }
        for _ in range(count)
    ]


def noise_moment(memory: Memory, power: int, point: Point) -> Fraction:
    """E|eta|^(2 power) at a point with whole n and rational dimensions."""
    keys, values = _dimension(memory.key_law, point), _dimension(memory.value_law, point)
    start = [_own(memory, values, order) for order in range(power + 1)]
    steps = [
        _coordinate(keys, q) * _radius(memory.key_law, keys, q) * _radius(memory.value_law, values, q)
        for q in range(power + 1)
    ]
    moments = start
    for _ in range(int(point[n]) - 1):
        moments = [_with_one_more(moments, steps, values, p) for p in range(power + 1)]
    return sum((c * _radius(memory.key_law, keys, q) for q, c in moments[power].items()), start=Fraction(0))


def _own(memory: Memory, values: Fraction, order: int) -> _Polynomial:
    """E|s|^(2 order) before the first step: the own term rho^2 v_i, or nothing."""
    if memory.own_term:
        return {2 * order: _radius(memory.value_law, values, order)}
    return {0: Fraction(1)} if order == 0 else {}


def _with_one_more(
    moments: list[_Polynomial], steps: list[Fraction], values: Fraction, p: int
) -> _Polynomial:
    """E|s + x|^(2p) by the trinomial theorem; odd powers of u vanish."""
    total: _Polynomial = {}
    for m in range(p // 2 + 1):
        for b in range(p - 2 * m + 1):
            a = p - 2 * m - b
            ways = Fraction(factorial(p), factorial(a) * factorial(b) * factorial(2 * m)) * 4**m
            weight = ways * _coordinate(values, m) * steps[b + m]
            for exponent, c in moments[a + m].items():
                total[exponent + b + m] = total.get(exponent + b + m, Fraction(0)) + weight * c
    return total


def _coordinate(dimension: Fraction, q: int) -> Fraction:
    """E u^(2q) of one coordinate of a uniform direction: a ratio of Beta integrals."""
    answer = Fraction(1)
    for k in range(q):
        answer *= Fraction(2 * k + 1) / (dimension + 2 * k)
    return answer


def _radius(law: Term, dimension: Fraction, q: int) -> Fraction:
    """E|x|^(2q): 1 for unit vectors, a Gamma moment for Gaussians."""
    answer = Fraction(1)
    if law.head == "normal":
        for k in range(q):
            answer *= (dimension + 2 * k) / dimension
    return answer


def _dimension(law: Term, point: Point) -> Fraction:
    exact = as_formula(*law.shape).subs(point)
    return Fraction(int(exact.p), int(exact.q))

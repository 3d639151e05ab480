r"""The second route of expectations: exact enumeration in one and two dimensions.

In one dimension a direction is a sign. In two the mean of a polynomial of degree m over the circle
is its mean over the corners of any regular polygon with more than m corners. One vector may be
held still, by rotation; given it, parts of the monomial that share no vector are independent.
A Gaussian's radius enters by its moments: (2q-1)!! in one dimension, q! in two.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from math import factorial, prod
from random import Random

import mpmath
import sympy as sp

from .graphs import expectation_terms, graph
from .laws import Gaussian
from .points import DIGITS, WORKING_DIGITS, number, require_close
from .vectors import vectors

_Edges = tuple[tuple[tuple[int, int], int], ...]


def require_same_means(before: sp.Expr, after: sp.Expr) -> str:
    """A sentence where both sums of coefficient * E[monomial] agree to 50 digits, else `CheckFailed`."""
    laws = {x.law for side in (before, after) for x in vectors(side) if x.law is not None}
    if any(not law.dimension.free_symbols for law in laws):
        return "not enumerated: a dimension is a fixed number, and signs and polygons need 1 and 2"
    free = sorted(before.free_symbols | {s for law in laws for s in law.free_symbols}, key=str)
    for dimension in (1, 2):
        point = _point(free, laws, dimension)
        one, other = (_mean(side, point, dimension) for side in (before, after))
        require_close(one, other, f"The means before and after the step, enumerated in dimension {dimension}")
    return f"enumerated over signs (d = 1) and regular polygons (d = 2) to {DIGITS} digits"


def _point(symbols: list[sp.Symbol], laws: set[sp.Basic], dimension: int) -> dict[sp.Symbol, sp.Rational]:
    """Values of the symbols at which every law has the given dimension."""
    random = Random(dimension)
    point = {s: sp.Integer(random.randint(3, 9)) for s in symbols}
    for law in laws:
        for symbol in law.dimension.free_symbols:
            point[symbol] = sp.solve(sp.Eq(law.dimension.subs(symbol, sp.Dummy("x")), dimension))[0]
    return point


def _mean(total: sp.Expr, point: dict[sp.Symbol, sp.Rational], dimension: int) -> mpmath.mpf:
    with mpmath.workdps(WORKING_DIGITS):
        answer = mpmath.mpf(0)
        for coefficient, body in expectation_terms(total):
            answer += number(coefficient, point) * _monomial_mean(body, dimension)
        return answer


def _monomial_mean(body: sp.Expr, dimension: int) -> mpmath.mpf:
    """The mean of a monomial: its radii times its directions; a fixed direction may be any."""
    if body == 1:
        return mpmath.mpf(1)
    edges = graph(body)
    members = sorted({x for pair in edges for x in pair}, key=sp.default_sort_key)
    radii = prod(
        _radius_moment(_degree(edges, x) // 2, dimension) for x in members if isinstance(x.law, Gaussian)
    )
    number = {x: k for k, x in enumerate(members)}
    key = tuple(sorted(((number[a], number[b]), count) for (a, b), count in edges.items()))
    return radii * _direction_mean(key, dimension)


def _degree(edges: dict[tuple[sp.Expr, sp.Expr], int], x: sp.Expr) -> int:
    return sum(count * ((a == x) + (b == x)) for (a, b), count in edges.items())


def _radius_moment(q: int, dimension: int) -> int:
    """E|x|^(2q) of a Gaussian with covariance I/d in dimension 1 or 2."""
    return prod(range(1, 2 * q, 2)) if dimension == 1 else factorial(q)


@lru_cache(maxsize=4096)
def _direction_mean(edges: _Edges, dimension: int) -> mpmath.mpf:
    """The mean over all directions of prod <x_a, x_b>^count, vertices numbered from zero."""
    degrees: Counter[int] = Counter()
    for (a, b), count in edges:
        degrees[a] += count
        degrees[b] += count
    corners = 2 if dimension == 1 else max(degrees.values()) + 1
    cosines = [mpmath.cos(2 * mpmath.pi * k / corners) for k in range(corners)]
    answer, left = mpmath.mpf(1), set(degrees)
    while left:
        island = _island(edges, {max(left, key=lambda x: degrees[x])}, set())
        root = max(island, key=lambda x: degrees[x])
        still = island - {root}
        while still:
            part = _island(edges, {min(still)}, {root})
            answer *= _part_mean(edges, root, sorted(part), cosines)
            still -= part
        left -= island
    return answer


def _island(edges: _Edges, start: set[int], barred: set[int]) -> set[int]:
    """The vertices reached from `start` without passing through `barred`."""
    found, grown = set(start), True
    while grown:
        reached = {y for (a, b), _ in edges for x, y in ((a, b), (b, a)) if x in found} - barred - found
        found |= reached
        grown = bool(reached)
    return found


def _part_mean(edges: _Edges, root: int, part: list[int], cosines: list[mpmath.mpf]) -> mpmath.mpf:
    """The mean over the corners of the vertices of `part`, the root standing at corner zero."""
    corners = len(cosines)
    own = [(pair, count) for pair, count in edges if pair[0] in part or pair[1] in part]
    total = mpmath.mpf(0)
    for angles in product(range(corners), repeat=len(part)):
        angle = dict(zip(part, angles, strict=True)) | {root: 0}
        total += mpmath.fprod(cosines[(angle[a] - angle[b]) % corners] ** count for (a, b), count in own)
    return total / corners ** len(part)

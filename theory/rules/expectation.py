r"""Expectation of a product of inner products: integrate out one vector at a time.

For x uniform on the unit sphere of R^d and 2m factors,
E<x,y_1>...<x,y_2m> = (sum over pairings of prod <y_a,y_b>) / (d(d+2)...(d+2m-2));
an odd number of factors gives zero. A Gaussian is its radius times such an x, the two independent.
"""

from __future__ import annotations

from collections import Counter

import sympy as sp

from ..derivation import Rule, SideConditionError
from .enumeration import require_same_means
from .events import Expectation
from .graphs import Graph, edge, expectation_terms, graph, monomial
from .laws import Gaussian, Sphere, rising_by_two
from .vectors import Vector, vectors, with_right


def pairings(factors: tuple[Vector, ...]) -> Counter[tuple[tuple[Vector, Vector], ...]]:
    """The pairings of the factors as sorted tuples of pairs, equal ones counted together."""
    if not factors:
        return Counter({(): 1})
    first, *rest = factors
    total: Counter[tuple[tuple[Vector, Vector], ...]] = Counter()
    for partner, times in Counter(rest).items():
        left = list(rest)
        left.remove(partner)
        for pairs, ways in pairings(tuple(left)).items():
            total[tuple(sorted((*pairs, edge(first, partner)), key=sp.default_sort_key))] += times * ways
    return total


def without(edges: Graph, x: Vector) -> list[tuple[sp.Expr, Graph]]:
    """The monomial's mean over x alone, as pairs of coefficient and monomial without x.

    The law of x must be invariant under rotations; x is independent of the other vectors.
    """
    norms = edges[(x, x)]
    factors = tuple(
        sorted(
            (b if a == x else a for a, b in edges.elements() if (a == x) != (b == x)), key=sp.default_sort_key
        )
    )
    if len(factors) % 2:
        return []
    m = len(factors) // 2
    weight = x.law.norm_moment(norms + m) / rising_by_two(x.law.dimension, m)
    rest = Counter({pair: count for pair, count in edges.items() if x not in pair})
    return [(weight * ways, rest + Counter(pairs)) for pairs, ways in pairings(factors).items()]


def _integrate(fact: sp.Eq, *, letter: str, keep: sp.Symbol | None = None) -> sp.Eq:
    total = sp.Integer(0)
    for coefficient, body in expectation_terms(fact.rhs):
        if body == 1:
            total += coefficient
            continue
        terms = [(coefficient, graph(body))]
        for x in _chosen(body, letter, keep):
            terms = [(c * weight, rest) for c, edges in terms for weight, rest in without(edges, x)]
        total += sp.Add(*(c * Expectation(monomial(edges)) for c, edges in terms))
    return with_right(fact, total)


def _chosen(body: sp.Expr, letter: str, keep: sp.Symbol | None) -> list[Vector]:
    return [x for x in vectors(body) if x.name == letter and (keep is None or x.index != keep)]


def _conditions(fact: sp.Eq, *, letter: str, keep: sp.Symbol | None = None) -> tuple[str, ...]:
    laws = {x.law for x in _chosen(fact.rhs, letter, keep)}
    for law in laws:
        if not isinstance(law, Sphere | Gaussian):
            raise SideConditionError(
                f"The law {law} of the vectors {letter} is not invariant under rotations: no pairings."
            )
    return (
        f"the law of each ${letter}$ is invariant under rotations",
        f"each ${letter}$ is independent of all other vectors",
    )


integrate_out = Rule(
    name="pairings",
    statement=(
        r"For $x$ uniform on the unit sphere of $R^d$, $\mathbb{E} \langle x, y_1 \rangle \cdots "
        r"\langle x, y_{2m} \rangle$ is the sum over pairings of the products of inner products of "
        r"the $y$, divided by $d (d+2) \cdots (d+2m-2)$; odd products have mean zero. A Gaussian "
        r"is its radius times such an $x$."
    ),
    apply=_integrate,
    conditions=_conditions,
    check=lambda result, fact, *, letter, keep=None: require_same_means(fact.rhs, result.rhs),
)

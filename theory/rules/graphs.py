"""Monomials of inner products as multigraphs: a vector is a vertex, <a, b>^m is m edges a - b."""

from __future__ import annotations

from collections import Counter

import sympy as sp

from .events import Expectation
from .vectors import Inner, Vector

Edge = tuple[Vector, Vector]
Graph = Counter[Edge]


def graph(monomial: sp.Expr) -> Graph:
    """The multigraph of a product of inner products; raises `ValueError` for anything else."""
    edges: Graph = Counter()
    for factor in sp.Mul.make_args(monomial):
        base, exponent = factor.as_base_exp()
        if not isinstance(base, Inner) or not exponent.is_Integer or exponent < 0:
            raise ValueError(
                f"{factor} is not a power of an inner product, so {monomial} is not a monomial of them."
            )
        edges[base.args] += int(exponent)
    return edges


def edge(a: Vector, b: Vector) -> Edge:
    """The edge of two vectors, in the order `Inner` keeps them."""
    return Inner(a, b).args


def monomial(edges: Graph) -> sp.Expr:
    """The product of inner products of a multigraph."""
    return sp.Mul(*(Inner(*pair) ** count for pair, count in edges.items()))


def expectation_terms(total: sp.Expr) -> list[tuple[sp.Expr, sp.Expr]]:
    """A sum of coefficient * E[monomial] as pairs; the monomial is 1 where nothing is random."""
    terms = []
    for term in sp.Add.make_args(total):
        means = [factor for factor in sp.Mul.make_args(term) if isinstance(factor, Expectation)]
        body = means[0].args[0] if means else sp.Integer(1)
        terms.append((term / means[0] if means else term, body))
    return terms

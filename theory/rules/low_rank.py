r"""Matrices that are sums of products: $S_{ij} = \sum_{c=1}^{d} q_{ic} k_{jc}$ has at most d dimensions."""

from __future__ import annotations

from random import Random

import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError

_SHAPES = ((3, 4, 1), (4, 4, 2), (5, 3, 4))
"""Rows, columns and terms of the matrices that are looked at."""


class Rank(sp.Expr):
    """The rank of the matrix with these entries."""

    is_commutative = True
    is_nonnegative = True

    def __new__(cls, entry: sp.Indexed) -> Rank:
        """The rank of a family with two indices."""
        return sp.Expr.__new__(cls, entry)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\mathrm{{rank}}\left({printer._print(self.args[0].base)}\right)"


def _terms(fact: sp.Eq) -> tuple[sp.Expr, sp.Expr, sp.Symbol, sp.Expr]:
    """The factor with the row, the factor with the column, the index summed over, and its range."""
    row, column = fact.lhs.indices
    total = fact.rhs
    if not isinstance(total, sp.Sum) or len(total.limits) != 1 or total.limits[0][1] != 1:
        raise SideConditionError(f"{total} is not one sum from 1 on.")
    index, _, upper = total.limits[0]
    left = sp.Mul(*(f for f in sp.Mul.make_args(total.function) if not f.has(column)))
    right = sp.cancel(total.function / left)
    if right.has(row) or upper.has(row, column):
        raise SideConditionError(f"The terms of {total} are no products of a row's part and a column's.")
    return left, right, index, upper


def _bound(fact: sp.Eq) -> sp.Le:
    return sp.Le(Rank(fact.lhs), _terms(fact)[3], evaluate=False)


def _conditions(fact: sp.Eq) -> tuple[str, ...]:
    left, right, *_ = _terms(fact)
    return (f"each term is the product of ${sp.latex(left)}$ and ${sp.latex(right)}$",)


def _check(result: sp.Le, fact: sp.Eq) -> str:
    """Random whole numbers for both parts: the rank by elimination, beside the bound."""
    left, right, index, upper = _terms(fact)
    row, column = fact.lhs.indices
    random = Random(5)
    for rows, columns, terms in _SHAPES:
        parts = {(left, row): (rows, terms), (right, column): (columns, terms)}
        tables = [sp.Matrix(*shape, lambda *_: random.randint(-9, 9)) for shape in parts.values()]
        rank = (tables[0] * tables[1].T).rank()
        bound = result.rhs.subs(dict.fromkeys(upper.free_symbols, terms))
        if rank > bound or (terms <= min(rows, columns) and rank != bound):
            raise CheckFailed(f"{terms} products of {index} have rank {rank}, and the bound is {bound}.")
    return "sums of products of random whole numbers of three shapes, by elimination"


sum_of_products = Rule(
    name="rank of a sum of products",
    statement=(
        r"A product $q_i k_j$ has rank at most 1, and $\mathrm{rank}(A + B) \le \mathrm{rank}\, A + "
        r"\mathrm{rank}\, B$: a sum of d products has rank at most d."
    ),
    apply=_bound,
    conditions=_conditions,
    check=_check,
)

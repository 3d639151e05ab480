r"""Two-state Markov chains: means over a token and a later one, at any lag.

The stationary law is $\pi \propto (P_{10}, P_{01})$, and $P^k = 1 \pi^\top + \lambda^k (I - 1 \pi^\top)$ with
$\lambda = P_{00} + P_{11} - 1$, the eigenvalue beside 1.
"""

from __future__ import annotations

from itertools import product

import sympy as sp

from ..derivation import SideConditionError
from .cross_entropy import x, y

_BITS = (0, 1)


def stationary(matrix: sp.Matrix) -> tuple[sp.Expr, sp.Expr]:
    """The law that the chain keeps."""
    leave = matrix[0, 1], matrix[1, 0]
    return leave[1] / (leave[0] + leave[1]), leave[0] / (leave[0] + leave[1])


def _later(matrix: sp.Matrix, first: int, then: int, lag: sp.Expr) -> sp.Expr:
    """P(x = first, y = then), y being `lag` steps later."""
    pi, eigenvalue = stationary(matrix), matrix[0, 0] + matrix[1, 1] - 1
    own = 1 if first == then else 0
    return pi[first] * (pi[then] + eigenvalue**lag * (own - pi[then]))


def free(*expressions: sp.Basic) -> set[sp.Symbol]:
    """The symbols that are neither tokens nor the next token."""
    found = set().union(*(expression.free_symbols for expression in expressions))
    return {s for s in found if s.is_Symbol} - {y, x.label}


def mean_over(expression: sp.Expr, matrix: sp.Matrix) -> sp.Expr:
    """Sums are taken apart, and every term is added up over its token and the next."""
    if not expression.has(sp.Sum):
        return _enumerated(expression, matrix)
    total = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(expression)):
        sums = [part for part in sp.Mul.make_args(term) if isinstance(part, sp.Sum)]
        if not sums:
            total += _enumerated(term, matrix)
            continue
        if len(sums) > 1:
            raise SideConditionError(f"{term} joins tokens of two lags.")
        inside = term / sums[0] * sums[0].function
        total += sp.Sum(sp.factor(_enumerated(inside, matrix)), *sums[0].limits)
    return total


def _enumerated(expression: sp.Expr, matrix: sp.Matrix) -> sp.Expr:
    tokens = [atom for atom in expression.atoms(sp.Indexed) if atom.base == x]
    if len(tokens) > 1:
        raise SideConditionError(f"{expression} joins tokens of two lags.")
    token = tokens[0] if tokens else x[1]
    lag = token.indices[0]
    return sp.Add(
        *(
            _later(matrix, i, j, lag) * expression.xreplace({token: sp.Integer(i)}).subs(y, j)
            for i, j in product(_BITS, repeat=2)
        )
    )


def require_stochastic(transition: sp.Eq) -> None:
    """Raise `SideConditionError` unless the rows of the matrix of two states add up to one."""
    matrix = transition.rhs
    rows = [sp.expand(sum(matrix.row(i))) for i in _BITS] if getattr(matrix, "shape", None) == (2, 2) else []
    if rows != [1, 1]:
        raise SideConditionError(f"{matrix} is not the transition matrix of two states.")

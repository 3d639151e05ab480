r"""The variance of a sum of exchangeable terms, from the variance of one and the covariance of two."""

from __future__ import annotations

from itertools import product

import mpmath
import sympy as sp

from ..derivation import Rule, SideConditionError
from .events import Variance
from .points import WORKING_DIGITS, number, random_points, require_close

_SIZES = (1, 2, 4)


class Covariance(sp.Expr):
    """Cov(x, y)."""

    is_commutative = True
    is_real = True

    def __new__(cls, one: sp.Expr, other: sp.Expr) -> Covariance:
        """The covariance of two random numbers."""
        return sp.Expr.__new__(cls, one, other)

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        one, other = (printer._print(part) for part in self.args)
        return rf"\mathrm{{Cov}}\left[{one}, {other}\right]"


def _total(own: sp.Eq, shared: sp.Eq, *, count: sp.Symbol) -> sp.Eq:
    value = count * own.rhs + count * (count - 1) * shared.rhs
    return sp.Eq(Variance(sp.Symbol("S")), sp.factor(value), evaluate=False)


def _total_conditions(own: sp.Eq, shared: sp.Eq, *, count: sp.Symbol) -> tuple[str, ...]:
    if not isinstance(own.lhs, Variance) or not isinstance(shared.lhs, Covariance):
        raise SideConditionError(f"{own} and {shared} are not a variance and a covariance.")
    if own.lhs.args[0] not in shared.lhs.args or len(set(shared.lhs.args)) == 1:
        raise SideConditionError(f"{shared} is not about two different terms, one of them that of {own}.")
    return ("every term has this variance, and every two of them this covariance",)


def _check_total(result: sp.Eq, own: sp.Eq, shared: sp.Eq, *, count: sp.Symbol) -> str:
    """All signs of terms a s_0 + b s_i with a^2 the covariance and a^2 + b^2 the variance."""
    for point in random_points((own.rhs.free_symbols | shared.rhs.free_symbols) - {count}):
        v, c = number(own.rhs, point), number(shared.rhs, point)
        for size in _SIZES:
            with mpmath.workdps(WORKING_DIGITS):
                a, b = mpmath.sqrt(c), mpmath.sqrt(v - c)
                signs = list(product((-1, 1), repeat=size + 1))
                mean = sum(sum(a * s[0] + b * x for x in s[1:]) ** 2 for s in signs) / len(signs)
            formula = number(result.rhs.subs(count, size), point)
            require_close(mpmath.re(mean), formula, f"All signs of {size} terms and the formula")
    return f"all signs of a shared and a private part were enumerated for {_SIZES} terms"


variance_of_sum = Rule(
    name="variance of a sum",
    statement=(
        r"$\mathrm{Var} \sum_i x_i = \sum_i \mathrm{Var}\, x_i + \sum_{i \ne j} \mathrm{Cov}(x_i, x_j)$: "
        r"$n v + n (n-1) c$ where all are alike."
    ),
    apply=_total,
    conditions=_total_conditions,
    check=_check_total,
)

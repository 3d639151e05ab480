r"""What weights that add up to one do to values, and to a derivative by scores (S4, S6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..node import Term, Value, number
from ..prove import derive, prove, suppose
from ..tactics import algebra, moments
from ..terms import Sum, Var, define, diagonal, outer
from .scores import UNIT

n, ceiling = Size("n"), Parameter("M")
i, j = Index("i", n), Index("j", n)
alpha, v = fixed("alpha", n), fixed("v", n)
one: Final = number(1)


@dataclass(frozen=True, kw_only=True)
class Totals:
    """What the weights of a row add up to."""

    total: Value = one

    @property
    def fact(self) -> Theorem:
        """The total as a hypothesis."""
        return suppose(Sum(j, alpha[j]) == self.total, "what the weights add up to")


@dataclass(frozen=True, kw_only=True)
class Values:
    """The law of the values that are averaged with equal weights, and by how much their sum is divided."""

    law: Term = UNIT
    divisor: Value = n

    @property
    def average(self) -> Term:
        """The sum of the values over the divisor."""
        values = Model(v=iid(self.law, n)).v
        return define("o", Sum(j, values[j]) / self.divisor)


CONVEX: Final = Totals()
INDEPENDENT: Final = Values()


def convex_gap(premises: Totals = CONVEX) -> Derivation:
    r"""$M - \sum_j \alpha_j v_j - \sum_j \alpha_j (M - v_j)$: zero, so no average exceeds a ceiling M (S6).

    >>> convex_gap().formula
    0
    """
    gap = ceiling - Sum(j, alpha[j] * v[j]) - Sum(j, alpha[j] * (ceiling - v[j]))
    found = derive(define("D", gap), by=[algebra, premises.fact])
    return proved("convex_gap", "How far an average lies below a ceiling", found)


def jacobian_row_sum(premises: Totals = CONVEX) -> Derivation:
    r"""$\sum_j \alpha_i (\delta_{ij} - \alpha_j) = 0$: the own entry weighs as much as all others (S4).

    >>> jacobian_row_sum().formula
    0
    """
    jacobian = diagonal(alpha) - outer(alpha, alpha)
    found = prove(define("D", Sum(j, jacobian[i, j]), i) == 0, by=[algebra, premises.fact])
    return proved("jacobian_row_sum", "Row sum of the softmax Jacobian", found)


def average_variance(premises: Values = INDEPENDENT) -> Derivation:
    r"""$\mathrm{Var}\, \frac1n \sum_j v_j = 1/n$ for independent values of variance 1 (S6).

    >>> average_variance().formula
    1/n
    """
    found = derive(Var(premises.average), by=moments)
    return proved("average_variance", "Variance of an average of independent values", found, n)

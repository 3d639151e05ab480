r"""The mean of the largest of n variables of one law, however they depend on each other."""

from __future__ import annotations

from itertools import product

import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Expectation
from .inequalities import is_nonnegative


class Largest(sp.Expr):
    """The largest of a variable over the values of an index from 1 to `upper`."""

    is_commutative = True
    is_real = True

    def __new__(cls, variable: sp.Expr, index: sp.Symbol, upper: sp.Expr) -> Largest:
        """The maximum of `variable` over `index`."""
        return sp.Expr.__new__(cls, variable, index, upper)

    def _latex(self, printer: LatexPrinter) -> str:
        variable, index, upper = (printer._print(part) for part in self.args)
        return rf"\max_{{{index} \le {upper}}} {variable}"


def _above(fact: sp.Eq, *, index: sp.Symbol, count: sp.Symbol) -> sp.Rel:
    return sp.Ge(Expectation(Largest(fact.lhs.args[0], index, count)), fact.rhs, evaluate=False)


def _below(fact: sp.Eq, *, index: sp.Symbol, count: sp.Symbol) -> sp.Rel:
    return sp.Le(Expectation(Largest(fact.lhs.args[0], index, count)), count * fact.rhs, evaluate=False)


def _mean_of(fact: sp.Rel) -> sp.Expr:
    if not isinstance(fact, sp.Eq) or not isinstance(fact.lhs, Expectation):
        raise SideConditionError(f"The largest is compared with a mean, and {fact} is none.")
    return fact.lhs.args[0]


def _above_conditions(fact: sp.Eq, *, index: sp.Symbol, count: sp.Symbol) -> tuple[str, ...]:
    _mean_of(fact)
    return (f"the variables of all ${sp.latex(index)}$ have one mean",)


def _below_conditions(fact: sp.Eq, *, index: sp.Symbol, count: sp.Symbol) -> tuple[str, ...]:
    variable = _mean_of(fact)
    if not is_nonnegative(variable):
        raise SideConditionError(f"A sum bounds its largest part if none is negative, and {variable} may be.")
    return (
        f"the variables of all ${sp.latex(index)}$ have one mean",
        f"${sp.latex(variable)} \\ge 0$: the largest is at most the sum",
    )


def _check(result: sp.Rel, fact: sp.Eq, *, index: sp.Symbol, count: sp.Symbol) -> str:
    """All joint laws of three nonnegative variables on four equally likely outcomes with one mean."""
    share = sp.simplify(result.rhs / fact.rhs).subs(count, 3)
    for outcomes in product(((1, 1, 1), (3, 0, 0), (0, 3, 0), (0, 0, 3), (2, 1, 0)), repeat=4):
        means = {sum(column) for column in zip(*outcomes, strict=True)}
        if len(means) != 1:
            continue
        mean = sp.Rational(means.pop(), len(outcomes))
        largest = sp.Rational(sum(max(outcome) for outcome in outcomes), len(outcomes))
        if not result.func(largest, share * mean):
            raise CheckFailed(f"The outcomes {outcomes} have a largest of mean {largest}, and mean {mean}.")
    return "every law of three variables of one mean on these outcomes obeys it"


largest_above = Rule(
    name="largest above each",
    statement=r"$\mathbb{E} \max_i X_i \ge \mathbb{E} X_i$.",
    apply=_above,
    conditions=_above_conditions,
    check=_check,
)

largest_below = Rule(
    name="largest below the sum",
    statement=r"$\mathbb{E} \max_i X_i \le n\, \mathbb{E} X_i$ for nonnegative variables of one mean.",
    apply=_below,
    conditions=_below_conditions,
    check=_check,
)

r"""The mean of the largest of n variables of one law, however they depend on each other."""

from __future__ import annotations

from itertools import product

import mpmath
import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Expectation, Variance
from .laws import Sphere
from .points import WORKING_DIGITS, number, random_points, require_close
from .vectors import IndexSum, Inner


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


def _mean_of(fact: sp.Rel) -> sp.Expr:
    if not isinstance(fact, sp.Eq) or not isinstance(fact.lhs, Expectation):
        raise SideConditionError(f"The largest is compared with a mean, and {fact} is none.")
    return fact.lhs.args[0]


def _spread(total: sp.Eq, second: sp.Eq) -> sp.Le:
    return sp.Le(Variance(total.lhs), total.rhs.count * second.rhs, evaluate=False)


def _spread_conditions(total: sp.Eq, second: sp.Eq) -> tuple[str, ...]:
    term = total.rhs.summand if isinstance(total.rhs, IndexSum) else None
    if not isinstance(term, sp.Abs) or not isinstance(term.args[0], Inner):
        raise SideConditionError(f"{total.rhs} is no sum of moduli of overlaps.")
    laws = {v.law for v in term.args[0].args}
    if len(laws) != 1 or not isinstance(next(iter(laws)), Sphere) or not total.rhs.excluded:
        raise SideConditionError(f"The terms of {total.rhs} are not alike given one key.")
    if not isinstance(second.lhs, Expectation) or second.lhs.args[0].as_base_exp()[1] != 2:  # noqa: PLR2004 - a square
        raise SideConditionError(f"{second} is no mean square.")
    return (
        "given one key the terms are independent, and by rotation their mean is the same for every key",
        "the variance of a term is at most its mean square",
    )


def _check_spread(result: sp.Le, total: sp.Eq, second: sp.Eq) -> str:
    """All signs of one to three terms, whose mean squares are one: the variance of their sum."""
    for terms in (1, 2, 3):
        sums = [sum(signs) for signs in product((-1, 1), repeat=terms)]
        variance = sp.Rational(sum(value**2 for value in sums), len(sums))
        (index,) = total.rhs.count.free_symbols
        size = sp.solve(total.rhs.count - terms, index)[0]
        for point in random_points(second.rhs.free_symbols):
            scaled = number(variance * second.rhs, point)
            require_close(scaled, number(result.rhs, {**point, index: size}), f"All signs of {terms} terms")
    return "all signs of one to three terms"


def _by_spread(mean: sp.Eq, spread: sp.Le, *, index: sp.Symbol, count: sp.Symbol) -> sp.Le:
    bound = mean.rhs + sp.sqrt(count * spread.rhs)
    return sp.Le(Expectation(Largest(mean.lhs.args[0], index, count)), bound, evaluate=False)


def _by_spread_conditions(
    mean: sp.Eq, spread: sp.Le, *, index: sp.Symbol, count: sp.Symbol
) -> tuple[str, ...]:
    variable = _mean_of(mean)
    if not isinstance(spread, sp.Eq | sp.Le) or spread.lhs != Variance(variable):
        raise SideConditionError(f"{spread} is no upper bound on the variance of {variable}.")
    return (f"the variables of all ${sp.latex(index)}$ have one mean and one variance",)


def _check_by_spread(result: sp.Le, mean: sp.Eq, spread: sp.Le, *, index: sp.Symbol, count: sp.Symbol) -> str:
    """One of n variables, any of them, is far above the mean and the others equally below it."""
    for size in (2, 5, 50):
        for point in random_points((mean.rhs.free_symbols | spread.rhs.free_symbols) - {count}):
            at = {**point, count: sp.Integer(size)}
            with mpmath.workdps(WORKING_DIGITS):
                above = mpmath.sqrt((size - 1) * number(spread.rhs, at))
                room = (number(result.rhs, at) - number(mean.rhs, at)) / above
                if not 1 <= room <= mpmath.sqrt(2) + mpmath.mpf(10) ** -40:
                    raise CheckFailed(
                        f"Of {size} variables the largest has {mpmath.nstr(room, 6)} of the room."
                    )
    return "one of 2, 5 or 50 variables far above the others: reached to a factor that tends to one"


spread_of_moduli = Rule(
    name="variance of a sum of moduli",
    statement=(
        r"$\mathrm{Var} \sum_{j \ne i} |\langle k_i, k_j \rangle| "
        r"\le (n-1)\, \mathbb{E} \langle k, k' \rangle^2$."
    ),
    apply=_spread,
    conditions=_spread_conditions,
    check=_check_spread,
)

largest_by_spread = Rule(
    name="largest by the variance",
    statement=(
        r"$\mathbb{E} \max_i X_i \le \mu + \sqrt{n \sigma^2}$, "
        r"as $\max_i (X_i - \mu)^2 \le \sum_i (X_i - \mu)^2$."
    ),
    apply=_by_spread,
    conditions=_by_spread_conditions,
    check=_check_by_spread,
)

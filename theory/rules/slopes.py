r"""Taylor coefficients of explicit formulas, and logarithms gathered.

A coefficient is checked against sums over a circle, the rest by evaluation. Points lie between zero and one
half, where probabilities and their complements are positive.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import mpmath
import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import Rule, SideConditionError
from .isolating import put_in
from .points import DIGITS, WORKING_DIGITS, Point, number, require_close
from .vectors import with_right

_POINTS = 3
_PARTS = 29


class Coefficient(sp.Expr):
    """The coefficient of a power of a variable in a quantity's expansion about zero."""

    is_commutative = True
    is_real = True

    def __new__(cls, quantity: sp.Expr, by: sp.Symbol, order: sp.Expr | int) -> Coefficient:
        """The coefficient of by^order."""
        return sp.Expr.__new__(cls, quantity, by, sp.sympify(order))

    def _latex(self, printer: LatexPrinter) -> str:
        quantity, by, order = (printer._print(part) for part in self.args)
        return rf"[{{{by}}}^{{{order}}}] {quantity}"


def small_points(symbols: set[sp.Symbol]) -> list[dict[sp.Symbol, sp.Rational]]:
    """Random points between 1/29 and 13/29, where every probability and its complement are positive."""
    random = Random(1)
    ordered = sorted(symbols, key=str)
    return [{s: sp.Rational(random.randint(1, 13), _PARTS) for s in ordered} for _ in range(_POINTS)]


def _at(expression: sp.Expr, by: sp.Symbol, point: Point) -> object:
    """The expression as a function of one symbol, the others at the point."""
    return sp.lambdify(by, sp.sympify(expression).subs({s: v for s, v in point.items() if s != by}), "mpmath")


def _coefficient(fact: sp.Eq, *, by: sp.Symbol, order: int) -> sp.Eq:
    value = sp.diff(fact.rhs, by, order).subs(by, 0) / sp.factorial(order)
    value = sp.factor(sp.together(sp.expand_log(value, force=True)))
    return sp.Eq(Coefficient(fact.lhs, by, order), value, evaluate=False)


def _coefficient_conditions(fact: sp.Eq, *, by: sp.Symbol, order: int) -> tuple[str, ...]:
    for logarithm in fact.rhs.atoms(sp.log):
        if logarithm.args[0].subs(by, 0).is_zero:
            raise SideConditionError(f"{logarithm} has no expansion about {by} = 0.")
    return (f"analytic about ${sp.latex(by)} = 0$",)


def _check_coefficient(result: sp.Eq, fact: sp.Eq, *, by: sp.Symbol, order: int) -> str:
    """Sums over a circle about zero, which are exact but for powers beyond the number of their points."""
    for point in small_points(fact.rhs.free_symbols - {by}):
        with mpmath.workdps(WORKING_DIGITS):
            along, radius, count = _at(fact.rhs, by, point), mpmath.mpf(10) ** -4, 32
            circle = [radius * mpmath.expjpi(mpmath.mpf(2 * k) / count) for k in range(count)]
            total = sum(along(z) * mpmath.expjpi(-mpmath.mpf(2 * k * order) / count)
                        for k, z in enumerate(circle))  # fmt: skip
            found = (total / count / radius**order).real
        require_close(found, number(result.rhs, point), f"At {point} the circle and the coefficient")
    return f"sums over a circle at {_POINTS} random rational points to {DIGITS} digits"


def _check_insert(result: sp.Rel, fact: sp.Rel, known: sp.Eq) -> str:
    for point in small_points(result.rhs.free_symbols | known.rhs.free_symbols):
        before = number(fact.rhs, {**point, known.lhs: sp.sympify(known.rhs).subs(point)})
        require_close(before, number(result.rhs, point), f"At {point} the formula before and after")
    return f"the formula before and after, at {_POINTS} random rational points"


def _gather(fact: sp.Rel) -> sp.Rel:
    """Logarithms of products and quotients taken apart, and the factor of each logarithm reduced."""
    apart = sp.sympify(fact.rhs).replace(
        lambda part: isinstance(part, sp.log), lambda part: _taken_apart(part.args[0])
    )
    logs = sorted(apart.atoms(sp.log), key=sp.default_sort_key)
    names = {log: sp.Dummy() for log in logs}
    named = sp.expand(apart.xreplace(names))
    factors = {log: named.coeff(name, 1) for log, name in names.items()}
    rest = named.xreplace(dict.fromkeys(names.values(), sp.Integer(0)))
    terms = (_reduced(factor) * log for log, factor in factors.items())
    return with_right(fact, sp.Add(_reduced(rest), *terms))


def _reduced(expression: sp.Expr) -> sp.Expr:
    return sp.factor(sp.cancel(sp.together(expression)))


def _taken_apart(argument: sp.Expr) -> sp.Expr:
    """The sum of the logarithms of the argument's factors, each with the sign that makes it positive."""
    above, below = (sp.factor_list(part) for part in sp.fraction(sp.together(argument)))
    constant, total = above[0] / below[0], sp.Integer(0)
    for (_, factors), side in ((above, 1), (below, -1)):
        for factor, power in factors:
            sign = sp.sign(factor.subs(small_points(factor.free_symbols)[0]))
            constant *= sign**power
            total += side * power * sp.log(sign * factor)
    if not constant.is_positive:
        raise SideConditionError(f"{argument} is not positive where probabilities are.")
    return total + sp.Add(*(power * sp.log(prime) for prime, power in sp.factorrat(constant).items()))


def _gather_conditions(fact: sp.Rel) -> tuple[str, ...]:
    if not fact.rhs.atoms(sp.log):
        raise SideConditionError(f"{fact.rhs} has no logarithm.")
    return ("every factor under a logarithm is positive",)


def _check_same(result: sp.Rel, fact: sp.Rel) -> str:
    for point in small_points(fact.rhs.free_symbols):
        require_close(number(fact.rhs, point), number(result.rhs, point), f"At {point} before and after")
    return f"equal at {_POINTS} random rational points to {DIGITS} digits"


expansion_coefficient = Rule(
    name="Taylor coefficient",
    statement=r"$[x^k] f = f^{(k)}(0)/k!$.",
    apply=_coefficient,
    conditions=_coefficient_conditions,
    check=_check_coefficient,
)

insert = replace(put_in, name="a definition put in, between zero and one", check=_check_insert)

reduce_fraction = Rule(
    name="terms over one denominator",
    statement="An expression equals its factored form.",
    apply=lambda fact: with_right(fact, sp.factor(sp.together(fact.rhs))),
    check=_check_same,
)

gather_logarithms = Rule(
    name="logarithms gathered",
    statement=r"$\log \prod_i x_i^{a_i} = \sum_i a_i \log x_i$ for positive $x_i$; equal ones are added up.",
    apply=_gather,
    conditions=_gather_conditions,
    check=_check_same,
)

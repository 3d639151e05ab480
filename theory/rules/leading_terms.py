"""Leading terms: a quantity between two bounds with one leading term has it, and grows as it does."""

from __future__ import annotations

import mpmath
import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .asymptotics import Growth, leading, sign
from .points import number

_EXPONENTS = (sp.Rational(3, 2), sp.Integer(3))
_FAR = sp.Integer(10) ** 45
_FAR_TOLERANCE = mpmath.mpf(10) ** -10


class Leading(sp.Expr):
    """The limit of quantity * variable^-power as the variable grows."""

    is_commutative = True
    is_real = True

    def __new__(cls, quantity: sp.Expr, variable: sp.Symbol, power: sp.Expr) -> Leading:
        """The coefficient of the leading term."""
        return sp.Expr.__new__(cls, quantity, variable, power)

    def _latex(self, printer: LatexPrinter) -> str:
        quantity, variable, power = self.args
        scaled = printer._print(variable**-power)
        return rf"\lim_{{{printer._print(variable)} \to \infty}} {scaled}\, {printer._print(quantity)}"


def _tame(expression: sp.Expr) -> tuple[sp.Expr, dict[sp.Expr, sp.Expr]]:
    """The expression with values of the zeta function as positive names, and the names' meaning."""
    names = {value: sp.Dummy("zeta", positive=True) for value in expression.atoms(sp.zeta)}
    return expression.xreplace(names), {name: value for value, name in names.items()}


def _leading_term(expression: sp.Expr, variable: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    """Coefficient and exponent as the variable grows, the coefficient being proved positive."""
    tame, meaning = _tame(expression)
    coefficient, power = leading(tame, variable)
    if sign(coefficient) != 1:
        raise SideConditionError(
            f"The leading coefficient {coefficient} of {expression} is not known positive."
        )
    return coefficient.xreplace(meaning), sp.expand(power)


def _leading_between(below: sp.Ge, above: sp.Le, *, variable: sp.Symbol) -> sp.Eq:
    coefficient, power = _leading_term(above.rhs, variable)
    return sp.Eq(Leading(above.lhs, variable, power), coefficient, evaluate=False)


def _between_conditions(below: sp.Ge, above: sp.Le, *, variable: sp.Symbol) -> tuple[str, ...]:
    if not (isinstance(below, sp.Ge) and isinstance(above, sp.Le) and below.lhs == above.lhs):
        raise SideConditionError(f"{below} and {above} are not a lower and an upper bound on one quantity.")
    one, other = _leading_term(below.rhs, variable), _leading_term(above.rhs, variable)
    if sp.simplify(one[0] - other[0]) != 0 or sp.simplify(one[1] - other[1]) != 0:
        raise SideConditionError(f"The bounds lead with {one} and {other}: they do not enclose a limit.")
    return ("both bounds have one leading term",)


def _check_between(result: sp.Eq, below: sp.Ge, above: sp.Le, *, variable: sp.Symbol) -> str:
    """Both bounds at 10^45, scaled by the power, against the coefficient."""
    power = result.lhs.args[2]
    for exponent in _EXPONENTS:
        point = dict.fromkeys(result.rhs.free_symbols | below.rhs.free_symbols - {variable}, exponent)
        expected = number(result.rhs, point)
        for bound in (below, above):
            scaled = number((bound.rhs * variable**-power).subs(variable, sp.Float(_FAR, 120)), point)
            if abs(scaled - expected) > _FAR_TOLERANCE * abs(expected):
                raise CheckFailed(
                    f"At 10^45 and {point} a bound is {scaled}, and the coefficient {expected}."
                )
    return "both bounds at 10^45 agree with it to ten digits, at two exponents"


def _growth_of(fact: sp.Eq) -> Growth:
    quantity, variable, power = fact.lhs.args
    return Growth(quantity, sp.Tuple(sp.Tuple(variable, power)))


leading_between = Rule(
    name="leading term between bounds",
    statement="What lies between two quantities with one leading term has that leading term.",
    apply=_leading_between,
    conditions=_between_conditions,
    check=_check_between,
    bounds=frozenset({0, 1}),
)

growth_of = Rule(
    name="order of a leading term",
    statement=r"$\lim x^{-a} E = c > 0$ gives $E \asymp x^a$.",
    apply=_growth_of,
)

r"""The rectifier $(x)_+ = \max(0, x)$ as an expression, and what may be pulled out of it."""

from __future__ import annotations

from random import Random

import mpmath
import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .components import gathered
from .vectors import with_right

_POINTS = 6


class Rectified(sp.Expr):
    """max(0, x)."""

    is_commutative = True
    is_nonnegative = True

    def __new__(cls, argument: sp.Expr) -> Rectified:
        """The positive part of `argument`."""
        return sp.Expr.__new__(cls, argument)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\left({printer._print(self.args[0])}\right)_+"


def _pulled(fact: sp.Eq, *, factor: sp.Symbol) -> sp.Eq:
    """The factor goes out of a sum inside first, then out of the rectifier."""

    def out(part: Rectified) -> sp.Expr:
        inside = gathered(part.args[0])
        rest = sp.cancel(inside / factor)
        return Rectified(inside) if rest.has(factor) else factor * Rectified(rest)

    pulled = fact.rhs.replace(lambda e: isinstance(e, Rectified), out)
    return with_right(fact, pulled.replace(lambda e: isinstance(e, sp.Sum), _of_terms))


def _of_terms(total: sp.Sum) -> sp.Expr:
    """The sum with its terms collected; a sum of zeros is zero."""
    return (
        total.func(sp.expand(total.function), *total.limits) if sp.expand(total.function) != 0 else sp.S.Zero
    )


def _pulled_conditions(fact: sp.Eq, *, factor: sp.Symbol) -> tuple[str, ...]:
    if not factor.is_positive:
        raise SideConditionError(
            f"{factor} is not known to be positive, and a negative factor turns the sign."
        )
    return (f"${sp.latex(factor)} > 0$",)


def _check_pulled(result: sp.Eq, fact: sp.Eq, *, factor: sp.Symbol) -> str:
    """Every letter a number of either sign, the factor a positive one, every sum over two indices."""
    random = Random(5)
    for _ in range(_POINTS):
        values: dict[sp.Basic, sp.Rational] = {factor: sp.Rational(random.randint(1, 40), 7)}
        one, other = (_number(side, values, random) for side in (fact.rhs, result.rhs))
        if abs(one - other) > mpmath.mpf(10) ** -12 * (1 + abs(one)):
            raise CheckFailed(f"In numbers the two sides are {one} and {other}.")
    return f"both sides in random numbers of either sign, {_POINTS} times"


def _number(expression: sp.Expr, values: dict[sp.Basic, sp.Rational], random: Random) -> mpmath.mpf:
    uppers = {limit[2] for total in expression.atoms(sp.Sum) for limit in total.limits}
    short = expression.subs(dict.fromkeys(uppers, 2)).doit()
    for letter in sorted(short.atoms(sp.Indexed) | (short.free_symbols - set(values)), key=str):
        values.setdefault(letter, sp.Rational(random.randint(-9, 9), 5))
    exact = short.xreplace(values).replace(lambda e: isinstance(e, Rectified), lambda e: sp.Max(0, e.args[0]))
    return mpmath.mpf(sp.N(exact, 20))


positive_factor = Rule(
    name="positive factor",
    statement=r"$(c x)_+ = c (x)_+$ for $c > 0$.",
    apply=_pulled,
    conditions=_pulled_conditions,
    check=_check_pulled,
)

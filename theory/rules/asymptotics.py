r"""Leading exponents, one variable at a time, with a certificate that the leading terms do not cancel.

Sums take the largest exponent (max-plus) once the sum of their leading coefficients has a proved
sign; products add, powers multiply; a ratio of Gamma functions follows
Gamma(x+a)/Gamma(x+b) ~ x^(a-b); -log(1-w) lies between w and w/(1-w). SymPy's `limit` is not used.
"""

from __future__ import annotations

from fractions import Fraction

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import WORKING_DIGITS

Leading = tuple[sp.Expr, sp.Rational]
"""The coefficient and the exponent of x in c x^a (1 + o(1))."""

_SLOPE_TOLERANCE = mpmath.mpf(10) ** -6


class Growth(sp.Basic):
    """A quantity grows as the given power of each variable, the others being fixed."""

    def __new__(cls, quantity: sp.Basic, powers: sp.Tuple) -> Growth:
        """`powers` holds (variable, exponent) pairs."""
        return sp.Basic.__new__(cls, quantity, powers)

    @property
    def exponents(self) -> dict[str, Fraction]:
        """The exponent of each variable, by name."""
        return {variable.name: Fraction(int(a.p), int(a.q)) for variable, a in self.args[1]}

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        quantity = printer._print(self.args[0])
        parts = (
            rf"{printer._print(variable**a)} \ ({printer._print(variable)} \to \infty)"
            for variable, a in self.args[1]
        )
        return rf"{quantity} \asymp " + r",\quad ".join(parts)


def leading(expression: sp.Expr, x: sp.Symbol) -> Leading:
    """Coefficient and exponent of the leading term as x grows.

    Raises `SideConditionError` where leading terms cancel or the form is not known.
    """
    if not expression.has(x):
        return expression, sp.Integer(0)
    if expression == x:
        return sp.Integer(1), sp.Integer(1)
    if isinstance(expression, sp.Mul | sp.gamma):
        return _leading_product(expression, x)
    if isinstance(expression, sp.Add):
        return _leading_sum(expression, x)
    if isinstance(expression, sp.Pow) and expression.exp.is_Rational:
        if isinstance(expression.base, sp.gamma):
            return _leading_product(expression, x)
        coefficient, exponent = leading(expression.base, x)
        return coefficient**expression.exp, exponent * expression.exp
    if isinstance(expression, sp.log):
        return _leading_logarithm(expression, x)
    raise SideConditionError(f"The growth of {expression} in {x} follows from no rule here.")


def _leading_product(product: sp.Expr, x: sp.Symbol) -> Leading:
    gammas: list[tuple[sp.Expr, sp.Rational]] = []
    coefficient, exponent = sp.Integer(1), sp.Integer(0)
    for factor in sp.Mul.make_args(product):
        base, power = factor.as_base_exp()
        if isinstance(base, sp.gamma) and base.has(x):
            gammas.append((base.args[0], power))
            continue
        own = leading(factor, x)
        coefficient, exponent = coefficient * own[0], exponent + own[1]
    ratio = _leading_gamma_ratio(gammas, x)
    return coefficient * ratio[0], exponent + ratio[1]


def _leading_gamma_ratio(gammas: list[tuple[sp.Expr, sp.Rational]], x: sp.Symbol) -> Leading:
    if not gammas:
        return sp.Integer(1), sp.Integer(0)
    slopes = {sp.diff(argument, x) for argument, _ in gammas}
    if len(slopes) != 1 or any(slope.has(x) for slope in slopes) or sum(power for _, power in gammas) != 0:
        raise SideConditionError(
            f"The Gamma functions of {gammas} do not balance, so their ratio is no power of {x}."
        )
    (slope,) = slopes
    exponent = sum((power * argument.subs(x, 0) for argument, power in gammas), start=sp.Integer(0))
    return slope**exponent, exponent


def _leading_sum(total: sp.Add, x: sp.Symbol) -> Leading:
    terms = [leading(part, x) for part in sp.Add.make_args(sp.expand(total))]
    top = max(exponent for _, exponent in terms)
    coefficient = sp.expand(sum(c for c, exponent in terms if exponent == top))
    if coefficient != 0:
        if sign(coefficient) == 0:
            raise SideConditionError(
                f"The leading coefficient {coefficient} of {total} in {x} has no proved sign."
            )
        return coefficient, top
    return _leading_difference_of_roots(total, x)


def _leading_difference_of_roots(total: sp.Add, x: sp.Symbol) -> Leading:
    """A - sqrt(b) = (a^2 - b)/(a + sqrt(b)), where the leading terms of a and sqrt(b) cancel."""
    roots = [
        part
        for part in sp.expand(total).args
        if any(p.exp == sp.Rational(1, 2) for p in part.atoms(sp.Pow) if p.has(x))
    ]
    if len(roots) != 1:
        raise SideConditionError(f"The leading terms of {total} in {x} cancel.")
    rest = sp.expand(total) - roots[0]
    above, below = leading(sp.expand(rest**2 - roots[0] ** 2), x), leading(rest - roots[0], x)
    return above[0] / below[0], above[1] - below[1]


def _leading_logarithm(logarithm: sp.log, x: sp.Symbol) -> Leading:
    small = sp.cancel(1 - logarithm.args[0])
    coefficient, exponent = leading(small, x)
    if exponent >= 0:
        raise SideConditionError(f"{logarithm} is not the logarithm of 1 - w with w vanishing as {x} grows.")
    return -coefficient, exponent


def sign(coefficient: sp.Expr) -> int:
    """1 or -1 where all symbols being at least 2 proves the sign, else 0."""
    shifted = {s: 2 + sp.Dummy(positive=True) for s in coefficient.free_symbols}
    above, below = (sp.expand(part) for part in sp.fraction(sp.together(coefficient.xreplace(shifted))))
    if above.is_nonzero is None and not (above.is_positive or above.is_negative):
        return 0
    signs = [1 if part.is_positive else -1 if part.is_negative else 0 for part in (above, below)]
    return signs[0] * signs[1]


def _growth(fact: sp.Rel, *, variables: tuple[sp.Symbol, ...]) -> Growth:
    return Growth(fact.lhs, sp.Tuple(*(sp.Tuple(x, leading(fact.rhs, x)[1]) for x in variables)))


def _growth_conditions(fact: sp.Rel, *, variables: tuple[sp.Symbol, ...]) -> tuple[str, ...]:
    for x in variables:
        coefficient, _ = leading(fact.rhs, x)
        if sign(coefficient) != 1:
            raise SideConditionError(f"The leading coefficient {coefficient} in {x} is not proved positive.")
    return ("each leading coefficient is positive where all symbols are at least 2",)


def _check_growth(result: Growth, fact: sp.Rel, *, variables: tuple[sp.Symbol, ...]) -> str:
    """The local exponent at 10^16, the other variables being small integers."""
    for x in variables:
        others = {s: sp.Integer(3 + k) for k, s in enumerate(sorted(fact.rhs.free_symbols - {x}, key=str))}
        with mpmath.workdps(WORKING_DIGITS):
            along = sp.lambdify(x, fact.rhs.subs(others), "mpmath")
            far, farther = (mpmath.mpf(along(mpmath.mpf(10) ** k)) for k in (16, 17))
            slope = mpmath.log10(farther / far)
            claimed = mpmath.mpf(result.exponents[x.name].numerator) / result.exponents[x.name].denominator
            if abs(slope - claimed) > _SLOPE_TOLERANCE:
                raise CheckFailed(
                    f"The local exponent in {x} at 10^16 is {mpmath.nstr(slope, 8)}, not {claimed}."
                )
    return "the local exponents between 10^16 and 10^17 agree to six digits"


def _sandwich(lower: Growth, upper: Growth) -> Growth:
    return Growth(upper.args[0], lower.args[1])


def _sandwich_conditions(lower: Growth, upper: Growth) -> tuple[str, ...]:
    if lower.args != upper.args:
        raise SideConditionError(
            f"The bounds grow as {lower.exponents} and {upper.exponents}: they do not enclose."
        )
    return ("both bounds have the same exponents",)


growth = Rule(
    name="leading exponents",
    statement=(
        r"The largest exponent of a sum leads where the coefficients do not cancel; "
        r"$\Gamma(x+a)/\Gamma(x+b) \sim x^{a-b}$; $w \le -\log(1-w) \le w/(1-w)$."
    ),
    apply=_growth,
    conditions=_growth_conditions,
    check=_check_growth,
)

sandwich = Rule(
    name="sandwich",
    statement="What lies between two quantities of the same exponents has these exponents.",
    apply=_sandwich,
    conditions=_sandwich_conditions,
)

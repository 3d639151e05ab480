r"""Exponential rates: $-\lim \frac{1}{d} \log x$ by Laplace's principle, for integrals of powers.

An integrand $g(x) f(x)^d$ grows like the d-th power of the largest f on the range; where f is
monotone that is its value at one end. The rate of a ratio is the difference of the rates.
"""

from __future__ import annotations

import mpmath
import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import number

_FAR = 10**9
_QUADRATURE_DIGITS = 40


class DecayRate(sp.Expr):
    """The limit of -log(x)/d as d grows."""

    is_commutative = True
    is_real = True

    def __new__(cls, quantity: sp.Basic, dimension: sp.Symbol) -> DecayRate:
        """The exponential rate at which `quantity` falls."""
        return sp.Expr.__new__(cls, quantity, dimension)

    def _latex(self, printer: LatexPrinter) -> str:
        quantity, d = (printer._print(part) for part in self.args)
        return rf"-\lim_{{{d} \to \infty}} \tfrac{{1}}{{{d}}} \log {quantity}"


def log_power(integrand: sp.Expr, d: sp.Symbol) -> sp.Expr:
    """Log f where the integrand is g(x) f(x)^d."""
    total = sp.Integer(0)
    for factor in sp.Mul.make_args(integrand):
        base, exponent = factor.as_base_exp()
        slope = sp.diff(exponent, d)
        if base.has(d) or slope.has(d):
            raise SideConditionError(f"{factor} is not a power whose exponent is linear in {d}.")
        total += slope * sp.log(base)
    return total


def _summit(integral: sp.Integral, d: sp.Symbol) -> sp.Expr:
    """The largest log f on the range: at its start, where f falls."""
    x, start, _ = integral.limits[0]
    return log_power(integral.function, d).subs(x, start)


def _rate(fact: sp.Eq, *, variable: sp.Symbol) -> sp.Eq:
    above, below = sp.fraction(fact.rhs)
    value = _summit(below, variable) - _summit(above, variable)
    return sp.Eq(DecayRate(fact.lhs, variable), sp.factor(value), evaluate=False)


def _rate_conditions(fact: sp.Eq, *, variable: sp.Symbol) -> tuple[str, ...]:
    integrals = sp.fraction(fact.rhs)
    if not all(isinstance(part, sp.Integral) for part in integrals):
        raise SideConditionError(f"{fact.rhs} is not a ratio of two integrals.")
    for integral in integrals:
        x, _, end = integral.limits[0]
        slope = sp.diff(log_power(integral.function, variable), x)
        inside = 1 / (1 + sp.Dummy(positive=True)) if end == 1 else sp.Dummy(positive=True)
        if not sp.cancel(slope.subs(x, inside)).is_negative:
            raise SideConditionError(f"The power in {integral} is not known to fall on the range.")
    return (r"the power falls on the range, so that it is largest at its start (Laplace)",)


def _check_rate(result: sp.Eq, fact: sp.Eq, *, variable: sp.Symbol) -> str:
    """Second differences of log x over d, 2d, 4d: powers of d drop out, what is left is O(1/d)."""
    others = {s: sp.Rational(1, 2) for s in fact.rhs.free_symbols - {variable}}
    with mpmath.workdps(_QUADRATURE_DIGITS):
        logs = [_log_ratio(fact.rhs.subs(others), variable, _FAR * 2**k) for k in range(3)]
        measured = -(logs[2] - 2 * logs[1] + logs[0]) / _FAR
        rate = number(result.rhs, others)
        if abs(measured - rate) > mpmath.mpf(10) ** -15:
            raise CheckFailed(
                f"The logarithms fall at {mpmath.nstr(measured, 18)}, not {mpmath.nstr(rate, 18)}."
            )
    return f"second differences of the logarithm at dimensions {_FAR}, twice and four times that: 15 digits"


def _log_ratio(ratio: sp.Expr, variable: sp.Symbol, size: int) -> mpmath.mpf:
    return _log_integral(sp.fraction(ratio)[0], variable, size) - _log_integral(
        sp.fraction(ratio)[1], variable, size
    )


def _log_integral(integral: sp.Integral, variable: sp.Symbol, size: int) -> mpmath.mpf:
    """The logarithm of the integral by quadrature, the integrand scaled by its value at the start."""
    x, start, _ = integral.limits[0]
    log_integrand = sp.lambdify(
        x, sp.log(integral.function).expand(force=True).subs(variable, size), "mpmath"
    )
    low = number(start, {})
    top = log_integrand(low)
    # The integrand falls within 1/d of a slope, or 1/sqrt(d) of a summit.
    width = mpmath.mpf(60) / size if low else 12 / mpmath.sqrt(size)
    stops = [low + width * k / 3 for k in range(4)]
    return top + mpmath.log(mpmath.quad(lambda y: mpmath.exp(log_integrand(y) - top), stops))


exponential_rate = Rule(
    name="Laplace",
    statement=(
        r"$\lim \frac{1}{d} \log \int g f^d = \max \log f$ for continuous $f > 0$ and integrable $g > 0$; "
        r"the rate of a ratio is the difference of rates."
    ),
    apply=_rate,
    conditions=_rate_conditions,
    check=_check_rate,
)

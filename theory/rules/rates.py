r"""Exponential rates: $-\lim \frac{1}{d} \log x$ by Laplace's principle, for integrals of powers.

An integrand $g(x) f(x)^d$ grows like the d-th power of the largest f on the range; where f is
monotone that is its value at one end. The rate of a ratio is the difference of the rates.
"""

from __future__ import annotations

import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import SideConditionError


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

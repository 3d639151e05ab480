r"""Exponential rates: $-\lim \frac{1}{d} \log x$."""

from __future__ import annotations

import sympy as sp
from sympy.printing.latex import LatexPrinter


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

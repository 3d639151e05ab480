r"""Formulas as LaTeX and as text.

SymPy's printer with two additions: the square of $\| x \|^2$ is written $\| x \|^4$, and a sum of
many terms shows its first ones and their number.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import sympy as sp
from sympy.printing.latex import LatexPrinter

_TERMS_SHOWN: Final = 4
_LONGEST_SUM: Final = 8
_FORMULAS_KEPT: Final = 2048


class _Printer(LatexPrinter):
    """SymPy's printer with the additions named above."""

    def _print_Pow(self, power: sp.Pow) -> str:  # noqa: N802 - SymPy's dispatch
        squared_norm = getattr(power.base, "squared_norm_of", None)
        doubled = power.exp.is_Symbol or (power.exp.is_Integer and power.exp >= 0)
        if squared_norm is None or not doubled:
            return super()._print_Pow(power)
        return rf"\| {self._print(squared_norm)} \|^{{{self._print(2 * power.exp)}}}"

    def _print_Add(self, total: sp.Add, order: str | None = None) -> str:  # noqa: N802 - SymPy's dispatch
        if len(total.args) <= _LONGEST_SUM:
            return super()._print_Add(total, order)
        shown = super()._print_Add(sp.Add(*total.args[:_TERMS_SHOWN], evaluate=False), order)
        return rf"{shown} + \cdots \quad \text{{({len(total.args)} terms)}}"

    def _print_FallingFactorial(self, power: sp.Expr, exp: str | None = None) -> str:  # noqa: N802 - SymPy's dispatch
        base, count = (self._print(part) for part in power.args)
        shown = rf"{base}!/({base} - {count})!"
        return shown if exp is None else rf"\left({shown}\right)^{{{exp}}}"


@lru_cache(maxsize=_FORMULAS_KEPT)
def latex(formula: sp.Basic) -> str:
    """The formula in LaTeX, without dollar signs."""
    return _Printer().doprint(formula)


def text(value: object) -> str:
    """A short text for an argument of a rule: LaTeX between dollars for formulas."""
    return f"${latex(value)}$" if isinstance(value, sp.Basic) else str(value)

"""Formulas and names for each medium: Unicode on a terminal, LaTeX between dollar signs on a page."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import sympy as sp
from sympy.printing.str import StrPrinter

from ..law import LawError, parse
from .media import Medium

GREEK: Final = {
    name: chr(code)
    for name, code in {
        "alpha": 0x3B1, "beta": 0x3B2, "gamma": 0x3B3, "delta": 0x3B4, "epsilon": 0x3B5, "eta": 0x3B7,
        "theta": 0x3B8, "kappa": 0x3BA, "lambda": 0x3BB, "lam": 0x3BB, "mu": 0x3BC, "nu": 0x3BD, "xi": 0x3BE,
        "pi": 0x3C0, "rho": 0x3C1, "sigma": 0x3C3, "tau": 0x3C4, "phi": 0x3C6, "chi": 0x3C7, "omega": 0x3C9,
    }.items()
}  # fmt: skip
_DOLLARS: Final = re.compile(r"\$((?:[^$\\]|\\.)+)\$")
_SUPERSCRIPT: Final = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


@lru_cache(maxsize=4096)
def set_formula(code: str, medium: Medium) -> str:
    """A formula of the law grammar; what cannot be read is written as it is typed.

    >>> set_formula("C*sqrt(d_k)", Medium.TERMINAL), set_formula("n**2/d", Medium.TERMINAL)
    ('C·√d_k', 'n²/d')
    """
    if medium is Medium.CODE:
        return code
    try:
        formula = parse(code)
    except LawError:
        return code
    return _Unicode().doprint(formula) if medium is Medium.TERMINAL else f"${sp.latex(formula)}$"


def set_name(name: str, medium: Medium) -> str:
    """The name of a variable."""
    stem, _, index = name.partition("_")
    known = stem in GREEK or (len(stem) == 1 and len(index) <= 1)
    if medium is Medium.CODE or not known:
        return name
    return (
        GREEK.get(stem, stem) + (f"_{index}" if index else "") if medium is Medium.TERMINAL else f"${name}$"
    )


def plain_text(text: str, medium: Medium) -> str:
    """Text with LaTeX between dollar signs."""
    if medium is Medium.MARKUP:
        return text
    return _DOLLARS.sub(lambda found: found.group(1), text)


class _Unicode(StrPrinter):  # type: ignore[misc]  # SymPy has no types
    """Prints a formula on one line, as one would write it by hand."""

    # SymPy finds a printer by the name of the expression's class.
    def _print_Symbol(self, expr: sp.Symbol) -> str:  # noqa: N802
        return set_name(expr.name, Medium.TERMINAL)

    def _print_Pow(self, expr: sp.Pow, rational: bool = False) -> str:  # noqa: N802
        base, exponent = expr.as_base_exp()
        if exponent == sp.Rational(1, 2):
            return f"√{self._atom(base)}"
        if exponent.is_Rational and exponent.is_negative:
            return f"1/{self._atom(base**-exponent)}"
        power = str(exponent)
        raised = power.translate(_SUPERSCRIPT) if exponent.is_Integer else f"^({self._print(exponent)})"
        return f"{self._atom(base)}{raised}"

    def _atom(self, expr: sp.Expr) -> str:
        text = self._print(expr)
        return text if expr.is_Symbol or expr.is_Function or (expr.is_Integer and expr >= 0) else f"({text})"

    def doprint(self, expr: sp.Basic) -> str:
        """The formula as text."""
        return str(super().doprint(expr)).replace("*", "·")

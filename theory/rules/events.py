r"""Expectations, events and probabilities as expressions."""

from __future__ import annotations

import sympy as sp
from sympy.core.symbol import Str
from sympy.printing.latex import LatexPrinter

from .vectors import Vector


class Expectation(sp.Expr):
    """E[x]; of an expression without vectors it is the expression itself."""

    is_commutative = True
    is_real = True

    def __new__(cls, body: sp.Expr) -> sp.Expr:
        """The mean over all random vectors of `body`."""
        body = sp.sympify(body, strict=True)
        return sp.Expr.__new__(cls, body) if body.has(Vector) or body.has(sp.Symbol) else body

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\mathbb{{E}}\left[{printer._print(self.args[0])}\right]"


class Named(sp.Basic):
    """An event named in words."""

    def __new__(cls, words: str | Str) -> Named:
        """The event that `words` describe."""
        return sp.Basic.__new__(cls, words if isinstance(words, Str) else Str(words))

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\text{{{self.args[0].name}}}"


class Probability(sp.Expr):
    """P(event)."""

    is_commutative = True
    is_nonnegative = True

    def __new__(cls, event: sp.Basic) -> Probability:
        """The probability of the event."""
        return sp.Expr.__new__(cls, event)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\mathbb{{P}}\left({printer._print(self.args[0])}\right)"


class Variance(sp.Expr):
    """Var(x)."""

    is_commutative = True
    is_nonnegative = True

    def __new__(cls, body: sp.Expr) -> Variance:
        """The variance over all random vectors of `body`."""
        return sp.Expr.__new__(cls, body)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\mathrm{{Var}}\left[{printer._print(self.args[0])}\right]"

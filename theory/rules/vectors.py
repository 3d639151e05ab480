r"""Objects of the inner-product calculus: vectors, their products, and sums over indices.

Vector-valued expressions are formal: each term is a scalar times one vector (or one outer
product), which is all that linear associative memories need.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp
from sympy.core.symbol import Str
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE


class Vector(sp.Expr):
    """A vector: a name, an index (a symbol, or none) and, where it is random, its law."""

    is_commutative = True

    def __new__(cls, name: str | Str, index: sp.Expr | None = None, law: sp.Basic | None = None) -> Vector:
        """The vector `name` with that index and law."""
        name = name if isinstance(name, Str) else Str(name)
        return sp.Expr.__new__(cls, name, *(part for part in (index, law) if part is not None))

    @property
    def name(self) -> str:
        """The letter."""
        return self.args[0].name

    @property
    def index(self) -> sp.Expr | None:
        """The index, or none."""
        return next((part for part in self.args[1:] if isinstance(part, sp.Expr)), None)

    @property
    def law(self) -> sp.Basic | None:
        """The law, or none for a vector that is defined by others."""
        return next((part for part in self.args[1:] if not isinstance(part, sp.Expr)), None)

    def at(self, index: sp.Expr) -> Vector:
        """The same letter and law at another index."""
        return Vector(self.args[0], index, self.law)

    def _latex(self, printer: LatexPrinter) -> str:
        return self.name if self.index is None else f"{self.name}_{{{printer._print(self.index)}}}"


class Inner(sp.Expr):
    """The inner product <a, b>, symmetric; <a, a> is the squared norm."""

    is_commutative = True
    is_real = True

    def __new__(cls, a: sp.Expr, b: sp.Expr) -> Inner:
        """The inner product of two vectors, in canonical order."""
        return sp.Expr.__new__(cls, *sorted((a, b), key=sp.default_sort_key))

    def _eval_is_nonnegative(self) -> bool | None:
        return True if self.args[0] == self.args[1] else None

    @property
    def squared_norm_of(self) -> sp.Expr | None:
        """X where this is |x|^2, else none."""
        return self.args[0] if self.args[0] == self.args[1] else None

    def _latex(self, printer: LatexPrinter) -> str:
        a, b = (printer._print(part) for part in self.args)
        return rf"\| {a} \|^{{2}}" if a == b else rf"\langle {a}, {b} \rangle"


class Outer(sp.Expr):
    """The outer product a b^T."""

    is_commutative = True

    def __new__(cls, a: sp.Expr, b: sp.Expr) -> Outer:
        """The rank-one matrix of two vectors."""
        return sp.Expr.__new__(cls, a, b)

    def _latex(self, printer: LatexPrinter) -> str:
        a, b = (printer._print(part) for part in self.args)
        return rf"{a} {b}^{{\top}}"


class Recall(sp.Expr):
    """The output a^T S of a state S queried with a."""

    is_commutative = True

    def __new__(cls, query: sp.Expr, state: sp.Expr) -> Recall:
        """The state's row combination under the query."""
        return sp.Expr.__new__(cls, query, state)

    def _latex(self, printer: LatexPrinter) -> str:
        query, state = (printer._print(part) for part in self.args)
        return rf"{query}^{{\top}} {state}"


class IndexSum(sp.Expr):
    """A sum over indices from 1 to `upper`, none equal to one of `excluded`.

    With `distinct` the indices also differ from each other.
    """

    is_commutative = True
    precedence = PRECEDENCE["Add"]

    def __new__(
        cls,
        summand: sp.Expr,
        indices: tuple[sp.Symbol, ...] | sp.Tuple,
        upper: sp.Expr,
        excluded: tuple[sp.Symbol, ...] | sp.Tuple = (),
        distinct: bool | sp.logic.boolalg.Boolean = False,
    ) -> IndexSum:
        """The sum of `summand` over those indices."""
        return sp.Expr.__new__(
            cls,
            summand,
            sp.Tuple(*indices),
            sp.sympify(upper, strict=True),
            sp.Tuple(*excluded),
            sp.true if distinct else sp.false,
        )

    @property
    def summand(self) -> sp.Expr:
        """The term."""
        return self.args[0]

    @property
    def indices(self) -> sp.Tuple:
        """The bound indices."""
        return self.args[1]

    @property
    def upper(self) -> sp.Expr:
        """The last value of each index."""
        return self.args[2]

    @property
    def excluded(self) -> sp.Tuple:
        """Values no index takes."""
        return self.args[3]

    @property
    def distinct(self) -> bool:
        """Whether the indices differ from each other."""
        return self.args[4] == sp.true

    @property
    def count(self) -> sp.Expr:
        """How many values one index takes."""
        return self.upper - len(self.excluded)

    @property
    def bound_symbols(self) -> list[sp.Symbol]:
        """The indices, as SymPy asks of an object that binds symbols."""
        return list(self.indices)

    @property
    def free_symbols(self) -> set[sp.Symbol]:
        """All symbols but the indices."""
        return set().union(*(part.free_symbols for part in self.args)) - set(self.indices)

    def _latex(self, printer: LatexPrinter) -> str:
        indices = ", ".join(printer._print(j) for j in self.indices)
        excluded = ", ".join(printer._print(j) for j in self.excluded)
        under = rf"{indices} \ne {excluded}" if excluded else f"{indices} = 1"
        over = "" if excluded else f"^{{{printer._print(self.upper)}}}"
        mark = r",\ \text{distinct}" if self.distinct and len(self.indices) > 1 else ""
        summand = printer.parenthesize(self.summand, PRECEDENCE["Mul"], strict=True)
        return rf"\sum_{{{under}{mark}}}{over} {summand}"


def vectors(expression: sp.Basic) -> Iterator[Vector]:
    """The vectors of an expression, each once, in a fixed order."""
    return iter(sorted(expression.atoms(Vector), key=sp.default_sort_key))


def with_right(fact: sp.Basic, right: sp.Expr) -> sp.Basic:
    """The same statement about the left-hand side with a new right-hand side."""
    return fact.func(fact.lhs, right, evaluate=False)

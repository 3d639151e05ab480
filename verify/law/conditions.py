"""Comparisons of two formulas over grid variables, `n*(n - 1) <= d_k`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..claim import Value
from .error import LawError
from .evaluation import evaluate
from .grammar import parse

# Two-character signs come first, so that '<=' is not read as '<'.
_COMPARISONS: Final[dict[str, type[sp.Rel]]] = {"<=": sp.Le, ">=": sp.Ge, "==": sp.Eq, "<": sp.Lt, ">": sp.Gt}


@dataclass(frozen=True, kw_only=True)
class Condition:
    """A comparison of two formulas over grid variables, `n*(n - 1) <= d_k`."""

    text: str
    relation: sp.Rel

    @property
    def variables(self) -> set[str]:
        """The names of its variables."""
        return {symbol.name for symbol in self.relation.free_symbols}

    def holds(self, at: Mapping[str, Value]) -> bool:
        """Whether a point satisfies it; raises `LawError` when the point lacks a variable."""
        difference = evaluate(self.relation.lhs - self.relation.rhs, at)
        return bool(self.relation.func(difference, 0))


def without(formula: sp.Expr, names: Collection[str], domain: Iterable[str]) -> sp.Expr:
    """The formula with these names put in as equations of the domain have them, where the solution is one.

    >>> without(parse("1 + d/n"), ["d"], ["n == 2*d", "n >= 4"])
    3/2
    """
    for relation in (condition(text).relation for text in domain):
        for symbol in sorted(relation.free_symbols & formula.free_symbols, key=str):
            if symbol.name in names and isinstance(relation, sp.Eq):
                solutions = sp.solve(relation.lhs - relation.rhs, symbol)
                formula = formula.subs(symbol, solutions[0]) if len(solutions) == 1 else formula
    return formula


def condition(text: str) -> Condition:
    """The comparison that a condition string stands for; raises `LawError`."""
    for sign, relation in _COMPARISONS.items():
        left, found, right = text.partition(sign)
        if found:
            return Condition(text=text, relation=relation(parse(left), parse(right), evaluate=False))
    raise LawError(f"The condition {text!r} compares nothing; it needs one of {', '.join(_COMPARISONS)}.")

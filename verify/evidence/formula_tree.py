"""A formula as plain data, and back, whatever the data are: lists, texts and numbers, of which none is run.

A node is a list of the class of a SymPy object, by module and name, and its arguments. Only subclasses of
`sympy.Basic` are called, of modules of SymPy that are loaded and of `theory`, and only with formulas.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

import sympy as sp

Tree = list[Any]
"""A node `["sympy.core.add:Add", node, node]`; a number `["3/4"]`, a symbol `["x", {"positive": true}]`, a
float by its sign, mantissa, exponent and precision."""

_OURS: Final = "theorycheck.theory."
_SYMPY: Final = "sympy."
_NUMBER: Final = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")


class FormulaTreeError(ValueError):
    """Data that are no formula, or a formula that data cannot tell."""


def to_tree(formula: sp.Basic) -> Tree:
    """The formula as data. Raises FormulaTreeError for one that `from_tree` would not give back.

    >>> to_tree(sp.Symbol("x", positive=True) / 2)
    ['sympy.core.mul:Mul', ['1/2'], ['x', {'positive': True}]]
    """
    tree = _node(formula)
    if from_tree(tree) != formula:
        raise FormulaTreeError(f"{formula} is not told by its arguments.")
    return tree


def from_tree(tree: object) -> sp.Basic:
    """The formula of a tree. Raises FormulaTreeError for data that are none.

    >>> from_tree(["sympy.core.power:Pow", ["x", {}], ["-1/2"]])
    1/sqrt(x)
    """
    try:
        found = _formula(tree)
    except Exception as error:
        raise FormulaTreeError(f"{tree!s:.80} is no formula: {error}") from error
    if not isinstance(found, sp.Basic):
        raise FormulaTreeError(f"{tree!s:.80} is no formula.")
    return found


def _node(part: sp.Basic) -> Tree:
    if isinstance(part, sp.Rational):
        return [str(part)]
    if type(part) is sp.Symbol:
        return [part.name, dict(part._assumptions_orig)]
    if isinstance(part, sp.Float):
        sign, mantissa, exponent, _ = part._mpf_
        return [int(sign), str(mantissa), int(exponent), part._prec]
    return [f"{type(part).__module__}:{type(part).__name__}", *map(_node, part.args)]


def _formula(tree: object) -> object:
    match tree:
        case [str(name), dict(assumptions)] if all(type(known) is bool for known in assumptions.values()):
            return sp.Symbol(name, **assumptions)
        case [int(sign), str(mantissa), int(exponent), int(precision)]:
            return sp.Float((sign, int(mantissa), exponent), precision=precision)
        case [str(number)] if _NUMBER.fullmatch(number):
            return sp.Rational(*map(int, number.split("/")))
        case [str(head), *arguments] if all(isinstance(argument, list) for argument in arguments):
            made = _class(head)
            # Sums, products and powers stay in the form that they were left in.
            options = {"evaluate": False} if made in (sp.Add, sp.Mul, sp.Pow) else {}
            return made(*map(_formula, arguments), **options)
    raise FormulaTreeError("its form is not that of a node.")


@lru_cache(maxsize=1024)
def _class(head: str) -> type[sp.Basic]:
    module, _, name = head.partition(":")
    # Nothing is imported for data but modules of ours.
    found = import_module(module) if module.startswith(_OURS) else sys.modules.get(module)
    named = getattr(found, name, None)
    is_ours = module.startswith((_OURS, _SYMPY)) and getattr(named, "__module__", None) == module
    if is_ours and isinstance(named, type) and issubclass(named, sp.Basic):
        return named
    raise FormulaTreeError(f"{head} is no class of formulas.")

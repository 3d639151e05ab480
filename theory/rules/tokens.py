"""A formula for all whole sizes, read at the sizes of a grid."""

from __future__ import annotations

import sympy as sp

from ..derivation import CheckFailed, Rule
from ..notation import symbol


def _at_sizes(fact: sp.Rel) -> sp.Rel:
    plain = {s: symbol(s.name) for s in fact.rhs.free_symbols}
    return fact.func(fact.lhs, fact.rhs.xreplace(plain), evaluate=False)


def _check_at_sizes(result: sp.Rel, fact: sp.Rel) -> str:
    """Named back the formula is the one before."""
    back = {symbol(s.name): s for s in fact.rhs.free_symbols}
    same = result.func is fact.func and result.rhs.xreplace(back) == fact.rhs
    if not same or len(back) != len(fact.rhs.free_symbols):
        raise CheckFailed(f"{result.rhs} is not {fact.rhs} with its sizes named anew.")
    return "named back it is the formula before"


at_sizes = Rule(
    name="a formula of sizes",
    statement="A formula for all whole sizes is one of the sizes of a grid.",
    apply=_at_sizes,
    check=_check_at_sizes,
)

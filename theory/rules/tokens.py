r"""Tokens and classes counted: unions over competitors, the largest class, the heavy tokens, the rest.

Each rule takes statements about one token or class and produces one about many.
"""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from ..notation import symbol
from .events import Named, Probability
from .points import WORKING_DIGITS, number, random_points
from .relations import require_side


def _competitors(gap: sp.Le, near: sp.Le, overlapping: sp.Le, *, classes: sp.Symbol) -> sp.Le:
    one = gap.rhs + near.rhs + (classes - 2) * overlapping.rhs
    return sp.Le(Probability(Named("the answer is wrong")), (classes - 1) * one, evaluate=False)


def _competitors_conditions(
    gap: sp.Le, near: sp.Le, overlapping: sp.Le, *, classes: sp.Symbol
) -> tuple[str, ...]:
    for fact in (gap, near, overlapping):
        if not isinstance(fact, sp.Le) or not isinstance(fact.lhs, Probability):
            raise SideConditionError(
                f"The union bound adds upper bounds on probabilities, and {fact} is none."
            )
    return (
        f"${sp.latex(classes - 1)}$ competitors, each with ${sp.latex(classes - 2)}$ further classes",
        "where neither unembeddings are too near nor a further class overlaps, only the gap can fail",
    )


def _check_competitors(
    result: sp.Le, gap: sp.Le, near: sp.Le, overlapping: sp.Le, *, classes: sp.Symbol
) -> str:
    """Added up competitor by competitor and class by class."""
    require_side(result, sp.Le)
    for size in (2, 3, 5):
        for point in random_points((result.rhs.free_symbols) - {classes}):
            with mpmath.workdps(WORKING_DIGITS):
                one, two, three = (number(fact.rhs, point) for fact in (gap, near, overlapping))
                whole = mpmath.mpf(0)
                for competitor in range(1, size):
                    whole += one + two + sum(three for z in range(1, size) if z != competitor)
                found = number(result.rhs, {**point, classes: sp.Integer(size)})
                if abs(whole - found) > mpmath.mpf(10) ** -40:
                    raise CheckFailed(f"With {size} classes the events add up to {whole}, not {found}.")
    return "added up competitor by competitor for 2, 3 and 5 classes"


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


union_over_competitors = Rule(
    name="union over the competitors",
    statement="A wrong answer needs one of M-1 competitors; each may fail by its gap or one of its overlaps.",
    apply=_competitors,
    conditions=_competitors_conditions,
    check=_check_competitors,
)

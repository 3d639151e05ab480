r"""Logarithms gathered, and definitions put in, where probabilities are.

Both are checked by evaluation. Points lie between zero and one
half, where probabilities and their complements are positive.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import sympy as sp

from ..derivation import Rule, SideConditionError
from .isolating import put_in
from .points import DIGITS, number, require_close
from .vectors import with_right

_POINTS = 3
_PARTS = 29


def small_points(symbols: set[sp.Symbol]) -> list[dict[sp.Symbol, sp.Rational]]:
    """Random points between 1/29 and 13/29, where every probability and its complement are positive."""
    random = Random(1)
    ordered = sorted(symbols, key=str)
    return [{s: sp.Rational(random.randint(1, 13), _PARTS) for s in ordered} for _ in range(_POINTS)]


def _check_insert(result: sp.Rel, fact: sp.Rel, known: sp.Eq) -> str:
    for point in small_points(result.rhs.free_symbols | known.rhs.free_symbols):
        before = number(fact.rhs, {**point, known.lhs: sp.sympify(known.rhs).subs(point)})
        require_close(before, number(result.rhs, point), f"At {point} the formula before and after")
    return f"the formula before and after, at {_POINTS} random rational points"


def _gather(fact: sp.Rel) -> sp.Rel:
    """Logarithms of products and quotients taken apart, and the factor of each logarithm reduced."""
    apart = sp.sympify(fact.rhs).replace(
        lambda part: isinstance(part, sp.log), lambda part: _taken_apart(part.args[0])
    )
    logs = sorted(apart.atoms(sp.log), key=sp.default_sort_key)
    names = {log: sp.Dummy() for log in logs}
    named = sp.expand(apart.xreplace(names))
    factors = {log: named.coeff(name, 1) for log, name in names.items()}
    rest = named.xreplace(dict.fromkeys(names.values(), sp.Integer(0)))
    terms = (_reduced(factor) * log for log, factor in factors.items())
    return with_right(fact, sp.Add(_reduced(rest), *terms))


def _reduced(expression: sp.Expr) -> sp.Expr:
    return sp.factor(sp.cancel(sp.together(expression)))


def _taken_apart(argument: sp.Expr) -> sp.Expr:
    """The sum of the logarithms of the argument's factors, each with the sign that makes it positive."""
    above, below = (sp.factor_list(part) for part in sp.fraction(sp.together(argument)))
    constant, total = above[0] / below[0], sp.Integer(0)
    for (_, factors), side in ((above, 1), (below, -1)):
        for factor, power in factors:
            sign = sp.sign(factor.subs(small_points(factor.free_symbols)[0]))
            constant *= sign**power
            total += side * power * sp.log(sign * factor)
    if not constant.is_positive:
        raise SideConditionError(f"{argument} is not positive where probabilities are.")
    return total + sp.Add(*(power * sp.log(prime) for prime, power in sp.factorrat(constant).items()))


def _gather_conditions(fact: sp.Rel) -> tuple[str, ...]:
    if not fact.rhs.atoms(sp.log):
        raise SideConditionError(f"{fact.rhs} has no logarithm.")
    return ("every factor under a logarithm is positive",)


def _check_same(result: sp.Rel, fact: sp.Rel) -> str:
    for point in small_points(fact.rhs.free_symbols):
        require_close(number(fact.rhs, point), number(result.rhs, point), f"At {point} before and after")
    return f"equal at {_POINTS} random rational points to {DIGITS} digits"


insert = replace(put_in, name="a definition put in, between zero and one", check=_check_insert)

reduce_fraction = Rule(
    name="terms over one denominator",
    statement="An expression equals its factored form.",
    apply=lambda fact: with_right(fact, sp.factor(sp.together(fact.rhs))),
    check=_check_same,
)

gather_logarithms = Rule(
    name="logarithms gathered",
    statement=r"$\log \prod_i x_i^{a_i} = \sum_i a_i \log x_i$ for positive $x_i$; equal ones are added up.",
    apply=_gather,
    conditions=_gather_conditions,
    check=_check_same,
)

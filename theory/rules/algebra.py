"""Algebra of statements: variances, ratios, and setting a symbol to a number."""

from __future__ import annotations

import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Variance
from .points import number, random_points, require_close, require_equal


def _variance(second: sp.Eq, first: sp.Eq) -> sp.Eq:
    return sp.Eq(Variance(first.lhs.args[0]), second.rhs - first.rhs**2, evaluate=False)


def _variance_conditions(second: sp.Eq, first: sp.Eq) -> tuple[str, ...]:
    if second.lhs.args[0] != first.lhs.args[0] ** 2:
        raise SideConditionError(f"{second.lhs} is not the second moment of the variable of {first.lhs}.")
    return ("the second moment is finite",)


def _ratio(above: sp.Eq, below: sp.Eq) -> sp.Eq:
    return sp.Eq(above.lhs / below.lhs, above.rhs / below.rhs, evaluate=False)


def _specialise(fact: sp.Rel, *, symbol: sp.Symbol, value: sp.Rational) -> sp.Rel:
    return fact.func(*(side.subs(symbol, value) for side in fact.args), evaluate=False)


def _check_variance(result: sp.Eq, second: sp.Eq, first: sp.Eq) -> str:
    """The law on 0 and 1/p with mean one: its variance is 1/p - 1, summed over its two points."""
    share = sp.Rational(2, 7)
    points = {sp.Integer(0): 1 - share, 1 / share: share}
    mean = sum(x * w for x, w in points.items())
    square = sum(x**2 * w for x, w in points.items())
    spread = sum((x - mean) ** 2 * w for x, w in points.items())
    if (
        _variance(sp.Eq(second.lhs, square, evaluate=False), sp.Eq(first.lhs, mean, evaluate=False)).rhs
        != spread
    ):
        raise CheckFailed(f"The law on two points has the variance {spread}.")
    require_equal(result.rhs + first.rhs**2, second.rhs)
    return "summed over a law on two points, and put back at random rational points"


def _check_ratio(result: sp.Eq, above: sp.Eq, below: sp.Eq) -> str:
    return require_equal(result.rhs * below.rhs, above.rhs)


def _check_specialise(result: sp.Rel, fact: sp.Rel, *, symbol: sp.Symbol, value: sp.Rational) -> str:
    """The general formula evaluated with the value among the others, and the special one."""
    for point in random_points(fact.rhs.free_symbols - {symbol}):
        general = number(fact.rhs, {**point, symbol: value})
        require_close(general, number(result.rhs, point), f"At {point} the general and the special formula")
    return "the general formula at the value, at three random rational points"


variance = Rule(
    name="variance",
    statement=r"$\mathrm{Var}\, x = \mathbb{E} x^2 - (\mathbb{E} x)^2$.",
    apply=_variance,
    conditions=_variance_conditions,
    check=_check_variance,
)

ratio = Rule(
    name="ratio",
    statement="The ratio of two quantities is the ratio of their values.",
    apply=_ratio,
    check=_check_ratio,
)

specialise = Rule(
    name="special case",
    statement="A statement for every value of a symbol holds for one value.",
    apply=_specialise,
    check=_check_specialise,
)

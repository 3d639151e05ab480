"""Lengths of sums of normal vectors, and products of independent means."""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .contraction import power as repeated
from .contraction import squared_norm
from .events import Expectation
from .expectation import integrate_out
from .index_sums import coincidences, exchange
from .laws import Gaussian
from .points import WORKING_DIGITS, number, random_points, require_equal
from .vectors import IndexSum, Inner, Vector, vectors

_FIRST = sp.Symbol("a", integer=True, positive=True)
"""The name that the first block of coinciding indices gets."""


def _normal_sum(fact: sp.Eq) -> sp.Eq:
    vector, count = fact.rhs.summand, fact.rhs.count
    one = Vector("h", None, vector.law)
    return sp.Eq(Inner(fact.lhs, fact.lhs), count * Inner(one, one), evaluate=False)


def _normal_sum_conditions(fact: sp.Eq) -> tuple[str, ...]:
    total = fact.rhs
    if not isinstance(total, IndexSum) or not isinstance(getattr(total.summand, "law", None), Gaussian):
        raise SideConditionError(f"{total} is not a sum of normal vectors.")
    return ("a sum of independent normal vectors of one law is normal",)


def _check_normal_sum(result: sp.Eq, fact: sp.Eq) -> str:
    """Mean and mean square of the squared norm by pairings of the terms, beside those of one vector."""
    dimension = fact.rhs.summand.law.dimension
    for order in (1, 2):
        mean = squared_norm.apply(fact)
        mean = repeated.apply(mean, exponent=order) if order > 1 else mean
        mean = exchange.apply(coincidences.apply(mean))
        mean = integrate_out.apply(integrate_out.apply(mean, letter="g", keep=_FIRST), letter="g")
        moment = sp.cancel(result.rhs / Inner(*[Vector("h", None, fact.rhs.summand.law)] * 2)) ** order
        require_equal(mean.rhs, moment * Gaussian(dimension).norm_moment(order))
    return "the first two moments agree with those by pairings at random rational points"


def _reciprocal(fact: sp.Eq) -> sp.Eq:
    (vector,) = vectors(fact.rhs)
    d = vector.law.dimension
    scale_of = sp.cancel(fact.rhs / Inner(vector, vector))
    return sp.Eq(Expectation(1 / fact.lhs), d / (scale_of * (d - 2)), evaluate=False)


def _reciprocal_conditions(fact: sp.Eq) -> tuple[str, ...]:
    laws = {v.law for v in vectors(fact.rhs)}
    if len(laws) != 1 or not isinstance(next(iter(laws)), Gaussian):
        raise SideConditionError(f"{fact.rhs} is not a multiple of the squared norm of a normal vector.")
    return (f"${sp.latex(next(iter(laws)).dimension)} > 2$",)


def _check_reciprocal(result: sp.Eq, fact: sp.Eq) -> str:
    """The mean of 1/r^2 under the density of the length r, by quadrature."""
    (vector,) = vectors(fact.rhs)
    factor = sp.cancel(fact.rhs / Inner(vector, vector))
    for point in random_points(vector.law.dimension.free_symbols | factor.free_symbols, least=3):
        d = number(vector.law.dimension, point)

        def moment(order: int, d: mpmath.mpf = d) -> mpmath.mpf:
            return mpmath.quad(lambda r: r ** (d - 1 + order) * mpmath.exp(-d * r**2 / 2), [0, 1, 2, 4, 16])

        with mpmath.workdps(WORKING_DIGITS):
            measured = moment(-2) / moment(0) / number(factor, point)
            derived = number(result.rhs, point)
            if abs(measured / derived - 1) > mpmath.mpf(10) ** -20:
                raise CheckFailed(f"By quadrature the mean is {mpmath.nstr(measured, 15)}, not {derived}.")
    return "equal to quadrature over the length to 20 digits"


def _independent(one: sp.Eq, other: sp.Eq) -> sp.Eq:
    return sp.Eq(
        Expectation(one.lhs.args[0] * other.lhs.args[0]), sp.factor(one.rhs * other.rhs), evaluate=False
    )


def _independent_conditions(one: sp.Eq, other: sp.Eq) -> tuple[str, ...]:
    if not (isinstance(one.lhs, Expectation) and isinstance(other.lhs, Expectation)):
        raise SideConditionError(f"{one} and {other} are not two means.")
    if set(vectors(one.lhs)) & set(vectors(other.lhs)):
        raise SideConditionError(f"{one.lhs} and {other.lhs} share a vector.")
    return ("the two share no vector; length and direction of a normal vector are independent",)


sum_of_normals = Rule(
    name="sum of normal vectors",
    statement=r"$\sum_{j \le n} g_j \sim \sqrt n\, g$ for independent normal vectors of one law.",
    apply=_normal_sum,
    conditions=_normal_sum_conditions,
    check=_check_normal_sum,
)

mean_reciprocal = Rule(
    name="mean reciprocal of a squared norm",
    statement=r"$\mathbb{E} |g|^{-2} = d/(d - 2)$ for a normal vector with mean square norm one, $d > 2$.",
    apply=_reciprocal,
    conditions=_reciprocal_conditions,
    check=_check_reciprocal,
)

independent_product = Rule(
    name="product of independent means",
    statement=r"$\mathbb{E} x y = \mathbb{E} x\, \mathbb{E} y$ for independent $x$ and $y$.",
    apply=_independent,
    conditions=_independent_conditions,
    check=lambda result, one, other: require_equal(result.rhs, one.rhs * other.rhs),
)

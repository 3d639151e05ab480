r"""Heuristics, named as such: normal noise in the limit, items as if independent, extreme values.

Each step here has the kind `heuristic`, so that no derivation through it decides anything. What is
checked is that the formula is the one the heuristic means, not that the heuristic is right.
"""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Kind, Rule, SideConditionError
from .asymptotics import Growth, leading
from .events import Expectation, ForAll, Probability
from .points import WORKING_DIGITS, number, random_points, require_close
from .solving import root_symbol
from .structure import Independent
from .vectors import Inner


def _noise_of(fact: sp.Eq) -> sp.Expr:
    """The crosstalk whose variance along a direction is given."""
    inner = fact.lhs.args[0].base if isinstance(fact.lhs, Expectation) else None
    if not isinstance(inner, Inner):
        raise SideConditionError(f"{fact.lhs} is not a variance along a direction.")
    return next(v for v in inner.args if v.index is not None)


def _normal(fact: sp.Eq, *, law: sp.Basic, threshold: sp.Symbol) -> sp.Eq:
    noise, half = _noise_of(fact), law.dimension / 2
    share = sp.uppergamma(half, threshold / (2 * fact.rhs)) / sp.gamma(half)
    return sp.Eq(Probability(sp.Gt(Inner(noise, noise), threshold)), share, evaluate=False)


def _check_normal(result: sp.Eq, fact: sp.Eq, *, law: sp.Basic, threshold: sp.Symbol) -> str:
    """The chi-square density integrated beyond the threshold."""
    (point,) = random_points(result.rhs.free_symbols, count=1)
    with mpmath.workdps(WORKING_DIGITS):
        half, variance = number(law.dimension, point) / 2, number(fact.rhs, point)
        level = number(threshold, point) / (2 * variance)
        area = mpmath.quad(
            lambda x: x ** (half - 1) * mpmath.exp(-x), [level, level + 5, level + 40, mpmath.inf]
        )
        require_close(area / mpmath.gamma(half), number(result.rhs, point), "The chi-square tail")
    return "the chi-square density integrated beyond the threshold"


def _all_items(fact: sp.Eq, assumed: Independent, *, count: sp.Symbol) -> sp.Eq:
    event, index = assumed.args
    return sp.Eq(Probability(ForAll(event.negated, index, count)), (1 - fact.rhs) ** count, evaluate=False)


def _rivals(fact: sp.Eq, *, items: sp.Symbol) -> sp.Eq:
    _noise_of(fact)
    one = sp.erfc(1 / sp.sqrt(2 * fact.rhs)) / 2
    event = sp.Gt(sp.Symbol("best"), sp.Symbol("right"))
    return sp.Eq(Probability(event), 1 - (1 - one) ** (items - 1), evaluate=False)


def _check_rivals(result: sp.Eq, fact: sp.Eq, *, items: sp.Symbol) -> str:
    """With two items the error is one normal tail, integrated."""
    (point,) = random_points(result.rhs.free_symbols - {items}, count=1)
    at = {**point, items: sp.Integer(2)}
    with mpmath.workdps(WORKING_DIGITS):
        spread = mpmath.sqrt(number(fact.rhs, at))
        area = mpmath.quad(mpmath.npdf, [1 / spread, 1 / spread + 4, 1 / spread + 30])
        require_close(area, number(result.rhs, at), "One rival's normal tail")
    return "one rival's normal tail, integrated"


def _load(fact: sp.Eq, *, items: sp.Symbol, failures: sp.Rational, queries: int) -> sp.Eq:
    width = sp.cancel((items - 1) / fact.rhs)
    if width.has(items):
        raise SideConditionError(f"The variance {fact.rhs} is not proportional to {items} - 1.")
    level = -sp.log(1 - failures)
    share = width / (2 * queries)
    size = 1 + share / sp.LambertW(share / level ** sp.Rational(1, queries))
    return sp.Eq(root_symbol(items), size, evaluate=False)


def _check_load(result: sp.Eq, fact: sp.Eq, *, items: sp.Symbol, failures: sp.Rational, queries: int) -> str:
    """Put back: (n-1)^q exp(-1/(2 variance)) is the expected number of failures."""
    for point in random_points(result.rhs.free_symbols, least=9):
        size = number(result.rhs, point)
        at = {**point, items: sp.Float(mpmath.nstr(size, WORKING_DIGITS), WORKING_DIGITS)}
        with mpmath.workdps(WORKING_DIGITS):
            found = (size - 1) ** queries * mpmath.exp(-1 / (2 * number(fact.rhs, at)))
            require_close(found, -mpmath.log(1 - number(failures, {})), "The expected number of failures")
    return "put back: the expected number of failures is at the level to 50 digits"


def _to_logs(fact: sp.Eq, *, variables: tuple[sp.Symbol, ...]) -> Growth:
    bare = fact.rhs.replace(lambda e: isinstance(e, sp.LambertW), lambda _: sp.Integer(1))
    return Growth(fact.lhs, sp.Tuple(*(sp.Tuple(x, leading(bare, x)[1]) for x in variables)))


def _check_to_logs(result: Growth, fact: sp.Eq, *, variables: tuple[sp.Symbol, ...]) -> str:
    """Local exponents at 10^300 differ from the limit by less than 1/log x."""
    for x in variables:
        others = {s: sp.Integer(3) for s in fact.rhs.free_symbols - {x}}
        along = sp.lambdify(x, fact.rhs.subs(others), "mpmath")
        with mpmath.workdps(WORKING_DIGITS):
            low, high = (mpmath.mpf(10) ** k for k in (300, 301))
            slope = mpmath.log10(along(high) / along(low))
            limit = number(dict(result.args[1])[x], {})
            if abs(slope - limit) > 2 * (1 + abs(limit)) / mpmath.log(low):
                raise CheckFailed(f"The local exponent in {x} is {mpmath.nstr(slope, 8)}, not {limit}.")
    return "local exponents at 10^300 differ from these by a logarithm's share"


normal_noise = Rule(
    name="normal noise",
    statement="A sum of many small terms is taken to be normal, so its squared norm is a chi-square.",
    apply=_normal,
    kind=Kind.HEURISTIC,
    check=_check_normal,
)

items_as_independent = Rule(
    name="items as if independent",
    statement="The queries of one memory share their keys; they are taken to fail independently.",
    apply=_all_items,
    kind=Kind.HEURISTIC,
)

normal_rivals = Rule(
    name="normal rivals",
    statement="The scores of the n-1 other values are taken to be normal around 0, the right one to be 1.",
    apply=_rivals,
    kind=Kind.HEURISTIC,
    check=_check_rivals,
)

extreme_load = Rule(
    name="extreme values",
    statement=r"$(n-1)^q e^{-1/(2 \sigma^2)}$ of the normal rivals of q queries are expected to exceed 1.",
    apply=_load,
    kind=Kind.HEURISTIC,
    check=_check_load,
)

growth_to_logs = Rule(
    name="exponents up to logarithms",
    statement="Lambert's W of a power grows as a logarithm, which is left out of the exponent.",
    apply=_to_logs,
    kind=Kind.HEURISTIC,
    check=_check_to_logs,
)

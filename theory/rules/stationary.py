r"""Where a function of one variable is least, and what a loss does at a stationary point of its argument.

Uniqueness is proved by convexity: of the cross-entropy in a logit, of powers less a logarithm on the positive
axis. Each result is tried against other values at random points.
"""

from __future__ import annotations

from random import Random

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import WORKING_DIGITS, number, random_points, require_close

_TRIED = tuple(sp.Rational(k, 20) for k in range(1, 61))
_PLACES = 3


def _shares(symbols: set[sp.Symbol]) -> list[dict[sp.Symbol, sp.Rational]]:
    """Random points between 0 and 1, where probabilities lie."""
    random = Random(1)
    ordered = sorted(symbols, key=str)
    return [{s: sp.Rational(random.randint(2, 60), 67) for s in ordered} for _ in range(_PLACES)]


def _slope(fact: sp.Eq, *, by: sp.Symbol) -> sp.Eq:
    return sp.Eq(sp.Symbol(f"{fact.lhs}'"), sp.diff(fact.rhs, by), evaluate=False)


def _check_slope(result: sp.Eq, fact: sp.Eq, *, by: sp.Symbol) -> str:
    for point in _shares(fact.rhs.free_symbols):
        with mpmath.workdps(2 * WORKING_DIGITS):
            along = sp.lambdify(by, fact.rhs.subs({s: v for s, v in point.items() if s != by}), "mpmath")
            at = point[by]
            measured = mpmath.diff(along, mpmath.mpf(int(at.p)) / int(at.q))
        require_close(measured, number(result.rhs, point), f"At {point} the difference and the derivative")
    return "equal to differences at random points between 0 and 1"


def _odds(fact: sp.Eq, logit: sp.Symbol) -> sp.Expr:
    """The e^logit at which the derivative vanishes."""
    y = sp.Dummy("y", positive=True)
    slope = sp.numer(sp.together(sp.diff(fact.rhs, logit).subs(sp.exp(logit), y)))
    found = sp.Poly(slope, y)
    if slope.has(logit) or found.degree() != 1:
        raise SideConditionError(f"The derivative of {fact.rhs} is not linear in the odds of {logit}.")
    a, b = found.all_coeffs()
    return sp.factor(sp.cancel(-b / a))


def _least_odds(fact: sp.Eq, *, logit: sp.Symbol, name: sp.Symbol) -> sp.Eq:
    return sp.Eq(name, _odds(fact, logit), evaluate=False)


def _least_logit(fact: sp.Eq, *, logit: sp.Symbol) -> sp.Eq:
    return sp.Eq(logit, sp.log(_odds(fact, logit)), evaluate=False)


def _odds_conditions(fact: sp.Eq, *, logit: sp.Symbol, **_: object) -> tuple[str, ...]:
    curvature = sp.factor(sp.together(sp.diff(fact.rhs, logit, 2)))
    if not curvature.is_positive:
        raise SideConditionError(f"{fact.rhs} is not known to be strictly convex in {logit}.")
    return (rf"the second derivative ${sp.latex(curvature)}$ is positive, so that there is one minimum",)


def _check_odds(result: sp.Eq, fact: sp.Eq, *, logit: sp.Symbol, **_: object) -> str:
    return _require_best(fact, logit, result.rhs)


def _check_logit(result: sp.Eq, fact: sp.Eq, *, logit: sp.Symbol) -> str:
    return _require_best(fact, logit, sp.exp(result.rhs))


def _require_best(fact: sp.Eq, logit: sp.Symbol, found: sp.Expr) -> str:
    """The derivative vanishes at these odds by differences, and no multiple of them gives less."""
    for point in _shares(fact.rhs.free_symbols - {logit}):
        odds = found.subs(point)
        if not odds.is_positive:
            raise CheckFailed(f"At {point} the odds are {odds}.")
        tried = {k: number(fact.rhs, {**point, logit: sp.log(odds * k)}) for k in _TRIED}
        if min(tried, key=tried.__getitem__) != 1:
            raise CheckFailed(f"At {point} other odds than {odds} give less.")
        with mpmath.workdps(2 * WORKING_DIGITS):
            slope = mpmath.diff(sp.lambdify(logit, fact.rhs.subs(point), "mpmath"), mpmath.log(_mpf(odds)))
        require_close(slope, mpmath.mpf(0), f"At {point} the derivative and zero")
    return "the derivative vanishes by differences, and 60 multiples of the odds give no less"


def _mpf(odds: sp.Expr) -> mpmath.mpf:
    return mpmath.mpf(str(sp.N(odds, 2 * WORKING_DIGITS)))


def _place(fact: sp.Eq, x: sp.Symbol) -> sp.Expr:
    slope = sp.Poly(sp.numer(sp.together(sp.diff(fact.rhs, x))), x)
    roots = [root for root in sp.roots(slope) if root.is_positive]
    if len(roots) != 1:
        raise SideConditionError(f"{fact.rhs} has {len(roots)} stationary points at positive {x}.")
    return roots[0]


def _least_place(fact: sp.Eq, *, variable: sp.Symbol, name: sp.Symbol) -> sp.Eq:
    return sp.Eq(name, _place(fact, variable), evaluate=False)


def _least_value(fact: sp.Eq, *, variable: sp.Symbol, name: sp.Symbol) -> sp.Eq:
    value = sp.expand(sp.expand_log(fact.rhs.subs(variable, _place(fact, variable)), force=True))
    return sp.Eq(name, value, evaluate=False)


def _value_conditions(fact: sp.Eq, *, variable: sp.Symbol, name: sp.Symbol) -> tuple[str, ...]:
    curvature = sp.expand(sp.diff(fact.rhs, variable, 2))
    if not (variable.is_positive and curvature.is_positive):
        raise SideConditionError(f"{fact.rhs} is not known to be convex at positive {variable}.")
    return (rf"the second derivative ${sp.latex(curvature)}$ is positive, so that there is one minimum",)


def _require_least(fact: sp.Eq, variable: sp.Symbol, point: dict[sp.Symbol, sp.Rational]) -> sp.Expr:
    """The place of the minimum at the point; raises `CheckFailed` where a multiple of it gives less."""
    best = _place(fact, variable).subs(point)
    tried = {k: number(fact.rhs, {**point, variable: best * k}) for k in _TRIED}
    if min(tried, key=tried.__getitem__) != 1:
        raise CheckFailed(f"At {point} another multiple of {best} gives less.")
    return best


def _check_place(result: sp.Eq, fact: sp.Eq, *, variable: sp.Symbol, name: sp.Symbol) -> str:
    for point in random_points(fact.rhs.free_symbols - {variable}):
        best = _require_least(fact, variable, point)
        require_close(number(result.rhs, point), number(best, {}), f"At {point} the place and the result")
    return "no less at 60 multiples of the place, at random points"


def _check_value(result: sp.Eq, fact: sp.Eq, *, variable: sp.Symbol, name: sp.Symbol) -> str:
    for point in random_points(fact.rhs.free_symbols - {variable}):
        least = fact.rhs.subs(point).subs(variable, _require_least(fact, variable, point))
        require_close(number(result.rhs, point), number(least, {}), f"At {point} the least and the result")
    return "no less at 60 multiples of the place, at random points"


def _curvature(fact: sp.Eq, slope: sp.Eq, *, by: sp.Symbol, name: sp.Symbol) -> sp.Eq:
    bend = sp.diff(fact.rhs, by, 2).subs(by, 0)
    return sp.Eq(name, sp.factor(slope.rhs * bend), evaluate=False)


def _curvature_conditions(fact: sp.Eq, slope: sp.Eq, *, by: sp.Symbol, name: sp.Symbol) -> tuple[str, ...]:
    if sp.diff(fact.rhs, by).subs(by, 0) != 0:
        raise SideConditionError(f"{fact.lhs} is not stationary at {by} = 0.")
    return (rf"${sp.latex(fact.lhs)}$ is stationary at ${sp.latex(by)} = 0$, so only the slope there counts",)


def _check_curvature(result: sp.Eq, fact: sp.Eq, slope: sp.Eq, *, by: sp.Symbol, name: sp.Symbol) -> str:
    """A loss with that slope, with a curvature and a third derivative of its own."""
    for point in _shares((fact.rhs.free_symbols - {by}) | slope.rhs.free_symbols):
        with mpmath.workdps(2 * WORKING_DIGITS):
            along = sp.lambdify(by, fact.rhs.subs(point), "mpmath")
            u = number(slope.rhs, point)

            def loss(x: mpmath.mpf, along: object = along, u: mpmath.mpf = u) -> mpmath.mpf:
                change = along(x) - along(0)
                return u * change + 5 * change**2 - 7 * change**3

            measured = mpmath.diff(loss, 0, 2)
        require_close(measured, number(result.rhs, point), f"At {point} the differences and the curvature")
    return "equal to second differences of a cubic loss at random points"


def _determinant(fact: sp.Eq, *, by: tuple[sp.Symbol, sp.Symbol], name: sp.Symbol) -> sp.Eq:
    one, other = by
    # In powers of e^x and e^y the entries are rational, and factor at once.
    odds = {x: sp.Dummy(positive=True) for x in by}
    logits = {x: sp.log(y) for x, y in odds.items()}
    pairs = ((one, one), (one, other), (other, other))
    first, mixed, second = (sp.diff(fact.rhs, *pair).subs(logits) for pair in pairs)
    found = sp.factor(first * second - mixed**2)
    return sp.Eq(name, found.subs({y: sp.exp(x) for x, y in odds.items()}), evaluate=False)


def _check_determinant(
    result: sp.Eq, fact: sp.Eq, *, by: tuple[sp.Symbol, sp.Symbol], name: sp.Symbol
) -> str:
    # Mixed second differences to fifty digits take half a second a point.
    for point in _shares(fact.rhs.free_symbols)[:1]:
        with mpmath.workdps(2 * WORKING_DIGITS):
            still = {s: v for s, v in point.items() if s not in by}
            along = sp.lambdify(by, fact.rhs.subs(still), "mpmath")
            at = tuple(number(point[s], {}) for s in by)
            one, mixed, other = (mpmath.diff(along, at, order) for order in ((2, 0), (1, 1), (0, 2)))
            measured = one * other - mixed**2
        require_close(measured, number(result.rhs, point), f"At {point} differences and the determinant")
    return "equal to differences at a random point between 0 and 1"


def _difference(one: sp.Eq, other: sp.Eq, *, name: sp.Symbol) -> sp.Eq:
    return sp.Eq(name, sp.factor(one.rhs / other.rhs), evaluate=False)


def _check_difference(result: sp.Eq, one: sp.Eq, other: sp.Eq, *, name: sp.Symbol) -> str:
    for point in _shares(one.rhs.free_symbols | other.rhs.free_symbols):
        apart = mpmath.log(number(one.rhs, point)) - mpmath.log(number(other.rhs, point))
        if abs(apart - mpmath.log(number(result.rhs, point))) > mpmath.mpf(10) ** -12:
            raise CheckFailed(f"At {point} the logits differ by {apart}.")
    return "their logarithms subtracted at random points"


_ONE_MINIMUM = "A strictly convex function of a logit is least where its derivative vanishes, nowhere else."

slope_by = Rule(
    name="derivative",
    statement="The derivative of a formula by a symbol.",
    apply=_slope,
    check=_check_slope,
)

least_odds = Rule(
    name="least cross-entropy, as odds",
    statement=_ONE_MINIMUM,
    apply=_least_odds,
    conditions=_odds_conditions,
    check=_check_odds,
)

least_logit = Rule(
    name="least cross-entropy",
    statement=_ONE_MINIMUM,
    apply=_least_logit,
    conditions=_odds_conditions,
    check=_check_logit,
)

least_place = Rule(
    name="place of the minimum",
    statement="A convex function of a positive variable is least where its derivative vanishes.",
    apply=_least_place,
    conditions=_value_conditions,
    check=_check_place,
)

least_value = Rule(
    name="value of the minimum",
    statement="A convex function of a positive variable is least where its derivative vanishes.",
    apply=_least_value,
    conditions=_value_conditions,
    check=_check_value,
)

curvature_through = Rule(
    name="curvature through a stationary argument",
    statement=(
        r"$\partial^2 L(s(x)) / \partial x^2 = L'(s)\, \partial^2 s / \partial x^2$ "
        r"where $\partial s / \partial x = 0$."
    ),
    apply=_curvature,
    conditions=_curvature_conditions,
    check=_check_curvature,
)

hessian_determinant = Rule(
    name="determinant of the Hessian",
    statement=r"$\det H = f_{xx} f_{yy} - f_{xy}^2$.",
    apply=_determinant,
    check=_check_determinant,
)

odds_ratio = Rule(
    name="odds of a difference of logits",
    statement="The exponential of the difference of two logits is the ratio of their odds.",
    apply=_difference,
    check=_check_difference,
)

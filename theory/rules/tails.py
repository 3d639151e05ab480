r"""Tails from moments, and formulas bounded by their leading terms.

Each takes means that earlier steps produced and gives an upper bound on a probability; every bound is
attained, by a law on two points or in a limit, which its check puts to the test.
"""

from __future__ import annotations

from typing import Final

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .asymptotics import leading, sign
from .events import Expectation, Probability, Variance
from .inequalities import is_nonnegative
from .laws import Sphere
from .points import WORKING_DIGITS, number, random_points, require_close
from .vectors import Inner, vectors

_FAR: Final = (40, 16)
"""Powers of ten at which a leading term leads: of the first variable, of the second."""
_LEAST_DIMENSION: Final = 3


def _order(fact: sp.Rel) -> tuple[sp.Expr, sp.Expr]:
    """The variable and the order of the moment that a statement is about."""
    if not isinstance(fact, sp.Eq | sp.Le) or not isinstance(fact.lhs, Expectation):
        raise SideConditionError(f"{fact} is neither a mean nor an upper bound on one.")
    return fact.lhs.args[0].as_base_exp()


def _moment_tail(fact: sp.Rel, *, threshold: sp.Symbol) -> sp.Le:
    variable, order = _order(fact)
    size = variable if is_nonnegative(variable) else sp.Abs(variable)
    return sp.Le(Probability(sp.Gt(size, threshold)), fact.rhs / threshold**order, evaluate=False)


def _moment_conditions(fact: sp.Rel, *, threshold: sp.Symbol) -> tuple[str, ...]:
    variable, order = _order(fact)
    if not order.is_positive or not (is_nonnegative(variable) or order.is_even):
        raise SideConditionError(f"{variable} may be negative, or its order {order} not positive.")
    if not sp.sympify(threshold, strict=True).is_positive:
        raise SideConditionError(f"The threshold {threshold} is not known to be positive.")
    return (f"the moment of order ${sp.latex(order)}$ is of a nonnegative number; the threshold is positive",)


def _check_moment_tail(result: sp.Le, fact: sp.Rel, *, threshold: sp.Symbol) -> str:
    """A law on 0 and the threshold with mass q there has the moment q threshold^order."""
    _, order = _order(fact)
    for share in (sp.Rational(1, 7), sp.Rational(2, 3)):
        attained = (result.rhs / fact.rhs) * share * threshold**order
        for point in random_points(attained.free_symbols):
            require_close(number(share, {}), number(attained, point), "Two points' mass and the bound")
    return "attained by laws on two points, 0 and the threshold"


def _cantelli(spread: sp.Eq, mean: sp.Eq, *, threshold: sp.Expr) -> sp.Le:
    gap = threshold - mean.rhs
    event = sp.Gt(mean.lhs.args[0], threshold)
    return sp.Le(Probability(event), spread.rhs / (spread.rhs + gap**2), evaluate=False)


def _cantelli_conditions(spread: sp.Eq, mean: sp.Eq, *, threshold: sp.Expr) -> tuple[str, ...]:
    if not isinstance(spread.lhs, Variance) or not isinstance(mean.lhs, Expectation):
        raise SideConditionError(f"{spread.lhs} and {mean.lhs} are no variance and mean.")
    if spread.lhs.args != mean.lhs.args:
        raise SideConditionError(f"{spread.lhs} and {mean.lhs} are about different variables.")
    if sign(threshold - mean.rhs) != 1:
        raise SideConditionError(f"The mean {mean.rhs} is not known to lie below {threshold}.")
    return ("the mean lies below the threshold",)


def _check_cantelli(result: sp.Le, spread: sp.Eq, mean: sp.Eq, *, threshold: sp.Expr) -> str:
    """Mass q at the threshold and the rest at one place below: they have this mean and this variance."""
    for point in random_points(result.rhs.free_symbols):
        with mpmath.workdps(WORKING_DIGITS):
            q, m, v = (number(part.rhs, point) for part in (result, mean, spread))
            top = number(sp.sympify(threshold), point)
            rest = (m - q * top) / (1 - q)
            found = q * (top - m) ** 2 + (1 - q) * (rest - m) ** 2
        require_close(found, v, f"At {point} the variance of two points and the one given")
    return "attained by a law on two points of this mean and variance"


def _leading_bound(fact: sp.Rel, *, variables: tuple[sp.Symbol, ...]) -> sp.Le:
    bound, term = sp.Integer(1), fact.rhs
    for x in variables:
        term, exponent = leading(term, x)
        bound *= x**exponent
    return sp.Le(fact.lhs, sp.factor(term) * bound, evaluate=False)


def _leading_conditions(fact: sp.Rel, *, variables: tuple[sp.Symbol, ...]) -> tuple[str, ...]:
    if not isinstance(fact, sp.Eq | sp.Le) or not fact.rhs.is_rational_function():
        raise SideConditionError(f"{fact} is no quotient of polynomials, or no upper bound.")
    bound = _leading_bound(fact, variables=variables).rhs
    above, below = sp.fraction(sp.together(bound - fact.rhs))
    symbols = sorted(above.free_symbols | below.free_symbols, key=str)
    gap = sp.Poly(above.xreplace({s: 1 + s for s in symbols}), *symbols)
    if not below.is_positive or any(c < 0 for c in gap.coeffs()):
        raise SideConditionError(f"{fact.rhs} is not known to lie below its leading term.")
    return ("with every symbol one or more, all coefficients of the difference are nonnegative",)


def _check_leading(result: sp.Le, fact: sp.Rel, *, variables: tuple[sp.Symbol, ...]) -> str:
    """Above the formula at random points, and its limit far out."""
    for point in random_points(fact.rhs.free_symbols):
        if number(result.rhs, point) < number(fact.rhs, point):
            raise CheckFailed(f"At {point} the leading term lies below the formula.")
        far = point | {x: sp.Integer(10) ** k for x, k in zip(variables, _FAR, strict=False)}
        with mpmath.workdps(WORKING_DIGITS):
            if abs(number(result.rhs, far) / number(fact.rhs, far) - 1) > mpmath.mpf(10) ** -12:
                raise CheckFailed(f"Far out, at {far}, the formula is not its leading term.")
    return "above the formula at random rational points, and equal to it far out to 12 digits"


def _falling(fact: sp.Eq, *, threshold: sp.Symbol) -> sp.Le:
    return sp.Le(Probability(sp.Gt(sp.Abs(fact.lhs), threshold)), 1 - threshold, evaluate=False)


def _falling_conditions(fact: sp.Eq, *, threshold: sp.Symbol) -> tuple[str, ...]:
    laws = {v.law for v in vectors(fact.rhs)}
    if not isinstance(fact.rhs, Inner) or fact.rhs.squared_norm_of is not None or len(laws) != 1:
        raise SideConditionError(f"{fact.rhs} is not an inner product of two different vectors of one law.")
    (law,) = laws
    if not isinstance(law, Sphere):
        raise SideConditionError(f"A coordinate has a range only for unit vectors, and the law is {law}.")
    return (
        f"${sp.latex(law.dimension)} \\ge 3$, so that $(1-x^2)^{{(d-3)/2}}$ falls",
        f"0 < {threshold} < 1",
    )


def _check_falling(result: sp.Le, fact: sp.Eq, *, threshold: sp.Symbol) -> str:
    """Attained in three dimensions, where a coordinate is uniform; above the tail in four to nine."""
    for height in (sp.Rational(1, 5), sp.Rational(1, 2), sp.Rational(5, 6)):
        with mpmath.workdps(30):
            low, bound = number(height, {}), number(result.rhs, {threshold: height})
            for d in range(_LEAST_DIMENSION, 10):
                power = mpmath.mpf(d - 1) / 2
                share = mpmath.betainc(mpmath.mpf(1) / 2, power, low**2, 1, regularized=True)
                exact = abs(share - bound) < mpmath.mpf(10) ** -25
                if (share > bound and not exact) or (d == _LEAST_DIMENSION and not exact):
                    raise CheckFailed(f"In {d} dimensions the tail at {height} is {mpmath.nstr(share, 9)}.")
    return "attained in three dimensions and above the tail in four to nine"


moment_tail = Rule(
    name="Markov for a moment",
    statement=r"$\mathbb{P}(|x| > \tau) \le \mathbb{E} |x|^q / \tau^q$ for $\tau > 0$.",
    apply=_moment_tail,
    conditions=_moment_conditions,
    check=_check_moment_tail,
)

cantelli = Rule(
    name="Cantelli",
    statement=r"$\mathbb{P}(x > \tau) \le \sigma^2/(\sigma^2 + (\tau - \mu)^2)$ for $\mu < \tau$.",
    apply=_cantelli,
    conditions=_cantelli_conditions,
    check=_check_cantelli,
)

leading_bound = Rule(
    name="below its leading term",
    statement="A quotient of polynomials is at most its leading term if the gap has no negative coefficient.",
    apply=_leading_bound,
    conditions=_leading_conditions,
    check=_check_leading,
)

falling_density = Rule(
    name="a density that falls",
    statement=r"$\mathbb{P}(|x| > t) \le 1 - t$ where the density of $|x|$ on (0, 1) does not rise.",
    apply=_falling,
    conditions=_falling_conditions,
    check=_check_falling,
)

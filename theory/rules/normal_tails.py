r"""Tails of a normal variable whose mean is in proportion to the length of a normal vector.

$P(Z \le 0) = \frac12 \mathrm{erfc}(m/\sqrt{2V})$ is convex in the square of the length (Jensen, from
below) and at most an exponential in it (from above), whose mean over the length is a power.
"""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import Rule, SideConditionError
from .class_gaps import NormalLaw
from .events import Probability
from .points import WORKING_DIGITS, number, random_points, require_close


def _sign(fact: sp.Eq) -> sp.Eq:
    mean, variance = fact.rhs.args
    return sp.Eq(
        Probability(sp.Le(fact.lhs, 0)),
        sp.erfc(sp.powdenest(mean / sp.sqrt(2 * variance))) / 2,
        evaluate=False,
    )


def _sign_conditions(fact: sp.Eq) -> tuple[str, ...]:
    if not isinstance(fact.rhs, NormalLaw) or not fact.rhs.args[1].is_nonnegative:
        raise SideConditionError(f"{fact.rhs} is no normal law with a variance.")
    if not fact.rhs.args[0].is_positive:
        raise SideConditionError(
            f"The mean {fact.rhs.args[0]} is not known to be positive: the sign of q decides."
        )
    return (f"the mean ${sp.latex(fact.rhs.args[0])}$ is positive", "a variance of zero is the limit")


def _check_sign(result: sp.Eq, fact: sp.Eq) -> str:
    """The normal density integrated up to zero."""
    # Small numbers: a tail far out would agree with zero.
    (point,) = ({s: 1 / x for s, x in one.items()} for one in random_points(fact.rhs.free_symbols, count=1))
    with mpmath.workdps(WORKING_DIGITS):
        mean, variance = (number(part, point) for part in fact.rhs.args)
        spread = mpmath.sqrt(variance)
        area = mpmath.quad(lambda z: mpmath.npdf(z, mean, spread), [-12 * spread - mean, -spread, 0])
        area += mpmath.ncdf((-12 * spread - 2 * mean) / spread)
        require_close(area, number(result.rhs, point), f"At {point} the density's area and the rule")
    return "the density integrated at a random rational point to 50 digits"


sign_of_normal = Rule(
    name="sign of a normal variable",
    statement=r"$\mathbb{P}(Z \le 0) = \frac{1}{2} \mathrm{erfc}(m/\sqrt{2V})$ for $Z \sim N(m, V)$.",
    apply=_sign,
    conditions=_sign_conditions,
    check=_check_sign,
)

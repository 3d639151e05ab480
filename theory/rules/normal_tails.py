r"""Tails of a normal variable whose mean is in proportion to the length of a normal vector.

$P(Z \le 0) = \frac12 \mathrm{erfc}(m/\sqrt{2V})$ is convex in the square of the length (Jensen, from
below) and at most an exponential in it (from above), whose mean over the length is a power.
"""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .class_gaps import NormalLaw
from .events import Probability
from .laws import Gaussian
from .points import WORKING_DIGITS, number, random_points, require_close
from .vectors import Inner

_DEGREES = (2, 3, 9)


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


def _slope(fact: sp.Rel, length: sp.Symbol) -> sp.Expr:
    """The factor a of erfc(a r)/2, r the length."""
    if not isinstance(fact.rhs / sp.erfc(sp.Wild("w")), sp.Expr) or len(fact.rhs.atoms(sp.erfc)) != 1:
        raise SideConditionError(f"{fact.rhs} is no normal tail.")
    (tail,) = fact.rhs.atoms(sp.erfc)
    slope = sp.powdenest(tail.args[0] / length, force=True)
    if slope.has(length) or fact.rhs != tail / 2:
        raise SideConditionError(f"The argument of {tail} is not in proportion to the length {length}.")
    return slope


def _normal(definition: sp.Eq) -> Gaussian:
    """The law of the vector whose squared length the definition names."""
    vector = definition.rhs.squared_norm_of if isinstance(definition.rhs, Inner) else None
    if vector is None or not isinstance(vector.law, Gaussian) or not definition.lhs.is_Pow:
        raise SideConditionError(f"{definition} does not name the length of a normal vector.")
    return vector.law


def _jensen(fact: sp.Ge, definition: sp.Eq) -> sp.Ge:
    length = definition.lhs.base
    mean = _normal(definition).norm_moment(1)
    return sp.Ge(fact.lhs, sp.erfc(_slope(fact, length) * sp.sqrt(mean)) / 2, evaluate=False)


def _jensen_conditions(fact: sp.Ge, definition: sp.Eq) -> tuple[str, ...]:
    if not isinstance(fact, sp.Ge):
        raise SideConditionError("Jensen's inequality for a convex function gives lower bounds.")
    _slope(fact, definition.lhs.base)
    mean = _normal(definition).norm_moment(1)
    return (
        r"$\mathrm{erfc}(a \sqrt{x})$ is convex in $x > 0$: its slope $-a e^{-a^2 x}/\sqrt{\pi x}$ rises",
        f"the mean square length is ${sp.latex(mean)}$",
    )


def _averages(law: Gaussian, function: object, slope: mpmath.mpf, d: int) -> mpmath.mpf:
    """The mean of function(slope * r) over r^2 = chi-square of d degrees over the law's dimension."""
    half = mpmath.mpf(d) / 2

    def density(x: mpmath.mpf) -> mpmath.mpf:
        return x ** (half - 1) * mpmath.exp(-x) / mpmath.gamma(half)

    unit = slope * mpmath.sqrt(2 / mpmath.mpf(d))
    stops = [mpmath.sqrt(half) * k / 4 for k in (0, 2, 3, 4, 5, 6, 8)] + [mpmath.sqrt(half) * 2 + 12]
    return mpmath.quad(lambda s: 2 * s * density(s * s) * function(unit * s), stops)


def _check_jensen(result: sp.Ge, fact: sp.Ge, definition: sp.Eq) -> str:
    """Tails averaged over chi-squares by quadrature: above the bound, and near it for many degrees."""
    law = _normal(definition)
    scale = number(sp.sqrt(law.norm_moment(1)), {})
    for slope in (mpmath.mpf(1) / 3, mpmath.mpf(1), mpmath.mpf(5) / 2):
        ratios = []
        for d in (*_DEGREES, 400):
            mean = _averages(law, lambda x: mpmath.erfc(x) / 2, slope * scale, d)
            ratios.append(mean / (mpmath.erfc(slope * scale) / 2))
        if min(ratios) < 1 or ratios[-1] > 1 + slope**2 / 10:
            raise CheckFailed(f"At slope {slope} the averaged tails are {ratios} times the bound.")
    inner = _slope(fact, definition.lhs.base) * sp.sqrt(law.norm_moment(1))
    if sp.simplify(result.rhs - sp.erfc(inner) / 2) != 0:
        raise CheckFailed(f"The bound {result.rhs} is not the tail at the mean square length.")
    return "below the tail averaged over chi-squares by quadrature, for 2 to 400 degrees of freedom"


sign_of_normal = Rule(
    name="sign of a normal variable",
    statement=r"$\mathbb{P}(Z \le 0) = \frac{1}{2} \mathrm{erfc}(m/\sqrt{2V})$ for $Z \sim N(m, V)$.",
    apply=_sign,
    conditions=_sign_conditions,
    check=_check_sign,
)

jensen_length = Rule(
    name="Jensen over the length",
    statement=r"$\mathbb{E} \mathrm{erfc}(a |e|) \ge \mathrm{erfc}(a \sqrt{\mathbb{E} |e|^2})$, $a \ge 0$.",
    apply=_jensen,
    conditions=_jensen_conditions,
    check=_check_jensen,
)

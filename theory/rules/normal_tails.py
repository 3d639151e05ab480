r"""Tails of a normal variable whose mean is in proportion to the length of a normal vector.

$P(Z \le 0) = \frac12 \mathrm{erfc}(m/\sqrt{2V})$ is convex in the square of the length (Jensen, from
below) and at most an exponential in it (from above), whose mean over the length is a power.
"""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .asymptotics import sign
from .class_gaps import NormalLaw
from .events import Probability
from .laws import Gaussian
from .monotone import is_nonnegative
from .points import WORKING_DIGITS, number, random_points, require_close
from .vectors import Inner, with_right

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


def _exponential(fact: sp.Eq) -> sp.Le:
    (tail,) = fact.rhs.atoms(sp.erfc)
    return sp.Le(fact.lhs, sp.exp(-sp.powdenest(tail.args[0] ** 2, force=True)) / 2, evaluate=False)


def _exponential_conditions(fact: sp.Eq) -> tuple[str, ...]:
    tails = fact.rhs.atoms(sp.erfc)
    if len(tails) != 1 or fact.rhs != next(iter(tails)) / 2 or not is_nonnegative(next(iter(tails)).args[0]):
        raise SideConditionError(f"{fact.rhs} is no normal tail beyond a nonnegative place.")
    return (r"$\mathrm{erfc}(x) \le e^{-x^2}$ for $x \ge 0$",)


def _check_exponential(result: sp.Le, fact: sp.Eq) -> str:
    for point in random_points(fact.rhs.free_symbols):
        with mpmath.workdps(WORKING_DIGITS):
            tail, bound = number(fact.rhs, point), number(result.rhs, point)
            (inner,) = fact.rhs.atoms(sp.erfc)
            require_close(mpmath.log(2 * bound), -(number(inner.args[0], point) ** 2), "The exponent")
            if tail > bound:
                raise CheckFailed(f"At {point} the tail {tail} exceeds {bound}.")
    return "above the tail at random rational points"


def _average(fact: sp.Le, definition: sp.Eq) -> sp.Le:
    length, law = definition.lhs.base, _normal(definition)
    rate = -sp.cancel(_rate(fact) / length**2)
    return with_right(fact, sp.exp(0) / 2 * (1 + sp.cancel(2 * rate / law.dimension)) ** (-law.dimension / 2))


def _rate(fact: sp.Le) -> sp.Expr:
    (exponential,) = fact.rhs.atoms(sp.exp)
    return exponential.exp


def _average_conditions(fact: sp.Le, definition: sp.Eq) -> tuple[str, ...]:
    _normal(definition)
    length = definition.lhs.base
    if len(fact.rhs.atoms(sp.exp)) != 1 or sp.cancel(_rate(fact) / length**2).has(length):
        raise SideConditionError(f"{fact.rhs} is no exponential of the square of {length}.")
    if fact.rhs != next(iter(fact.rhs.atoms(sp.exp))) / 2:
        raise SideConditionError(f"{fact.rhs} is not half an exponential.")
    return ("the squared length is a chi-square, independent of the unembeddings",)


def _check_average(result: sp.Le, fact: sp.Le, definition: sp.Eq) -> str:
    """The exponential averaged over a chi-square by quadrature."""
    law, length = _normal(definition), definition.lhs.base
    (d,) = law.dimension.free_symbols or (None,)
    for size in _DEGREES:
        (point,) = random_points(fact.rhs.free_symbols - {length, d}, count=1, seed=size)
        point = {**point, d: sp.Integer(size)} if d is not None else point
        with mpmath.workdps(30):
            degrees = int(law.dimension.subs(point))
            rate = -number(sp.cancel(_rate(fact) / length**2), point)
            mean = _averages(law, lambda x: mpmath.exp(-x * x) / 2, mpmath.sqrt(rate), degrees)
            if abs(mean - number(result.rhs, point)) > mpmath.mpf(10) ** -20:
                raise CheckFailed(f"At {point} quadrature gives {mpmath.nstr(mean, 15)}.")
    return "averaged over chi-squares of 2, 3 and 9 degrees by quadrature to 20 digits"


def _slowest(fact: sp.Le) -> sp.Le:
    powers = _decays(fact.rhs)
    rate = max(powers.values(), key=lambda value: number(value, {}))
    (k,) = {s for power in powers for s in power.free_symbols}
    known = {power: sp.exp(rate * k) for power in powers}
    return with_right(fact, sp.factor(sp.expand(fact.rhs.xreplace(known))))


def _decays(expression: sp.Expr) -> dict[sp.Expr, sp.Expr]:
    """Each power b^(-a k) with its rate -a log b."""
    found = {}
    for power in expression.atoms(sp.Pow, sp.exp):
        base, exponent = power.as_base_exp()
        if not exponent.free_symbols or base.free_symbols:
            continue
        (k,) = exponent.free_symbols
        slope = sp.cancel(exponent / k)
        if slope.has(k):
            raise SideConditionError(f"{power} is no exponential of a multiple of {k}.")
        found[power] = slope * sp.log(base)
    return found


def _slowest_conditions(fact: sp.Le) -> tuple[str, ...]:
    powers = _decays(fact.rhs)
    if not isinstance(fact, sp.Le) or len({s for p in powers for s in p.free_symbols}) != 1:
        raise SideConditionError(f"{fact.rhs} is no sum of exponentials of one size.")
    return ("each exponential falls at least as fast as the slowest, and has a nonnegative factor",)


def _check_slowest(result: sp.Le, fact: sp.Le) -> str:
    for point in random_points(fact.rhs.free_symbols):
        if number(fact.rhs, point) > number(result.rhs, point):
            raise CheckFailed(f"At {point} the bound became smaller.")
    return "above the sum at random rational points"


def _lead(fact: sp.Le, *, variable: sp.Symbol) -> sp.Le:
    rest, polynomial = sp.factor(fact.rhs).as_independent(variable)
    poly = sp.Poly(sp.expand(polynomial), variable)
    return with_right(fact, rest * poly.LC() * variable ** poly.degree())


def _lead_conditions(fact: sp.Le, *, variable: sp.Symbol) -> tuple[str, ...]:
    rest, polynomial = sp.factor(fact.rhs).as_independent(variable)
    poly = sp.Poly(sp.expand(polynomial), variable)
    gap = sp.expand(poly.LC() * variable ** poly.degree() - polynomial)
    if not isinstance(fact, sp.Le) or not rest.is_positive or sign(gap) != 1:
        raise SideConditionError(f"{polynomial} is not known to stay below its leading term.")
    return (f"the other terms are negative together for ${sp.latex(variable)} \\ge 2$",)


def _check_lead(result: sp.Le, fact: sp.Le, *, variable: sp.Symbol) -> str:
    for point in random_points(fact.rhs.free_symbols - {variable}):
        for size in range(2, 9):
            at = {**point, variable: sp.Integer(size)}
            if number(fact.rhs, at) > number(result.rhs, at):
                raise CheckFailed(f"At {variable} = {size} the polynomial exceeds its leading term.")
    return "compared at sizes 2 to 8"


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

normal_exponential = Rule(
    name="exponential above a normal tail",
    statement=r"$\frac{1}{2} \mathrm{erfc}(x) \le \frac{1}{2} e^{-x^2}$ for $x \ge 0$.",
    apply=_exponential,
    conditions=_exponential_conditions,
    check=_check_exponential,
)

average_length = Rule(
    name="exponential averaged over the length",
    statement=r"$\mathbb{E} e^{-b |e|^2} = (1 + 2b/d)^{-d/2}$ for $e \sim N(0, I/d)$.",
    apply=_average,
    conditions=_average_conditions,
    check=_check_average,
)

slowest_decay = Rule(
    name="the slowest decay",
    statement=r"$b^{-k} \le a^{-k}$ for $1 < a \le b$, $k \ge 0$.",
    apply=_slowest,
    conditions=_slowest_conditions,
    check=_check_slowest,
)

leading_term = Rule(
    name="a leading term",
    statement="A polynomial whose other terms are negative together is at most its leading term.",
    apply=_lead,
    conditions=_lead_conditions,
    check=_check_lead,
)

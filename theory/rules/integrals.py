r"""Integrals of Beta and Gamma type, and the laws of one coordinate that lead to them.

The slice of the unit sphere of R^d at height x has radius sqrt(1-x^2); its area times the slope of
the sphere gives the density (1-x^2)^((d-3)/2), up to a constant, of one coordinate.
"""

from __future__ import annotations

from random import Random

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Probability
from .laws import Gaussian, Sphere
from .points import WORKING_DIGITS, number, require_close
from .vectors import Inner, vectors, with_right

_x = sp.Symbol("x", positive=True)


def _coordinate_density(law: Sphere | Gaussian) -> tuple[sp.Expr, sp.Expr]:
    """The density of |one coordinate|, up to its constant, and the end of its support."""
    d = law.dimension
    if isinstance(law, Sphere):
        return (1 - _x**2) ** ((d - 3) / 2), sp.Integer(1)
    return sp.exp(-d * _x**2 / 2), sp.oo


def _normalised(weight: sp.Expr, density: sp.Expr, x: sp.Symbol, start: sp.Expr, end: sp.Expr) -> sp.Expr:
    return sp.Integral(weight * density, (x, start, end)) / sp.Integral(density, (x, 0, end))


def _tail(fact: sp.Eq, *, threshold: sp.Symbol) -> sp.Eq:
    (law,) = {v.law for v in vectors(fact.rhs)}
    density, end = _coordinate_density(law)
    share = _normalised(sp.Integer(1), density, _x, threshold, end)
    return sp.Eq(Probability(sp.Gt(sp.Abs(fact.rhs), threshold)), share, evaluate=False)


def _coordinate_conditions(fact: sp.Eq, **_: object) -> tuple[str, ...]:
    laws = {v.law for v in vectors(fact.rhs)}
    if not isinstance(fact.rhs, Inner) or fact.rhs.squared_norm_of is not None or len(laws) != 1:
        raise SideConditionError(f"{fact.rhs} is not an inner product of two different vectors of one law.")
    if not isinstance(next(iter(laws)), Sphere | Gaussian):
        raise SideConditionError(f"The law {laws.pop()} is not invariant under rotations.")
    return (
        "the two vectors are independent",
        "their law is invariant under rotations, so one may be turned to the first axis",
        "dimension at least 2; in dimension 1 the formula is continued",
    )


def _tail_conditions(fact: sp.Eq, *, threshold: sp.Symbol) -> tuple[str, ...]:
    general = _coordinate_conditions(fact)
    (law,) = {v.law for v in vectors(fact.rhs)}
    if not isinstance(law, Sphere):
        raise SideConditionError(f"The tail is one coordinate's only for unit vectors, and the law is {law}.")
    if not threshold.is_positive:
        raise SideConditionError(f"The threshold {threshold} is not known to be positive.")
    return (*general, f"0 < {threshold} < 1")


def _evaluate(fact: sp.Eq) -> sp.Eq:
    values = fact.rhs.replace(lambda e: isinstance(e, sp.Integral), _value)
    return with_right(fact, sp.powsimp(sp.expand_power_base(values), combine="exp"))


def _value(integral: sp.Integral) -> sp.Expr:
    """The integral's value: Beta, incomplete Beta, or Gamma, by the form of its integrand."""
    x, start, end = integral.limits[0]
    power, edge, rate = _pattern(integral.function, x)
    a = (power + 1) / 2
    if end == sp.oo:
        return rate ** (-a) * sp.gamma(a) / 2
    b = edge + 1
    whole = sp.gamma(a) * sp.gamma(b) / sp.gamma(a + b) / 2
    return whole if start == 0 else whole * sp.betainc_regularized(a, b, start**2, 1)


def _pattern(integrand: sp.Expr, x: sp.Symbol) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """The exponents p, b and the rate c of x^p (1-x^2)^b exp(-c x^2)."""
    power = edge = rate = sp.Integer(0)
    for factor in sp.Mul.make_args(integrand):
        if isinstance(factor, sp.exp):
            rate += sp.cancel(-factor.exp / x**2)
            continue
        base, exponent = factor.as_base_exp()
        if base == x:
            power += exponent
        elif base == 1 - x**2:
            edge += exponent
        elif factor != 1:
            raise SideConditionError(f"{integrand} is not of the form x^p (1-x^2)^b exp(-c x^2).")
    if {power, edge, rate} & {s for s in (power, edge, rate) if s.has(x)}:
        raise SideConditionError(f"{integrand} is not of the form x^p (1-x^2)^b exp(-c x^2).")
    return power, edge, rate


def _evaluate_conditions(fact: sp.Eq) -> tuple[str, ...]:
    """Convergence: both Beta parameters, or the rate, are positive from dimension 2 on."""
    sentences = []
    for integral in sorted(fact.rhs.atoms(sp.Integral), key=sp.default_sort_key):
        x, _, end = integral.limits[0]
        power, edge, rate = _pattern(integral.function, x)
        needed = [power + 1, rate] if end == sp.oo else [power + 1, edge + 1]
        for quantity in needed:
            if not _positive_from_two(quantity):
                raise SideConditionError(f"The integral {integral} converges only if {quantity} > 0.")
            if quantity.free_symbols:
                sentences.append(f"${sp.latex(quantity)} > 0$")
    return tuple(dict.fromkeys(sentences))


def _positive_from_two(quantity: sp.Expr) -> bool:
    """Whether the quantity is positive where positive integer symbols are at least two."""
    integers = {
        s: 2 + sp.Dummy(nonnegative=True) for s in quantity.free_symbols if s.is_integer and s.is_positive
    }
    return bool(sp.expand(quantity.xreplace(integers)).is_positive)


def _check_evaluate(result: sp.Eq, fact: sp.Eq) -> str:
    """Each integral against tanh-sinh quadrature at a random rational point."""
    random = Random(3)
    for integral in sorted(fact.rhs.atoms(sp.Integral), key=sp.default_sort_key):
        x, start, end = integral.limits[0]
        point = {
            s: sp.Rational(random.randint(1, 6), 7) if s == start else sp.Rational(random.randint(16, 40), 5)
            for s in sorted(integral.free_symbols, key=str)
        }
        with mpmath.workdps(WORKING_DIGITS):
            integrand = sp.lambdify(x, integral.function.subs(point), "mpmath")
            low = number(start, point)
            stops = [low, 1] if end == 1 else [low, 1, 3, mpmath.inf]
            area = mpmath.quad(integrand, stops)
        require_close(area, number(_value(integral), point), f"Quadrature of {integral} and the rule")
    if result != with_right(fact, _evaluate(fact).rhs):
        raise CheckFailed("The integrals agree with quadrature, but the result does not hold their values.")
    return "each integral by quadrature at a random rational point to 50 digits"


tail = Rule(
    name="slices beyond a threshold",
    statement=(
        r"One coordinate of a uniform point of the unit sphere of $R^d$ has density proportional to "
        r"$(1-x^2)^{(d-3)/2}$, symmetric in $x$."
    ),
    apply=_tail,
    conditions=_tail_conditions,
)

evaluate_integrals = Rule(
    name="Beta and Gamma integrals",
    statement=(
        r"$\int_0^1 x^{2a-1} (1-x^2)^{b-1} dx = \frac{\Gamma(a) \Gamma(b)}{2 \Gamma(a+b)}$ and "
        r"$\int_0^{\infty} x^{2a-1} e^{-c x^2} dx = \frac{\Gamma(a)}{2 c^a}$."
    ),
    apply=_evaluate,
    conditions=_evaluate_conditions,
    check=_check_evaluate,
)

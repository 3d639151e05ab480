r"""Maps that act on coordinates of a uniform unit vector: moments and correlations.

Given their moduli the signs of coordinates are independent and fair, and the moduli have Dirichlet
moments; a sum of coordinates has the law of one coordinate times the length of its coefficients.
Averaging over the rotations that fix one axis takes a Gegenbauer polynomial of another to a multiple
of itself, which bounds the correlation of any two functions of two coordinates.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

import mpmath
import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Expectation, Variance
from .laws import Sphere
from .points import WORKING_DIGITS, number, random_points, require_close

X: sp.Symbol = sp.Symbol("x", real=True)
"""The coordinate in the definition of a map."""
_ONE, _OTHER = (sp.Symbol(f"x_{k}", real=True) for k in (1, 2))
_DEGREES = 12


class Covariance(sp.Expr):
    """Cov(x, y)."""

    is_commutative = True
    is_real = True

    def __new__(cls, one: sp.Expr, other: sp.Expr) -> Covariance:
        """The covariance of two random numbers."""
        return sp.Expr.__new__(cls, one, other)

    def _latex(self, printer: LatexPrinter) -> str:
        one, other = (printer._print(part) for part in self.args)
        return rf"\mathrm{{Cov}}\left[{one}, {other}\right]"


def exponential_mean(dimension: sp.Expr, square: sp.Expr) -> sp.Expr:
    """E exp(<a, k>) for |a|^2 = `square` and k uniform on the unit sphere: 0F1(; d/2; |a|^2/4)."""
    return sp.hyper((), (dimension / 2,), square / 4)


def _moment(fact: sp.Eq, *, law: Sphere, powers: tuple[int, ...]) -> sp.Eq:
    phi, coordinates = fact.lhs.func, (_ONE, _OTHER)
    left = Expectation(sp.Mul(*(phi(x) ** a for x, a in zip(coordinates, powers, strict=False))))
    return sp.Eq(left, _moment_value(fact.rhs, law.dimension, powers), evaluate=False)


def _moment_value(body: sp.Expr, d: sp.Expr, powers: tuple[int, ...]) -> sp.Expr:
    kind, slope = _form(body)
    if kind == "exponential":
        return exponential_mean(d, slope**2 * sum(a**2 for a in powers))
    if kind == "linear" and any(a % 2 for a in powers):
        return sp.Integer(0)
    share = sp.Rational(1, 2) ** len(powers) if kind == "positive part" else 1
    gammas = sp.Mul(*(sp.gamma(sp.Rational(a + 1, 2)) / sp.sqrt(sp.pi) for a in powers))
    order = sum(powers)
    ratio = sp.gamma(d / 2) / sp.gamma((d + order) / 2)
    return share * slope**order * gammas * (ratio if order % 2 else sp.gammasimp(ratio))


def _form(body: sp.Expr) -> tuple[str, sp.Expr]:
    """Which of c x, max(c x, 0) and exp(c x) the map is, and c."""
    inner, kind = body, "linear"
    if isinstance(body, sp.exp):
        inner, kind = body.exp, "exponential"
    elif isinstance(body, sp.Max):
        (inner,), kind = [part for part in body.args if part != 0], "positive part"
    slope = sp.cancel(inner / X)
    if slope.has(X) or not slope.is_positive:
        raise SideConditionError(f"{body} is none of c x, max(c x, 0) and exp(c x) with c > 0.")
    return kind, slope


def _moment_conditions(fact: sp.Eq, *, law: Sphere, powers: tuple[int, ...]) -> tuple[str, ...]:
    _form(fact.rhs)
    _require_sphere(law)
    return ("the map acts on each coordinate", f"dimension above {len(powers)}")


def _require_sphere(law: sp.Basic) -> None:
    if not isinstance(law, Sphere):
        raise SideConditionError(f"The coordinates' joint law is known on the sphere, and the law is {law}.")


def _check_moment(result: sp.Eq, fact: sp.Eq, *, law: Sphere, powers: tuple[int, ...]) -> str:
    (point,) = random_points(fact.rhs.free_symbols - {X} | law.dimension.free_symbols, count=1, least=5)
    d = law.dimension.subs(point)
    require_close(
        _by_quadrature(fact.rhs.subs(point), d, powers), number(result.rhs, point), "Quadrature and the rule"
    )
    return "quadrature over one coordinate, or over the disc of two, at a random rational point to 50 digits"


@lru_cache(maxsize=256)
def _by_quadrature(body: sp.Expr, d: sp.Rational, powers: tuple[int, ...]) -> mpmath.mpf:
    """One coordinate is sin(a) with density cos(a)^(d-2); two are a disc of radius cos(a), angle free."""
    with mpmath.workdps(WORKING_DIGITS):
        phi = sp.lambdify(X, body, "mpmath")
        size, quarter = number(d, {}), mpmath.pi / 2
        if len(powers) == 1:

            def weigh(a: mpmath.mpf) -> mpmath.mpf:
                return mpmath.cos(a) ** (size - 2)

            total = mpmath.quad(lambda a: phi(mpmath.sin(a)) ** powers[0] * weigh(a), [-quarter, 0, quarter])
            return total / mpmath.quad(weigh, [-quarter, 0, quarter])
        kind, slope = _form(body)
        around = _around(kind, number(slope, {}), powers)
        mean = mpmath.quad(
            lambda a: around(mpmath.sin(a)) * mpmath.sin(a) * mpmath.cos(a) ** (size - 3), [0, quarter]
        )
        return mean * (size - 2)


def _around(kind: str, slope: mpmath.mpf, powers: tuple[int, ...]) -> mpmath.mpf:
    """The mean of the product over a circle, as a function of its radius."""
    if kind == "exponential":
        length = slope * mpmath.sqrt(mpmath.fsum(a**2 for a in powers))
        return lambda radius: mpmath.besseli(0, length * radius)
    a, b = powers
    end = mpmath.pi / 2
    quarter = mpmath.quad(lambda u: mpmath.cos(u) ** a * mpmath.sin(u) ** b, [0, end]) / (2 * mpmath.pi)
    signs = {"linear": (1 + (-1) ** a) * (1 + (-1) ** b), "positive part": 1}[kind]
    return lambda radius: signs * quarter * (slope * radius) ** (a + b)


def _covariance(mixed: sp.Eq, mean: sp.Eq) -> sp.Eq:
    one, other = sp.Mul.make_args(mixed.lhs.args[0])
    return sp.Eq(Covariance(one, other), mixed.rhs - mean.rhs**2, evaluate=False)


def _covariance_conditions(mixed: sp.Eq, mean: sp.Eq) -> tuple[str, ...]:
    factors = sp.Mul.make_args(mixed.lhs.args[0])
    if len(factors) != 2 or any(f.func != mean.lhs.args[0].func for f in factors):  # noqa: PLR2004 - a pair
        raise SideConditionError(f"{mixed.lhs} is not the mixed moment of two copies of {mean.lhs}.")
    return ("both have one law, hence one mean",)


def _check_covariance(result: sp.Eq, mixed: sp.Eq, mean: sp.Eq) -> str:
    """Two of the numbers 1, 3, 8 without replacement: the covariance summed over pairs."""
    pairs = list(permutations((1, 3, 8), 2))
    product = sp.Rational(sum(a * b for a, b in pairs), len(pairs))
    spread = sp.Rational(sum((a - 4) * (b - 4) for a, b in pairs), len(pairs))
    drawn = _covariance(
        sp.Eq(mixed.lhs, product, evaluate=False), sp.Eq(mean.lhs, sp.Integer(4), evaluate=False)
    )
    if drawn.rhs != spread:
        raise CheckFailed(f"Two of three numbers have the covariance {spread}, not {drawn.rhs}.")
    for point in random_points(mixed.rhs.free_symbols):
        with mpmath.workdps(WORKING_DIGITS):
            back = number(result.rhs, point) + number(mean.rhs, point) ** 2
        require_close(number(mixed.rhs, point), back, f"At {point} the mixed moment and what is put back")
    return "summed over draws without replacement, and put back at random rational points"


def _zonal(spread: sp.Rel, *, law: Sphere) -> sp.Le:
    one = spread.lhs.args[0]
    other = one.xreplace({_ONE: _OTHER})
    return sp.Le(sp.Abs(Covariance(one, other)), spread.rhs / (law.dimension - 1), evaluate=False)


def _zonal_conditions(spread: sp.Rel, *, law: Sphere) -> tuple[str, ...]:
    _require_sphere(law)
    if not isinstance(spread, sp.Eq | sp.Le) or not isinstance(spread.lhs, Variance):
        raise SideConditionError(f"{spread} is neither a variance nor an upper bound on one.")
    return ("the map is one function of one coordinate, of finite variance", "dimension at least 2")


def _check_zonal(result: sp.Le, spread: sp.Rel, *, law: Sphere) -> str:
    """The multiple of the m-th Gegenbauer polynomial is its value at 0, by recurrence: m = 2 is largest."""
    for point in random_points(law.dimension.free_symbols | spread.rhs.free_symbols, least=3):
        with mpmath.workdps(WORKING_DIGITS):
            d = number(law.dimension, point)
            largest = max(abs(value) for value in _at_zero(d)[1:])
            bound = number(spread.rhs, point) * largest
            require_close(bound, number(result.rhs, point), f"At {point} the largest multiple and the bound")
    return f"the largest of {_DEGREES} Gegenbauer polynomials at 0, by their recurrence, is the second's"


def _at_zero(d: mpmath.mpf) -> list[mpmath.mpf]:
    """P_m(0) with P_m(1) = 1: (m + d - 2) P_{m+1}(x) = (2m + d - 2) x P_m(x) - m P_{m-1}(x)."""
    values = [mpmath.mpf(1), mpmath.mpf(0)]
    for m in range(1, _DEGREES):
        values.append(-m * values[m - 1] / (m + d - 2))
    return values


def _correlation(own: sp.Rel, mixed: sp.Rel) -> sp.Rel:
    value = mixed.rhs / own.rhs
    value = sp.cancel(value) if value.is_rational_function() else sp.gammasimp(value)
    return mixed.func(mixed.lhs / own.lhs, value, evaluate=False)


def _correlation_conditions(own: sp.Rel, mixed: sp.Rel) -> tuple[str, ...]:
    about = mixed.lhs.args[0] if isinstance(mixed.lhs, sp.Abs) else mixed.lhs
    if isinstance(own.lhs, Variance) != isinstance(about, Covariance):
        raise SideConditionError(f"{own.lhs} and {mixed.lhs} are not both of raw or both of centred images.")
    if not isinstance(own, sp.Eq):
        raise SideConditionError(f"{own} is a bound, and a ratio needs the value of its denominator.")
    return ("the denominator is not zero",)


def _check_correlation(result: sp.Rel, own: sp.Rel, mixed: sp.Rel) -> str:
    for point in random_points(mixed.rhs.free_symbols | own.rhs.free_symbols):
        with mpmath.workdps(WORKING_DIGITS):
            back = number(result.rhs, point) * number(own.rhs, point)
            require_close(number(mixed.rhs, point), back, f"At {point} the mixed moment and what is put back")
    return "multiplied back at random rational points"


coordinate_moment = Rule(
    name="moments of coordinates",
    statement=(
        r"$\mathbb{E} |x_1|^a |x_2|^b = \frac{\Gamma(d/2) \Gamma(\frac{a+1}{2}) \Gamma(\frac{b+1}{2})}"
        r"{\pi \Gamma((d+a+b)/2)}$, signs are independent and fair, and "
        r"$\mathbb{E} e^{a x_1 + b x_2} = {}_0F_1(; d/2; (a^2+b^2)/4)$."
    ),
    apply=_moment,
    conditions=_moment_conditions,
    check=_check_moment,
)

covariance = Rule(
    name="covariance",
    statement=r"$\mathrm{Cov}(x, y) = \mathbb{E} x y - \mathbb{E} x \, \mathbb{E} y$.",
    apply=_covariance,
    conditions=_covariance_conditions,
    check=_check_covariance,
)

zonal = Rule(
    name="correlation of two coordinates",
    statement=(
        r"$|\mathrm{Cov}(\phi(x_1), \phi(x_2))| \le \mathrm{Var}\, \phi(x_1)/(d-1)$ on the unit sphere: "
        r"averaging over rotations about an axis multiplies the m-th Gegenbauer polynomial by $P_m(0)$, and "
        r"$|P_m(0)| \le |P_2(0)| = 1/(d-1)$ for $m \ge 1$."
    ),
    apply=_zonal,
    conditions=_zonal_conditions,
    check=_check_zonal,
)

correlation = Rule(
    name="correlation",
    statement="The mixed moment of two coordinates beside the second moment of one.",
    apply=_correlation,
    conditions=_correlation_conditions,
    check=_check_correlation,
)

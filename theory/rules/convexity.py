r"""Convex functions: Jensen's inequality, and the variance of a function of bounded slope."""

from __future__ import annotations

from functools import lru_cache

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .coordinates import Covariance, X
from .events import Expectation, Variance
from .laws import Sphere
from .points import WORKING_DIGITS, number, random_points, require_close

_one = sp.Symbol("x_1", real=True)
_other = sp.Symbol("x_2", real=True)


def _pieces(body: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The map above and below its one joint at 0; raises `SideConditionError` for another form."""
    if not isinstance(body, sp.Piecewise) or len(body.args) != 2 or body.args[0][1] != sp.Gt(X, 0):  # noqa: PLR2004 - two sides
        raise SideConditionError(f"{body} is not given by one piece above 0 and one below.")
    return body.args[0][0], body.args[1][0]


def _largest_slope(body: sp.Expr) -> sp.Expr:
    """The slope of a convex map at plus infinity, where its upper piece is a line."""
    return sp.diff(_pieces(body)[0], X)


def _convex_conditions(fact: sp.Eq, **options: object) -> tuple[str, ...]:
    above, below = _pieces(fact.rhs)
    law = options.get("law")
    if not isinstance(law, Sphere):
        raise SideConditionError(f"The coordinate's law must be known to be symmetric, and the law is {law}.")
    smooth = all(sp.diff(above - below, X, k).subs(X, 0) == 0 for k in (0, 1))
    curved = [sp.diff(piece, X, 2) for piece in (above, below)]
    if not smooth or curved[0] != 0 or not curved[1].is_nonnegative:
        raise SideConditionError(f"{fact.rhs} is not known to be convex, with a line above 0.")
    if not sp.limit(sp.diff(below, X), X, -sp.oo).is_nonnegative:
        raise SideConditionError(f"{fact.rhs} is not known to rise.")
    return ("the map is convex and rises, so that its slope lies between 0 and that of its line",)


def _jensen(fact: sp.Eq, *, law: Sphere) -> sp.Ge:
    return sp.Ge(Expectation(fact.lhs.func(_one)), _pieces(fact.rhs)[0].subs(X, 0), evaluate=False)


def _bounded_slope(fact: sp.Eq, *, law: Sphere) -> sp.Le:
    spread = _largest_slope(fact.rhs) ** 2 / law.dimension
    return sp.Le(Variance(fact.lhs.func(_one)), spread, evaluate=False)


@lru_cache(maxsize=32)
def _moments(fact: sp.Eq, law: Sphere) -> list[tuple[mpmath.mpf, mpmath.mpf, dict[sp.Symbol, sp.Rational]]]:
    """Mean and variance of the map over one coordinate, by quadrature, at random points."""
    above, below = _pieces(fact.rhs)
    found = []
    for point in random_points(law.dimension.free_symbols | fact.rhs.free_symbols - {X}, count=2, least=9):
        with mpmath.workdps(20):
            d = number(law.dimension, point)
            up, down = (sp.lambdify(X, piece.subs(point), "mpmath") for piece in (above, below))

            def mean(power: int, d: mpmath.mpf = d, up: object = up, down: object = down) -> mpmath.mpf:
                def term(a: mpmath.mpf) -> mpmath.mpf:
                    x = mpmath.sin(a)
                    return (up(x) if x > 0 else down(x)) ** power * mpmath.cos(a) ** (d - 2)

                return mpmath.quad(term, [-mpmath.pi / 2, 0, mpmath.pi / 2])

            mass = mean(0)
            first, second = mean(1) / mass, mean(2) / mass
            found.append((first, second - first**2, point))
    return found


def _check_jensen(result: sp.Ge, fact: sp.Eq, *, law: Sphere) -> str:
    for mean, _, point in _moments(fact, law):
        bound = number(result.rhs, point)
        if not bound <= mean < 2 * bound:
            raise CheckFailed(
                f"At {point} the mean is {mpmath.nstr(mean, 9)}, the bound {mpmath.nstr(bound, 9)}."
            )
    return "below the mean by quadrature at random rational points, and above half of it"


def _check_bounded_slope(result: sp.Le, fact: sp.Eq, *, law: Sphere) -> str:
    for _, spread, point in _moments(fact, law):
        bound = number(result.rhs, point)
        if not spread <= bound < 3 * spread:
            raise CheckFailed(f"At {point} the variance is {mpmath.nstr(spread, 9)}, not below {bound}.")
    return "above the variance by quadrature at random rational points, and below three times it"


def _correlation_floor(mean: sp.Ge, spread: sp.Le, mixed: sp.Le) -> sp.Ge:
    floor = (mean.rhs**2 - mixed.rhs) / (mean.rhs**2 + spread.rhs)
    pair = mean.lhs.args[0] * mean.lhs.args[0].xreplace({_one: _other})
    ratio = Expectation(pair) / Expectation(mean.lhs.args[0] ** 2)
    return sp.Ge(sp.Abs(ratio), sp.cancel(floor), evaluate=False)


def _correlation_conditions(mean: sp.Ge, spread: sp.Le, mixed: sp.Le) -> tuple[str, ...]:
    if not isinstance(mean, sp.Ge) or not isinstance(spread, sp.Le) or not isinstance(mixed, sp.Le):
        raise SideConditionError("A lower bound on the mean and upper bounds on the spreads are needed.")
    about = mixed.lhs.args[0]
    if not isinstance(about, Covariance) or not isinstance(spread.lhs, Variance):
        raise SideConditionError(f"{mixed.lhs} and {spread.lhs} are no covariance and variance.")
    slack = sp.factor(mean.rhs**2 - mixed.rhs)
    d = {s: 3 + sp.Dummy(nonnegative=True) for s in slack.free_symbols}
    if not mean.rhs.is_positive or not all(
        sp.expand(part).is_positive for part in sp.fraction(sp.together(slack.xreplace(d)))
    ):
        raise SideConditionError(f"{slack} is not known to be positive.")
    return ("the lower bound on the mean is positive", "dimension at least 3")


def _check_correlation(result: sp.Ge, mean: sp.Ge, spread: sp.Le, mixed: sp.Le) -> str:
    """Numbers m + s and m - s of the given covariance attain the bound."""
    for point in random_points(result.rhs.free_symbols | spread.rhs.free_symbols, least=4):
        with mpmath.workdps(WORKING_DIGITS):
            m, v, c = (number(part.rhs, point) for part in (mean, spread, mixed))
            same = (1 - c / v) / 4
            root = mpmath.sqrt(v)
            up, down = m + root, m - root
            product = same * (up**2 + down**2) + (1 - 2 * same) * up * down
            square = (up**2 + down**2) / 2
            require_close(
                product / square, number(result.rhs, point), f"At {point} two fair signs and the bound"
            )
    return "attained by two fair signs of the least covariance"


jensen = Rule(
    name="Jensen at the centre",
    statement=r"$\mathbb{E} \phi(x) \ge \phi(\mathbb{E} x)$ for convex $\phi$, here with $\mathbb{E} x = 0$.",
    apply=_jensen,
    conditions=_convex_conditions,
    check=_check_jensen,
)

bounded_slope = Rule(
    name="variance under a bounded slope",
    statement=(
        r"$\mathrm{Var}\, \phi(x) = \frac{1}{2} \mathbb{E} (\phi(x) - \phi(x'))^2 "
        r"\le s^2\, \mathrm{Var}\, x$ where $|\phi'| \le s$, and $\mathrm{Var}\, x_1 = 1/d$ on the sphere."
    ),
    apply=_bounded_slope,
    conditions=_convex_conditions,
    check=_check_bounded_slope,
)

correlation_floor = Rule(
    name="least correlation of raw images",
    statement=(
        r"$\mathbb{E} f_1 f_2 / \mathbb{E} f_1^2 \ge (m^2 - c)/(m^2 + v)$ where $\mathbb{E} f_1 \ge m > 0$, "
        r"$\mathrm{Var} f_1 \le v$ and $|\mathrm{Cov}(f_1, f_2)| \le c$."
    ),
    apply=_correlation_floor,
    conditions=_correlation_conditions,
    check=_check_correlation,
)

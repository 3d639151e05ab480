r"""Overlaps of two images of independent vectors, by moments of their coordinates.

Coordinates of an image are exchangeable: the mean square overlap is a sum over pairs of coordinates of the
squared mixed moment of two, or of the second moment of one.
"""

from __future__ import annotations

from itertools import permutations

import mpmath
import sympy as sp
from sympy.core.function import AppliedUndef

from ..derivation import CheckFailed, Rule, SideConditionError
from .coordinates import Covariance
from .events import Expectation, Variance
from .laws import Sphere
from .points import WORKING_DIGITS, number, random_points, require_close
from .vectors import Inner, Vector

_NUMBERS = (1, 3, 8)
_LENGTH = sum(a * a for a in _NUMBERS)
_CROSS = sum(a * b for a, b in permutations(_NUMBERS, 2)) // 2
"""Of the three numbers: the sum of squares, and three times the mean product of two."""


def _share(dimension: sp.Expr, correlation: sp.Expr) -> sp.Expr:
    return (1 + (dimension - 1) * correlation**2) / dimension


def _images(image: sp.Symbol) -> sp.Expr:
    """E<f, f'>^2 / (E|f|^2)^2 for the images f of two keys."""
    f, g = (Vector(image.name, sp.Symbol(name, integer=True, positive=True)) for name in "ij")
    return Expectation(Inner(f, g) ** 2) / Expectation(Inner(f, f)) ** 2


def _overlap(correlation: sp.Rel, *, law: Sphere, image: sp.Symbol) -> sp.Rel:
    return correlation.func(_images(image), _share(law.dimension, correlation.rhs), evaluate=False)


def _overlap_conditions(correlation: sp.Rel, **_: object) -> tuple[str, ...]:
    if not isinstance(correlation, sp.Eq) and not correlation.lhs.has(sp.Abs):
        raise SideConditionError(f"{correlation} bounds no modulus, and the square of a bound is none.")
    if not _is_correlation(correlation.lhs):
        raise SideConditionError(f"{correlation.lhs} is not the correlation of two coordinates of an image.")
    return ("coordinates of an image are exchangeable", "the two images are independent and of one law")


def _is_correlation(ratio: sp.Expr) -> bool:
    """Whether it is the mixed moment of one map at two coordinates over the second at one, raw or centred."""
    values = sorted(ratio.atoms(AppliedUndef), key=str)
    if len(values) != 2 or values[0].func != values[1].func:  # noqa: PLR2004 - two coordinates
        return False
    one, other = values
    raw, mixed = Expectation(one * other) / Expectation(one**2), Covariance(one, other)
    return ratio in {raw, sp.Abs(raw), mixed / Variance(one), sp.Abs(mixed) / Variance(one)}


def _coordinate(own: sp.Rel) -> sp.Expr:
    """What a second moment or variance is of; raises `SideConditionError` for anything else."""
    value, power = own.lhs.args[0].as_base_exp() if own.lhs.args else (own.lhs, 0)
    is_second = power == {Variance: 1, Expectation: 2}.get(type(own.lhs))
    if not is_second or not isinstance(value, AppliedUndef) or own.rhs.is_nonpositive:
        raise SideConditionError(f"{own} is not the second moment of a coordinate of an image.")
    return value


def _check_overlap(result: sp.Rel, correlation: sp.Rel, *, law: Sphere, image: sp.Symbol) -> str:
    """Images that are the orders of three numbers, over all pairs of orders; and the sum over coordinates."""
    products = _products()
    square = sp.Rational(sum(x**2 for x in products), len(products))
    if _share(sp.Integer(3), sp.Rational(_CROSS, _LENGTH)) * _LENGTH**2 != square:
        raise CheckFailed(f"All orders of three numbers have the mean square overlap {square}.")
    for point in random_points(correlation.rhs.free_symbols | law.dimension.free_symbols, least=4):
        with mpmath.workdps(WORKING_DIGITS):
            d, q = number(law.dimension, point), number(correlation.rhs, point)
            direct = (d * 3**2 + d * (d - 1) * (3 * q) ** 2) / (d * 3) ** 2
            require_close(direct, number(result.rhs, point), f"At {point} the sum over coordinates")
    return "all pairs of orders of three numbers, and the sum over pairs of coordinates"


def _products() -> list[int]:
    """The inner products of all pairs of orders of 1, 3, 8."""
    orders = list(permutations(_NUMBERS))
    return [sum(a * b for a, b in zip(one, other, strict=True)) for one in orders for other in orders]


def _floor(own: sp.Rel, *, law: Sphere, image: sp.Symbol) -> sp.Ge:
    return sp.Ge(_images(image), _share(law.dimension, sp.Integer(0)), evaluate=False)


def _floor_conditions(own: sp.Rel, **_: object) -> tuple[str, ...]:
    _coordinate(own)
    return ("coordinates of an image are exchangeable, and not all are zero",)


def _check_floor(result: sp.Ge, own: sp.Rel, *, law: Sphere, image: sp.Symbol) -> str:
    """Attained by images along one coordinate axis at a time: one pair in d agrees."""
    for d in (2, 3, 5):
        share = sp.Rational(sum(a == b for a in range(d) for b in range(d)), d * d)
        unknown = sp.Dummy("d")
        (symbol,) = law.dimension.free_symbols
        (at,) = sp.solve(law.dimension.subs(symbol, unknown) - d, unknown)
        if result.rhs.subs(symbol, at) != share:
            raise CheckFailed(f"Images along {d} axes have the mean square overlap {share}.")
    return "attained by images along the axes in dimensions 2, 3, 5"


def _mean_overlap(mean: sp.Eq, own: sp.Eq, *, image: sp.Symbol) -> sp.Eq:
    f, g = (Vector(image.name, sp.Symbol(name, integer=True, positive=True)) for name in "ij")
    left = Expectation(Inner(f, g)) / Expectation(Inner(f, f))
    return sp.Eq(left, sp.powsimp(mean.rhs**2 / own.rhs), evaluate=False)


def _mean_overlap_conditions(mean: sp.Eq, own: sp.Eq, *, image: sp.Symbol) -> tuple[str, ...]:
    value = _coordinate(own)
    if mean.lhs != Expectation(value) or own.lhs != Expectation(value**2) or not isinstance(own, sp.Eq):
        raise SideConditionError(f"{mean.lhs} and {own.lhs} are not the first two moments of a coordinate.")
    return ("the two images are independent and of one law",)


def _check_mean_overlap(result: sp.Eq, mean: sp.Eq, own: sp.Eq, *, image: sp.Symbol) -> str:
    """Orders of three numbers once more; the number of coordinates drops out."""
    products = _products()
    total = sum(_NUMBERS)
    if sp.Rational(sum(products), len(products) * _LENGTH) != sp.Rational(total**2, 3 * _LENGTH):
        raise CheckFailed("All orders of three numbers have another mean overlap.")
    for point in random_points(result.rhs.free_symbols | own.rhs.free_symbols):
        with mpmath.workdps(WORKING_DIGITS):
            direct = number(mean.rhs, point) ** 2 / number(own.rhs, point)
            require_close(direct, number(result.rhs, point), f"At {point} the mean overlap")
    return "all pairs of orders of three numbers, and the moments at random rational points"


image_overlap = Rule(
    name="overlap of two images",
    statement=(
        r"$\mathbb{E} \langle f, f' \rangle^2 = d\, (\mathbb{E} f_1^2)^2 + d(d-1)\, (\mathbb{E} f_1 f_2)^2$ "
        r"and $\mathbb{E} |f|^2 = d\, \mathbb{E} f_1^2$ for independent vectors of exchangeable coordinates."
    ),
    apply=_overlap,
    conditions=_overlap_conditions,
    check=_check_overlap,
)


overlap_floor = Rule(
    name="least overlap of two images",
    statement=r"$\mathbb{E} \langle f, f' \rangle^2 \ge (\mathbb{E} |f|^2)^2/d$: the rest are squares.",
    apply=_floor,
    conditions=_floor_conditions,
    check=_check_floor,
)


mean_image_overlap = Rule(
    name="mean overlap of two images",
    statement=r"$\mathbb{E} \langle f, f' \rangle / \mathbb{E} |f|^2 = (\mathbb{E} f_1)^2/\mathbb{E} f_1^2$.",
    apply=_mean_overlap,
    conditions=_mean_overlap_conditions,
    check=_check_mean_overlap,
)

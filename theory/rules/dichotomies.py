r"""Dichotomies by a hyperplane through the origin: counting them, fair labels, and tails of fair coins.

Points on the moment curve (1, t, ..., t^(d-1)) are in general position, and a polynomial of degree below d
changes its sign at any d - 1 places or fewer: their dichotomies are listed without any recurrence.
"""

from __future__ import annotations

from itertools import combinations, product
from math import prod

import mpmath
import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Named, Probability
from .laws import Gaussian, Sphere
from .points import WORKING_DIGITS, number, require_close
from .vectors import Vector, with_right

_C = sp.Function("C")
_k = sp.Symbol("k", integer=True, positive=True)
_j = sp.Symbol("j", integer=True, nonnegative=True)
_DIMENSIONS = 4
_POINTS = 6
_HALF = sp.Rational(1, 2)


class GeneralPosition(sp.Basic):
    """Points of which any d, or all if they are fewer, are independent."""

    def __new__(cls, points: Vector) -> GeneralPosition:
        """The points of one law."""
        return sp.Basic.__new__(cls, points)

    @property
    def dimension(self) -> sp.Expr:
        """The number of coordinates."""
        return self.args[0].law.dimension

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"{printer._print(self.args[0])} \text{{ in general position}}"


def _one_more(position: GeneralPosition, *, count: sp.Symbol) -> sp.Eq:
    return sp.Eq(_C(count + 1, _k), _C(count, _k) + _C(count, _k - 1), evaluate=False)


def _position_conditions(position: GeneralPosition, **_: object) -> tuple[str, ...]:
    if not isinstance(position, GeneralPosition) or not isinstance(position.args[0].law, Gaussian | Sphere):
        raise SideConditionError(f"{position} does not say that points with a density are meant.")
    return ("a law with a density has any $d$ points independent almost surely",)


def _on_the_curve(points: int, dimension: int) -> int:
    """How many sign patterns polynomials of degree below `dimension` have at 0, 1, ..., points - 1."""
    patterns = set()
    for changes in range(dimension):
        for places in combinations(range(1, points), changes):
            roots = [sp.Rational(2 * place - 1, 2) for place in places]
            values = [prod((t - root for root in roots), start=sp.Integer(1)) for t in range(points)]
            patterns |= {tuple(sign * value > 0 for value in values) for sign in (1, -1)}
    return len(patterns)


def _check_one_more(result: sp.Eq, position: GeneralPosition, *, count: sp.Symbol) -> str:
    for points, dimension in product(range(1, _POINTS), range(1, _DIMENSIONS)):
        at = {count: sp.Integer(points), _k: sp.Integer(dimension)}
        listed = result.rhs.subs(at).replace(_C, lambda n, k: sp.Integer(_on_the_curve(int(n), int(k))))
        if listed != _on_the_curve(points + 1, dimension):
            raise CheckFailed(
                f"{points + 1} points in {dimension} dimensions do not have {listed} dichotomies."
            )
    return f"listed on the moment curve for up to {_POINTS} points in up to {_DIMENSIONS - 1} dimensions"


def _all_regions(recurrence: sp.Eq, position: GeneralPosition, *, count: sp.Symbol) -> sp.Eq:
    _require_pascal(recurrence, count)
    total = 2 * sp.Sum(sp.binomial(count - 1, _j), (_j, 0, position.dimension - 1))
    return sp.Eq(_C(count, position.dimension), total, evaluate=False)


def _require_pascal(recurrence: sp.Eq, count: sp.Symbol) -> None:
    expected = _C(count, _k) + _C(count, _k - 1)
    if recurrence.lhs != _C(count + 1, _k) or sp.expand(recurrence.rhs - expected) != 0:
        raise SideConditionError(f"{recurrence} is not the recurrence of Pascal's triangle.")


def _regions_conditions(recurrence: sp.Eq, position: GeneralPosition, *, count: sp.Symbol) -> tuple[str, ...]:
    _require_pascal(recurrence, count)
    return ("one point has two dichotomies in every dimension, and none in dimension zero",)


def _check_regions(result: sp.Eq, recurrence: sp.Eq, position: GeneralPosition, *, count: sp.Symbol) -> str:
    """The recurrence run from one point."""
    (size,) = position.dimension.free_symbols
    row = {k: 2 if k else 0 for k in range(3 * _POINTS)}
    for points in range(1, _POINTS):
        for k in range(1, _DIMENSIONS):
            at = {size: sp.Integer(k), count: sp.Integer(points)}
            dimension = int(position.dimension.subs(at))
            if result.rhs.subs(at).doit() != row[dimension]:
                raise CheckFailed(f"Run from one point, {points} points have {row[dimension]} dichotomies.")
        row = {k: row[k] + row.get(k - 1, 0) for k in row}
    return f"the recurrence run for {_POINTS - 1} points"


def _fair(regions: sp.Eq, position: GeneralPosition, *, count: sp.Symbol) -> sp.Eq:
    event = Probability(Named("some W is right about all tokens"))
    return sp.Eq(event, regions.rhs / 2**count, evaluate=False)


def _fair_conditions(regions: sp.Eq, position: GeneralPosition, *, count: sp.Symbol) -> tuple[str, ...]:
    _position_conditions(position)
    if regions.lhs.func != _C:
        raise SideConditionError(f"{regions.lhs} is no number of dichotomies.")
    return ("an embedding and its negative have one law, so that all labels are equally likely beside them",)


def _check_fair(result: sp.Eq, regions: sp.Eq, position: GeneralPosition, *, count: sp.Symbol) -> str:
    """All labels of points on the moment curve: the share of those that some polynomial has."""
    (size,) = position.dimension.free_symbols
    for points in range(1, _POINTS):
        at = {size: sp.Integer(2), count: sp.Integer(points)}
        share = sp.Rational(_on_the_curve(points, int(position.dimension.subs(at))), 2**points)
        if result.rhs.subs(at).doit() != share:
            raise CheckFailed(f"Of all labels of {points} points the share {share} is possible.")
    return "all labels of up to 5 points on the moment curve"


def _coins(fact: sp.Eq) -> sp.Eq:
    trials, fewer = _parts(fact)
    tail = sp.betainc_regularized(trials + 1 - fewer, fewer, 0, _HALF)
    return with_right(fact, tail)


def _parts(fact: sp.Eq) -> tuple[sp.Expr, sp.Expr]:
    """The n and d of 2^-n sum_{j < d} binom(n, j); raises `SideConditionError` for another form."""
    sums = list(fact.rhs.atoms(sp.Sum))
    if len(sums) != 1 or not isinstance(sums[0].function, sp.binomial):
        raise SideConditionError(f"{fact.rhs} is no sum of binomial coefficients.")
    trials, (_, start, end) = sums[0].function.args[0], sums[0].limits[0]
    if start != 0 or sp.simplify(fact.rhs / sums[0] * 2**trials) != 1:
        raise SideConditionError(f"{fact.rhs} is not the tail of fair coins.")
    return trials, end + 1


def _coins_conditions(fact: sp.Eq) -> tuple[str, ...]:
    trials, fewer = _parts(fact)
    return (f"${sp.latex(trials)}$ coins show fewer than ${sp.latex(fewer)}$ heads, and there are so many",)


def _check_coins(result: sp.Eq, fact: sp.Eq) -> str:
    """Added up at whole sizes."""
    trials, fewer = _parts(fact)
    symbols = sorted(trials.free_symbols | fewer.free_symbols, key=str)
    tried = 0
    for values in product(range(1, 7), repeat=len(symbols)):
        at = dict(zip(symbols, map(sp.Integer, values), strict=True))
        n, d = int(trials.subs(at)), int(fewer.subs(at))
        if not 1 <= d <= n:
            continue
        tried += 1
        with mpmath.workdps(WORKING_DIGITS):
            added = mpmath.fsum(mpmath.binomial(n, j) for j in range(d)) / mpmath.mpf(2) ** n
        require_close(added, number(result.rhs, at), f"Of {n} coins fewer than {d} heads")
    if not tried:
        raise CheckFailed("No whole sizes have as many coins as heads.")
    return f"added up at {tried} pairs of whole sizes to 50 digits"


one_more_point = Rule(
    name="one more point",
    statement="A further point splits those regions of hyperplanes that it cuts, and it cuts as many as "
    "there are in one dimension less.",
    apply=_one_more,
    conditions=_position_conditions,
    check=_check_one_more,
)

all_regions = Rule(
    name="Pascal's triangle",
    statement=(
        r"$C(N+1, k) = C(N, k) + C(N, k-1)$ with $C(1, k) = 2$ has "
        r"$C(N, k) = 2 \sum_{j<k} \binom{N-1}{j}$."
    ),
    apply=_all_regions,
    conditions=_regions_conditions,
    check=_check_regions,
)

fair_labels = Rule(
    name="fair labels",
    statement=r"Of $2^N$ equally likely labels each dichotomy is one.",
    apply=_fair,
    conditions=_fair_conditions,
    check=_check_fair,
)

coin_tail = Rule(
    name="tail of fair coins",
    statement=r"$2^{-n} \sum_{j<d} \binom{n}{j} = I_{1/2}(n - d + 1, d)$.",
    apply=_coins,
    conditions=_coins_conditions,
    check=_check_coins,
)

r"""Means of exponentials of the overlap of unit vectors: the series 0F1 and its rate."""

from __future__ import annotations

from functools import lru_cache

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Expectation
from .laws import Sphere
from .points import WORKING_DIGITS, number, random_points, require_close
from .rates import DecayRate, log_power
from .vectors import Inner, vectors, with_right

_x = sp.Symbol("x", real=True)
_FAR = 10**8


def _exponents(fact: sp.Rel) -> list[tuple[Expectation, sp.Expr, sp.Expr, sp.Basic]]:
    """Each E exp(a <k, k'> + b) of a statement with a, b and the law of the keys."""
    found = []
    for mean in sorted(fact.rhs.atoms(Expectation), key=sp.default_sort_key):
        body = sp.powsimp(mean.args[0])
        inner = body.exp.atoms(Inner) if isinstance(body, sp.exp) else set()
        if len(inner) != 1:
            raise SideConditionError(f"{mean} is not the mean of an exponential of one overlap.")
        (overlap,) = inner
        slope = sp.expand(body.exp).coeff(overlap, 1)
        rest = sp.expand(body.exp - slope * overlap)
        laws = {v.law for v in vectors(overlap)}
        if rest.has(Inner) or overlap.squared_norm_of is not None or len(laws) != 1:
            raise SideConditionError(f"{body.exp} is not linear in the overlap of two vectors of one law.")
        found.append((mean, slope, rest, laws.pop()))
    return found


def _mean(fact: sp.Eq) -> sp.Eq:
    known = {
        mean: sp.exp(rest) * sp.hyper((), (law.dimension / 2,), slope**2 / 4)
        for mean, slope, rest, law in _exponents(fact)
    }
    return with_right(fact, fact.rhs.xreplace(known))


def _mean_conditions(fact: sp.Eq, **_: object) -> tuple[str, ...]:
    for _, _, _, law in _exponents(fact):
        if not isinstance(law, Sphere):
            raise SideConditionError(
                f"The overlap is one coordinate only for unit vectors, and the law is {law}."
            )
    return ("the two vectors are independent, so one may be turned to the first axis", "dimension at least 2")


def _slices(fact: sp.Eq) -> sp.Eq:
    known = {}
    for mean, slope, rest, law in _exponents(fact):
        edge = (1 - _x**2) ** ((law.dimension - 3) / 2)
        above = sp.Integral(sp.exp(slope * _x + rest) * edge, (_x, -1, 1))
        known[mean] = above / sp.Integral(edge, (_x, -1, 1))
    return with_right(fact, fact.rhs.xreplace(known))


def _check_slices(result: sp.Eq, fact: sp.Eq) -> str:
    """The integrals by quadrature, and the series."""
    series = _mean(fact)
    (point,) = random_points(series.rhs.free_symbols, count=1, least=3)
    with mpmath.workdps(WORKING_DIGITS):
        known = {}
        for integral in result.rhs.atoms(sp.Integral):
            body = sp.lambdify(_x, integral.function.subs(point), "mpmath")
            value = mpmath.quad(
                lambda a, body=body: body(mpmath.sin(a)) * mpmath.cos(a), [-mpmath.pi / 2, 0, mpmath.pi / 2]
            )
            known[integral] = sp.Float(mpmath.nstr(value, WORKING_DIGITS), WORKING_DIGITS)
        value = number(result.rhs.xreplace(known), point)
        require_close(value, number(series.rhs, point), f"At {point} the slices and the series")
    return "the integrals by quadrature and the series at a random rational point to 50 digits"


def _summit(integral: sp.Integral, d: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    """Where log f is largest on the range, and its value, for an integrand g f^d with concave log f."""
    x = integral.limits[0][0]
    height = log_power(integral.function, d)
    slope = sp.numer(sp.together(sp.diff(height, x)))
    roots = [root for root in sp.roots(sp.Poly(slope, x)) if root.is_real and bool(abs(root) < 1)]
    if len(roots) != 1:
        raise SideConditionError(f"{height} has no single summit between -1 and 1.")
    return roots[0], height.subs(x, roots[0])


def _summit_rate(fact: sp.Eq, *, variable: sp.Symbol) -> sp.Eq:
    above, below = sp.fraction(fact.rhs)
    value = _summit(below, variable)[1] - _summit(above, variable)[1]
    return sp.Eq(DecayRate(fact.lhs, variable), sp.expand(value), evaluate=False)


def _summit_conditions(fact: sp.Eq, *, variable: sp.Symbol) -> tuple[str, ...]:
    integrals = sp.fraction(fact.rhs)
    if not all(isinstance(part, sp.Integral) and part.limits[0][1:] == (-1, 1) for part in integrals):
        raise SideConditionError(f"{fact.rhs} is not a ratio of two integrals from -1 to 1.")
    for integral in integrals:
        x = integral.limits[0][0]
        bend = sp.diff(log_power(integral.function, variable), x, 2)
        inside = sp.Dummy(positive=True)
        for side in (1, -1):
            if not sp.factor(bend.subs(x, side / (1 + inside))).is_negative:
                raise SideConditionError(f"The power in {integral} is not known to be log-concave.")
    return ("the power is log-concave with its summit inside the range (Laplace)",)


def _check_summit(result: sp.Eq, fact: sp.Eq, *, variable: sp.Symbol) -> str:
    """Second differences of log x over d, 2d, 4d: powers of d drop out, what is left is O(1/d^2)."""
    with mpmath.workdps(40):
        logs = [_log_ratio(fact.rhs, variable, _FAR * 2**k) for k in range(3)]
        measured = -(logs[2] - 2 * logs[1] + logs[0]) / _FAR
        rate = number(result.rhs, {})
        if abs(measured - rate) > mpmath.mpf(10) ** -14:
            raise CheckFailed(
                f"The logarithms fall at {mpmath.nstr(measured, 18)}, not {mpmath.nstr(rate, 18)}."
            )
    return f"second differences of the logarithm at dimensions {_FAR}, twice and four times that: 14 digits"


@lru_cache(maxsize=32)
def _log_ratio(ratio: sp.Expr, variable: sp.Symbol, size: int) -> mpmath.mpf:
    """The logarithms by quadrature about the summits found on a grid, 12 standard deviations each way."""
    logs = []
    for integral in sp.fraction(ratio):
        x = integral.limits[0][0]
        log = sp.lambdify(x, sp.log(integral.function).expand(force=True).subs(variable, size), "mpmath")
        low, high = mpmath.mpf(-1), mpmath.mpf(1)
        while high - low > mpmath.mpf(10) ** -15:
            one, other = (2 * low + high) / 3, (low + 2 * high) / 3
            low, high = (low, other) if log(one) > log(other) else (one, high)
        top, width = log(low), 12 / mpmath.sqrt(size)
        stops = [low + width * k / 3 for k in range(-3, 4)]
        area = mpmath.quad(lambda y, log=log, top=top: mpmath.exp(log(y) - top), stops)
        logs.append(top + mpmath.log(area))
    return logs[0] - logs[1]


def _typical_rate(mean: sp.Eq, square: sp.Eq) -> sp.Eq:
    _, d = mean.lhs.args
    return sp.Eq(DecayRate(sp.Symbol("1/n_*"), d), mean.rhs, evaluate=False)


def _typical_conditions(mean: sp.Eq, square: sp.Eq) -> tuple[str, ...]:
    if not (square.rhs - mean.rhs).is_positive:
        raise SideConditionError(f"The rate {square.rhs} of the squares is not known to exceed {mean.rhs}.")
    return ("the squares' mean falls faster than the terms', so that the spread vanishes at the threshold",)


exponential_slices = Rule(
    name="slices under an exponential",
    statement=r"One coordinate of a uniform unit vector has density proportional to $(1-x^2)^{(d-3)/2}$.",
    apply=_slices,
    conditions=_mean_conditions,
    check=_check_slices,
)

summit_rate = Rule(
    name="Laplace inside the range",
    statement=r"$\lim \frac{1}{d} \log \int g f^d = \max \log f$, at the summit of a log-concave f.",
    apply=_summit_rate,
    conditions=_summit_conditions,
    check=_check_summit,
)


typical_rate = Rule(
    name="rate of a median",
    statement=(
        r"With $\mu = \mathbb{E} z$ and $r = \mathbb{E} z^2/\mu^2$ the median of a sum of $n-1$ terms "
        r"passes 1 at $(n - 1) \mu \to 1$ where $r \mu \to 0$: a standard deviation is small."
    ),
    apply=_typical_rate,
    conditions=_typical_conditions,
)

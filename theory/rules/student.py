r"""Normal tails averaged over the length of a normal vector: Student's law.

For $\chi^2$ of d degrees $\frac12 \mathbb{E}\, \mathrm{erfc}(a \sqrt{\chi^2/d})$ is the probability that
Student's variable of d degrees exceeds $a \sqrt 2$, a beta integral.
"""

from __future__ import annotations

import mpmath
import sympy as sp
from flint import acb, arb, ctx

from ..derivation import Rule, SideConditionError
from .certified import integral
from .laws import Gaussian
from .points import WORKING_DIGITS, number, random_points, require_close
from .vectors import Inner

_DEGREES = (1, 4, 7)


def _slope(fact: sp.Eq, definition: sp.Eq) -> sp.Expr:
    """The factor a of erfc(a r)/2, where `definition` says that r^2 is the square of a length."""
    length = definition.lhs.base
    tails = fact.rhs.atoms(sp.erfc)
    if len(tails) != 1 or sp.simplify(fact.rhs - next(iter(tails)) / 2) != 0:
        raise SideConditionError(f"{fact.rhs} is not half of one complementary error function.")
    slope = sp.powdenest(next(iter(tails)).args[0] / length, force=True)
    shifted = slope.xreplace({s: 2 + sp.Dummy(nonnegative=True) for s in slope.free_symbols})
    if slope.has(length) or not (slope.is_nonnegative or shifted.is_nonnegative):
        raise SideConditionError(f"The tail's argument is not in proportion to {length} with a factor >= 0.")
    return slope


def _law(definition: sp.Eq) -> Gaussian:
    """The law of the vector whose length is averaged over."""
    inner = definition.rhs
    if not isinstance(inner, Inner) or inner.args[0] != inner.args[1]:
        raise SideConditionError(f"{inner} is not the square of a length.")
    if not isinstance(inner.args[0].law, Gaussian):
        raise SideConditionError(f"The vector is not normal: its law is {inner.args[0].law}.")
    return inner.args[0].law


def _student(fact: sp.Eq, definition: sp.Eq) -> sp.Eq:
    degrees = _law(definition).dimension
    square = sp.cancel(_slope(fact, definition) ** 2)
    share = sp.cancel(degrees / (degrees + 2 * square))
    tail = sp.betainc_regularized(degrees / 2, sp.Rational(1, 2), 0, share)
    return sp.Eq(fact.lhs, tail / 2, evaluate=False)


def _conditions(fact: sp.Eq, definition: sp.Eq) -> tuple[str, ...]:
    _slope(fact, definition)
    return (
        f"$d {sp.latex(definition.lhs)}$ is a chi-square of ${sp.latex(_law(definition).dimension)}$ degrees",
    )


def _check(result: sp.Eq, fact: sp.Eq, definition: sp.Eq) -> str:
    """The tail integrated over the density of the length, in three dimensions."""
    degrees = _law(definition).dimension
    slope = _slope(fact, definition)
    (dimension,) = degrees.free_symbols
    for size in _DEGREES:
        (point,) = random_points(slope.free_symbols - {dimension}, count=1, seed=size)
        at = {**point, dimension: sp.Integer(size)}
        with mpmath.workdps(WORKING_DIGITS):
            a, d = number(slope, at), number(degrees, at)
            route = 2 * (d / 2) ** (d / 2) / mpmath.gamma(d / 2) * _over_lengths(a, d) / 2
            closed = number(result.rhs, at)
        require_close(route, closed, f"At {at} the integral over the length and the beta integral")
    return "integrated over the length in 1, 4 and 7 dimensions to 50 digits"


def _over_lengths(a: mpmath.mpf, d: mpmath.mpf) -> mpmath.mpf:
    """The integral of r^(d-1) exp(-d r^2/2) erfc(a r) over r > 0; what lies beyond 24 is below 10^-120."""
    with ctx.workdps(WORKING_DIGITS + 5):
        slope, degrees = (arb(mpmath.nstr(x, WORKING_DIGITS + 2)) for x in (a, d))

        def term(r: acb) -> acb:
            return r ** int(d - 1) * (-degrees * r * r / 2).exp() * (slope * r).erfc()

        return _as_mpf(integral(term, arb(0), arb(24)))


def _as_mpf(ball: arb) -> mpmath.mpf:
    return mpmath.mpf(ball.str(WORKING_DIGITS, radius=False))


student_tail = Rule(
    name="Student's law",
    statement=r"$\frac12 \mathbb{E} \mathrm{erfc}(a |e|) = \mathbb{P}(t_d > a \sqrt 2) "
    r"= \frac12 I_{d/(d + 2 a^2)}(\frac d2, \frac12)$ for $e \sim N(0, I/d)$.",
    apply=_student,
    conditions=_conditions,
    check=_check,
)

r"""Normal tails averaged over the length of a normal vector: Student's law.

For $\chi^2$ of d degrees $\frac12 \mathbb{E}\, \mathrm{erfc}(a \sqrt{\chi^2/d})$ is the probability that
Student's variable of d degrees exceeds $a \sqrt 2$, a beta integral.
"""

from __future__ import annotations

import mpmath
import sympy as sp
from flint import acb, arb, ctx

from ..derivation import CheckFailed, Rule, SideConditionError
from .certified import integral
from .contraction import power
from .events import Expectation, Probability
from .expectation import integrate_out
from .index_sums import coincidences, exchange
from .laws import Gaussian
from .points import WORKING_DIGITS, number, random_points, require_close
from .vectors import IndexSum, Inner, Vector

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


def _normal_tail(start: mpmath.mpf) -> mpmath.mpf:
    """The mass of a normal variable beyond a place, integrated."""
    with ctx.workdps(WORKING_DIGITS + 5):
        low = arb(mpmath.nstr(start, WORKING_DIGITS + 2))
        area = integral(lambda z: (-z * z / 2).exp(), low, low + 24)
        return _as_mpf(area / (2 * arb.pi()).sqrt())


def _as_mpf(ball: arb) -> mpmath.mpf:
    return mpmath.mpf(ball.str(WORKING_DIGITS, radius=False))


def _sum_parts(fact: sp.Eq) -> tuple[Vector, Vector]:
    """The query and a stored key of a sum of overlaps; raises `SideConditionError` for another form."""
    total = fact.rhs
    if not isinstance(total, IndexSum) or not isinstance(total.summand, Inner):
        raise SideConditionError(f"{total} is no sum of overlaps.")
    (index,) = total.indices
    query, key = sorted(total.summand.args, key=lambda v: v.index == index)
    if query.index not in total.excluded or not isinstance(key.law, Gaussian):
        raise SideConditionError("The query's own key must be left out, and keys must be normal.")
    return query, key


def _beyond_own(fact: sp.Eq, length: sp.Eq) -> sp.Eq:
    query, key = _sum_parts(fact)
    slope = sp.sqrt(key.law.dimension / (2 * fact.rhs.count))
    event = sp.Gt(fact.lhs, Inner(query, query))
    return sp.Eq(Probability(event), sp.erfc(slope * length.lhs.base) / 2, evaluate=False)


def _beyond_conditions(fact: sp.Eq, length: sp.Eq) -> tuple[str, ...]:
    query, _ = _sum_parts(fact)
    if length.rhs != Inner(query, query) or length.lhs.exp != 2:  # noqa: PLR2004 - a square
        raise SideConditionError(f"{length} is not the square of the query's length.")
    return ("given the query the overlaps are independent, normal and centred",)


def _check_beyond(result: sp.Eq, fact: sp.Eq, length: sp.Eq) -> str:
    """The sum's second and fourth moments given the query are a normal's, whose tail is integrated."""
    query, key = _sum_parts(fact)
    spread = fact.rhs.count / key.law.dimension
    for order, factor in ((2, 1), (4, 3)):
        mean = exchange.apply(coincidences.apply(power.apply(fact, exponent=order)))
        mean = integrate_out.apply(mean, letter=key.name, keep=query.index)
        given = mean.rhs.replace(lambda e: isinstance(e, Expectation), lambda e: e.args[0])
        if sp.factor(given - factor * (spread * Inner(query, query)) ** (order // 2)) != 0:
            raise CheckFailed(f"The moment of order {order} given the query is {given}, not a normal's.")
    for point in random_points(spread.free_symbols | {length.lhs.base}):
        with mpmath.workdps(WORKING_DIGITS):
            end = number(length.lhs.base / sp.sqrt(spread), point)
            share = number(result.rhs, point) / _normal_tail(end)
            require_close(mpmath.mpf(1), share, f"At {point} the rule beside a normal tail")
    return "two moments by pairings, exactly; the tail integrated at random rational points"


def _both_sides(fact: sp.Eq) -> sp.Eq:
    event = fact.lhs.args[0]
    return sp.Eq(Probability(sp.Gt(sp.Abs(event.lhs), event.rhs)), 2 * fact.rhs, evaluate=False)


def _symmetric(fact: sp.Eq) -> tuple[str, ...]:
    event = fact.lhs.args[0] if isinstance(fact.lhs, Probability) else None
    if not isinstance(event, sp.Gt) or not isinstance(event.rhs, Inner) or event.rhs.squared_norm_of is None:
        raise SideConditionError(f"{fact.lhs} is not the probability beyond a square length.")
    return ("the sum is symmetric about 0, its terms being so given the query",)


def _check_both_sides(result: sp.Eq, fact: sp.Eq) -> str:
    for point in random_points(fact.rhs.free_symbols):
        with mpmath.workdps(WORKING_DIGITS):
            sides = number(fact.rhs, point) * 2
        require_close(sides, number(result.rhs, point), "The tail on each side, added up")
    return "the tails on both sides added up at random rational points"


beyond_own_square = Rule(
    name="normal sum beyond a square length",
    statement=(
        r"Given $q$, $\sum_j \langle q, k_j \rangle$ over m normal keys is $N(0, |q|^2 m/d)$, beyond $|q|^2$ "
        r"with probability $\frac12 \mathrm{erfc}(|q| \sqrt{d/(2m)})$."
    ),
    apply=_beyond_own,
    conditions=_beyond_conditions,
    check=_check_beyond,
)

both_sides = Rule(
    name="both sides of a symmetric law",
    statement=r"$\mathbb{P}(|x| > a) = 2\, \mathbb{P}(x > a)$ for symmetric $x$ and $a \ge 0$.",
    apply=_both_sides,
    conditions=_symmetric,
    check=_check_both_sides,
)

student_tail = Rule(
    name="Student's law",
    statement=r"$\frac12 \mathbb{E} \mathrm{erfc}(a |e|) = \mathbb{P}(t_d > a \sqrt 2) "
    r"= \frac12 I_{d/(d + 2 a^2)}(\frac d2, \frac12)$ for $e \sim N(0, I/d)$.",
    apply=_student,
    conditions=_conditions,
    check=_check,
)

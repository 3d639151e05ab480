r"""From all even moments to a sub-Gaussian tail: termwise comparison, exponential series, Chernoff."""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Expectation, Probability
from .laws import Gaussian, Sphere
from .points import DIGITS, WORKING_DIGITS, number, random_points, require_close
from .vectors import vectors, with_right

_TERMS = 150


def _moment_ratio(moment: sp.Expr, order: sp.Symbol) -> tuple[sp.Poly, sp.Poly]:
    """Numerator and denominator, as polynomials in m, of the ratio of moment m+1 to moment m.

    Factor by factor: Gamma(a+m) gains the factor a+m, a power c^(b+sm) the factor c^s.
    """
    ratio = sp.Integer(1)
    for factor in sp.Mul.make_args(moment):
        base, exponent = factor.as_base_exp()
        if isinstance(base, sp.gamma) and sp.diff(base.args[0], order) == 1 and not exponent.has(order):
            ratio *= base.args[0] ** exponent
        elif not base.has(order):
            ratio *= base ** sp.diff(exponent, order)
        else:
            raise SideConditionError(f"The factor {factor} of the moments has no rational ratio in {order}.")
    above, below = sp.fraction(sp.cancel(ratio))
    return sp.Poly(above, order), sp.Poly(below, order)


def _termwise(fact: sp.Eq, *, order: sp.Symbol) -> sp.Rel:
    above, below = _moment_ratio(fact.rhs, order)
    scale = above.eval(0)
    majorant = (scale / below.eval(0)) ** order * sp.factorial(2 * order) / (2**order * sp.factorial(order))
    return sp.Le(fact.lhs, majorant, evaluate=False)


def _termwise_conditions(fact: sp.Eq, *, order: sp.Symbol) -> tuple[str, ...]:
    if fact.rhs.subs(order, 0) != 1:
        raise SideConditionError("The comparison starts from a moment of order zero equal to 1.")
    above, below = _moment_ratio(fact.rhs, order)
    odd = sp.expand(above.as_expr() - above.eval(0) * (2 * order + 1))
    growth = sp.expand(below.as_expr() - below.eval(0))
    if odd != 0 or not growth.is_nonnegative or not below.eval(0).is_positive:
        raise SideConditionError(
            f"The ratio of successive even moments, ({above.as_expr()})/({below.as_expr()}), is not "
            "(2m+1) over a denominator that grows with m."
        )
    ratio = sp.latex(above.as_expr() / below.as_expr())
    return (
        f"the ratio of successive moments is ${ratio}$",
        f"its denominator is at least ${sp.latex(below.eval(0))}$",
    )


def _check_termwise(result: sp.Rel, fact: sp.Eq, *, order: sp.Symbol) -> str:
    for point in random_points((fact.rhs.free_symbols | result.rhs.free_symbols) - {order}):
        for m in range(6):
            moment, majorant = (number(side.rhs, {**point, order: sp.Integer(m)}) for side in (fact, result))
            with mpmath.workdps(WORKING_DIGITS):
                if moment > majorant * (1 + mpmath.mpf(10) ** -DIGITS):
                    raise CheckFailed(f"At {point} the moment of order {2 * m} exceeds its majorant.")
    return "the first six even moments lie below the majorant at random rational points"


def _symmetric_conditions(fact: sp.Rel, definition: sp.Eq, **_: object) -> tuple[str, ...]:
    laws = {v.law for v in vectors(definition.rhs)}
    if not fact.has(definition.rhs) or not all(isinstance(law, Sphere | Gaussian) for law in laws):
        raise SideConditionError(f"{definition.rhs} is not known to have a symmetric law.")
    return (f"${sp.latex(definition.rhs)}$ and its negative have one law, so odd moments vanish",)


def _exponential_moment(fact: sp.Rel, definition: sp.Eq, *, order: sp.Symbol, parameter: sp.Symbol) -> sp.Rel:
    series = sp.Sum(parameter ** (2 * order) / sp.factorial(2 * order) * fact.rhs, (order, 0, sp.oo))
    return sp.Le(Expectation(sp.exp(parameter * definition.rhs)), series, evaluate=False)


def _sum_series(fact: sp.Rel) -> sp.Rel:
    return with_right(fact, sp.exp(_series_rate(fact)))


def _series_rate(fact: sp.Rel) -> sp.Expr:
    """C where the terms are c^m/m!; raises `SideConditionError` for any other series."""
    term, (m, _, _) = fact.rhs.function, fact.rhs.limits[0]
    rate = sp.powsimp(sp.combsimp(term.subs(m, m + 1) / term * (m + 1)))
    rate = sp.cancel(rate)
    if rate.has(m) or term.subs(m, 0) != 1:
        raise SideConditionError(f"The series with terms {term} is not an exponential one.")
    return rate


def _check_series(result: sp.Rel, fact: sp.Rel) -> str:
    term, (m, _, _) = fact.rhs.function, fact.rhs.limits[0]
    (point,) = random_points(fact.rhs.free_symbols, count=1, least=1)
    with mpmath.workdps(WORKING_DIGITS):
        partial = mpmath.fsum(number(term, {**point, m: sp.Integer(k)}) for k in range(_TERMS))
    require_close(number(result.rhs, point), partial, "The exponential and its series")
    return f"{_TERMS} terms summed at a random rational point to 50 digits"


def _chernoff(fact: sp.Rel, *, parameter: sp.Symbol, threshold: sp.Symbol) -> sp.Rel:
    exponent, best = _optimum(fact, parameter, threshold)
    variable = fact.lhs.args[0].exp / parameter
    bound = sp.exp(sp.factor(exponent.subs(parameter, best)))
    return sp.Le(Probability(sp.Gt(variable, threshold)), bound, evaluate=False)


def _optimum(fact: sp.Rel, parameter: sp.Symbol, threshold: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    """The exponent to be made small, and the parameter at which it is least."""
    exponent = fact.rhs.exp - parameter * threshold
    stationary = sp.solve(sp.diff(exponent, parameter), parameter)
    if (
        len(stationary) != 1
        or not stationary[0].is_positive
        or not sp.diff(exponent, parameter, 2).is_positive
    ):
        raise SideConditionError(f"{exponent} has no single positive minimum in {parameter}.")
    return exponent, stationary[0]


def _chernoff_conditions(fact: sp.Rel, *, parameter: sp.Symbol, threshold: sp.Symbol) -> tuple[str, ...]:
    _, best = _optimum(fact, parameter, threshold)
    return (f"the exponent is convex in ${sp.latex(parameter)}$ and least at ${sp.latex(best)} > 0$",)


def _check_chernoff(result: sp.Rel, fact: sp.Rel, *, parameter: sp.Symbol, threshold: sp.Symbol) -> str:
    """The bound is reached at the best parameter and undercut at none of its multiples."""
    exponent, best = _optimum(fact, parameter, threshold)
    for point in random_points(exponent.free_symbols - {parameter}):
        least = number(sp.log(result.rhs), point)
        tried = [
            number(exponent, {**point, parameter: best.subs(point) * sp.Rational(k, 20)})
            for k in range(1, 61)
        ]
        with mpmath.workdps(WORKING_DIGITS):
            if abs(min(tried) - least) > mpmath.mpf(10) ** -DIGITS * abs(least):
                raise CheckFailed(f"At {point} the least exponent found is {min(tried)}, not {least}.")
    return "no better parameter among 60 multiples of the best at random rational points"


def _two_sided(fact: sp.Rel, definition: sp.Eq) -> sp.Rel:
    threshold = fact.lhs.args[0].rhs
    return sp.Le(Probability(sp.Gt(sp.Abs(definition.rhs), threshold)), 2 * fact.rhs, evaluate=False)


termwise = Rule(
    name="termwise comparison",
    statement=r"If $a_0 = 1$ and $a_{m+1}/a_m \le (2m+1)/D$, then $a_m \le \frac{(2m)!}{2^m m! D^m}$.",
    apply=_termwise,
    conditions=_termwise_conditions,
    check=_check_termwise,
)

exponential_moment = Rule(
    name="exponential series of a symmetric variable",
    statement=(
        r"$\mathbb{E} e^{\lambda x} = \sum_m \frac{\lambda^{2m}}{(2m)!} \mathbb{E} x^{2m}$ "
        r"for symmetric $x$ whose series converges."
    ),
    apply=_exponential_moment,
    conditions=_symmetric_conditions,
)

sum_series = Rule(
    name="exponential series",
    statement=r"$\sum_m c^m / m! = e^c$.",
    apply=_sum_series,
    check=_check_series,
)

chernoff = Rule(
    name="Chernoff",
    statement=(
        r"$\mathbb{P}(x > t) \le e^{-\lambda t}\, \mathbb{E} e^{\lambda x}$ for every $\lambda > 0$; "
        r"the best $\lambda$ is taken."
    ),
    apply=_chernoff,
    conditions=_chernoff_conditions,
    check=_check_chernoff,
)

two_sided = Rule(
    name="two sides",
    statement=r"$\mathbb{P}(|x| > t) \le 2 b$ where $\mathbb{P}(x > t) \le b$ and $x$ is symmetric.",
    apply=_two_sided,
    conditions=_symmetric_conditions,
)

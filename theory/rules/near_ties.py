r"""Near ties: means of what is seen only where two normal scores lie close to each other.

For $g \sim N(0, V)$ and $F \ge 0$ on the half line, $1 - x \le e^{-x} \le 1$ in the density gives
$\sqrt{2/(\pi V)} (\int F - \frac{1}{2V} \int g^2 F) \le \mathbb{E} F(|g|) \le \sqrt{2/(\pi V)} \int F$.
V is in proportion to the squared length of a normal vector, over which both sides are averaged.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from random import Random

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .class_gaps import NormalLaw
from .events import Expectation
from .points import WORKING_DIGITS, number, require_close
from .vectors import with_right

gap = sp.Symbol("g", nonnegative=True)
"""The modulus of the difference of two scores."""
length = sp.Symbol("r", positive=True)
"""The length of a vector of independent standard normal coordinates."""

_SPREADS = (sp.Rational(1, 3), sp.Integer(2), sp.Integer(9))
_DEGREES = (4, 7)
_FAR = 160
_TOLERANCE = mpmath.mpf(10) ** -40
_ROWS = (2, 3, 4, 5)
_ROUNDING = mpmath.mpf(10) ** -12


def _spread(law: sp.Eq) -> sp.Expr:
    """The variance, where the law is normal with mean zero."""
    if not isinstance(law.rhs, NormalLaw) or law.rhs.args[0] != 0 or not law.rhs.args[1].is_positive:
        raise SideConditionError(f"{law.rhs} is no normal law of mean zero with a positive variance.")
    return law.rhs.args[1]


def _integrals(seen: sp.Eq) -> tuple[sp.Expr, sp.Expr]:
    function = seen.rhs.subs(length, 1)
    scale = sp.cancel(seen.rhs / function)
    return tuple(scale * sp.Integral(gap**m * function, (gap, 0, sp.oo)) for m in (0, 2))


def _above(seen: sp.Eq, law: sp.Eq) -> sp.Le:
    area, _ = _integrals(seen)
    return sp.Le(Expectation(seen.lhs), sp.sqrt(2 / (sp.pi * _spread(law))) * area, evaluate=False)


def _below(seen: sp.Eq, law: sp.Eq) -> sp.Ge:
    area, second = _integrals(seen)
    spread = _spread(law)
    right = sp.sqrt(2 / (sp.pi * spread)) * (area - second / (2 * spread))
    return sp.Ge(Expectation(seen.lhs), right, evaluate=False)


def _conditions(seen: sp.Eq, law: sp.Eq) -> tuple[str, ...]:
    spread = _spread(law)
    if not seen.rhs.subs(length, 1).is_nonnegative:
        raise SideConditionError(f"{seen.rhs} is not known to be nonnegative.")
    return (
        f"given ${sp.latex(length)}$ the gap is normal with mean 0 and variance ${sp.latex(spread)}$",
        f"${sp.latex(seen.rhs)} \\ge 0$, and so much of the mean is over the gap alone",
    )


def _check_bounds(result: sp.Rel, seen: sp.Eq, law: sp.Eq) -> str:
    """The mean by quadrature at three variances, on the right side of the bound."""
    function = sp.lambdify(gap, seen.rhs.subs(length, 1), "mpmath")
    scale = sp.cancel(seen.rhs / seen.rhs.subs(length, 1))
    for spread in _SPREADS:
        with mpmath.workdps(15):
            at = sp.solve(_spread(law) - spread, length)[0]
            v = number(spread, {})
            stops = [0, 1, 4, 16, 80]
            mean = mpmath.quad(lambda g, v=v: function(g) * mpmath.exp(-g * g / (2 * v)), stops)
            mean *= mpmath.sqrt(2 / (mpmath.pi * v)) * number(scale.subs(length, at), {})
            bound = number(_by_quadrature(result.rhs).subs(length, at), {})
        if (mean > bound) if isinstance(result, sp.Le) else (mean < bound):
            raise CheckFailed(f"At variance {spread} the mean is {mpmath.nstr(mean, 12)}, the bound {bound}.")
    return f"the mean by quadrature at {len(_SPREADS)} variances"


def _by_quadrature(expression: sp.Expr) -> sp.Expr:
    """The integrals of an expression as numbers."""
    return expression.replace(lambda e: isinstance(e, sp.Integral), _area)


@lru_cache(maxsize=64)
def _area(integral: sp.Integral) -> sp.Float:
    """The integral over the gap, which every variance and the next step ask for again."""
    integrand = sp.lambdify(gap, integral.function, "mpmath")
    with mpmath.workdps(WORKING_DIGITS):
        area = mpmath.quad(integrand, [0, 1, 2, 4, 8, 16, 32, 64, _FAR])
        return sp.Float(str(area), WORKING_DIGITS)


def _logistic(fact: sp.Rel) -> sp.Rel:
    return with_right(
        fact, sp.factor(sp.expand(fact.rhs.replace(lambda e: isinstance(e, sp.Integral), _value)))
    )


def _value(integral: sp.Integral) -> sp.Expr:
    """The values m! eta(m + 1) for g^m / (1 + e^g), and m! eta(m) for its slope; eta is Dirichlet's."""
    power, rest = integral.function.as_independent(sp.exp, as_Add=False)
    order = sp.degree(power, gap) if power.has(gap) else 0
    factor = sp.cancel(power / gap**order)
    for kernel, shift in ((1 / (1 + sp.exp(gap)), 1), (sp.exp(gap) / (1 + sp.exp(gap)) ** 2, 0)):
        ratio = sp.simplify(rest / kernel)
        if not ratio.has(gap):
            return factor * ratio * sp.factorial(order) * _eta(order + shift)
    raise SideConditionError(f"{integral} is no integral of a logistic function or of its slope.")


def _eta(s: int) -> sp.Expr:
    """Sum of (-1)^(j+1) / j^s."""
    return {0: sp.S.Half, 1: sp.log(2)}.get(s, (1 - sp.Integer(2) ** (1 - s)) * sp.zeta(s))


def _check_logistic(result: sp.Rel, fact: sp.Rel) -> str:
    """All integrals by quadrature at three lengths; beyond the end nothing is left at forty digits."""
    by_quadrature = _by_quadrature(fact.rhs)
    for at in _SPREADS:
        others = dict.fromkeys((fact.rhs.free_symbols | result.rhs.free_symbols) - {gap}, at)
        with mpmath.workdps(WORKING_DIGITS):
            area, value = number(by_quadrature.subs(others), {}), number(result.rhs, others)
            if abs(area - value) > _TOLERANCE * (1 + abs(area)):
                raise CheckFailed(f"At {others} quadrature gives {mpmath.nstr(area, 15)}.")
    return "its integrals by quadrature to 40 digits"


def _mean_length(fact: sp.Rel, *, dimension: sp.Symbol) -> sp.Rel:
    total = sp.Integer(0)
    for part in sp.Add.make_args(sp.expand(fact.rhs)):
        factor, power = part.as_independent(length, as_Add=False)
        total += factor * _length_moment(power.as_base_exp()[1] if power != 1 else sp.Integer(0), dimension)
    return with_right(fact, total)


def _length_moment(order: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """E r^order for the length of d standard normal coordinates."""
    if order == 0:
        return sp.Integer(1)
    ratio = sp.gamma((dimension + order) / 2) / sp.gamma(dimension / 2)
    return sp.Integer(2) ** (order / 2) * sp.gammasimp(ratio)


def _mean_conditions(fact: sp.Rel, *, dimension: sp.Symbol) -> tuple[str, ...]:
    orders = [
        (part.as_independent(length, as_Add=False)[1].as_base_exp()[1])
        for part in sp.Add.make_args(sp.expand(fact.rhs))
        if part.has(length)
    ]
    if any(not order.is_Rational for order in orders):
        raise SideConditionError(f"{fact.rhs} is no sum of powers of {length}.")
    least = min(orders, default=sp.Integer(0))
    return (f"${sp.latex(dimension + least)} > 0$, or the mean over the length is infinite",)


def _check_mean(result: sp.Rel, fact: sp.Rel, *, dimension: sp.Symbol) -> str:
    """The right-hand side averaged over the length's density by quadrature."""
    with mpmath.workdps(WORKING_DIGITS):
        # The nodes are those of the stops, whatever the number of coordinates.
        along = lru_cache(maxsize=None)(sp.lambdify(length, fact.rhs * sp.exp(-(length**2) / 2), "mpmath"))
        for d in _DEGREES:
            half = mpmath.mpf(d) / 2
            area = mpmath.quad(lambda x, d=d: along(x) * x ** (d - 1), [0, 1, 2, 4, 8, 16, 24])
            mean = area / (mpmath.mpf(2) ** (half - 1) * mpmath.gamma(half))
            require_close(mean, number(result.rhs.subs(dimension, d), {}), f"At {d} coordinates the means")
    return (
        f"averaged by quadrature over the length of {', '.join(map(str, _DEGREES))} coordinates to 50 digits"
    )


def _pairs(fact: sp.Le, seen: sp.Eq, *, name: sp.Symbol, count: sp.Symbol) -> sp.Le:
    return sp.Le(Expectation(name), count * (count - 1) / 2 * fact.rhs, evaluate=False)


def _pairs_conditions(fact: sp.Le, seen: sp.Eq, *, name: sp.Symbol, count: sp.Symbol) -> tuple[str, ...]:
    if not isinstance(fact, sp.Le) or fact.lhs != Expectation(seen.lhs) or seen.rhs != 1 / (1 + sp.exp(gap)):
        raise SideConditionError(f"{fact} bounds no mean of the smaller of two weights from above.")
    return ("the gaps of all pairs of scores have one law",)


def _check_pairs(result: sp.Le, fact: sp.Le, seen: sp.Eq, *, name: sp.Symbol, count: sp.Symbol) -> str:
    """One minus the largest of two to five weights and the sum over pairs, at random scores."""
    random, smaller = Random(2), sp.lambdify(gap, seen.rhs, "mpmath")
    for items in _ROWS:
        scores = [mpmath.mpf(random.randint(-40, 40)) / 9 for _ in range(items)]
        masses = [mpmath.exp(x - max(scores)) for x in scores]
        pairs = [smaller(abs(x - y)) for x, y in combinations(scores, 2)]
        missing = 1 - 1 / mpmath.fsum(masses)
        if missing > mpmath.fsum(pairs) * (1 + _ROUNDING):
            raise CheckFailed(f"{items} scores leave {missing} beside the largest weight.")
        if sp.cancel(result.rhs.subs(count, items) / fact.rhs) != len(pairs):
            raise CheckFailed(f"{items} scores have {len(pairs)} pairs, and {result.rhs} counts others.")
    return "one minus the largest weight beside the sum over pairs, at random scores"


near_tie_above = Rule(
    name="near ties, from above",
    statement=r"$\mathbb{E} F(|g|) \le \sqrt{2/(\pi V)} \int_0^\infty F$ for $g \sim N(0, V)$ and $F \ge 0$.",
    apply=_above,
    conditions=_conditions,
    check=_check_bounds,
)

near_tie_below = Rule(
    name="near ties, from below",
    statement=(
        r"$\mathbb{E} F(|g|) \ge \sqrt{2/(\pi V)} (\int_0^\infty F - \frac{1}{2V} \int_0^\infty g^2 F)$ for "
        r"$g \sim N(0, V)$ and $F \ge 0$, by $e^{-x} \ge 1 - x$."
    ),
    apply=_below,
    conditions=_conditions,
    check=_check_bounds,
)

logistic_integrals = Rule(
    name="logistic integrals",
    statement=(
        r"$\int_0^\infty \frac{g^m}{1 + e^g} dg = m!\, \eta(m+1)$ and $\int_0^\infty "
        r"\frac{g^m e^g}{(1 + e^g)^2} dg = m!\, \eta(m)$, with $\eta(0) = \frac12$, $\eta(1) = \log 2$ and "
        r"$\eta(s) = (1 - 2^{1-s}) \zeta(s)$."
    ),
    apply=_logistic,
    check=_check_logistic,
)

mean_over_length = Rule(
    name="mean over the length",
    statement=r"$\mathbb{E} r^p = 2^{p/2} \Gamma(\frac{d+p}{2}) / \Gamma(\frac{d}{2})$, r a normal's length.",
    apply=_mean_length,
    conditions=_mean_conditions,
    check=_check_mean,
)

all_pairs = Rule(
    name="all pairs",
    statement=(
        r"Each weight is at most the smaller of two: its score's and the largest score's alone. All but the "
        r"largest add up to no more than all pairs, whose mean is $\frac{n(n-1)}{2}$ times that of one."
    ),
    apply=_pairs,
    conditions=_pairs_conditions,
    check=_check_pairs,
)

"""How a quantity runs in each variable: a slope on the range, local exponents that drift, an exponential.

Where local exponents drift beyond their errors and the margin there is no power to name. Where they run
away from zero while the local rates d log m / dx stay, the quantity follows an exponential, and that is
what it is called.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import sympy as sp

from ..claim import BoundType
from ..document import Bounds, Exponent
from ..law import Form, values
from ..reason import Courses, Direction, Drift, Exponential, Interval, Margin, Order, Slope, Stance, interval
from ..statistics.gls import Vector, chi2_p_value
from ..statistics.intervals import two_sided_quantile
from ..statistics.local import LocalSlopes, local_slopes
from ..theory.notation import symbol
from .context import DecisionContext, Derived
from .parameters import Kind, Parameter, column, fixed_logs, in_exponential, parameters

LONGEST_FRACTION: Final = 1000
"""A fraction of a larger denominator was typed as a decimal."""

DIGITS: Final = 15
"""Of such a decimal."""

FEWEST_LOCAL: Final = 3
"""Fewer local exponents than this show no trend to rely on."""
AWAY: Final = 1.5
"""Local exponents of an exponential grow with the sizes: the last is at least so many times the first."""
STEADIER: Final = 0.5
"""Its local rates spread at most by this, and by this share of what the exponents spread."""

NEARER: Final = 0.9
"""Local exponents that approach the claimed one end at most this share of their first distance from it."""

SIMPLE: Final = 3
"""A rate of more operations than that is printed as a decimal."""

SIMPLEST: Final = 12
"""A rate that is a fraction with a larger denominator is printed as a decimal too."""

ALIKE: Final = 9
"""Digits to which logarithms of ratios of sizes are one where the ratios are."""

UNMEASURED: Final = (16.0, 1024.0)
"""Sizes at which the direction of a law is read where none were measured."""


@dataclass(frozen=True, kw_only=True)
class Rate:
    """An exponential's rate with its limits: exp(rate x)."""

    value: float
    limits: Bounds


def exponential(
    context: DecisionContext, law: Form, parameter: Parameter, slopes: LocalSlopes, level: float
) -> Rate | None:
    """The exponential that the quantity follows in this variable, or None for none."""
    if slopes.values.size < FEWEST_LOCAL or not _run_away(slopes.values):
        return None
    rates = _local_rates(context, law, parameter)
    if rates.values.size != slopes.values.size:
        return None
    spread = _spread(rates.values)
    steady = spread <= STEADIER * min(_spread(slopes.values), 1.0)
    return _rate(context, parameter, rates, level) if steady or _constant(rates, level) else None


def local_exponents(context: DecisionContext, law: Form, parameter: Parameter) -> LocalSlopes:
    """Slopes between neighbouring sizes of what stands beside the law's fixed part.

    Of a power beside an exponential and of a rate it is what stands beside the other as claimed.
    """
    fixed = fixed_logs(context, law)
    if parameter.beside or parameter.kind is Kind.RATE:
        others = (p for p in parameters(context, law) if p.label != parameter.label and _meets(p, parameter))
        fixed = fixed + sum((p.claimed * column(context, p) for p in others if p.claimed), np.zeros(1))
    return _slopes(context, (parameter.variable,), column(context, parameter), fixed)


def joint_exponents(context: DecisionContext, law: Form, variables: tuple[str, ...]) -> LocalSlopes:
    """Slopes where all these variables grow by one factor, beside the law's fixed part.

    The exponent of a product is the sum of its own there: n + m, which grows like either, is no n m.
    """
    return _slopes(context, variables, np.log(context.sizes(variables[0])), fixed_logs(context, law))


def _meets(one: Parameter, other: Parameter) -> bool:
    """Whether two parameters, one of them a rate, are of one variable."""
    return one.kind is not other.kind and not one.base.free_symbols.isdisjoint(other.base.free_symbols)


def measured_courses(
    context: DecisionContext,
    law: Form,
    exponents: Mapping[str, Exponent],
    rates: Mapping[str, Exponent],
    against: bool,
) -> Courses:
    """How the quantity runs in the variables that the claim names; those left out only where they speak.

    Rates are told, and the powers beside them. `against` asks for the left-out
    variables whose slope lies beyond the margin as well.
    """
    named = _named(law)
    everything = not named & set(context.varying)
    told = [
        course(name, exponent, beside=_beside(law, name), margin=context.claim.margin)
        for name, exponent in {**exponents, **rates}.items()
        if everything
        or name in rates
        or _variable(name) in named
        or (against and _is_beyond(exponent, context.claim.margin))
    ]
    return Courses(of=tuple(one for one in told if one is not None))


def course(name: str, one: Exponent, *, beside: bool, margin: float) -> Slope | Drift | Exponential | None:
    """One variable's course; None where nothing was measured."""
    if one.exponential is not None:
        low, high = one.exponential_ci or (None, None)
        return Exponential(variable=_variable(name), rate=one.exponential, interval=_interval(low, high))
    values = [local.value for local in one.local]
    if drifts(one, margin):
        return Drift(name=name, first=values[0], last=values[-1], beside=beside)
    if one.estimate is None:
        return None
    low, high = one.ci or (None, None)
    return Slope(name=name, value=one.estimate, interval=_interval(low, high), beside=beside)


def drifts(one: Exponent, margin: float) -> bool:
    """Whether the local exponents drift beyond their errors, and by more than the margin."""
    values = [local.value for local in one.local]
    return (
        one.trend in {"rising", "falling"}
        and len(values) >= FEWEST_LOCAL
        and abs(values[-1] - values[0]) > margin
        and (values[-1] > values[0]) == (one.trend == "rising")
    )


def nears(one: Exponent, goal: float) -> bool:
    """Whether the local exponents come nearer to a value that they have not passed."""
    values = [local.value for local in one.local]
    if len(values) < FEWEST_LOCAL or one.trend not in {"rising", "falling"}:
        return False
    first, last = values[0] - goal, values[-1] - goal
    rising = one.trend == "rising"
    return abs(last) < abs(first) and (last < 0 if rising else last > 0)


def arrives(one: Exponent, goal: float, last: int = 1) -> bool:
    """Whether the local exponents move, and so many at the end hold a value that the first does not."""
    if len(one.local) < max(FEWEST_LOCAL, last + 1) or one.trend not in {"rising", "falling"}:
        return False
    holds = [
        (-math.inf if low is None else low) <= goal <= (math.inf if high is None else high)
        for low, high in (local.ci for local in one.local)
    ]
    return all(holds[-last:]) and not holds[0]


def approaches(one: Exponent, margin: float) -> bool:
    """Whether local exponents that begin beyond the margin end nearer to the claimed one by a tenth.

    Those that surely end beyond the margin on its other side have passed it. No trend is asked for that is
    told from none: a slow approach shows none on a range.
    """
    values = [local.value for local in one.local]
    if one.claimed is None or len(values) < FEWEST_LOCAL:
        return False
    first, last = values[0] - one.claimed, values[-1] - one.claimed
    least, most = one.local[-1].ci
    passed = (
        most is not None and most < one.claimed - margin
        if first > 0
        else least is not None and least > one.claimed + margin
    )
    return not passed and abs(first) > margin and abs(last) < NEARER * abs(first) and one.exponential is None


def leaves(one: Exponent, goal: float) -> bool:
    """Whether the local exponents move away from a value."""
    values = [local.value for local in one.local]
    if len(values) < FEWEST_LOCAL or one.trend not in {"rising", "falling"}:
        return False
    first, last = values[0] - goal, values[-1] - goal
    return abs(last) > abs(first) and (last > 0) == (one.trend == "rising")


def escapes(one: Exponent, bound_type: BoundType, beyond: float) -> bool:
    """Whether the local exponents move away from the claimed one, to a side where it does not allow them,
    and end further from it than that.
    """
    goal = one.claimed
    if goal is None or one.exponential is not None or not one.local or not leaves(one, goal):
        return False
    last = one.local[-1].value - goal
    return {BoundType.O: last, BoundType.OMEGA: -last}.get(bound_type, abs(last)) > beyond


def claimed_order(context: DecisionContext, law: Form, stance: Stance) -> Order:
    """The claim as a predicate."""
    direction = _direction(context, law)
    flat = direction is Direction.FLAT
    return Order(
        law=typed(_leading(_bare(law))) if law.is_single else law.text,
        direction=direction,
        stance=stance,
        variables=_left_out(context, law) if flat else (),
        up_to_logs=context.claim.up_to_logs,
    )


def claimed_margin(context: DecisionContext, law: Form) -> Margin:
    """The margin as the claim has it."""
    size = context.claim.margin
    if _direction(context, law) is Direction.FLAT:
        return Margin(value=size, flat=_left_out(context, law))
    claims = [p for p in parameters(context, law) if p.claimed is not None]
    exponents = [p for p in claims if p.kind is Kind.EXPONENT and p.variable in _named(law)]
    beside = tuple(p.variable for p in exponents if _beside(law, p.label))
    return Margin(
        value=size,
        beside=beside,
        rates=any(p.kind is Kind.RATE for p in claims),
        exponents=len(exponents) - len(beside),
        power=next((p.margin(size) for p in exponents if p.beside), None),
    )


def derived_order(derived: Derived, law: Form, varying: tuple[str, ...]) -> Order:
    """The derived order as a predicate; a bound says at most or at least."""
    told = {name: derived.exponents[name] for name in law.variables if name in derived.exponents}
    told = {name: power for name, power in told.items() if name in varying or power != 0} or told
    powers = {name: power for name, power in told.items() if power != 0}
    signs = {power > 0 for power in powers.values()}
    direction = (
        Direction.SCALES if len(signs) > 1 else Direction.GROWS if signs == {True} else Direction.FALLS
    )
    stance = {"<=": Stance.AT_MOST, ">=": Stance.AT_LEAST}.get(derived.relation, Stance.LIKE)
    product = sp.Mul(
        *(symbol(name) ** sp.Rational(power.numerator, power.denominator) for name, power in powers.items())
    )
    return Order(
        law=typed(product),
        direction=direction if powers else Direction.FLAT,
        stance=stance,
        variables=() if powers else tuple(told),
    )


def typed(expr: sp.Expr) -> str:
    """An expression as the law grammar reads it; a number of many digits as a decimal, no fraction.

    >>> typed(sp.sympify("d**(1/3)")), typed(sp.Symbol("d") ** sp.Rational("0.3333333333"))
    ('d**(1/3)', 'd**0.3333333333')
    """
    decimals = {n: sp.Float(n, DIGITS) for n in expr.atoms(sp.Rational) if n.q > LONGEST_FRACTION}
    return str(expr.xreplace(decimals)).replace("Max(", "max(").replace("Min(", "min(")


def _run_away(values: Vector) -> bool:
    return bool(
        (np.all(values > 0) or np.all(values < 0))
        and abs(values[-1]) >= AWAY * abs(values[0])
        and abs(values[-1]) == np.max(np.abs(values))
    )


def _local_rates(context: DecisionContext, law: Form, parameter: Parameter) -> LocalSlopes:
    """Slopes of log m itself between neighbouring sizes, the factors of other variables alone taken out."""
    own = symbol(parameter.variable)
    fixed = (
        fixed_logs(context, law)
        if own not in law.terms[0].fixed.free_symbols
        else np.zeros(len(context.means))
    )
    return _slopes(context, (parameter.variable,), context.sizes(parameter.variable), fixed)


def _slopes(
    context: DecisionContext, variables: tuple[str, ...], bases: Vector, fixed_log: Vector
) -> LocalSlopes:
    """Slopes between neighbouring sizes of the first variable, the ratios of the others to it being equal."""
    with np.errstate(over="ignore", under="ignore"):
        # Variances are divided by the square.
        square = np.exp(2 * fixed_log)
    good = np.isfinite(bases) & np.isfinite(square) & (square > 0)
    scale = np.where(good, np.exp(np.where(good, fixed_log, 0.0)), 1.0)
    first, *others = (context.sizes(name) for name in variables)
    shapes = [np.round(np.log(sizes / first), ALIKE) for sizes in others]
    rays = np.column_stack([context.groups(*variables), *shapes])
    return local_slopes(
        first,
        bases,
        np.unique(rays, axis=0, return_inverse=True)[1].reshape(-1),
        means=np.where(good, context.means / scale, 0.0),
        covariance=context.evidence.covariance.scaled(1 / scale),
        bounds=context.error_bounds / scale,
    )


def _spread(values: Vector) -> float:
    return float(np.ptp(values) / abs(np.mean(values)))


def _constant(rates: LocalSlopes, level: float) -> bool:
    """Whether chi2 lets all rates be one; exact rates have no errors to say so."""
    if not np.any(rates.covariance):
        return False
    inverse = np.linalg.pinv(rates.covariance, hermitian=True)
    ones = np.ones(rates.values.size)
    rest = rates.values - (ones @ inverse @ rates.values) / (ones @ inverse @ ones)
    return chi2_p_value(float(rest @ inverse @ rest), rates.values.size - 1) >= level


def _rate(context: DecisionContext, parameter: Parameter, rates: LocalSlopes, level: float) -> Rate:
    """The mean of the local rates, each weighing by its error, or by its part of the range."""
    variances = np.diag(rates.covariance)
    weights = (
        1 / variances if np.all(variances > 0) else np.diff(np.unique(context.sizes(parameter.variable)))
    )
    if weights.size != rates.values.size:
        weights = np.ones(rates.values.size)
    weights = weights / weights.sum()
    value = float(weights @ rates.values)
    half = two_sided_quantile(2 * level) * float(np.sqrt(max(weights @ rates.covariance @ weights, 0.0)))
    if _constant(rates, level):
        return Rate(value=value, limits=(value - half, value + half))
    # A rate that still moves is known no better than its local values tell.
    low, high = float(rates.values.min()), float(rates.values.max())
    return Rate(value=value, limits=(min(low, value - half), max(high, value + half)))


def _named(law: Form) -> set[str]:
    return {str(s) for s in law.expr.free_symbols} & set(law.variables)


def _variable(label: str) -> str:
    """The variable that a parameter's label names."""
    return label.partition(" (")[0]


def _beside(law: Form, label: str) -> bool:
    """Whether an exponent or rate is of what stands beside a factor of the law in the same variable."""
    variable = _variable(label)
    if law.is_nonlinear:
        return symbol(variable) in law.expr.free_symbols
    return law.is_single and (
        symbol(variable) in law.terms[0].fixed.free_symbols or in_exponential(law, variable)
    )


def _is_beyond(one: Exponent, margin: float) -> bool:
    if one.claimed is None or one.estimate is None:
        return one.exponential is not None
    return abs(one.estimate - one.claimed) > margin


def _interval(low: float | None, high: float | None) -> Interval:
    return interval(-np.inf if low is None else low, np.inf if high is None else high)


def _bare(law: Form) -> sp.Expr:
    """The law without its constant: C*d**2/3 is d**2."""
    if not law.is_single:
        return law.expr
    plain = law.expr.subs({symbol(name): 1 for name in law.terms[0].coefficients})
    plain = plain.replace(_is_number_beside_exponential, lambda sum_: sum_ - sum_.as_coeff_Add()[0])
    return plain if law.implied_constant else plain.as_coeff_Mul()[1]


def _is_number_beside_exponential(expr: sp.Expr) -> bool:
    """Whether it is a sum like 1 + exp(d/16), of the order of its exponential."""
    powers = [term for term in expr.args if isinstance(term, sp.exp | sp.Pow)] if expr.is_Add else []
    return any((term.exp * sp.log(term.base)).is_positive for term in powers if term.exp.free_symbols)


def _leading(law: sp.Expr) -> sp.Expr:
    """The law as a sentence has it: a rate of many numbers is one number.

    >>> from theorycheck.law import parse
    >>> _leading(parse("sqrt(n)*exp((3 - sqrt(5) + log(2))*n)"))
    sqrt(n)*exp(1.46*n)
    """
    return law.replace(lambda found: isinstance(found, sp.exp), lambda found: sp.exp(_short(found.args[0])))


def _short(exponent: sp.Expr) -> sp.Expr:
    """The exponent with a factor of many numbers as one."""
    number, rest = exponent.as_independent(*exponent.free_symbols, as_Add=False)
    plain = number.q <= SIMPLEST if isinstance(number, sp.Rational) else number.count_ops() <= SIMPLE
    return exponent if plain else sp.Float(f"{float(number):.3g}", 3) * rest


def _left_out(context: DecisionContext, law: Form) -> tuple[str, ...]:
    """The variables that vary and that the law says nothing depends on."""
    return tuple(name for name in context.varying if name in law.variables)


def _direction(context: DecisionContext, law: Form) -> Direction:
    """Whether the claimed law grows or falls with its variables, over the range at hand."""
    if not law.is_single:
        return Direction.FOLLOWS
    named = _named(law)
    if not named:
        return Direction.FLAT
    signs = {_sign(context, law, name) for name in sorted(named)} - {0}
    if len(signs) != 1:
        return Direction.SCALES
    return Direction.GROWS if signs == {1} else Direction.FALLS


def _sign(context: DecisionContext, law: Form, name: str) -> int:
    """1 where the law grows with the variable from the smallest to the largest size, -1 where it falls."""
    low_end, high_end = _ends(context, name)
    ends = (low_end, high_end if high_end > low_end else 2 * low_end)
    at = {other: _ends(context, other)[0] for other in law.variables}
    ones = dict.fromkeys(law.constants, 1.0)
    low, high = (
        float(values(law.expr, {k: np.array([v]) for k, v in {**at, **ones, name: end}.items()})[0])
        for end in ends
    )
    if not (np.isfinite(low) and np.isfinite(high)):
        return 0
    return int(np.sign(high - low))


def _ends(context: DecisionContext, name: str) -> tuple[float, float]:
    """The smallest and the largest size of a variable; two sizes of one that was not measured."""
    if name not in context.variables:
        return UNMEASURED
    sizes = context.sizes(name)
    return float(sizes.min()), float(sizes.max())

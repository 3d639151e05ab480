r"""Bounds at the worst end of a range: what rises or falls in a symbol is largest or least at its ends.

Trends are read from the form of an expression whose symbols are positive, or from a derivative whose
sign is proved; a trend that cannot be proved is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .asymptotics import leading
from .points import DIGITS, WORKING_DIGITS, number, random_points

_SIZES = 6
_ROOT = 2
"""A square root is taken of what is nonnegative, or not at all."""


def trend(expression: sp.Expr, x: sp.Symbol) -> int:
    """1 where the expression rises in x, -1 where it falls, 0 where it does not depend on x.

    Raises `SideConditionError` where the form proves neither.

    >>> x, y = sp.symbols("x y", positive=True)
    >>> trend(sp.exp(-x * y), x), trend(sp.erfc(1 / x), x), trend(y, x)
    (-1, 1, 0)
    """
    if not expression.has(x):
        return 0
    if expression == x:
        return 1
    if isinstance(expression, sp.exp | sp.log):
        return trend(expression.args[0], x)
    if isinstance(expression, sp.erfc):
        # The argument is nonnegative, so that it rises where its square does.
        return -trend(sp.factor(sp.cancel(expression.args[0] ** 2)), x)
    if isinstance(expression, sp.Pow) and _is_compound(expression, x):
        return -1
    if (
        isinstance(expression, sp.Pow)
        and not expression.exp.has(x)
        and (is_nonnegative(expression.base) or is_nonnegative(expression))
    ):
        return trend(expression.base, x) * (1 if expression.exp.is_positive else -1)
    if isinstance(expression, sp.Add):
        return _common([trend(part, x) for part in expression.args], expression, x)
    if isinstance(expression, sp.Mul):
        return _of_product(expression, x)
    return _by_slope(expression, x)


def _is_compound(power: sp.Pow, x: sp.Symbol) -> bool:
    """Whether the power is (1 + a/x)^(-b x) with a, b > 0: (1 + a/x)^x rises to e^a."""
    small = sp.cancel(power.base - 1) if power.base.is_rational_function(x) else sp.oo
    return bool((small * x).is_positive and not (small * x).has(x) and (-power.exp / x).is_positive
                and not sp.cancel(power.exp / x).has(x))  # fmt: skip


def is_nonnegative(part: sp.Expr) -> bool:
    """Whether the part is nonnegative wherever it is defined: a power of what may vanish is."""
    if isinstance(part, sp.erfc):
        return True
    if isinstance(part, sp.Mul | sp.Add) and all(is_nonnegative(one) for one in part.args):
        return True
    if isinstance(part, sp.Pow) and (
        is_nonnegative(part.base) or (part.exp.is_Rational and part.exp.q == _ROOT)
    ):
        return True
    return bool(part.is_nonnegative)


def _of_product(product: sp.Mul, x: sp.Symbol) -> int:
    number_part, rest = product.as_coeff_Mul()
    factors = [part for part in sp.Mul.make_args(rest) if part.has(x)]
    # The sign of the one factor that depends on x does not matter.
    needed = [part for part in sp.Mul.make_args(rest) if len(factors) > 1 or part not in factors]
    if not all(is_nonnegative(part) for part in needed):
        return _by_slope(product, x)
    try:
        common = _common([trend(part, x) for part in factors], product, x)
    except SideConditionError:
        return _by_slope(product, x)
    return common if number_part.is_positive else -common


def _common(trends: list[int], expression: sp.Expr, x: sp.Symbol) -> int:
    found = {value for value in trends if value}
    if len(found) > 1:
        return _by_slope(expression, x)
    return found.pop() if found else 0


def _by_slope(expression: sp.Expr, x: sp.Symbol) -> int:
    if expression.is_rational_function(x):
        signs = [_sign(factor) for factor in sp.Mul.make_args(sp.factor(sp.diff(expression, x)))]
        if all(signs):
            return sp.prod(signs)
    raise SideConditionError(f"Nothing proves that {expression} rises or falls in {x}.")


def _sign(factor: sp.Expr) -> int:
    """The sign of a factor where it is neither zero nor a pole, 0 where it is not known."""
    base, exponent = factor.as_base_exp()
    if base.is_real and exponent.is_even:
        return 1
    base = sp.expand(base)
    own = 1 if base.is_nonnegative else -1 if base.is_nonpositive else 0
    return own if exponent.is_odd or own == 1 else 0


def _worst(fact: sp.Rel, range_: sp.Rel) -> sp.Rel:
    return fact.func(fact.lhs, _tidied(fact.rhs.subs(range_.lhs, range_.rhs)), evaluate=False)


def _tidied(expression: sp.Expr) -> sp.Expr:
    """Rational bases of powers, and rational squares of a tail's argument, in lowest terms."""
    known = {}
    for part in expression.atoms(sp.Pow):
        if not part.exp.is_Rational and part.base.is_rational_function() and part.base.free_symbols:
            known[part] = sp.factor(sp.cancel(part.base)) ** part.exp
    for tail in expression.atoms(sp.erfc):
        square = sp.cancel(tail.args[0] ** 2)
        if square.is_rational_function():
            known[tail] = sp.erfc(sp.sqrt(sp.factor(square)))
    return expression.xreplace(known)


def _worst_conditions(fact: sp.Rel, range_: sp.Rel) -> tuple[str, ...]:
    x = range_.lhs
    if not x.is_Symbol or not isinstance(fact, sp.Le | sp.Ge) or not isinstance(range_, sp.Le | sp.Ge):
        raise SideConditionError(f"A bound and the range of a symbol are needed, not {fact} and {range_}.")
    way = trend(fact.rhs, x)
    # An upper bound is weakened upwards: to the right end of what rises, to the left of what falls.
    needed = (1 if isinstance(fact, sp.Le) else -1) * (1 if isinstance(range_, sp.Le) else -1)
    if way not in (0, needed):
        raise SideConditionError(
            f"Over {range_} the bound {fact.rhs} is not weakest at the end {range_.rhs}."
        )
    word = {1: "rises", -1: "falls", 0: "does not change"}[way]
    return (f"the bound {word} with ${sp.latex(x)}$",)


def _check_worst(result: sp.Rel, fact: sp.Rel, range_: sp.Rel) -> str:
    """Inside the range the bound is nowhere weaker than at its end."""
    x, sign = range_.lhs, 1 if isinstance(fact, sp.Le) else -1
    others = sorted((fact.rhs.free_symbols | range_.rhs.free_symbols) - {x}, key=str)
    bound, end_of, limit = (
        sp.lambdify((*others, x), part, "mpmath")
        for part in (fact.rhs, sp.sympify(range_.rhs, strict=True), result.rhs)
    )
    with mpmath.workdps(WORKING_DIGITS):
        for point in random_points(set(others)):
            at = [number(point[s], {}) for s in others]
            end, at_end = end_of(*at, 0), limit(*at, 0)
            for k in range(_SIZES):
                share = mpmath.mpf(k) / _SIZES
                inside = end * share if isinstance(range_, sp.Le) else end * (1 + share) + share
                if inside == 0:
                    continue
                if sign * (bound(*at, inside) - at_end) > mpmath.mpf(10) ** -DIGITS * abs(at_end):
                    raise CheckFailed(f"At {point}, {x} = {inside} the bound is weaker than at the end.")
            if type(result) is not type(fact) or not _is_at_end(at_end, partial(bound, *at), end):
                raise CheckFailed(f"At {point}, {x} = {end} the bound is another than {at_end}.")
    return f"compared with {_SIZES} places inside the range at random rational points"


def _is_at_end(found: mpmath.mpf, bound: Callable[[mpmath.mpf], mpmath.mpf], end: mpmath.mpf) -> bool:
    """Whether the bound has this value at the end of the range, where it has one."""
    try:
        return bool(mpmath.almosteq(bound(end), found, mpmath.mpf(10) ** -DIGITS))
    except ZeroDivisionError:
        return True


def _limit(fact: sp.Rel, *, variable: sp.Symbol) -> sp.Rel:
    return fact.func(fact.lhs, fact.rhs.xreplace(_limits(fact.rhs, variable)), evaluate=False)


def _limits(expression: sp.Expr, x: sp.Symbol) -> dict[sp.Expr, sp.Expr]:
    """The limit of each normal tail that holds x, by that of its argument's square."""
    found = {}
    for tail in expression.atoms(sp.erfc):
        coefficient, exponent = leading(sp.cancel(tail.args[0] ** 2), x)
        if exponent != 0:
            raise SideConditionError(f"{tail} has no limit inside its range as {x} grows.")
        found[tail] = sp.erfc(sp.sqrt(coefficient))
    if expression.xreplace(found).has(x):
        raise SideConditionError(f"{expression} holds {x} outside normal tails.")
    return found


def _limit_conditions(fact: sp.Rel, *, variable: sp.Symbol) -> tuple[str, ...]:
    needed = 1 if isinstance(fact, sp.Le) else -1
    if not isinstance(fact, sp.Le | sp.Ge) or trend(fact.rhs, variable) != needed:
        raise SideConditionError(f"{fact.rhs} does not weaken as {variable} grows.")
    return (f"the bound weakens as ${sp.latex(variable)}$ grows, towards its limit",)


def _check_limit(result: sp.Rel, fact: sp.Rel, *, variable: sp.Symbol) -> str:
    """Never weaker than the limit, and within 10^-8 of it at 10^10."""
    sign = 1 if isinstance(fact, sp.Le) else -1
    for point in random_points(fact.rhs.free_symbols - {variable}):
        end = number(result.rhs, point)
        for size in (1, 2, 10, 1000, 10**10):
            value = number(fact.rhs, {**point, variable: sp.Integer(size)})
            if sign * (value - end) > 0:
                raise CheckFailed(f"At {variable} = {size} the bound is weaker than its limit.")
        if abs(value - end) > mpmath.mpf(10) ** -8:
            raise CheckFailed(f"At 10^10 the bound is {mpmath.nstr(value, 12)}, its limit {end}.")
    return "compared at sizes up to 10^10"


def _check_at_least(result: sp.Ge, fact: sp.Eq) -> str:
    if result.args != fact.args:
        raise CheckFailed(f"{result} is not the lower bound that {fact} gives.")
    return "both sides are those of the equation"


at_least = Rule(
    name="an equation read as a bound",
    statement="What is equal is at least as large.",
    apply=lambda fact: sp.Ge(*fact.args, evaluate=False),
    check=_check_at_least,
)

worst_end = Rule(
    name="the worst end",
    statement="A bound that rises (falls) in a symbol is weakest at the end of the symbol's range.",
    apply=_worst,
    conditions=_worst_conditions,
    check=_check_worst,
    bounds=frozenset({1}),
)

worst_limit = Rule(
    name="the worst limit",
    statement="A bound that weakens as a size grows never becomes weaker than its limit.",
    apply=_limit,
    conditions=_limit_conditions,
    check=_check_limit,
)

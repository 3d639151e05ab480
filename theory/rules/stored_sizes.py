r"""Powers above Student's tail, and exponentials above powers."""

from __future__ import annotations

from typing import Final

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import number, random_points
from .vectors import with_right


def _integral(fact: sp.Eq) -> sp.Expr:
    """The beta integral of Student's tail, of which the fact is half."""
    found = fact.rhs.atoms(sp.betainc_regularized)
    integral = next(iter(found)) if len(found) == 1 else None
    if integral is None or fact.rhs != integral / 2 or integral.args[1:3] != (sp.Rational(1, 2), sp.S.Zero):
        raise SideConditionError(f"{fact.rhs} is no tail of Student's law.")
    return integral


def _power_above(fact: sp.Eq) -> sp.Le:
    a, _, _, share = _integral(fact).args
    return sp.Le(fact.lhs, share**a / 2, evaluate=False)


def _power_above_conditions(fact: sp.Eq) -> tuple[str, ...]:
    _integral(fact)
    return (
        r"$I_x(a, \frac12)/x^a$ is a multiple of $\int_0^1 s^{a-1} (1 - x s)^{-1/2} ds$",
        "this rises in x, to 1 at x = 1",
    )


def _check_power_above(result: sp.Le, fact: sp.Eq) -> str:
    """Shares and degrees of their own, by mpmath's beta integral, up to the end where both are one half."""
    factor = sp.cancel(2 * result.rhs / _integral(fact).args[3] ** _integral(fact).args[0])
    for a in (mpmath.mpf(1) / 2, mpmath.mpf(3), mpmath.mpf(40)):
        for share in (mpmath.mpf(1) / 9, mpmath.mpf(2) / 3, mpmath.mpf(99) / 100, mpmath.mpf(1)):
            area = mpmath.betainc(a, 0.5, 0, share, regularized=True)
            if not factor.is_number or area > number(factor, {}) * share**a * (1 + mpmath.mpf(10) ** -12):
                raise CheckFailed(
                    f"At the share {share} the integral {area} exceeds {factor} times the power."
                )
    return "the beta integral below the power at four shares, one to eighty degrees"


def _compound(fact: sp.Le) -> sp.Le:
    right = fact.rhs.replace(lambda e: isinstance(e, sp.Pow) and _is_compound(e), _exponential)
    return with_right(fact, right)


def _is_compound(power: sp.Pow) -> bool:
    return bool(power.exp.free_symbols) and bool(power.base.free_symbols)


def _exponential(power: sp.Pow) -> sp.Expr:
    """u^b at most exp(b (u - 1))."""
    return sp.exp(power.exp * sp.cancel(power.base - 1))


def _compound_conditions(fact: sp.Le) -> tuple[str, ...]:
    powers = [p for p in fact.rhs.atoms(sp.Pow) if _is_compound(p)]
    if not isinstance(fact, sp.Le) or len(powers) != 1:
        raise SideConditionError(f"{fact.rhs} holds no single compound power, or {fact} is no upper bound.")
    if not powers[0].exp.is_nonnegative:
        raise SideConditionError(f"The exponent {powers[0].exp} is not known to be positive.")
    return (r"$\log u \le u - 1$ for $u > 0$",)


def _check_compound(result: sp.Le, fact: sp.Le) -> str:
    for point in random_points(fact.rhs.free_symbols):
        if number(fact.rhs, point) > number(result.rhs, point):
            raise CheckFailed(f"At {point} the exponential is below the power.")
    return "above the power at random rational points"


power_above: Final = Rule(
    name="a power above Student's tail",
    statement=r"$I_x(a, \frac12) \le x^a$: $\mathbb{P}(t_d > t) \le \frac12 (1 + t^2/d)^{-d/2}$.",
    apply=_power_above,
    conditions=_power_above_conditions,
    check=_check_power_above,
)

compound_exponential: Final = Rule(
    name="exponential above a compound power",
    statement=r"$u^b \le e^{b (u - 1)}$ for $b \ge 0$, $u > 0$.",
    apply=_compound,
    conditions=_compound_conditions,
    check=_check_compound,
)

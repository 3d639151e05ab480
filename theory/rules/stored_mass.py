r"""The error of a memory of the first tokens, weighed by a Zipf law in units of its first token.

The P first tokens are stored, P the whole part of a number x: at most x of them, and more than x - 1.
"""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Probability
from .points import number
from .relations import require_side

_DEGREE = 2
_PLACES = (("3/2", 64), ("2", 40), ("3", 96))
"""Exponents of the law and dimensions at which bounds are compared with sums."""
_LEVEL = sp.Rational(1, 2)


def zipf_exponent(law: sp.Eq) -> sp.Expr:
    """The alpha of p(x) = x^-alpha/zeta(alpha)."""
    x = law.lhs.args[0]
    exponent = -sp.cancel(x * sp.diff(sp.log(law.rhs), x))
    if exponent.has(x) or law.rhs != x**-exponent / sp.zeta(exponent):
        raise SideConditionError(f"{law} is no Zipf law on all whole numbers.")
    return exponent


def _stored_and_rest(wrong: sp.Le, law: sp.Eq, stored: sp.Eq) -> sp.Le:
    exponent, size = zipf_exponent(law), stored.rhs
    rest = (size - 1) ** (1 - exponent) / (exponent - 1)
    return sp.Le(sp.Symbol("E"), rest + sp.zeta(exponent) * wrong.rhs.subs(stored.lhs, size), evaluate=False)


def _conditions(wrong: sp.Le, law: sp.Eq, stored: sp.Eq) -> tuple[str, ...]:
    exponent = zipf_exponent(law)
    if exponent.is_number and not (exponent - 1).is_positive:
        raise SideConditionError(f"The Zipf law needs alpha > 1; alpha is {exponent}.")
    if not isinstance(wrong, sp.Le) or not isinstance(wrong.lhs, Probability):
        raise SideConditionError(f"{wrong} is no upper bound on the probability of a mistake.")
    if sp.cancel(wrong.rhs / stored.lhs**_DEGREE).has(stored.lhs):
        raise SideConditionError(f"{wrong.rhs} is not known to rise with {stored.lhs}.")
    return (
        f"${sp.latex(exponent)} > 1$",
        f"the bound rises with ${sp.latex(stored.lhs)}$, and the mass of the rest falls",
        "of a token that is not stored nothing is said but that it is wrong at most always",
    )


def _check(result: sp.Le, wrong: sp.Le, law: sp.Eq, stored: sp.Eq) -> str:
    """Against Hurwitz's zeta function at the whole number itself."""
    require_side(result, sp.Le)
    exponent = zipf_exponent(law)
    for alpha, size in _PLACES:
        point = {
            s: sp.Rational(alpha) if s == exponent else _LEVEL if s.name == "eta" else sp.Integer(size)
            for s in result.rhs.free_symbols
        }
        power = number(exponent, point)
        many = mpmath.floor(number(stored.rhs, point))
        one = number(wrong.rhs, {**point, stored.lhs: sp.Integer(int(many))})
        beyond = mpmath.zeta(power, many + 1)
        whole = (mpmath.zeta(power) - beyond) * one + beyond
        if number(result.rhs, point) < whole:
            raise CheckFailed(f"At {point} the error may be {whole}, above the bound.")
    return "Hurwitz's zeta function at the whole number of stored tokens, three laws"


stored_and_rest = Rule(
    name="stored tokens and the rest",
    statement=r"$\sum_{x \le P} x^{-\alpha} b + \sum_{x > P} x^{-\alpha} \le \zeta(\alpha)\, b + "
    r"(y - 1)^{1-\alpha}/(\alpha - 1)$ for $P = \lfloor y \rfloor$.",
    apply=_stored_and_rest,
    conditions=_conditions,
    check=_check,
)

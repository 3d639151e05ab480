r"""Sums over the tokens of a Zipf law between integrals of Beta type.

A sum $\sum_x g(p(x))$ over $p(x) = C x^{-\alpha}$ with g rising and then falling differs from its integral by
at most the largest term; in the variable $u = p(x)$ that integral is of Beta type for $g(u) = u^a (1-u)^b$.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import product

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import WORKING_DIGITS, number, random_points
from .token_sums import SHARE, TokenSum
from .vectors import with_right

_EXPONENTS = (sp.Rational(3, 2), sp.Integer(3))
_COUNTS = (1, 100, 10**5)
_CHECK_DIGITS = 20


def powers_of(summand: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The exponents a and b of u^a (1 - u)^b; raises `SideConditionError` for another summand."""
    return _powers(summand, SHARE)


def _powers(term: sp.Expr, u: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    a = b = sp.Integer(0)
    for factor in sp.Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        if base == u:
            a += exponent
        elif base == 1 - u:
            b += exponent
        else:
            raise SideConditionError(f"{term} is not of the form u^a (1-u)^b.")
    return a, b


def _largest_term(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """A bound on u^a (1 - u)^b: its maximum is at u = a/(a+b), and the other factor is at most one."""
    return (a / (a + b)) ** a


def _against_integral(fact: sp.Eq, *, below: bool) -> sp.Rel:
    (total,) = fact.rhs.atoms(TokenSum)
    (a, b), alpha, C = powers_of(total.summand), total.law.exponent, total.law.constant
    u = sp.Symbol("u", positive=True)
    whole = sp.Integral(u ** (a - 1 - 1 / alpha) * (1 - u) ** b, (u, 0, 1))
    scale, top = total.law.scale / alpha, _largest_term(a, b)
    if below:
        bound = scale * (whole - C ** (-1 - 1 / alpha) / (b + 1)) - top
        return sp.Ge(fact.lhs, fact.rhs.xreplace({total: bound}), evaluate=False)
    return sp.Le(fact.lhs, fact.rhs.xreplace({total: scale * whole + top}), evaluate=False)


def _integral_conditions(fact: sp.Eq, *, below: bool) -> tuple[str, ...]:
    (total,) = fact.rhs.atoms(TokenSum)
    a, _ = powers_of(total.summand)
    alpha = total.law.exponent
    if total.law.tokens != sp.oo:
        raise SideConditionError("The integral runs over infinitely many tokens, and the law has an end.")
    if alpha.is_number and not alpha * a > 1:
        raise SideConditionError(f"The sum of p^{a} diverges for the exponent {alpha}.")
    return (rf"${sp.latex(alpha)} > 1$", "the terms rise, then fall, so that sum and integral differ by one")


def _check_against_integral(result: sp.Rel, fact: sp.Eq, *, below: bool) -> str:
    """The sum itself, added up, lies on the bound's right side for three laws and sizes up to 10^5."""
    (total,) = fact.rhs.atoms(TokenSum)
    sizes = sorted(total.summand.free_symbols, key=str)
    others = sorted(fact.rhs.free_symbols - set(sizes) - total.law.free_symbols, key=str)
    alphas = sorted(total.law.exponent.free_symbols, key=str)
    for exponent, count in product(_EXPONENTS, _COUNTS):
        point = dict.fromkeys(sizes, sp.Integer(count)) | dict.fromkeys(alphas, exponent)
        point |= dict.fromkeys(others, sp.Rational(1, 3))
        added = _sum_at(fact.rhs.subs(point))
        # As floating-point numbers: Gamma functions of large halves would become long products.
        bound = number(_evaluated(result.rhs), {x: sp.Float(v, WORKING_DIGITS) for x, v in point.items()})
        if (bound > added) if below else (bound < added):
            raise CheckFailed(f"At {point} the sum is {added}, and the bound on it {bound}.")
        least = number(fact.rhs.subs(point).replace(TokenSum, partial(_one_term_off, below=below)), {})
        if (bound > least) if below else (bound < least):
            raise CheckFailed(f"At {point} integral and largest term give {least}, and the bound {bound}.")
    return (
        "the sum added up, and its integral less or more the largest term by quadrature, "
        f"for {len(_EXPONENTS)} exponents and sizes up to {max(_COUNTS)}"
    )


@cache
def _one_term_off(summand: sp.Expr, law: sp.Basic, *, below: bool) -> sp.Float:
    """The integral over all shares by quadrature, less the largest term of the sum, or with it."""
    a, b, exponent, top, scale = (
        number(x, {}) for x in (*powers_of(summand), law.exponent, law.constant, law.scale)
    )
    with mpmath.workdps(_CHECK_DIGITS):
        # Beyond these multiples of 1/b nothing is left of (1 - u)^b.
        stops = [mpmath.mpf(0), *(min(top, k / (b + 1)) for k in (mpmath.mpf(1), 4, 16, 64, 256))]
        area = mpmath.quad(lambda u: u ** (a - 1 - 1 / exponent) * (1 - u) ** b, sorted(set(stops)))
        u = min(a / (a + b), top)
        largest = u**a * (1 - u) ** b
        return sp.Float(str(scale / exponent * area + (-largest if below else largest)), _CHECK_DIGITS)


@cache
def _sum_at(expression: sp.Expr) -> mpmath.mpf:
    return mpmath.mpf(str(sp.N(expression, _CHECK_DIGITS)))


def _evaluated(expression: sp.Expr) -> sp.Expr:
    return expression.replace(lambda e: isinstance(e, sp.Integral), _beta)


def _beta(integral: sp.Integral) -> sp.Expr:
    """Gamma(a) Gamma(b) / Gamma(a+b) for the integral of u^(a-1) (1-u)^(b-1) over (0, 1)."""
    u, start, end = integral.limits[0]
    if (start, end) != (0, 1):
        raise SideConditionError(f"{integral} does not run from 0 to 1.")
    a, b = (power + 1 for power in _powers(integral.function, u))
    a = sp.together(a)
    return sp.gamma(a) * sp.gamma(b) / sp.gamma(sp.expand(a + b))


def _evaluate_beta(fact: sp.Rel) -> sp.Rel:
    return with_right(fact, _evaluated(fact.rhs))


def _beta_conditions(fact: sp.Rel) -> tuple[str, ...]:
    if not fact.rhs.atoms(sp.Integral):
        raise SideConditionError(f"{fact.rhs} holds no integral.")
    return ("both exponents exceed -1",)


def _check_beta(result: sp.Rel, fact: sp.Rel) -> str:
    """Tanh-sinh quadrature at random rational exponents."""
    for point in random_points(fact.rhs.free_symbols):
        values = {}
        for integral in fact.rhs.atoms(sp.Integral):
            u = integral.limits[0][0]
            with mpmath.workdps(WORKING_DIGITS):
                integrand = sp.lambdify(u, integral.function.subs(point), "mpmath")
                area = mpmath.quad(_flattened(integrand), [0, 1])
                values[integral] = sp.Float(area, WORKING_DIGITS)
        expected = fact.rhs.xreplace(values)
        with mpmath.workdps(WORKING_DIGITS):
            one, other = number(expected, point), number(result.rhs, point)
            if abs(one - other) > mpmath.mpf(10) ** -30 * (1 + abs(one)):
                raise CheckFailed(f"At {point} quadrature gives {one}, the Gamma functions {other}.")
    return "by quadrature at three random points to 30 digits"


def _flattened(integrand: Callable[[mpmath.mpf], mpmath.mpf]) -> Callable[[mpmath.mpf], mpmath.mpf]:
    """The integrand in v with u = v^12: a power of u above -11/12 is then bounded at 0."""
    return lambda v: integrand(v**12) * 12 * v**11


against_integral = Rule(
    name="sum against integral",
    statement=(
        r"Where g rises and then falls, $\sum_x g(C x^{-\alpha})$ and "
        r"$\int_1^{\infty} g(C x^{-\alpha}) dx = "
        r"\frac{C^{1/\alpha}}{\alpha} \int_0^C u^{-1-1/\alpha} g(u) du$ "
        r"differ by at most $\max g$; beyond C, $u^{a-1-1/\alpha} \le C^{-1-1/\alpha}$."
    ),
    apply=_against_integral,
    conditions=_integral_conditions,
    check=_check_against_integral,
)

beta_integral = Rule(
    name="Beta integral",
    statement=r"$\int_0^1 u^{a-1} (1-u)^{b-1} du = \Gamma(a) \Gamma(b) / \Gamma(a+b)$.",
    apply=_evaluate_beta,
    conditions=_beta_conditions,
    check=_check_beta,
)

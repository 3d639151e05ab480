r"""The P most frequent tokens stored alike: the error of one of them as P grows with d, and of the others.

A stored token of two classes has Student's error $P(t_d > \sqrt{d/(P - 1)})$, which tends to a normal's tail
where P is in proportion to d; the mass of the tokens beyond P vanishes, and what is said of them with it.
"""

from __future__ import annotations

from itertools import pairwise

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .asymptotics import leading
from .points import number

_DIGITS = 30
_FAR = (10**4, 10**6, 10**8)


def _alike(fact: sp.Eq, stored: sp.Eq, *, weight: sp.Symbol, own: sp.Symbol, competitor: sp.Symbol) -> sp.Eq:
    others = {own: stored.rhs - 1 - competitor, weight: sp.Integer(1)}
    integral = student_integral(fact)
    a, half, low, share = integral.args
    put = sp.betainc_regularized(a, half, low, sp.cancel(share.subs(others)))
    return sp.Eq(fact.lhs, fact.rhs.xreplace({integral: put}), evaluate=False)


def student_integral(fact: sp.Eq) -> sp.Expr:
    """The beta integral of Student's tail, of which the fact is half."""
    found = fact.rhs.atoms(sp.betainc_regularized)
    integral = next(iter(found)) if len(found) == 1 else None
    if integral is None or fact.rhs != integral / 2 or integral.args[1:3] != (sp.Rational(1, 2), sp.S.Zero):
        raise SideConditionError(f"{fact.rhs} is no tail of Student's law.")
    return integral


def _alike_conditions(
    fact: sp.Eq, stored: sp.Eq, *, weight: sp.Symbol, own: sp.Symbol, competitor: sp.Symbol
) -> tuple[str, ...]:
    share = _alike(fact, stored, weight=weight, own=own, competitor=competitor).rhs.atoms(
        sp.betainc_regularized
    )
    if next(iter(share)).has(own, competitor, weight):
        raise SideConditionError(f"{fact.rhs} tells the two classes apart.")
    return (f"${sp.latex(stored.lhs)}$ tokens have weight 1, whatever their class, and the others none",)


def _square(fact: sp.Eq) -> sp.Expr:
    """t^2 of the tail P(t_n > t)."""
    integral = student_integral(fact)
    degrees, share = 2 * integral.args[0], integral.args[3]
    return sp.cancel(degrees * (1 - share) / share)


def _tail(square: mpmath.mpf, degrees: mpmath.mpf) -> mpmath.mpf:
    """P(t_n > t), its density integrated."""
    t, n = mpmath.sqrt(square), degrees
    scale = mpmath.exp(mpmath.loggamma((n + 1) / 2) - mpmath.loggamma(n / 2)) / mpmath.sqrt(n * mpmath.pi)
    cuts = [t, t + 1, t + 3, t + 9, mpmath.inf]
    return scale * mpmath.quad(lambda x: mpmath.exp(-(n + 1) / 2 * mpmath.log1p(x * x / n)), cuts)


def _check_alike(result: sp.Eq, fact: sp.Eq, stored: sp.Eq, **_: sp.Symbol) -> str:
    """Against the tail at sqrt(d/(P - 1)) for whole P."""
    integral = student_integral(result)
    (size,) = integral.args[0].free_symbols
    for d in (16, 40):
        P = number(stored.rhs, {size: sp.Integer(d)})
        with mpmath.workdps(_DIGITS):
            share = number(integral.args[3], {size: sp.Integer(d)})
            closed = mpmath.betainc(mpmath.mpf(d) / 2, 0.5, 0, share, regularized=True) / 2
            if abs(closed - _tail(d / (P - 1), mpmath.mpf(d))) > mpmath.mpf(10) ** -15:
                raise CheckFailed(f"At d = {d} the formula is {closed}, not Student's tail at d/(P - 1).")
    return "Student's density integrated at two sizes"


alike = Rule(
    name="stored alike",
    statement=r"With weight 1 on P tokens the squared weights of all but one add up to $P - 1$.",
    apply=_alike,
    conditions=_alike_conditions,
    check=_check_alike,
)


def _limit(fact: sp.Eq, *, variable: sp.Symbol) -> sp.Eq:
    square, _ = leading(_square(fact), variable)
    return sp.Eq(sp.Limit(fact.lhs, variable, sp.oo), sp.erfc(sp.sqrt(square / 2)) / 2, evaluate=False)


def _limit_conditions(fact: sp.Eq, *, variable: sp.Symbol) -> tuple[str, ...]:
    square, exponent = leading(_square(fact), variable)
    degrees = 2 * student_integral(fact).args[0]
    if exponent != 0 or not square.is_positive:
        raise SideConditionError(f"t^2 = {_square(fact)} has no positive limit in {variable}.")
    if leading(degrees, variable)[1] <= 0:
        raise SideConditionError(f"The degrees of freedom {degrees} do not grow with {variable}.")
    return (f"$t^2$ tends to ${sp.latex(square)}$, and the degrees of freedom grow",)


def _check_limit(result: sp.Eq, fact: sp.Eq, *, variable: sp.Symbol) -> str:
    """Distances at growing sizes fall like 1/d."""
    square, degrees = _square(fact), 2 * student_integral(fact).args[0]
    with mpmath.workdps(_DIGITS):
        limit = number(result.rhs, {})
        gaps = [
            abs(_tail(*(number(part, {variable: sp.Integer(d)}) for part in (square, degrees))) - limit)
            for d in _FAR
        ]
    if not all(far * 50 < near for near, far in pairwise(gaps)):
        raise CheckFailed(f"At {_FAR} the distances from the limit are {gaps}: they do not fall like 1/d.")
    return "the distance from the limit falls like 1/d up to d = 10^8"


normal_limit = Rule(
    name="normal limit of Student's law",
    statement=r"As $\chi^2_d/d \to 1$, where $x_d \to x$: "
    r"$\mathbb{P}(t_d > x_d) \to \frac12 \mathrm{erfc}(x/\sqrt2)$.",
    apply=_limit,
    conditions=_limit_conditions,
    check=_check_limit,
)


def _beyond(law: sp.Eq, stored: sp.Eq, *, mass: sp.Symbol) -> sp.Le:
    exponent = zipf_exponent(law)
    bound = stored.rhs ** (1 - exponent) / ((exponent - 1) * sp.zeta(exponent))
    return sp.Le(mass, bound, evaluate=False)


def zipf_exponent(law: sp.Eq) -> sp.Expr:
    """The alpha of p(x) = x^-alpha/zeta(alpha)."""
    x = law.lhs.args[0]
    exponent = -sp.cancel(x * sp.diff(sp.log(law.rhs), x))
    if exponent.has(x) or law.rhs != x**-exponent / sp.zeta(exponent):
        raise SideConditionError(f"{law} is no Zipf law on all whole numbers.")
    return exponent


def _beyond_conditions(law: sp.Eq, stored: sp.Eq, **_: sp.Symbol) -> tuple[str, ...]:
    exponent = zipf_exponent(law)
    if not (exponent - 1).is_positive:
        raise SideConditionError(f"The Zipf law needs alpha > 1; alpha is {exponent}.")
    return (f"the summand falls, and ${sp.latex(stored.lhs)}$ is a whole number",)


def _check_beyond(result: sp.Le, law: sp.Eq, stored: sp.Eq, **_: sp.Symbol) -> str:
    """Against Hurwitz's zeta function."""
    (size,) = result.rhs.free_symbols
    for d in (16, 4000):
        point = {size: sp.Integer(d)}
        a, P = number(zipf_exponent(law), {}), number(stored.rhs, point)
        if mpmath.zeta(a, P + 1) / mpmath.zeta(a) > number(result.rhs, point):
            raise CheckFailed(f"At d = {d} more mass lies beyond {P} than the bound says.")
    return "Hurwitz's zeta function at two sizes"


beyond = Rule(
    name="mass beyond a token",
    statement=r"$\sum_{x > P} x^{-\alpha} \le \int_P^\infty x^{-\alpha} dx = P^{1-\alpha}/(\alpha - 1)$.",
    apply=_beyond,
    conditions=_beyond_conditions,
    check=_check_beyond,
)


def _vanish(mixture: sp.Eq, one: sp.Eq, rest: sp.Le, *, variable: sp.Symbol) -> sp.Eq:
    return sp.Eq(sp.Limit(mixture.lhs, variable, sp.oo), one.rhs, evaluate=False)


def _vanish_conditions(mixture: sp.Eq, one: sp.Eq, rest: sp.Le, *, variable: sp.Symbol) -> tuple[str, ...]:
    mass, error = rest.lhs, one.lhs.args[0]
    if sp.expand(mixture.rhs).coeff(error) != 1 - mass or mixture.rhs.subs(mass, 0) != error:
        raise SideConditionError(f"{mixture.rhs} does not weigh {error} with 1 - {mass}.")
    if leading(rest.rhs, variable)[1] >= 0:
        raise SideConditionError(f"{rest.rhs} does not vanish as {variable} grows.")
    return (f"${sp.latex(mass)}$ vanishes, and what it weighs is a probability",)


def _check_vanish(result: sp.Eq, mixture: sp.Eq, one: sp.Eq, rest: sp.Le, *, variable: sp.Symbol) -> str:
    """With the bound for the mass, and 0 and 1 for what it weighs."""
    chances = mixture.rhs.free_symbols - {rest.lhs} - one.lhs.args[0].free_symbols
    for chance in (0, 1):
        whole = mixture.rhs.subs({one.lhs.args[0]: one.rhs, **dict.fromkeys(chances, sp.Integer(chance))})
        ends = [whole.subs(rest.lhs, rest.rhs).subs(variable, 10**k) for k in (6, 30)]
        near, far = (abs(number(end - result.rhs, {})) for end in ends)
        if not far < near:
            raise CheckFailed(f"With {chance} for what is not stored the distance grows: {near}, {far}.")
    return "the distance shrinks whatever is said of the rest"


vanish = Rule(
    name="a vanishing mass",
    statement=r"$(1 - h) a + h b$ tends to $\lim a$ where $h \to 0$ and $0 \le b \le 1$.",
    apply=_vanish,
    conditions=_vanish_conditions,
    check=_check_vanish,
    bounds=frozenset({2}),
)

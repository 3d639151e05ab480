r"""The mass beyond a cut-off of squared weights at the noise (Eq. 9), exactly and from both sides.

The mass is a Hurwitz zeta function, which integrals enclose.
"""

from __future__ import annotations

from typing import Final

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .asymptotics import Growth
from .points import number
from .stored_sums import Whole

_SIZES: Final = (7, 100, 12345)
_LISTED: Final = 400


def _power(fact: sp.Eq) -> sp.Expr:
    """The a of c x^-a."""
    x = fact.lhs.args[0]
    power = fact.rhs.as_independent(x)[1]
    base, exponent = power.as_base_exp()
    if base != x or not exponent.is_negative:
        raise SideConditionError(f"{fact.rhs} is no falling power of {x}.")
    return -exponent


def _heaviest(law: sp.Eq, classes: sp.Eq, *, name: sp.Symbol) -> sp.Eq:
    modulus, alpha = classes.rhs.args[1], _power(law)
    return sp.Eq(name, modulus**-alpha * sp.zeta(alpha, 1 / modulus) / sp.zeta(alpha), evaluate=False)


def _heaviest_conditions(law: sp.Eq, classes: sp.Eq, *, name: sp.Symbol) -> tuple[str, ...]:
    alpha, x = _power(law), law.lhs.args[0]
    if law.rhs != x**-alpha / sp.zeta(alpha) or not isinstance(classes.rhs, sp.Mod):
        raise SideConditionError(f"{law} is no Zipf law on all whole numbers, or {classes} no residue.")
    return ("the law falls: the class of the first token is the heaviest",)


def _check_heaviest(result: sp.Eq, law: sp.Eq, classes: sp.Eq, *, name: sp.Symbol) -> str:
    """Tokens of every class added up, with the integrals beside what is left."""
    modulus, alpha = int(classes.rhs.args[1]), number(_power(law), {})
    with mpmath.workdps(20):
        sums = [mpmath.fsum(mpmath.mpf(x) ** -alpha for x in range(first, _LISTED * modulus, modulus))
                for first in range(1, modulus + 1)]  # fmt: skip
        rest = (_LISTED * modulus) ** (1 - alpha) / (alpha - 1) / modulus
        found, whole = number(result.rhs, {}), mpmath.zeta(alpha)
        if not abs(found - (max(sums) + rest) / whole) < (_LISTED * modulus) ** -alpha:
            raise CheckFailed(f"The heaviest class weighs about {(max(sums) + rest) / whole}, not {found}.")
    return "classes added up to 400 tokens each, the rest by an integral"


def _enclosed(mass: sp.Eq, *, above: bool) -> sp.Rel:
    (tail,) = (z for z in mass.rhs.atoms(sp.zeta) if _starts_whole(z))
    alpha, edge = tail.args[0], next(iter(tail.atoms(Whole))).args[0]
    low = (edge + 1) ** (1 - alpha) / (alpha - 1)
    high = edge ** (1 - alpha) / (alpha - 1) + edge**-alpha
    return (sp.Le if above else sp.Ge)(
        mass.lhs, mass.rhs.xreplace({tail: high if above else low}), evaluate=False
    )


def _others(law: sp.Eq, stored: sp.Eq, heaviest: sp.Eq, *, name: sp.Symbol) -> sp.Eq:
    alpha = _power(law)
    return sp.Eq(name, sp.zeta(alpha, stored.rhs + 1) / sp.zeta(alpha), evaluate=False)


def _others_conditions(law: sp.Eq, stored: sp.Eq, heaviest: sp.Eq, *, name: sp.Symbol) -> tuple[str, ...]:
    x = law.lhs.args[0]
    if law.rhs != x ** -_power(law) / sp.zeta(_power(law)) or not isinstance(stored.rhs, Whole):
        raise SideConditionError(f"{law} is no Zipf law, or {stored} no whole part.")
    (size,) = stored.rhs.free_symbols
    share = sp.cancel(stored.rhs.args[0] / size)
    if stored.rhs.args[1] != 1 or share.has(size) or not number(heaviest.rhs * share, {}) < 1:
        raise SideConditionError(
            f"With {stored.rhs} tokens of weight 1 the noise is not known to be below {size}."
        )
    return (
        "stored tokens have weight 1, and the noise $p_* P$ is below d: none of them is in the set",
        "the others have weight 0 and are in it",
    )


def _check_others(result: sp.Eq, law: sp.Eq, stored: sp.Eq, heaviest: sp.Eq, *, name: sp.Symbol) -> str:
    """The stored tokens listed, their squared weights beside the noise."""
    (size,) = stored.rhs.free_symbols
    alpha = number(_power(law), {})
    for d in (9, 100, 1234):
        count = int(number(stored.rhs, {size: sp.Integer(d)}))
        with mpmath.workdps(20):
            inside = [d <= number(heaviest.rhs, {}) * count for _ in range(count)]
            mass = 1 - mpmath.fsum(
                mpmath.mpf(x) ** -alpha for x, held in enumerate(inside, start=1) if not held
            ) / mpmath.zeta(alpha)
            if abs(mass - number(result.rhs, {size: sp.Integer(d)})) > mpmath.mpf(10) ** -15:
                raise CheckFailed(f"At d = {d} the set weighs {mass}, not {result.rhs}.")
    return "the stored tokens listed at three sizes, to 15 digits"


def _quotient_order(bound: sp.Rel, error: Growth, mass: Growth, *, variable: sp.Symbol) -> Growth:
    power = dict(error.args[1])[variable] - dict(mass.args[1])[variable]
    return Growth(bound.lhs, sp.Tuple((variable, power)))


def _quotient_order_conditions(
    bound: sp.Rel, error: Growth, mass: Growth, *, variable: sp.Symbol
) -> tuple[str, ...]:
    if not all(variable in dict(part.args[1]) for part in (error, mass)):
        raise SideConditionError(f"The orders of {error} and {mass} in {variable} are not both known.")
    return ("orders of a quotient are subtracted",)


def _check_quotient_order(
    result: Growth, bound: sp.Rel, error: Growth, mass: Growth, *, variable: sp.Symbol
) -> str:
    """The slope of the quotient of the bounds between 10^6 and 10^8."""
    near, far = (number(bound.rhs, {variable: sp.Integer(10) ** k}) for k in (6, 8))
    power = dict(result.args[1])[variable]
    if abs(mpmath.log10(far / near) / 2 - number(power, {})) > mpmath.mpf(1) / 1000:
        raise CheckFailed(f"From 10^6 to 10^8 the slope is {mpmath.log10(far / near) / 2}, not {power}.")
    return "the slope of the quotient from 10^6 to 10^8, to three digits"


def _starts_whole(tail: sp.zeta) -> bool:
    """Whether the tail runs from the whole number after a whole part."""
    return len(tail.args) > 1 and isinstance(tail.args[1] - 1, Whole)


def _enclosed_conditions(mass: sp.Eq, *, above: bool) -> tuple[str, ...]:
    tails = [z for z in mass.rhs.atoms(sp.zeta) if _starts_whole(z)]
    if len(tails) != 1 or not tails[0].args[0] > 1:
        raise SideConditionError(f"{mass.rhs} holds no tail from a whole part on.")
    return ("the first whole number beyond y lies between y and y + 1",)


def _check_enclosed(result: sp.Rel, mass: sp.Eq, *, above: bool) -> str:
    (size,) = mass.rhs.free_symbols
    for d in _SIZES:
        one, other = (number(side.rhs, {size: sp.Integer(d)}) for side in (mass, result))
        if (other < one) if above else (other > one):
            raise CheckFailed(f"At d = {d} the bound {other} is on the wrong side of {one}.")
    return "on its side at three sizes"


def _quotient(error: sp.Rel, mass: sp.Rel) -> sp.Rel:
    return error.func(error.lhs / mass.lhs, error.rhs / mass.rhs, evaluate=False)


def _quotient_conditions(error: sp.Rel, mass: sp.Rel) -> tuple[str, ...]:
    if {type(error), type(mass)} != {sp.Le, sp.Ge}:
        raise SideConditionError(f"{error} and {mass} bound no quotient from one side.")
    return (f"${sp.latex(mass.rhs)} > 0$",)


def _check_quotient(result: sp.Rel, error: sp.Rel, mass: sp.Rel) -> str:
    """Any error and mass on their sides have a quotient on its side."""
    (size,) = result.rhs.free_symbols
    for d in (10**3, 10**6):
        a, b, found = (number(side.rhs, {size: sp.Integer(d)}) for side in (error, mass, result))
        for share in (mpmath.mpf(1), mpmath.mpf(9) / 10, mpmath.mpf(1) / 2):
            one, other = (a * share, b / share) if isinstance(error, sp.Le) else (a / share, b * share)
            beyond = one / other > found * (1 + mpmath.mpf(10) ** -12)
            below = one / other < found * (1 - mpmath.mpf(10) ** -12)
            if b <= 0 or (beyond if isinstance(error, sp.Le) else below):
                raise CheckFailed(f"At d = {d} the quotient {one / other} is beyond {found}.")
    return "tried with quantities at and inside their bounds"


heaviest_residue: Final = Rule(
    name="heaviest class of residues",
    statement=r"$p_* = M^{-\alpha} \zeta(\alpha, 1/M) / \zeta(\alpha)$ for $f(x) = x \bmod M$.",
    apply=_heaviest,
    conditions=_heaviest_conditions,
    check=_check_heaviest,
)

cutoff_between: Final = Rule(
    name="integrals beside the mass of a cut-off",
    statement=(
        r"$\frac{(y+1)^{1-\alpha}}{\alpha-1} \le \sum_{x > y} x^{-\alpha} \le "
        r"\frac{y^{1-\alpha}}{\alpha-1} + y^{-\alpha}$."
    ),
    apply=_enclosed,
    conditions=_enclosed_conditions,
    check=_check_enclosed,
)

quotient_of_bounds: Final = Rule(
    name="quotient of bounds",
    statement=r"$a \le A$ and $b \ge B > 0$ give $a/b \le A/B$, and mirrored.",
    apply=_quotient,
    conditions=_quotient_conditions,
    check=_check_quotient,
    bounds=frozenset({1}),
)

mass_not_stored: Final = Rule(
    name="a cut-off between the stored and the others",
    statement=r"Where $p_* P < d$ the set $d\, q(x)^2 \le p_* \|q\|^2$ is that of the tokens with weight 0.",
    apply=_others,
    conditions=_others_conditions,
    check=_check_others,
)

quotient_order: Final = Rule(
    name="order of a quotient",
    statement=r"$d^a / d^b = d^{a - b}$.",
    apply=_quotient_order,
    conditions=_quotient_order_conditions,
    check=_check_quotient_order,
)

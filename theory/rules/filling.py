r"""Sharing out the tokens of a law among classes: the least mass that the fullest class can have.

Tokens are given, from the heaviest on, to the class that is emptiest. Let D be what all classes together lack
of the fullest. A token that makes no class the fullest lowers D by its mass; one that does leaves at most
$(k-1)$ times its mass, k being the number of classes. So D stays at most the mass of all later tokens
wherever $(k - 1)\, p(x) \le \sum_{j > x} p(j)$, and falls to zero: all k classes end at one level.
"""

from __future__ import annotations

from math import ceil
from typing import Final

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import number, random_points, require_close
from .stored import zipf_exponent

_LAWS: Final = (("6/5", 4), ("3/2", 2), ("3/2", 3), ("8/5", 2), ("2", 5), ("3", 2))
"""Exponents and numbers of classes at which tokens are shared out."""
_TOKENS: Final = 200
_ROUNDING: Final = 1e-12


def _first(law: sp.Eq, *, level: sp.Symbol) -> sp.Ge:
    return sp.Ge(level, _heaviest(law), evaluate=False)


def _heaviest(law: sp.Eq) -> sp.Expr:
    return law.rhs.subs(law.lhs.args[0], 1)


def _law_conditions(law: sp.Eq, **_: sp.Symbol) -> tuple[str, ...]:
    exponent = zipf_exponent(law)
    if exponent.is_number and not (exponent - 1).is_positive:
        raise SideConditionError(f"The Zipf law needs alpha > 1; alpha is {exponent}.")
    return (f"${sp.latex(exponent)} > 1$", "every token lies in some class")


def _check_first(result: sp.Ge, law: sp.Eq, *, level: sp.Symbol) -> str:
    for power, classes in _LAWS:
        masses, _ = _shared_out(float(sp.Rational(power)), classes)
        if max(masses) < float(number(result.rhs, {zipf_exponent(law): sp.Rational(power)})) - _ROUNDING:
            raise CheckFailed(f"At {power} {classes} classes share out below the heaviest token.")
    return "tokens shared out at six laws"


def _filled(law: sp.Eq, *, level: sp.Symbol, classes: sp.Symbol) -> sp.Le:
    return sp.Le(level, sp.Max(_heaviest(law), 1 / classes), evaluate=False)


def _filled_conditions(law: sp.Eq, *, level: sp.Symbol, classes: sp.Symbol) -> tuple[str, ...]:
    return (
        *_law_conditions(law),
        rf"where $\zeta \ge {sp.latex(classes)}$ all classes are filled, else the first token has its own",
        r"in that case $\lceil \zeta \rceil - 1$ classes are filled by the others",
        r"the level is reached: $k \le \zeta$ at $x = 1$, and at $x \ge 2$, as $k < 1 + 1/(\alpha-1)$,",
        r"$(k-1) x^{-\alpha} \le (x+1)^{1-\alpha}/(\alpha-1) \le \sum_{j>x} j^{-\alpha}$",
    )


def _shared_out(alpha: float, classes: int) -> tuple[list[float], float]:
    """Masses of the classes that are filled, and of the first token's where it is apart; the rest's mass."""
    whole, beyond = float(mpmath.zeta(alpha)), float(mpmath.zeta(alpha, _TOKENS + 1))
    apart = whole < classes
    masses = [0.0] * (max(1, ceil(whole) - 1) if apart else classes)
    for x in range(2 if apart else 1, _TOKENS + 1):
        masses[masses.index(min(masses))] += x**-alpha / whole
    return ([*masses, 1 / whole] if apart else masses), beyond / whole


def _check_filled(result: sp.Le, law: sp.Eq, *, level: sp.Symbol, classes: sp.Symbol) -> str:
    """Shared out by the rule: no class exceeds the bound, and the rest fills what classes lack of a level."""
    for power, many in _LAWS:
        alpha = float(sp.Rational(power))
        masses, rest = _shared_out(alpha, many)
        bound = float(number(result.rhs, {zipf_exponent(law): sp.Rational(power), classes: sp.Integer(many)}))
        filled = masses[:-1] if mpmath.zeta(alpha) < many else masses
        lacking = sum(max(filled) - mass for mass in filled)
        in_the_end = max(*masses, (sum(filled) + rest) / len(filled))
        if lacking > rest + _ROUNDING or in_the_end > bound + _ROUNDING:
            raise CheckFailed(f"At {power} {many} classes end at {in_the_end}, the bound is {bound}.")
    return "tokens shared out at six laws: all that is lacking is filled by the rest"


def _between(first: sp.Ge, mean: sp.Ge, above: sp.Le) -> sp.Eq:
    return sp.Eq(above.lhs, above.rhs, evaluate=False)


def _between_conditions(first: sp.Ge, mean: sp.Ge, above: sp.Le) -> tuple[str, ...]:
    below = (first, mean)
    if not all(isinstance(fact, sp.Ge) and fact.lhs == above.lhs for fact in below):
        raise SideConditionError(f"{below} are no lower bounds on {above.lhs}.")
    if sp.Max(first.rhs, mean.rhs) != above.rhs:
        raise SideConditionError(f"{above.rhs} is not the larger of {first.rhs} and {mean.rhs}.")
    return ("the upper bound is the larger of the lower ones",)


def _check_between(result: sp.Eq, first: sp.Ge, mean: sp.Ge, above: sp.Le) -> str:
    """The larger of both lower bounds, number by number."""
    places = random_points(result.rhs.free_symbols)
    # Just above one the other bound is the larger.
    places += [{symbol: 1 + 1 / value for symbol, value in place.items()} for place in places]
    for point in places:
        larger = max(number(fact.rhs, point) for fact in (first, mean))
        require_close(larger, number(result.rhs, point), f"At {point} the larger lower bound and the result")
    return "the larger lower bound at six random rational points to 50 digits"


first_token = Rule(
    name="the class of the first token",
    statement=r"The fullest class weighs at least as much as the heaviest token.",
    apply=_first,
    conditions=_law_conditions,
    check=_check_first,
)

filled_classes = Rule(
    name="filling the emptiest class",
    statement=r"Under $p(x) = x^{-\alpha}/\zeta(\alpha)$ some function into M classes has none above "
    r"$\max(p(1), 1/M)$.",
    apply=_filled,
    conditions=_filled_conditions,
    check=_check_filled,
)

squeezed = Rule(
    name="between equal bounds",
    statement="What is at least a and b and at most the larger of both is the larger of both.",
    apply=_between,
    conditions=_between_conditions,
    check=_check_between,
    bounds=frozenset({0, 1, 2}),
)

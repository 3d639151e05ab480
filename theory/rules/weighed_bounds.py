r"""From one token to the error: bounds weighed by the law of the tokens, and over what a theorem prints.

A bound that holds for the tokens outside a set, and the set's mass, bound the error from above; one that
holds for the tokens inside bounds it from below. Divided by the bound that is printed they tell by how much
it holds.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Final

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .class_gaps import NormalLaw
from .events import Probability
from .points import number, random_points


def _inside(wrong: sp.Ge, *, mass: sp.Symbol, error: sp.Symbol) -> sp.Ge:
    return sp.Ge(error, wrong.rhs * mass, evaluate=False)


def _probability_conditions(wrong: sp.Rel, *, mass: sp.Symbol, error: sp.Symbol) -> tuple[str, ...]:
    if not isinstance(wrong.lhs, Probability) or not isinstance(wrong, sp.Le | sp.Ge):
        raise SideConditionError(f"{wrong} bounds no probability.")
    if wrong.has(mass) or wrong.has(error):
        raise SideConditionError(f"{mass} or {error} already stands in {wrong}.")
    return (f"${sp.latex(mass)}$ is the mass of the set", "the bound is that of every token it is about")


def _check_weighed(result: sp.Rel, wrong: sp.Rel, *, mass: sp.Symbol, error: sp.Symbol) -> str:
    """Random tokens in and out of the set, each as wrong as the bound lets it be."""
    random, above = Random(2), isinstance(wrong, sp.Le)
    one = sp.Rational(1, 7)
    for _ in range(6):
        weights = [Fraction(random.randint(1, 9)) for _ in range(5)]
        shares = [w / sum(weights) for w in weights]
        inside = [random.random() < 0.5 for _ in shares]  # noqa: PLR2004 - one half
        # What the bound is not about may be as wrong, or as right, as it likes.
        free = Fraction(1) if above else Fraction(0)
        chances = [free if held == above else Fraction(int(one.p), int(one.q)) for held in inside]
        whole = sum(s * q for s, q in zip(shares, chances, strict=True))
        part = sum((s for s, held in zip(shares, inside, strict=True) if held), start=Fraction(0))
        bound = one + result.rhs - wrong.rhs if above else one * sp.cancel(result.rhs / wrong.rhs)
        bound = sp.expand(bound).subs(mass, sp.Rational(part.numerator, part.denominator))
        known = sp.Rational(whole.numerator, whole.denominator)
        if not bound.is_number or ((known > bound) if above else (known < bound)):
            raise CheckFailed(f"Tokens of shares {shares} err with {known}, beyond {bound}.")
    return "five tokens of random shares, each as wrong as it may be"


def _least(error: sp.Ge, printed: sp.Eq) -> sp.Ge:
    return sp.Ge(error.lhs / printed.lhs, sp.cancel(error.rhs / printed.rhs), evaluate=False)


def _least_conditions(error: sp.Ge, printed: sp.Eq) -> tuple[str, ...]:
    if not isinstance(error, sp.Ge) or not printed.rhs.is_positive:
        raise SideConditionError(f"{error} is no lower bound, or {printed.rhs} not positive.")
    return (f"${sp.latex(printed.rhs)} > 0$",)


def _check_least(result: sp.Ge, error: sp.Ge, printed: sp.Eq) -> str:
    for point in random_points(error.rhs.free_symbols | printed.rhs.free_symbols):
        one, other = number(result.rhs * printed.rhs, point), number(error.rhs, point)
        with mpmath.workdps(40):
            if abs(one - other) > mpmath.mpf(10) ** -30 * (1 + abs(other)):
                raise CheckFailed(f"At {point} the ratio times what is printed is {one}, not {other}.")
    return "multiplied back at random rational points"


def _no_weight(gap: sp.Eq, *, weight: sp.Symbol) -> sp.Ge:
    return sp.Ge(Probability(sp.Le(gap.lhs, 0)), sp.Rational(1, 2), evaluate=False)


def _no_weight_conditions(gap: sp.Eq, *, weight: sp.Symbol) -> tuple[str, ...]:
    if not isinstance(gap.rhs, NormalLaw) or gap.rhs.args[0].subs(weight, 0) != 0:
        raise SideConditionError(f"Without {weight} the gap {gap.rhs} is not centred.")
    return (f"where ${sp.latex(weight)} = 0$ the gap is normal of mean 0, or 0 itself: a tie",)


def _check_no_weight(result: sp.Ge, gap: sp.Eq, *, weight: sp.Symbol) -> str:
    """The normal density integrated up to zero, for a variance of 2/3."""
    with mpmath.workdps(20):
        area = mpmath.quad(lambda z: mpmath.npdf(z, 0, mpmath.sqrt(mpmath.mpf(2) / 3)), [-mpmath.inf, -1, 0])
        if area < number(result.rhs, {}) - mpmath.mpf(10) ** -12:
            raise CheckFailed(f"A centred normal is not positive with probability {area}.")
    return "a normal density integrated up to zero"


def _lesser(one: sp.Ge, other: sp.Ge) -> sp.Ge:
    return sp.Ge(one.lhs, min(one.rhs, other.rhs, key=lambda x: number(x, {})), evaluate=False)


def _lesser_conditions(one: sp.Ge, other: sp.Ge) -> tuple[str, ...]:
    for fact in (one, other):
        if not isinstance(fact, sp.Ge) or fact.rhs.free_symbols:
            raise SideConditionError(f"{fact} is no lower bound by a number.")
    return ("a token has a weight or none",)


def _check_lesser(result: sp.Ge, one: sp.Ge, other: sp.Ge) -> str:
    if any(number(result.rhs, {}) > number(fact.rhs, {}) for fact in (one, other)):
        raise CheckFailed(f"{result.rhs} exceeds one of {one.rhs} and {other.rhs}.")
    return "at most either of the two"


weigh_inside: Final = Rule(
    name="error of a set alone",
    statement="The error is at least that of the tokens of a set.",
    apply=_inside,
    conditions=_probability_conditions,
    check=_check_weighed,
)


multiple_of_printed: Final = Rule(
    name="multiple of what is printed",
    statement=r"$E \ge A$ gives $E/B \ge A/B$ for $B > 0$.",
    apply=_least,
    conditions=_least_conditions,
    check=_check_least,
)

without_weight: Final = Rule(
    name="a token without weight",
    statement=r"A centred normal, or zero, is at most zero with probability at least $\frac12$.",
    apply=_no_weight,
    conditions=_no_weight_conditions,
    check=_check_no_weight,
)

either_token: Final = Rule(
    name="the lesser of two bounds",
    statement="What holds in either of two cases holds with the lesser bound.",
    apply=_lesser,
    conditions=_lesser_conditions,
    check=_check_lesser,
)

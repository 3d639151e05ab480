r"""Hazards, $-\log(1 - p)$: what bounds one event's bounds those of some and of all independent events.

Hazards of independent events add up, whatever their size. A hazard exceeds the probability, but by no
more than a chord of the convex logarithm allows where the probability stays away from one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import ForAll, ForSome, Probability
from .points import WORKING_DIGITS, number, random_points, require_close
from .structure import Independent

_COUNTS: Final = (1, 2, 5)
_CHANCES: Final = (sp.Rational(1, 10**20), sp.Rational(1, 7), sp.Rational(6, 7))
_SMALL: Final = mpmath.mpf(10) ** -15


def survival_log(event: sp.Basic) -> sp.Expr:
    """The hazard of an event, -log(1 - P)."""
    return -sp.log(1 - Probability(event))


def event_of(fact: sp.Le) -> sp.Basic:
    """The event whose hazard is bounded; raises `SideConditionError` for another statement."""
    found = fact.lhs.atoms(Probability)
    if len(found) != 1 or not isinstance(fact, sp.Le) or fact.lhs != survival_log(next(iter(found)).args[0]):
        raise SideConditionError(f"{fact} is no upper bound on the hazard of one event.")
    return next(iter(found)).args[0]


def _chord(bound: sp.Le, cap: sp.Le) -> sp.Le:
    slope = -sp.log(1 - cap.rhs) / cap.rhs
    return sp.Le(survival_log(bound.lhs.args[0]), slope * bound.rhs, evaluate=False)


def _chord_conditions(bound: sp.Le, cap: sp.Le) -> tuple[str, ...]:
    for fact in (bound, cap):
        if not isinstance(fact, sp.Le) or not isinstance(fact.lhs, Probability):
            raise SideConditionError(f"{fact} is no upper bound on a probability.")
    if bound.lhs != cap.lhs:
        raise SideConditionError(f"{bound.lhs} and {cap.lhs} are different probabilities.")
    if not cap.rhs.is_number or not 0 < cap.rhs < 1:
        raise SideConditionError(f"The probability is not known to stay below one: its bound is {cap.rhs}.")
    return (
        f"the probability is at most ${sp.latex(cap.rhs)}$",
        r"$-\log(1 - p)$ is convex and vanishes at 0",
    )


def _check_chord(result: sp.Le, bound: sp.Le, cap: sp.Le) -> str:
    """Above the logarithm at twenty places up to the cap, and equal to it there."""
    with mpmath.workdps(WORKING_DIGITS):
        slope, end = number(sp.cancel(result.rhs / bound.rhs), {}), number(cap.rhs, {})
        for k in range(1, 21):
            p = end * k / 20
            gap = slope * p + mpmath.log1p(-p)
            if gap < -_SMALL or (k == 20 and gap > _SMALL):  # noqa: PLR2004 - the end of the chord
                raise CheckFailed(
                    f"At p = {mpmath.nstr(p, 6)} the chord misses the hazard by {mpmath.nstr(gap, 6)}."
                )
    return "above the hazard at twenty probabilities up to the largest, and equal to it there"


def _some(fact: sp.Le, assumed: Independent, *, count: sp.Expr, less: int = 0) -> sp.Le:
    event, index = assumed.args
    return sp.Le(survival_log(ForSome(event, index, count - less)), (count - less) * fact.rhs, evaluate=False)


def _every(fact: sp.Le, assumed: Independent, *, count: sp.Expr) -> sp.Le:
    event, index = assumed.args
    return sp.Le(survival_log(ForAll(event, index, count)), fact.rhs**count, evaluate=False)


def _implied(fact: sp.Le, *, index: sp.Symbol, count: sp.Expr) -> sp.Le:
    return sp.Le(survival_log(ForAll(event_of(fact), index, count)), fact.rhs, evaluate=False)


def _independence(fact: sp.Le, assumed: Independent, **_: object) -> tuple[str, ...]:
    if not isinstance(assumed, Independent) or assumed.args[0] != event_of(fact):
        raise SideConditionError(f"Nothing says that copies of {event_of(fact)} are independent.")
    return ("the events are independent of each other", "they have one probability")


def _any_dependence(fact: sp.Le, **_: object) -> tuple[str, ...]:
    event_of(fact)
    return ("the events have one probability; they may depend on each other",)


def _on_named(apply: Callable[[sp.Le], sp.Le], fact: sp.Le, result: sp.Le) -> Callable[..., mpmath.mpf]:
    """The bound as a function of one event's, once the result is known to be that function of it."""
    one = sp.Dummy("x", positive=True)
    formula = apply(sp.Le(fact.lhs, one, evaluate=False)).rhs
    for point in random_points(result.rhs.free_symbols):
        before = {
            **point,
            one: sp.Float(mpmath.nstr(number(fact.rhs, point), WORKING_DIGITS), WORKING_DIGITS),
        }
        require_close(
            number(formula, before), number(result.rhs, point), f"At {point} the rule and the result"
        )
    return lambda value, at: number(formula.subs(at), {one: value})


def _check_some(result: sp.Le, fact: sp.Le, assumed: Independent, *, count: sp.Expr, less: int = 0) -> str:
    """The hazard of some of so many independent events, from the probability that none happens."""
    bound = _on_named(lambda one: _some(one, assumed, count=count, less=less), fact, result)
    for size in _COUNTS if isinstance(count, sp.Symbol) else (int(count) - less,):
        for p in _CHANCES:
            with mpmath.workdps(WORKING_DIGITS):
                missed = 1 - number(p, {})
                hazard, exact = -mpmath.log(missed), -mpmath.log(missed**size)
                value = sp.Float(mpmath.nstr(hazard, WORKING_DIGITS), WORKING_DIGITS)
                require_close(bound(value, {count: size + less}), exact, f"{size} events of probability {p}")
    return "equal to the logarithm of the probability that none of 1, 2 or 5 events happens"


def _check_every(result: sp.Le, fact: sp.Le, assumed: Independent, *, count: sp.Expr) -> str:
    """Above the hazard of all of so many events, and equal to it where they are rare."""
    bound = _on_named(lambda one: _every(one, assumed, count=count), fact, result)
    for size in _COUNTS if isinstance(count, sp.Symbol) else (int(count),):
        for p in _CHANCES:
            with mpmath.workdps(4 * WORKING_DIGITS):
                chance = mpmath.mpf(int(p.p)) / int(p.q)
                hazard, exact = -mpmath.log1p(-chance), -mpmath.log1p(-(chance**size))
                value = bound(sp.Float(mpmath.nstr(hazard, WORKING_DIGITS), WORKING_DIGITS), {count: size})
                if value < exact * (1 - _SMALL) or (p == _CHANCES[0] and value > exact * (1 + _SMALL)):
                    raise CheckFailed(
                        f"{size} events of probability {p} have the hazard {exact}, not {value}."
                    )
    return "above the hazard of all of 1, 2 or 5 events, and equal to it to 15 digits where they are rare"


def _check_implied(result: sp.Le, fact: sp.Le, **_: object) -> str:
    """Attained by events that coincide: all of them happen where one does."""
    for point in random_points(fact.rhs.free_symbols):
        require_close(number(fact.rhs, point), number(result.rhs, point), "One event's bound and that of all")
    return "attained by events that coincide"


chord = Rule(
    name="chord of the hazard",
    statement=r"$-\log(1 - p) \le p \cdot (-\log(1 - c))/c$ for $0 \le p \le c < 1$, by convexity.",
    apply=_chord,
    conditions=_chord_conditions,
    check=_check_chord,
)

some_hazard = Rule(
    name="hazards add up",
    statement=r"$-\log \prod_l (1 - p) = L\, (-\log(1 - p))$ for independent events.",
    apply=_some,
    conditions=_independence,
    check=_check_some,
)

every_hazard = Rule(
    name="hazard of all events",
    statement=r"$-\log(1 - p^H) \le (-\log(1 - p))^H$: termwise, $\sum_m p^{Hm}/m \le (\sum_m p^m/m)^H$.",
    apply=_every,
    conditions=_independence,
    check=_check_every,
)

implied_hazard = Rule(
    name="hazard of events that imply one",
    statement=r"$-\log(1 - \mathbb{P}(\bigcap_h A_h)) \le -\log(1 - \mathbb{P}(A_1))$ in any case.",
    apply=_implied,
    conditions=_any_dependence,
    check=_check_implied,
)

r"""Events that are independent given what they share: by Jensen they happen together more often.

Given what is shared each of H events has the probability $\pi$, so that all of them have
$\mathbb{E} \pi^H$, and one of them $\mathbb{E} \pi$.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import mpmath
import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import ForAll, Probability
from .points import WORKING_DIGITS, number, random_points, require_close

_SHARES: Final = (sp.Integer(0), sp.Rational(1, 3), sp.Rational(4, 5), sp.Integer(1))
_COUNTS: Final = (1, 2, 3)


class IndependentGiven(sp.Basic):
    """The events that differ in an index are independent, and alike, given something shared."""

    def __new__(cls, event: sp.Basic, index: sp.Symbol, shared: sp.Symbol) -> IndependentGiven:
        """The assumption about `event`, one for each value of `index`, given `shared`."""
        return sp.Basic.__new__(cls, event, index, shared)

    def _latex(self, printer: LatexPrinter) -> str:
        event, index, shared = (printer._print(part) for part in self.args)
        return rf"{event} \text{{ independent for different }} {index} \text{{ given }} {shared}"


def _together(fact: sp.Eq, assumed: IndependentGiven, *, count: sp.Expr) -> sp.Ge:
    event, index, _ = assumed.args
    return sp.Ge(Probability(ForAll(event, index, count)), fact.rhs**count, evaluate=False)


def _together_conditions(fact: sp.Eq, assumed: IndependentGiven, *, count: sp.Expr) -> tuple[str, ...]:
    if not isinstance(fact, sp.Eq) or not isinstance(fact.lhs, Probability):
        raise SideConditionError("The probability of one event is needed.")
    if not isinstance(assumed, IndependentGiven) or assumed.args[0] != fact.lhs.args[0]:
        raise SideConditionError(f"Nothing says what copies of {fact.lhs.args[0]} share.")
    return ("given what they share the events are independent and alike", r"$\pi^H$ is convex for $H \ge 1$")


def _check_together(result: sp.Ge, fact: sp.Eq, assumed: IndependentGiven, *, count: sp.Expr) -> str:
    """All laws on two equally likely values of what is shared; attained where nothing depends on it."""
    for heads in _COUNTS:
        for point in random_points(fact.rhs.free_symbols - {count}):
            with mpmath.workdps(WORKING_DIGITS):
                # The bound beside the power of one event's probability, whatever symbols that holds.
                scale = number(result.rhs, {**point, count: heads}) / number(fact.rhs, point) ** heads
                require_close(scale, mpmath.mpf(1), "The bound and the power of one event's probability")
        for one, other in product(_SHARES, repeat=2):
            if (one**heads + other**heads) / 2 < ((one + other) / 2) ** heads:
                raise CheckFailed(f"Shares {one} and {other} have all of {heads} events less often.")
    return "every law on two of four shares, 1 to 3 events: attained where the shares are equal"


def _all_but(fact: sp.Eq, *, index: sp.Symbol, count: sp.Expr) -> sp.Ge:
    every = Probability(ForAll(fact.lhs.args[0], index, count))
    return sp.Ge(every, 1 - count * (1 - fact.rhs), evaluate=False)


def _all_but_conditions(fact: sp.Eq, *, index: sp.Symbol, count: sp.Expr) -> tuple[str, ...]:
    if not isinstance(fact, sp.Eq) or not isinstance(fact.lhs, Probability):
        raise SideConditionError("The probability of one event is needed.")
    return ("the events have one probability; they may depend on each other",)


def _check_all_but(result: sp.Ge, fact: sp.Eq, *, index: sp.Symbol, count: sp.Expr) -> str:
    """Attained by events that miss on different outcomes: each of H misses on one of so many."""
    for heads in _COUNTS:
        for point in random_points(fact.rhs.free_symbols - {count}):
            with mpmath.workdps(WORKING_DIGITS):
                missed = heads * (1 - number(fact.rhs, point))
                require_close(1 - missed, number(result.rhs, {**point, count: heads}), "Misses and the bound")
    return "attained by events no two of which miss at once"


def _over(bound: sp.Ge, apart: sp.Eq) -> sp.Ge:
    return sp.Ge(bound.lhs / apart.lhs, sp.powsimp(bound.rhs / apart.rhs), evaluate=False)


def _beyond(bound: sp.Ge, apart: sp.Eq) -> sp.Ge:
    return sp.Ge(bound.lhs - apart.lhs, sp.expand(bound.rhs - apart.rhs), evaluate=False)


def _beside_conditions(bound: sp.Ge, apart: sp.Eq) -> tuple[str, ...]:
    series = {f: sp.Dummy(positive=True) for f in apart.rhs.atoms(sp.hyper)}
    if (
        not isinstance(bound, sp.Ge)
        or not isinstance(apart, sp.Eq)
        or not apart.rhs.xreplace(series).is_positive
    ):
        raise SideConditionError(f"A lower bound and a positive number are needed, not {bound} and {apart}.")
    return (f"${sp.latex(apart.rhs)} > 0$",)


def _check_over(result: sp.Ge, bound: sp.Ge, apart: sp.Eq) -> str:
    for point in random_points(bound.rhs.free_symbols | apart.rhs.free_symbols):
        with mpmath.workdps(WORKING_DIGITS):
            back = number(result.rhs, point) * number(apart.rhs, point)
            require_close(back, number(bound.rhs, point), f"At {point} the ratio times the number")
    return "multiplied back at random rational points"


def _check_beyond(result: sp.Ge, bound: sp.Ge, apart: sp.Eq) -> str:
    for point in random_points(bound.rhs.free_symbols | apart.rhs.free_symbols):
        with mpmath.workdps(WORKING_DIGITS):
            back = number(result.rhs, point) + number(apart.rhs, point)
            require_close(back, number(bound.rhs, point), f"At {point} the difference and the number")
    return "added back at random rational points"


happen_together = Rule(
    name="Jensen for events that share something",
    statement=r"$\mathbb{P}(\bigcap_{h \le H} A_h) = \mathbb{E} \pi^H \ge (\mathbb{E} \pi)^H$.",
    apply=_together,
    conditions=_together_conditions,
    check=_check_together,
)

all_but = Rule(
    name="all events, whatever they share",
    statement=r"$\mathbb{P}(\bigcap_{h \le H} A_h) \ge 1 - H (1 - p)$, whatever the dependence.",
    apply=_all_but,
    conditions=_all_but_conditions,
    check=_check_all_but,
)

over = Rule(
    name="a bound beside a positive number",
    statement="A lower bound may be divided by a positive number.",
    apply=_over,
    conditions=_beside_conditions,
    check=_check_over,
)

beyond = Rule(
    name="a bound less a number",
    statement="The same number may be taken from both sides of a bound.",
    apply=_beyond,
    conditions=_beside_conditions,
    check=_check_beyond,
)

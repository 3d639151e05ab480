r"""Several heads: all of H events.

An assumption of independence is a premise, `Independent`, that the rule must be given. It is checked by
enumerating all outcomes.
"""

from __future__ import annotations

from itertools import product
from math import prod

import mpmath
import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import Rule, SideConditionError
from .events import ForAll, Probability
from .points import WORKING_DIGITS, number, random_points, require_close

_COUNTS = (1, 2, 3)


class Independent(sp.Basic):
    """The events that differ in an index are independent of each other."""

    def __new__(cls, event: sp.Basic, index: sp.Symbol) -> Independent:
        """The assumption about `event`, one for each value of `index`."""
        return sp.Basic.__new__(cls, event, index)

    def _latex(self, printer: LatexPrinter) -> str:
        event, index = (printer._print(part) for part in self.args)
        return rf"{event} \text{{ independent for different }} {index}"


def _all_of(fact: sp.Rel, assumed: Independent, *, count: sp.Expr) -> sp.Rel:
    event, index = assumed.args
    return fact.func(Probability(ForAll(event, index, count)), fact.rhs**count, evaluate=False)


def _require_probability(fact: sp.Rel) -> None:
    if not isinstance(fact, sp.Eq | sp.Le) or not isinstance(fact.lhs, Probability):
        raise SideConditionError("The probability of one event, or an upper bound on it, is needed.")


def _independence(fact: sp.Rel, assumed: Independent, **_: object) -> tuple[str, ...]:
    _require_probability(fact)
    if not isinstance(assumed, Independent) or assumed.args[0] != fact.lhs.args[0]:
        raise SideConditionError(f"Nothing says that copies of {fact.lhs.args[0]} are independent.")
    return ("the events are independent of each other", "they have one probability")


def _enumerated(chance: mpmath.mpf, count: int) -> mpmath.mpf:
    """The probability that all of `count` independent events happen, outcome by outcome."""
    weights = (
        prod((chance if happens else 1 - chance for happens in outcome), start=mpmath.mpf(1))
        for outcome in product((True, False), repeat=count)
        if all(outcome)
    )
    return mpmath.fsum(weights)


def _at_counts(result: sp.Rel, fact: sp.Rel, count: sp.Expr) -> list[tuple[mpmath.mpf, mpmath.mpf, int]]:
    """Pairs of one event's number and the result's, with the number of events."""
    found = []
    for point in random_points(fact.rhs.free_symbols | result.rhs.free_symbols):
        for items in _COUNTS if isinstance(count, sp.Symbol) else (int(count),):
            at = {**point, count: sp.Integer(items)} if isinstance(count, sp.Symbol) else point
            found.append((number(fact.rhs, at), number(result.rhs, at), items))
    return found


def _check_enumeration(result: sp.Rel, fact: sp.Rel, count: sp.Expr) -> str:
    for one, formula, items in _at_counts(result, fact, count):
        with mpmath.workdps(WORKING_DIGITS):
            require_close(_enumerated(one, items), formula, f"All outcomes of {items} events")
    return "all outcomes of 1 to 3 independent events were enumerated"


all_of = Rule(
    name="independent events, all of them",
    statement=r"$\mathbb{P}(\bigcap_{h \le H} A_h) = p^H$ for independent events of probability $p$.",
    apply=_all_of,
    conditions=_independence,
    check=lambda result, fact, assumed, *, count: _check_enumeration(result, fact, count),
)

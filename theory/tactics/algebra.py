"""`algebra`: the value of a formula, its sums over an index counted, equations put in, in factored form."""

from __future__ import annotations

from ..kernel import Refused, Theorem
from ..terms import Term
from .goals import Tactic, counterexample, denominators, finish, same, strict_facts
from .gradients import with_equations
from .rewriting import by_entries, converted, factored, itself, right

_MOST_ROUNDS = 8


def evaluated(term: Term, given: tuple[Theorem, ...] = ()) -> Theorem:
    """T = its value: names written out, sums over indices counted or split, known values put in, factored.

    `given` are equations, and what is positive or not zero. Raises `Refused`.

    >>> from theorycheck.theory.model import Index, fixed, sizes
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import Sum
    >>> H, D = sizes("H D")
    >>> h, w = Index("h", H), fixed("w", H)
    >>> evaluated(Sum(h, D / H * (D + w[h])), (suppose(Sum(h, w[h]) == H),))
    ∑_j w_j = H ⊢ ∑_j D (D + w_j)/H = D (D + 1)
    """
    theorem, facts = itself(term), strict_facts(given)
    for _ in range(_MOST_ROUNDS):
        before = right(theorem)
        theorem = converted(theorem, lambda own: same(own, by_entries(own, facts), given))
        theorem = with_equations(theorem, given)
        if right(theorem) is before:
            break
    return converted(theorem, lambda own: same(own, factored(own), given))


def _derive(term: Term, given: tuple[Theorem, ...]) -> Theorem:
    """The value of a term that is not written as one. Raises `Refused`."""
    found = evaluated(term, given)
    if right(found) is term:
        raise Refused(f"{term} is a value already.")
    return found


def _prove(goal: Term, given: tuple[Theorem, ...]) -> Theorem:
    """An equation, from the value of its left-hand side."""
    if goal.head != "eq":
        raise Refused(f"algebra proves equations, and {goal} is none.")
    try:
        return finish(evaluated(goal.args[0], given), goal, given)
    except Refused as refusal:
        hint = denominators(given, *goal.args)
        raise Refused(f"{refusal} {hint} {counterexample(goal, given)}") from refusal


algebra = Tactic(
    name="algebra",
    prove=_prove,
    derive=_derive,
    states="the value of a formula: sums over an index counted, known values put in, factored",
    example='tc.derive("sum_{j=1}^n (2 n + 3)", by="algebra")',
)

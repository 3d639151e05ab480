"""Side conditions: orders of numbers that follow from facts, or by their form."""

from __future__ import annotations

from collections.abc import Iterable

from ..node import Term
from .algebra import Expander, expander
from .components import Components
from .theorem import Theorem, ordered, require


def is_nonnegative_by_form(term: Term) -> bool:
    """Whether a number is nonnegative whatever the values of its symbols."""
    return Components().sign(term) > 0


def strictly(facts: Iterable[Theorem]) -> Expander:
    """Terms as polynomials, by what the strict ones among the facts tell."""
    return expander(tuple(fact for fact in facts if fact.proposition.head in {"lt", "gt", "ne"}))


def is_told(proposition: Term, facts: Iterable[Theorem]) -> bool:
    """Whether an order of two numbers, or that they differ, follows by its form or from a fact, from a strict
    one up to a positive factor.
    """
    known = strictly(facts)
    if proposition.head == "ne":
        one, other = proposition.args
        return known.nonzero(known.expanded(one - other))
    low, relation, high = ordered(proposition)
    said = [ordered(fact.proposition) for fact in facts if fact.proposition.head != "ne"]
    stronger = {"lt": {"lt"}, "le": {"lt", "le", "eq"}}[relation]
    if any(a is low and b is high and kind in stronger for a, kind, b in said):
        return True
    rise = known.expanded(high - low)
    if known.positive(rise) or (relation == "le" and (not rise or is_nonnegative_by_form(high - low))):
        return True
    return any(not a.shape and kind in stronger and known.expanded(b - a) == rise for a, kind, b in said)


def require_told(facts: Iterable[Theorem], *propositions: Term) -> None:
    """Each order of two numbers follows from the facts, or by its form."""
    for proposition in propositions:
        told = is_told(proposition, facts)
        one, sign, other = (proposition.args[0], "!=", proposition.args[1])
        if proposition.head != "ne":
            one, head, other = ordered(proposition)
            sign = "<" if head == "lt" else "<="
        require(told, "{} {} {} must be known.", one, sign, other)


def require_numbers(*parts: Term) -> None:
    """None of them is random, or a vector."""
    for part in parts:
        require(not part.is_random and not part.shape, "{} is random, or no number.", part)

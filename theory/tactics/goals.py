"""What a tactic is, and the last step of each: from what was proved to what was asked."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from ..array_functions import NoInstance
from ..check import CheckFailed, check, check_far
from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..node import Term, number
from ..outcomes import objects
from ..requirements import Misfit
from ..smt import NotRational, exact_counterexample
from ..substitution import subterms

Given = tuple[Theorem, ...]
"""What a tactic is given."""
NOT_FOR_THIS: Final = (Refused, Misfit)
"""What a tactic raises where a statement is not of its kind, or its parts make no such term as it needs."""
STRICT: Final = frozenset({"lt", "gt", "ne"})
"""Relations that tell of a difference that it is not zero."""
OF_NUMBERS: Final = 60
OF_MEANS: Final = 20
"""Instances in which a counterexample is looked for, to an order of numbers and to one with means."""


@dataclass(frozen=True)
class Tactic:
    """A way to prove a stated proposition, and where there is one, to find a value.

    `prove(goal, given)` returns a theorem whose proposition is the goal; `derive(term, given)` one of the
    form term = value, or term <= bound. `given` are theorems. Both raise `Refused` and say what is missing.
    """

    name: str
    prove: Callable[[Term, Given], Theorem]
    derive: Callable[[Term, Given], Theorem] | None = None
    options: Callable[..., Tactic] | None = None
    states: str = ""
    """What it proves or finds, in a line."""
    example: str = ""
    """A call that it answers."""

    def __call__(self, *arguments: object, **options: object) -> Tactic:
        """The tactic with options, for one that has them: `asymptotics(n, order=2)`."""
        if self.options is None:
            raise TypeError(f"{self.name} takes no options.")
        return self.options(*arguments, **options)


def with_head(given: Given, heads: Collection[str]) -> Given:
    """The theorems whose proposition has one of the heads, as those of an order."""
    return tuple(fact for fact in given if fact.proposition.head in heads)


def stated(given: Given) -> list[Term]:
    """What the facts say, whose symbols are taken."""
    return [fact.proposition for fact in given]


def strict_facts(given: Given) -> Given:
    """The theorems that say that something is not zero."""
    return tuple(t for t in with_head(given, STRICT) if not t.proposition.is_random)


def positive_values(given: Given) -> Given:
    """0 < x from each theorem x = c whose c is positive, by its form or by another theorem."""
    found = []
    for fact in given:
        if fact.proposition.head == "eq" and not fact.proposition.is_random:
            with suppress(Refused):
                above = apply("positive", *strict_facts(given), term=fact.proposition.args[1])
                found.append(apply("transitive", above, apply("symmetric", fact)))
    return tuple(found)


def same(one: Term, other: Term, given: Given) -> Theorem:
    """|- one = other by algebra, or entry by entry; raises `Refused` with both sides."""
    facts = strict_facts(given)
    try:
        return apply("ring", *facts, left=one, right=other)
    except Refused as refusal:
        try:
            return apply("componentwise", *facts, left=one, right=other)
        except Refused:
            raise refusal from None


def finish(theorem: Theorem, goal: Term, given: Given = ()) -> Theorem:
    """The goal, from a theorem that relates what equals its two sides by algebra."""
    if theorem.proposition is goal:
        return theorem
    small, relation, large = ordered(goal)
    left, _, right = ordered(theorem.proposition)
    if left is not small:
        theorem = apply("transitive", same(small, left, given), theorem)
    if right is not large:
        theorem = apply("transitive", theorem, same(right, large, given))
    if relation == "le" and ordered(theorem.proposition)[1] != "le":
        theorem = apply("weakened", theorem)
    if (theorem.proposition.head in {"ge", "gt"}) is not (goal.head in {"ge", "gt"}):
        theorem = apply("symmetric", theorem)
    if theorem.proposition is not goal:
        raise Refused(f"What follows is {theorem.proposition}, and {goal} was asked.")
    return theorem


def fact_about(given: Given, matches: Callable[[Term], bool], missing: str) -> Theorem:
    """The first theorem whose proposition matches; raises `Refused` with what is missing."""
    found = next((t for t in given if matches(t.proposition)), None)
    if found is None:
        raise Refused(f"Missing hypothesis: {missing}. Give it as a theorem in `by`, or in `where`.")
    return found


def denominators(given: Given, *terms: Term) -> str:
    """A sentence that names the denominators of which no theorem says that they are not zero."""
    found: dict[Term, None] = {}
    for part in (part for term in terms for part in subterms(term)):
        if (
            part.head == "power"
            and part.args[1].head == "number"
            and part.args[1].data[0] < 0
            and not part.loose
        ):
            try:
                apply(
                    "componentwise", *strict_facts(given), left=part.args[0] / part.args[0], right=number(1)
                )
            except Refused:
                found[part.args[0]] = None
    names = ", ".join(map(repr, found))
    return f"Missing hypothesis, perhaps: {names} ≠ 0, in `where`." if names else ""


def counterexample(goal: Term, given: Given) -> str:
    """An instance in which the goal fails, as a sentence, or what was tried."""
    instances = OF_MEANS if objects(goal) else OF_NUMBERS
    try:
        if failure := failing_instance(goal, given, instances=instances):
            return f"Counterexample: {goal} {failure}."
    except NoInstance as nothing:
        return str(nothing)
    return (
        f"No counterexample was found in {instances} instances: it may hold, or lack a hypothesis, as a sign."
    )


def failing_instance(goal: Term, given: Given, *, instances: int, exact: bool = True) -> str:
    """Where the goal fails, as `does not hold at ...`, by random instances, and by z3 if `exact`; "" if it
    fails in none. Raises `NoInstance` where the hypotheses hold in no instance that was tried.
    """
    hypotheses = {h.proposition for fact in given for h in fact.hypotheses}
    facts = sorted(hypotheses | {fact.proposition for fact in given}, key=repr)
    is_special = not objects(goal) and any(own.head in {"fixed", "size"} for _, own in goal.declarations)
    for special in (False, *([True] if is_special else [])):
        try:
            check(goal, facts, instances=instances, special=special)
            if special is is_special:
                check_far(goal, facts)
        except CheckFailed as failure:
            return str(failure).removeprefix(f"{goal} ").rstrip(".")
    try:
        values = exact_counterexample(goal, facts) if exact else None
    except (ImportError, NotRational, TimeoutError):
        return ""
    return f"does not hold at {', '.join(f'{own} = {x}' for own, x in values.items())}" if values else ""

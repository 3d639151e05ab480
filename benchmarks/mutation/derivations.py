"""Mutants of a derivation: another premise, or a step with a wrong result.

A mutant is caught by the rules (they refuse what they are handed), by a check (of the step itself, of
a later one, or the independent route at the end), or by the claims that name the derivation: decided
on their evidence, one of them gets another answer. It is equivalent where the formula, its relation
and its exponents come out as before, and stillborn where a rule crashes on what it is handed: that
is no check at work, so it counts neither way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import signature
from typing import Any, Final

from theorycheck.document import ComparisonOutcome
from theorycheck.law import LawError
from theorycheck.theory.derivation import Derivation, SideConditionError, Step, follows_from_no_bound
from theorycheck.theory.kernel import Refused

from .equivalence import asks_for_no_more, is_looser, same_end
from .premises import alternatives
from .sample import ALL, Sample
from .subject import AT_THE_END, DEFINITION, Fate, Subject, answer, function
from .tampering import SECONDS, Bench, Fault, StoppedError, TooLongError, limited

BROKEN: Final = "the chain breaks"
"""How a rule that cannot take what it is handed is told."""

COMPARED: Final = 5
"""CPU seconds for the algebra that compares two ends; the claims decide on what it does not show equal."""

SHOWN: Final = 120
"""Characters of a wrong result that are told."""


@dataclass(frozen=True, kw_only=True)
class Derived:
    """A derivation by topic and name, with the claims that name it."""

    topic: str
    name: str
    subjects: tuple[Subject, ...]

    @property
    def target(self) -> str:
        """The name of the derivation with its topic's."""
        return f"{self.topic}.{self.name}"

    @property
    def derive(self) -> Callable[..., Derivation]:
        """The function that derives it."""
        return function(self.topic, self.name)


def fates(mine: Derived, sample: Sample = ALL) -> Iterator[Fate]:
    """What becomes of each mutant of the derivation; premises are changed where a claim names it."""
    bench = Bench(derive=mine.derive)
    sound = bench.sound
    for fault in bench.faults():
        name = ("step", mine.target, str(fault.position), fault.operator, str(fault.number))
        if sample.takes(*name) and fault.is_one:
            outcome = _outcome(mine, sound, partial(bench.tampered, fault), fault.position)
            yield Fate(
                family="step", target=mine.target, operator=fault.operator, change=_told(fault), **outcome
            )
    if mine.subjects:
        for operator, text, premises in _premises(mine.derive):
            if sample.takes("premise", mine.target, text):
                outcome = _outcome(mine, sound, partial(mine.derive, premises), None)
                yield Fate(family="premise", target=mine.target, operator=operator, change=text, **outcome)


def _premises(derive: Callable[..., Derivation]) -> Iterator[tuple[str, str, Any]]:
    named = signature(derive).parameters.get("premises")
    if named is not None:
        yield from alternatives(named.default)


def _outcome(
    mine: Derived, sound: Derivation, derive: Callable[[], Derivation], position: int | None
) -> dict[str, str]:
    """Fate and what led to it."""
    try:
        made = derive()
    except StoppedError as stopped:
        own = stopped.position == position
        return {"fate": "caught", "by": "the step's own check" if own else "the check of a later step"}
    except (SideConditionError, Refused):
        return {"fate": "caught", "by": "a rule refuses"}
    except TooLongError as error:
        return {"fate": "survived", "reason": str(error)}
    except Exception as error:  # noqa: BLE001 - a crash of any kind is no verdict
        return {"fate": "stillborn", "by": BROKEN, "reason": f"{type(error).__name__}: {error}"[:SHOWN]}
    if made.failures:
        return {"fate": "caught", "by": AT_THE_END}
    if any(step.failed for step in made.steps):
        return {"fate": "caught", "by": "the check of a step"}
    if any(map(_takes_a_bound_for_more, made.steps)):
        return {"fate": "survived", "reason": "an inequality was used as an equation"}
    if same(sound, made):
        return {"fate": "equivalent"}
    try:
        with limited(SECONDS):
            outcome = _by_claims(mine.subjects, made)
            if outcome["fate"] == "survived" and _is_of_another_model(mine.subjects, made):
                return {"fate": "caught", "by": DEFINITION}
            if outcome["fate"] == "survived" and _says_less(mine.subjects, sound, made):
                return {"fate": "weaker", "by": "it follows from the derivation"}
            return outcome
    except TooLongError as error:
        return {"fate": "survived", "reason": str(error)}


def _is_of_another_model(subjects: Sequence[Subject], made: Derivation) -> bool:
    """Whether points that agree with what the theorem is about do not agree with what the mutant is about."""
    return any(one.is_defined and not one.meets_definition(made) for one in subjects)


def _takes_a_bound_for_more(step: Step) -> bool:
    """Whether a step concludes an equation, or a bound from the other side, from a bound that its rule takes
    for none.
    """
    given = (one for place, one in enumerate(step.inputs) if place not in step.rule.bounds)
    return any(follows_from_no_bound(one, step.result) for one in given)


def _says_less(subjects: Sequence[Subject], sound: Derivation, made: Derivation) -> bool:
    """Whether a value became a bound, to claims that ask for no more, or a bound a looser one of its order.

    A bound is looser where it says no more at any point of any claim.
    """
    if sound.exponents != made.exponents:
        return False
    if sound.relation == "=" != made.relation:
        asked = all(asks_for_no_more(one.claim, made.relation) for one in subjects)
        return asked and _same_formula(sound, made)
    places = [place for subject in subjects for place in subject.places]
    try:
        looser = is_looser(made.relation, sound.formula, made.formula, places)
    except (LawError, ArithmeticError):
        return False
    return bool(places) and sound.relation == made.relation and looser


def same(sound: Derivation, made: Derivation) -> bool:
    """Whether nothing else is derived, as far as algebra tells in its time."""
    if sound.relation != made.relation or sound.exponents != made.exponents:
        return False
    return _same_formula(sound, made)


def _same_formula(sound: Derivation, made: Derivation) -> bool:
    try:
        with limited(COMPARED):
            return same_end(sound.formula, made.formula)
    except TooLongError:
        return False


def _by_claims(subjects: Sequence[Subject], made: Derivation) -> dict[str, str]:
    reasons = []
    for subject in subjects:
        try:
            verdict = subject.decided(subject.claim, subject.by(made))
        except (ValueError, ArithmeticError, LookupError, TypeError):
            return {"fate": "caught", "by": "no value at a design point"}
        if answer(verdict) != subject.answer:
            differs = verdict.comparisons.points.outcome is ComparisonOutcome.DIFFERS
            return {"fate": "caught", "by": "the evidence" if differs else "the claim"}
        reasons.append(f"{subject.claim.id}: {verdict.comparisons.points.sentence}")
    gist = f"it ends in {made.relation} {made.formula}"
    return {"fate": "survived", "reason": f"{gist}; " + ("; ".join(reasons) or "no claim names it")}


def _told(fault: Fault) -> str:
    """Which step gives what instead of its result."""
    result = getattr(fault.result, "rhs", fault.result)
    try:
        text = str(result)
    except ArithmeticError:
        # SymPy orders the factors of a number by their values, and a pole has none.
        text = "a number that has no value"
    short = text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
    return f"step {fault.position + 1}, {fault.label}: {short}"

"""Mutants of a derivation: another premise.

A mutant is caught by the kernel (a rule refuses what it is handed), by the second check of what is proved, or
by the claims that name the derivation: decided on their evidence, one of them gets another answer. It is
equivalent where the formula, its relation and its exponents come out as before, and stillborn where a tactic
crashes on what it is handed: that is no check at work, so it counts neither way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, Final

from theorycheck.claim import Relation
from theorycheck.document import ComparisonOutcome
from theorycheck.law import LawError
from theorycheck.theory.derivation import Derivation
from theorycheck.theory.kernel import Refused
from theorycheck.theory.leading import NoLeadingTerm

from ..time_limit import TooLongError, limited
from .equivalence import asks_for_no_more, is_looser, same_end, same_order
from .premises import alternatives
from .sample import ALL, Sample
from .subject import AT_THE_END, DEFINITION, SECOND_BOUND, Fate, Subject, answer, derived_once, function

BROKEN: Final = "the proof breaks"
"""How a tactic that cannot take what it is handed is told."""

SECONDS: Final = 20
"""A mutant that takes more of its process has wandered off into algebra; it counts as not noticed."""

COMPARED: Final = 5
"""CPU seconds for the algebra that compares two ends; the claims decide on what it does not show equal."""

SHOWN: Final = 120
"""Characters of an error that are told."""


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
    """What becomes of the derivation under each other premise; of none where no claim names it."""
    if not mine.subjects:
        return
    sound = derived_once(mine.derive)
    for operator, text, premises in _premises(mine.derive):
        if sample.takes("premise", mine.target, text):
            outcome = _outcome(mine, sound, premises)
            yield Fate(family="premise", target=mine.target, operator=operator, change=text, **outcome)


def _premises(derive: Callable[..., Derivation]) -> Iterator[tuple[str, str, Any]]:
    named = signature(derive).parameters.get("premises")
    if named is not None:
        yield from alternatives(named.default)


def _outcome(mine: Derived, sound: Derivation, premises: object) -> dict[str, str]:
    """Fate and what led to it."""
    try:
        made = mine.derive(premises)
        failures = made.failures
    except (NoLeadingTerm, Refused):
        return {"fate": "caught", "by": "a rule refuses"}
    except Exception as error:  # noqa: BLE001 - a crash of any kind is no verdict
        return {"fate": "stillborn", "by": BROKEN, "reason": f"{type(error).__name__}: {error}"[:SHOWN]}
    if failures:
        return {"fate": "caught", "by": AT_THE_END}
    if same(sound, made):
        return {"fate": "equivalent"}
    try:
        with limited(SECONDS):
            outcome = _by_claims(mine.subjects, made)
            if outcome["fate"] == "survived" and _is_of_another_model(mine.subjects, made):
                return {"fate": "caught", "by": DEFINITION}
            if outcome["fate"] == "survived" and any(
                one.leaves_second_bound(sound, made) for one in mine.subjects
            ):
                return {"fate": "caught", "by": SECOND_BOUND}
            if outcome["fate"] == "survived" and _says_less(mine.subjects, sound, made):
                return {"fate": "weaker", "by": "it follows from the derivation"}
            if outcome["fate"] == "survived" and _is_same_law(mine.subjects, sound, made):
                return {"fate": "equivalent"}
            return outcome
    except TooLongError as error:
        return {"fate": "survived", "reason": str(error)}


def _is_of_another_model(subjects: Sequence[Subject], made: Derivation) -> bool:
    """Whether points that agree with what the theorem is about do not agree with what the mutant is about."""
    return any(one.is_defined and not one.meets_definition(made) for one in subjects)


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


def _is_same_law(subjects: Sequence[Subject], sound: Derivation, made: Derivation) -> bool:
    """Whether it is another number of the same order to claims that ask for the order alone.

    They are laws, and the number is a heuristic's, which decides nothing, or none was measured beside it.
    """
    ordered = all(one.claim.relation is Relation.LAW for one in subjects)
    if not ordered or sound.relation != made.relation or sound.exponents != made.exponents:
        return False
    if sound.status != "heuristic" and any(one.evidence is not None for one in subjects):
        return False
    return all(
        sound.exponents.keys() >= set(one.names) or same_order(sound.formula, made.formula, one.names)
        for one in subjects
    )


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

"""Mutants of a claim: its formula, the direction of its bound, the bound type of its law.

A mutant is caught where the answer is another one, where it is refuted in its own right, or where it
cannot be read. One that follows from the claim is weaker: nothing refutes what is true.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import sympy as sp
from msgspec.structs import replace
from theorycheck.claim import BoundType, Claim, Relation
from theorycheck.document import Outcome
from theorycheck.law import LawError, evaluate, parse
from theorycheck.theory.notation import symbol
from theorycheck.wording import words

from .equivalence import follows, same_claim
from .operators import changes
from .sample import ALL, Sample
from .subject import Fate, Subject, answer

_MIRRORED: Final = {Relation.AT_MOST: Relation.AT_LEAST, Relation.AT_LEAST: Relation.AT_MOST}

_GRAMMAR: Final = {
    "betainc_regularized(": "betainc(",
    "FallingFactorial(": "ff(",
    "Max(": "max(",
    "Min(": "min(",
}
"""SymPy's names of the functions that the law grammar calls otherwise."""


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """A claim with one thing changed."""

    operator: str
    change: str
    claim: Claim


def fates(subject: Subject, sample: Sample = ALL) -> Iterator[Fate]:
    """What becomes of each mutant of the claim."""
    for mutant in mutants(subject.claim, subject.names):
        if sample.takes("claim", subject.claim.id, mutant.operator, mutant.change):
            yield _fate(subject, mutant)


def mutants(claim: Claim, names: tuple[str, ...]) -> Iterator[Mutant]:
    """The claim with one fault each; `names` are the variables, other names are free constants."""
    formula = parse(claim.claimed)
    varied = frozenset(symbol(name) for name in names)
    for change in changes(formula, varied):
        text = law_text(change.formula)
        changed = replace(claim, claimed=text)
        yield Mutant(operator=change.operator, change=f"{claim.claimed} -> {text}", claim=changed)
    if claim.relation in _MIRRORED:
        mirrored = _MIRRORED[claim.relation]
        yield Mutant(
            operator="direction",
            change=f"{claim.relation} -> {mirrored}",
            claim=replace(claim, relation=mirrored),
        )
    for bound_type in BoundType if claim.bound_type is not None else ():
        if bound_type is not claim.bound_type:
            changed = replace(claim, bound_type=bound_type)
            yield Mutant(operator="bound_type", change=f"{claim.bound_type} -> {bound_type}", claim=changed)


def law_text(formula: sp.Expr) -> str:
    """The formula as a law string.

    >>> law_text(parse("ff(d, n)/sqrt(d)"))
    'ff(d, n)/sqrt(d)'
    """
    text = str(formula)
    for theirs, ours in _GRAMMAR.items():
        text = text.replace(theirs, ours)
    return text


def _fate(subject: Subject, mutant: Mutant) -> Fate:
    def fate(what: str, *, by: str = "", reason: str = "") -> Fate:
        return Fate(
            family="claim",
            target=subject.claim.id,
            operator=mutant.operator,
            change=mutant.change,
            fate=what,
            by=by,
            reason=reason,
        )

    try:
        if same_claim(subject.claim, mutant.claim, subject.names, subject.derived):
            return fate("equivalent")
        if not _has_values(subject, mutant.claim):
            return fate("stillborn", by="no finite value at a design point")
        verdict = subject.decided(mutant.claim, subject.derived)
    except LawError as error:
        return fate("caught", by="not readable", reason=str(error))
    except (ValueError, ArithmeticError, TypeError) as error:
        return fate("stillborn", by="the decision breaks", reason=f"{type(error).__name__}: {error}")
    found = answer(verdict)
    if found != subject.answer:
        return fate("caught", by=_difference(subject, verdict.outcome))
    if verdict.outcome is Outcome.REFUTED:
        return fate("caught", by="refuted, as the claim itself")
    if verdict.holds == "yes" and follows(subject.claim, mutant.claim, subject.places):
        return fate("weaker", by="it follows from the claim")
    return fate("survived", reason=f"{found.words}: {words(verdict.missing or verdict.summary)}")


def _has_values(subject: Subject, claim: Claim) -> bool:
    """Whether the formula is a number at every point; a law has free constants, and a fit instead."""
    if claim.relation is Relation.LAW or subject.evidence is None:
        return True
    formula = parse(claim.claimed)
    return all(math.isfinite(evaluate(formula, place)) for place in subject.places)


def _difference(subject: Subject, outcome: Outcome) -> str:
    return str(outcome) if outcome is not subject.answer.outcome else "another edge or tightness"

"""What derivations of a document have in common: rules, and the steps with which they begin."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..document import ClaimRecord, DerivationRecord, StepRecord

SHORTEST_OPENING: Final = 3
"""Fewer common steps are sooner read again than looked up."""


@dataclass(frozen=True, kw_only=True)
class Opening:
    """The first steps of a derivation, which an earlier claim shows."""

    steps: int
    shown_by: ClaimRecord


def rules(claims: Iterable[ClaimRecord]) -> list[tuple[str, str]]:
    """Every rule that some step uses, with its statement, in order of appearance."""
    steps = (step for claim in claims for step in claim.derivation.chain)
    return list(dict.fromkeys((step.rule, step.rule_statement) for step in steps))


def openings(claims: Sequence[ClaimRecord]) -> dict[str, Opening]:
    """For each claim id the longest opening that an earlier claim shares, where it is worth a link."""
    found = {}
    # A place is reached from the place before by a step, and was first reached by a claim.
    places: dict[tuple[int, tuple[object, ...]], tuple[int, ClaimRecord]] = {}
    for claim in claims:
        place, longest = 0, None
        for number, step in enumerate(claim.derivation.chain, start=1):
            known = places.get(way := (place, _key(step)))
            if known is not None:
                longest = Opening(steps=number, shown_by=known[1])
            place = places.setdefault(way, (len(places) + 1, claim))[0]
        if longest and longest.steps >= SHORTEST_OPENING:
            found[claim.id] = longest
    return found


def conditions(chain: DerivationRecord, *, after: int = 0) -> list[tuple[str, list[int]]]:
    """Each side condition with the numbers of the steps that needed it, of those `after` a number."""
    return _numbered(chain, after, lambda step: step.conditions)


def checked(chain: DerivationRecord, *, after: int = 0) -> list[tuple[str, list[int]]]:
    """Each second route with the numbers of the steps that went it, of those `after` a number."""
    return _numbered(chain, after, lambda step: [step.check] if step.check else [])


def _numbered(
    chain: DerivationRecord, after: int, told: Callable[[StepRecord], Iterable[str]]
) -> list[tuple[str, list[int]]]:
    """Each sentence that steps tell with their numbers."""
    found: dict[str, list[int]] = {}
    for number, step in enumerate(chain.chain[after:], start=after + 1):
        for sentence in told(step):
            found.setdefault(sentence, []).append(number)
    return list(found.items())


def _key(step: StepRecord) -> tuple[object, ...]:
    """All that a step tells."""
    told = (step.label, step.kind, step.rule, step.rule_statement, step.latex, step.check)
    return *told, *step.conditions

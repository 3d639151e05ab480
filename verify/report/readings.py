"""Readings of a statement: the claims that read it alike and differ only in the sense of the law."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..claim import Bears, Relation, Sense
from ..document import ClaimRecord, Exponent, StatementRecord
from ..outcomes import Answer, of_claim

SENSES: Final = (Sense.OMEGA, Sense.O, Sense.THETA)
"""The order of the columns: so much can be stored, no more can, exactly so much can."""

BESIDE: Final = {
    (Bears.CONTRADICTS, True): "contradicted by",
    (Bears.CONTRADICTS, False): "not contradicted by",
    (Bears.REFINES, True): "refined by",
    (Bears.REFINES, False): "not refined by",
}
"""What a reading that is no support says of its statement, where it is true and where it is false."""

SENSE_MEANINGS: Final = {
    Sense.OMEGA: "at least",
    Sense.O: "at most",
    Sense.THETA: "exactly",
}


@dataclass(frozen=True, kw_only=True)
class Card:
    """A claim with the first claim of its reading, where that one shows the same evidence or derivation."""

    claim: ClaimRecord
    evidence_as: ClaimRecord | None
    derivation_as: ClaimRecord | None

    @property
    def differs_in_sense_alone(self) -> bool:
        """Whether the first claim shows all of it but the verdict."""
        first = self.evidence_as
        if first is None or self.derivation_as is None or self.claim.sense is None:
            return False
        return (self.claim.formulas, self.claim.terms, self.claim.scope) == (
            first.formulas,
            first.terms,
            first.scope,
        )

    @property
    def shared(self) -> list[tuple[tuple[str, ...], ClaimRecord]]:
        """What is not shown again, with the claim that shows it."""
        evidence, derivation = ("evidence", "figure"), ("derivation",)
        if self.evidence_as and self.derivation_as:
            return [(evidence + derivation, self.evidence_as)]
        pairs = ((evidence, self.evidence_as), (derivation, self.derivation_as))
        return [(parts, claim) for parts, claim in pairs if claim]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One reading of a statement: its claims by sense, or its single claim under `None`."""

    by_sense: dict[Sense | None, ClaimRecord]
    is_primary: bool

    @property
    def claims(self) -> list[ClaimRecord]:
        """The claims of this reading in the order of the columns."""
        return [self.by_sense[sense] for sense in (None, *SENSES) if sense in self.by_sense]

    @property
    def lead(self) -> ClaimRecord:
        """The claim that stands for the reading where only one can be shown."""
        return self.claims[0]

    @property
    def cards(self) -> list[Card]:
        """The claims of this reading; those after the first show only what differs from it."""
        return [Card(claim=self.lead, evidence_as=None, derivation_as=None)] + [
            Card(
                claim=claim,
                evidence_as=self.lead if _evidence(claim) == _evidence(self.lead) else None,
                derivation_as=self.lead if claim.derivation == self.lead.derivation else None,
            )
            for claim in self.claims[1:]
        ]

    @property
    def exponents(self) -> dict[str, Exponent]:
        """Exponents of the leading claim of which some road speaks."""
        return {name: exponent for name, exponent in self.lead.exponents.items() if not _is_silent(exponent)}

    @property
    def has_senses(self) -> bool:
        """Whether the reading is decided in more than one sense."""
        return len(self.by_sense) > 1

    @property
    def answer(self) -> str:
        """What the reading says of its statement: only one that supports it makes it true or false."""
        true = self.conclusion not in {"false", "open"}
        if self.lead.bears == Bears.SUPPORTS or self.conclusion == "open":
            return self.conclusion
        return BESIDE[self.lead.bears, true]

    @property
    def conclusion(self) -> str:
        """What the bound types say together of the law under this reading."""
        if None in self.by_sense:
            return _conclusion_alone(self.lead)
        return _conclusion_of_senses({sense: claim.holds for sense, claim in self.by_sense.items()})


def concluded(found: Iterable[Reading]) -> dict[str, list[tuple[ClaimRecord, int]]]:
    """What interpretations say of their statement: by answer, a claim for each subject with their number."""
    groups: dict[str, dict[str, list[Reading]]] = {}
    for reading in found:
        groups.setdefault(reading.answer, {}).setdefault(reading.lead.subject, []).append(reading)
    return {
        words: [(alike[0].lead, len(alike)) for alike in subjects.values()]
        for words, subjects in groups.items()
    }


def readings(statement: StatementRecord, claims: Sequence[ClaimRecord]) -> tuple[Reading, ...]:
    """The readings of the statement that some claim tests, the primary one first."""
    mine = [claim for claim in claims if claim.statement_id == statement.id]
    found = grouped(mine, {statement.primary})
    return tuple(sorted(found, key=lambda reading: not reading.is_primary))


def grouped(claims: Iterable[ClaimRecord], primaries: Collection[str | None]) -> tuple[Reading, ...]:
    """The readings that claims make up, in order of appearance; `primaries` are ids of primary claims."""
    groups: dict[str, dict[Sense | None, ClaimRecord]] = {}
    for claim in claims:
        stem, sense = _stem_and_sense(claim)
        groups.setdefault(stem, {})[sense] = claim
    return tuple(
        Reading(by_sense=group, is_primary=any(claim.id in primaries for claim in group.values()))
        for group in groups.values()
    )


def _evidence(claim: ClaimRecord) -> tuple[object, ...]:
    """Everything that was measured for the claim, and what follows from it alone."""
    return claim.cells, claim.exponents, claim.rates, claim.alternatives, claim.fit


def _stem_and_sense(claim: ClaimRecord) -> tuple[str, Sense | None]:
    """The id without its sense, and the sense; a claim that is no law in a sense stands alone."""
    sense = next((sense for sense in SENSES if claim.sense == sense.value), None)
    if sense is None or claim.relation != Relation.LAW:
        return claim.id, None
    stem, _, last = claim.id.rpartition(".")
    return (stem, sense) if last == sense.value.lower() else (claim.id, sense)


def _conclusion_alone(claim: ClaimRecord) -> str:
    if claim.holds != "yes":
        return "false" if claim.holds == "no" else "open"
    found = of_claim(claim)
    return "true" if found is Answer.HOLDS else found.value


def _conclusion_of_senses(holds: dict[Sense | None, str]) -> str:
    below, above, exact = (holds.get(sense) for sense in SENSES)
    if exact == "yes" or set(holds.values()) == {"yes"}:
        return "true"
    if set(holds.values()) == {"no"}:
        return "false"
    if below == "yes":
        return Answer.LOWER_BOUND.value if "no" in {above, exact} else "lower bound, tightness open"
    if above == "yes":
        return Answer.UPPER_BOUND.value if "no" in {below, exact} else "upper bound, tightness open"
    return "open"


def _is_silent(exponent: Exponent) -> bool:
    return exponent.claimed is None and exponent.derived is None and exponent.estimate is None

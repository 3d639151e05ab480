"""Readings of a statement: the claims that read it alike and differ only in the sense of the law."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..claim import Relation, Sense
from ..document import ClaimRecord, Exponent, StatementRecord

SENSES: Final = (Sense.OMEGA, Sense.O, Sense.THETA)
"""The order of the columns: so much can be stored, no more can, exactly so much can."""

SENSE_SIGNS: Final = {Sense.OMEGA: "Ω", Sense.O: "O", Sense.THETA: "Θ"}
SENSE_MEANINGS: Final = {
    Sense.OMEGA: "at least",
    Sense.O: "at most",
    Sense.THETA: "exactly",
}


def sense_sign(sense: str | None) -> str:
    """The sign of the sense of that name; empty for a claim that is read in none.

    >>> sense_sign("Omega"), sense_sign(None)
    ('Ω', '')
    """
    return next((sign for known, sign in SENSE_SIGNS.items() if sense == known.value), "")


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
    def conclusion(self) -> str:
        """What the senses say together of the law under this reading."""
        if None in self.by_sense:
            return _conclusion_alone(self.lead)
        return _conclusion_of_senses({sense: claim.holds for sense, claim in self.by_sense.items()})


def concluded(found: Iterable[Reading]) -> dict[str, list[tuple[ClaimRecord, int]]]:
    """What is concluded of readings: by conclusion, a claim for each subject with its number of readings."""
    groups: dict[str, dict[str, list[Reading]]] = {}
    for reading in found:
        groups.setdefault(reading.conclusion, {}).setdefault(reading.lead.subject, []).append(reading)
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
    return claim.cells, claim.exponents, claim.rates, claim.rivals, claim.fit


def _stem_and_sense(claim: ClaimRecord) -> tuple[str, Sense | None]:
    """The id without its sense, and the sense; a claim that is no law in a sense stands alone."""
    sense = next((sense for sense in SENSES if claim.sense == sense.value), None)
    if sense is None or claim.relation != Relation.LAW:
        return claim.id, None
    stem, _, last = claim.id.rpartition(".")
    return (stem, sense) if last == sense.value.lower() else (claim.id, sense)


def _conclusion_alone(claim: ClaimRecord) -> str:
    if claim.holds == "yes":
        return "a bound only" if claim.tight == "no" else "true"
    return "false" if claim.holds == "no" else "open"


def _conclusion_of_senses(holds: dict[Sense | None, str]) -> str:
    guaranteed, limited, exact = (holds.get(sense) for sense in SENSES)
    if exact == "yes" or set(holds.values()) == {"yes"}:
        return "true"
    if set(holds.values()) == {"no"}:
        return "false"
    if guaranteed == "yes":
        return "a guarantee only" if "no" in {limited, exact} else "a guarantee, tightness open"
    if limited == "yes":
        return "an upper limit only" if "no" in {guaranteed, exact} else "an upper limit, tightness open"
    return "open"


def _is_silent(exponent: Exponent) -> bool:
    return exponent.claimed is None and exponent.derived is None and exponent.estimate is None

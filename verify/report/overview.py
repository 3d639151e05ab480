"""The index of published reports: every sentence of every source, and what became of it.

Everything here arranges records of the documents; no number is computed but counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..document import ClaimRecord, Document, Outcome, StatementRecord
from . import findings, quotes
from .findings import Finding
from .measures import Measured, sections

NOT_COVERED: Final = "not covered"

AS_READ: Final = {
    Outcome.AGREES: "holds",
    Outcome.BOUND_ONLY: "a bound only",
    Outcome.REFUTED: "fails",
    Outcome.INCONCLUSIVE: "undecided",
    Outcome.ERROR: "our roads disagree",
}
"""What the verdict on the primary reading says of a sentence."""


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """A statement, what its primary reading came to, and the line that says it."""

    statement: StatementRecord
    primary: ClaimRecord | None
    line: str

    @property
    def outcome(self) -> str:
        """The verdict on the primary reading, in the words of the index."""
        return NOT_COVERED if self.primary is None else AS_READ[self.primary.verdict]

    @property
    def derivation(self) -> str:
        """The status of the primary reading's derivation."""
        return "–" if self.primary is None else self.primary.derivation.status


@dataclass(frozen=True, kw_only=True)
class Topic:
    """The report of one source, as the index shows it."""

    name: str
    title: str
    sources: tuple[tuple[str, str], ...]
    sentences: tuple[Sentence, ...]
    claims: dict[Outcome, int]
    profile: str
    seed: int

    @property
    def outcomes(self) -> dict[str, int]:
        """How many sentences came to what, in the order of the index."""
        tally = Counter(sentence.outcome for sentence in self.sentences)
        return {name: tally[name] for name in (*AS_READ.values(), NOT_COVERED) if tally[name]}


def context(documents: Sequence[Document], measured: Measured) -> dict[str, object]:
    """What the templates of the index are given: documents of one topic each, and figures of the verifier."""
    found = tuple(_topic(document) for document in documents)
    present = {outcome for topic in found for outcome in topic.outcomes}
    return {
        "topics": found,
        "outcomes": [name for name in (*AS_READ.values(), NOT_COVERED) if name in present],
        "sections": sections(measured),
    }


def _topic(document: Document) -> Topic:
    name = document.claims[0].topic
    found = {finding.statement.id: finding for finding in findings.findings(document)}
    return Topic(
        name=name,
        title=findings.capitalised(name.replace("_", " ")),
        sources=tuple(findings.sources(document)),
        sentences=tuple(_sentence(statement, found.get(statement.id)) for statement in document.statements),
        claims=findings.counts(document),
        profile=document.profile,
        seed=document.seed,
    )


def _sentence(statement: StatementRecord, finding: Finding | None) -> Sentence:
    if finding is None:
        reason = statement.not_covered or "No claim of this run reads it."
        return Sentence(statement=statement, primary=None, line=reason)
    return Sentence(statement=statement, primary=finding.primary, line=quotes.line(finding))

"""The lines with which a report begins: of each sentence what became of it, by the verdict's own sentence.

Nothing is decided or worded here: a line is the headline of the claim that stands for its statement, with
what other interpretations say and the notes beside it, all of it from `wording`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..claim import Relation
from ..document import ClaimRecord, Document, Outcome, StatementRecord
from ..wording import Medium
from ..wording.outcomes import Answer, count_answers
from ..wording.statements import agreed, beside, counted, headline, notes, reproduced
from . import findings
from .findings import Finding

OPENING: Final = 6
"""Lines of a kind that are in view; the others fold."""

GROUPS: Final = {
    Answer.HOLDS: "Holds",
    Answer.AT_OUR_THRESHOLD: "Holds at our threshold",
    Answer.LOWER_BOUND: "Lower bound only",
    Answer.UPPER_BOUND: "Upper bound only",
    Answer.FAILS: "Fails",
    Answer.UNDECIDED: "Undecided",
    Answer.ERROR: "Derivation and simulation disagree",
}
SEVERITIES: Final = ("critical", "major", "minor")

ACCESS: Final = {
    "summary": "Of the source only a summary was at hand: definitions and interpretations are ours, and a "
    "verdict is about an interpretation, not about the source.",
    "slides": "Of the source slides were at hand: where they leave a definition open it is ours.",
}


@dataclass(frozen=True, kw_only=True)
class Headline:
    """A line about a statement, or about a published number of it, with the notes beside it."""

    statement: StatementRecord
    anchor: str
    line: str
    answer: Answer
    others: str = ""
    why: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Opening:
    """With what a report begins: lines by answer, published numbers, own questions, and what is left out."""

    counts: str
    access: str
    groups: dict[str, tuple[Headline, ...]]
    published: tuple[Headline, ...]
    own: tuple[Headline, ...]
    not_covered: dict[str, list[StatementRecord]]


def opening(document: Document) -> Opening:
    """The lines of a document, those of the most severe claims first."""
    lines = [line(finding, document) for finding in by_severity(document)]
    ours = [one for one in lines if not one.statement.own_question]
    published = _published(document)
    gaps: dict[str, list[StatementRecord]] = {}
    for statement in findings.not_covered(document):
        gaps.setdefault(statement.not_covered or "", []).append(statement)
    return Opening(
        counts=_counted(document, published),
        access=" ".join(ACCESS[access] for _, access in findings.sources(document) if access in ACCESS),
        groups={
            title: headlines
            for answer, title in GROUPS.items()
            if (headlines := tuple(one for one in ours if one.answer is answer))
        },
        published=tuple(published),
        own=tuple(one for one in lines if one.statement.own_question),
        not_covered=gaps,
    )


def by_severity(document: Document) -> list[Finding]:
    """The statements that some claim tests, those whose claims are most severe first."""
    return sorted(findings.findings(document), key=_severity)


def line(finding: Finding, document: Document) -> Headline:
    """What became of the sentence: its primary interpretation, then what others say otherwise."""
    statement = finding.statement
    repeats = [other.id for other in document.statements if other.same_as == statement.id]
    printed = next((claim for claim in document.claims if claim.id == statement.printed), None)
    return Headline(
        statement=statement,
        anchor="",
        line=headline(finding.lead, Medium.MARKUP),
        answer=finding.answer,
        others=beside(finding.lead, finding.claims, Medium.MARKUP),
        why=agreed(statement, finding.lead),
        notes=tuple(notes(statement, repeats, printed)),
    )


def _counted(document: Document, published: Sequence[Headline]) -> str:
    """How many sentences came to what, and how many published numbers were found again."""
    again = sum(one.answer is Answer.HOLDS for one in published)
    told = counted(*count_answers(document.statements, document.claims)), reproduced(again, len(published))
    return " ".join(filter(None, told))


def _published(document: Document) -> list[Headline]:
    """A line for each published number that a claim measures again."""
    statements = {one.id: one for one in document.statements if not one.own_question}
    return [
        Headline(
            statement=statements[claim.statement_id],
            anchor=claim.id,
            line=headline(claim, Medium.MARKUP),
            answer=Answer.HOLDS if claim.verdict is Outcome.AGREES else Answer.FAILS,
        )
        for claim in document.claims
        if claim.relation == Relation.REPORTED and claim.statement_id in statements
    ]


def _severity(finding: Finding) -> tuple[int, bool, int]:
    """The most severe first, of these the laws, of these the ones with most interpretations."""
    claim: ClaimRecord = finding.lead
    rank = SEVERITIES.index(claim.severity) if claim.severity in SEVERITIES else len(SEVERITIES)
    is_law = claim.relation == Relation.LAW
    return rank, not is_law, -sum(len(one.claims) for one in finding.interpretations)

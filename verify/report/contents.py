"""What the pages of a document show, whatever they are written in: arranged once, laid out by each."""

from __future__ import annotations

from dataclasses import dataclass

from ..document import ClaimRecord, Document, FigureRecord, Outcome, StatementRecord
from . import answers, derivations, findings, gallery, quotes
from .answers import Answer
from .derivations import Opening
from .findings import Finding
from .gallery import Beside


@dataclass(frozen=True, kw_only=True)
class Contents:
    """A document, and what a reader is told of it in the order of a page."""

    document: Document
    headline: str
    sources: list[tuple[str, str]]
    counts: dict[Outcome, int]
    opening: quotes.Opening
    said: dict[str, quotes.Quote]
    answers: tuple[Answer, ...]
    findings: tuple[Finding, ...]
    beside: dict[str, Beside]
    alone: list[FigureRecord]
    openings: dict[str, Opening]
    not_covered: tuple[StatementRecord, ...]

    @property
    def claims(self) -> list[ClaimRecord]:
        """The claims of the document in the order in which they are shown."""
        return [claim for finding in self.findings for claim in finding.claims]

    @property
    def context(self) -> dict[str, object]:
        """All of it by the names that templates know."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def contents(document: Document) -> Contents:
    """The contents of a document's pages."""
    found = findings.findings(document)
    shown = [claim for finding in found for claim in finding.claims]
    return Contents(
        document=document,
        headline=findings.headline(document),
        sources=findings.sources(document),
        counts=findings.counts(document),
        opening=quotes.opening(document),
        said={finding.statement.id: quotes.line(finding, document) for finding in found},
        answers=answers.answers(document),
        findings=found,
        beside=gallery.beside(document, shown),
        alone=gallery.alone(document, shown),
        openings=derivations.openings(shown),
        not_covered=findings.not_covered(document),
    )

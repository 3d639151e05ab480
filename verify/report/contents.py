"""What the pages of a document show, whatever they are written in: arranged once, laid out by each."""

from __future__ import annotations

from dataclasses import dataclass

from ..document import ClaimRecord, Document, FigureRecord, Outcome, StatementRecord
from . import derivations, figure_tables, findings, headlines, interpretations
from .derivations import Opening
from .figure_tables import Beside
from .findings import Finding


@dataclass(frozen=True, kw_only=True)
class Contents:
    """A document, and what a reader is told of it in the order of a page."""

    document: Document
    headline: str
    sources: list[tuple[str, str]]
    counts: dict[Outcome, int]
    opening: headlines.Opening
    said: dict[str, headlines.Headline]
    tables: tuple[interpretations.InterpretationTable, ...]
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
        opening=headlines.opening(document),
        said={finding.statement.id: headlines.line(finding, document) for finding in found},
        tables=interpretations.tables_by_tag(document),
        findings=found,
        beside=figure_tables.beside(document, shown),
        alone=figure_tables.alone(document, shown),
        openings=derivations.openings(shown),
        not_covered=findings.not_covered(document),
    )

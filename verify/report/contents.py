"""What the pages of a document show, whatever they are written in: arranged once, laid out by each.

What templates call is here too, where it is the same in HTML and in Markdown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from jinja2 import BaseLoader, Environment, StrictUndefined

from ..document import ClaimRecord, Document, Outcome, StatementRecord
from ..wording import Medium, words
from ..wording.fits import fit_words
from ..wording.outcomes import word
from ..wording.statements import bound_type_sign, compared, headline, missing, origin, short_id
from . import figure_tables, findings, headlines, interpretations
from .caches import CachedTemplates
from .findings import Finding
from .numerals import digits_for


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
    opening = headlines.opening(document)
    return Contents(
        document=document,
        headline=findings.headline(document),
        sources=findings.sources(document),
        counts=findings.counts(document),
        opening=opening,
        said={one.statement.id: one for lines in (*opening.groups.values(), opening.own) for one in lines},
        tables=interpretations.tables_by_tag(document),
        findings=findings.findings(document),
        not_covered=findings.not_covered(document),
    )


def templates(loader: BaseLoader, **options: Any) -> Environment:  # noqa: ANN401 - those of Jinja2
    """The templates of a format, with the names and filters that formats share; each text is escaped."""
    found = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        bytecode_cache=CachedTemplates(),
        **options,
    )
    found.globals.update(_NAMES)
    found.filters.update(_FILTERS)
    return found


_NAMES: Final[Mapping[str, object]] = {
    "bound_types": interpretations.BOUND_TYPES,
    "bound_type_meanings": interpretations.BOUND_TYPE_MEANINGS,
    "symbols": findings.SYMBOLS,
    "meanings": findings.MEANINGS,
}
_FILTERS: Final[Mapping[str, Callable[..., object]]] = {
    "symbol": findings.SYMBOLS.__getitem__,
    "bound_type": bound_type_sign,
    "headline": lambda claim: headline(claim, Medium.MARKUP),
    "compared": lambda comparison: compared(comparison, Medium.MARKUP),
    "missing": lambda scope: missing(scope, Medium.MARKUP),
    "excluded_by": lambda alternative: words(alternative.reason, Medium.MARKUP),
    "ended": lambda text: text.rstrip(".") + ".",
    "fit_words": lambda fit: fit_words(fit, Medium.MARKUP),
    "word": word,
    "outcome_word": findings.outcome_word,
    "answer_symbol": findings.answer_symbol,
    "capitalised": findings.capitalised,
    "short_id": short_id,
    "coordinates": findings.coordinates,
    "formula_columns": findings.formula_columns,
    "point_digits": lambda point: digits_for(point.mean, point.stderr),
    "origin": origin,
    "figure_table": figure_tables.table,
    "guide_name": figure_tables.guide_name,
}
"""What templates call, by the names that they know; sentences are in markup."""

"""What the pages of a document show, whatever they are written in: arranged once, laid out by each.

Nothing is decided or worded here: statements are put in groups by what became of them.
What templates call is here too, where it is the same in HTML and in Markdown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from jinja2 import BaseLoader, Environment, StrictUndefined

from ..claim import Relation
from ..document import ClaimRecord, Document, FigureRecord, Outcome, StatementRecord
from ..wording import Medium, words
from ..wording.fits import fit_words
from ..wording.outcomes import Answer, AnswerCounts, count_answers, of_claim, word
from ..wording.parts import numbered
from ..wording.short import short_finding
from ..wording.statements import (
    bound_type_sign,
    compared,
    counted,
    headline,
    missing,
    origin,
    reproduced,
    short_id,
)
from . import figure_tables, findings, interpretations, point_tables
from .caches import CachedTemplates
from .findings import Finding
from .interpretations import Interpretation
from .numerals import digits_for

ANSWERS: Final = {
    Answer.HOLDS: "Holds",
    Answer.AT_OUR_THRESHOLD: "Holds at our threshold",
    Answer.LOWER_BOUND: "Lower bound only",
    Answer.UPPER_BOUND: "Upper bound only",
    Answer.FAILS: "Fails",
    Answer.UNDECIDED: "Undecided",
    Answer.ERROR: "Derivation and simulation disagree",
}
"""The groups of lines with which a report begins."""

OWN: Final = "Our own questions"
GROUPS: Final = {
    "Fails": findings.FAILING,
    "Lower or upper bound only": (Answer.LOWER_BOUND, Answer.UPPER_BOUND),
    "Undecided": (Answer.UNDECIDED,),
    "Holds": (Answer.HOLDS, Answer.AT_OUR_THRESHOLD),
}
"""The groups of a page that tells each statement once, what fails first; our own questions come last."""

TOLD: Final = {"Fails": 3, "Lower or upper bound only": 2, "Undecided": 1, "Holds": 1}
"""Statements of each group that the findings tell, a line each."""

LINE: Final = 100
"""Characters of such a line."""

ACCESS: Final = {
    "summary": "Of the source only a summary was at hand: definitions and interpretations are ours, and a "
    "verdict is about an interpretation, not about the source.",
    "slides": "Of the source slides were at hand: where they leave a definition open it is ours.",
}


@dataclass(frozen=True, kw_only=True)
class Contents:
    """A document, what became of each of its statements, and in which groups a reader is told."""

    document: Document
    statements: tuple[Finding, ...]

    @property
    def topics(self) -> list[str]:
        """The topics of the claims, in order of appearance."""
        return list(dict.fromkeys(claim.topic for claim in self.document.claims))

    @property
    def name(self) -> str:
        """The short name of the source."""
        return capitalised(", ".join(self.topics).replace("_", " ")) or "Report"

    @property
    def title(self) -> str:
        """The title of the report; it never says more of the source than was at hand of it."""
        # What was read from a summary only has definitions of ours.
        from_summary = any(access == "summary" for _, access in self.sources)
        suffix = " under our definitions" if from_summary else ""
        return f"{self.name if self.topics else 'No claims'}: what holds{suffix}"

    @property
    def sources(self) -> list[tuple[str, str]]:
        """Each source of a claim with what of it was at hand, in order of appearance."""
        return list(dict.fromkeys((record.source, record.source_access) for record in self.document.claims))

    @property
    def access(self) -> str:
        """What it means that only a part of a source was at hand."""
        return " ".join(ACCESS[access] for _, access in self.sources if access in ACCESS)

    @property
    def verdicts(self) -> dict[Outcome, int]:
        """How many claims have each verdict, in the order of `Outcome`, without zeros."""
        found = Counter(claim.verdict for claim in self.document.claims)
        return {outcome: found[outcome] for outcome in Outcome if found[outcome]}

    @cached_property
    def answers(self) -> AnswerCounts:
        """How many statements came to what."""
        return count_answers([(one.statement, one.answer) for one in self.entries])

    @property
    def counts(self) -> str:
        """How many sentences came to what, and how many published numbers were found again."""
        again = sum(claim.verdict is Outcome.AGREES for _, claim in self.published)
        return " ".join(filter(None, (counted(*self.answers), reproduced(again, len(self.published)))))

    @property
    def entries(self) -> list[Finding]:
        """The statements that some claim tests, or that say why none does."""
        return [one for one in self.statements if one.interpretations or one.statement.not_covered]

    @property
    def tested(self) -> list[Finding]:
        """The statements that some claim tests, in the order of the source."""
        return [one for one in self.statements if one.interpretations]

    @cached_property
    def findings(self) -> list[Finding]:
        """The statements that some claim tests, our own questions last, else those with most laws first."""
        return sorted(self.tested, key=lambda one: one.order)

    @property
    def claims(self) -> list[ClaimRecord]:
        """The claims of the document in the order in which they are shown."""
        return [claim for finding in self.findings for claim in finding.claims]

    @cached_property
    def by_severity(self) -> list[Finding]:
        """The statements that some claim tests, those whose claims are most severe first."""
        return findings.by_severity(self.statements)

    @cached_property
    def by_answer(self) -> dict[str, list[Finding]]:
        """The source's statements by what became of them, those of the most severe claims first."""
        found = {
            title: [
                one for one in self.by_severity if one.answer is answer and not one.statement.own_question
            ]
            for answer, title in ANSWERS.items()
        }
        return {title: lines for title, lines in found.items() if lines}

    @property
    def sentences(self) -> list[Finding]:
        """The statements of the source."""
        return [one for one in self.statements if not one.statement.own_question]

    @property
    def questions(self) -> list[Finding]:
        """Our own questions."""
        return [one for one in self.statements if one.statement.own_question]

    @cached_property
    def groups(self) -> dict[str, list[Finding]]:
        """The statements in the order of the source, by a coarser division, and last our own questions."""
        found = {
            title: [one for one in self.sentences if one.answer in answers]
            for title, answers in GROUPS.items()
        }
        found[OWN] = [one for one in self.questions if one.interpretations]
        return {title: group for title, group in found.items() if group}

    @property
    def told(self) -> list[tuple[Finding, str]]:
        """The statements that the findings tell, what fails first, each with what decided it in few words."""
        severe = [one for lines in self.by_answer.values() for one in lines if not one.statement.same_as]
        return [
            (one, short_finding(one.lead, LINE))
            for title, answers in GROUPS.items()
            for one in [one for one in severe if one.answer in answers][: TOLD[title]]
        ]

    @cached_property
    def published(self) -> list[tuple[StatementRecord, ClaimRecord]]:
        """Each published number that a claim measures again, with its statement."""
        statements = {one.id: one for one in self.document.statements if not one.own_question}
        return [
            (statements[claim.statement_id], claim)
            for claim in self.document.claims
            if claim.relation == Relation.REPORTED and claim.statement_id in statements
        ]

    def figures_beside(self, claims: Collection[str]) -> list[FigureRecord]:
        """The figures that stand beside one of the claims."""
        return [figure for figure in self.document.figures if not set(figure.supports).isdisjoint(claims)]

    @property
    def not_covered(self) -> list[StatementRecord]:
        """The statements of the source that nothing tests, each with its reason."""
        return [statement for statement in self.document.statements if statement.not_covered is not None]

    @property
    def gaps(self) -> dict[str, list[StatementRecord]]:
        """The statements that nothing tests, by the reason."""
        found: dict[str, list[StatementRecord]] = {}
        for statement in self.not_covered:
            found.setdefault(statement.not_covered or "", []).append(statement)
        return found

    @cached_property
    def tables(self) -> dict[str, tuple[Interpretation, ...]]:
        """Interpretations that a tag of their claims brings together, by the title of their table."""
        return interpretations.tables_by_tag(self.document)

    @property
    def measured(self) -> dict[str, int]:
        """How many claims were simulated, how many computed, and how many rest on derivation alone."""
        claims = self.document.claims
        simulated = sum(any(point.stderr is not None for point in claim.points) for claim in claims)
        points = sum(bool(claim.points) for claim in claims)
        return {"simulated": simulated, "computed": points - simulated, "derived": len(claims) - points}


def contents(document: Document) -> Contents:
    """The contents of a document's pages."""
    return Contents(document=document, statements=findings.findings(document))


def capitalised(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


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
    "trends": findings.TRENDS,
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
    "answer": of_claim,
    "outcome_word": findings.outcome_word,
    "answer_symbol": findings.SIGNS.__getitem__,
    "capitalised": capitalised,
    "numbered": numbered,
    "short_id": short_id,
    "told_apart": interpretations.told_apart,
    "variables": interpretations.variables,
    "coordinates": point_tables.coordinates,
    "formula_columns": point_tables.formula_columns,
    "point_digits": lambda point: digits_for(point.mean, point.stderr),
    "origin": origin,
    "figure_table": figure_tables.table,
    "guide_name": figure_tables.guide_name,
}
"""What templates call, by the names that they know; sentences are in markup."""

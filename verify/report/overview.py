"""The index of published reports: every sentence of every source, and what became of it.

Everything here arranges records of the documents; no number is computed but counts. How the verifier itself
was measured is in sections, tables that `benchmarks.measures` writes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from ..document import ClaimRecord, Document, Outcome, StatementRecord
from ..errors import UsageError
from ..upgrade import SCHEMA_VERSION, decode
from ..wording.outcomes import Answer, count_answers
from . import findings, headlines
from .findings import Finding, keywords
from .html_page import rendered
from .layout import Layout
from .markdown_page import environment
from .site import INDEX_TITLE, PUBLISHED, framed


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the index with the sentence above it and the file that holds the whole."""

    title: str
    anchor: str
    sentence: str
    whole: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Sections(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file of sections, beside the reports."""

    schema: int = SCHEMA_VERSION
    sections: tuple[Section, ...] = ()


ANSWERS: Final = (Answer.FAILS, *(answer for answer in Answer if answer is not Answer.FAILS))
"""The columns of the index: what fails is seen on a narrow screen too."""


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """A statement, what became of it, and the lines that say it."""

    statement: StatementRecord
    primary: ClaimRecord | None
    answer: Answer
    line: str
    notes: tuple[str, ...] = ()
    keywords: str = ""

    @property
    def derivation(self) -> str:
        """The status of the primary claim's derivation."""
        return "–" if self.primary is None else self.primary.derivation.status


@dataclass(frozen=True, kw_only=True)
class Topic:
    """The report of one source, as the index shows it: its sentences, and apart our own questions."""

    name: str
    title: str
    sources: tuple[tuple[str, str], ...]
    sentences: tuple[Sentence, ...]
    own: tuple[Sentence, ...]
    counts: dict[Answer, int]
    claims: dict[Outcome, int]
    preset: str
    seed: int


def context(documents: Sequence[Document], sections: Sequence[Section]) -> dict[str, object]:
    """What the templates of the index are given: documents of one topic each, and figures of the verifier."""
    found = tuple(_topic(document) for document in documents)
    present = {answer for topic in found for answer in topic.counts}
    return {
        "topics": found,
        "answers": [answer for answer in ANSWERS if answer in present],
        "sections": sections,
    }


def index_page(
    documents: Sequence[Document], sections: Sequence[Section] = (), layout: Layout = PUBLISHED
) -> str:
    """The index of several documents, a topic each: one file that searches and filters offline.

    Their pages are in the folder `layout.stem`.
    """
    to = layout.at(layout.index or "index.html")
    beside = f"{layout.stem}/" if layout.stem else ""
    main = rendered("index.html.jinja", {**context(documents, sections), "to": to, "beside": beside})
    return framed(to, "index", "What holds", INDEX_TITLE, main, ())


def index_markdown(documents: Sequence[Document], sections: Sequence[Section] = ()) -> str:
    """The index of several documents, a topic each, as Markdown."""
    text = environment().get_template("index.md.jinja").render(**context(documents, sections))
    return re.sub(r"\n{2,}", "\n\n", re.sub(r"\|\n\n(?=\|)", "|\n", text)).strip() + "\n"


def read_sections(path: Path) -> tuple[Section, ...]:
    """The sections in a file, none where it is missing; raises UsageError for one that cannot be read."""
    if not path.is_file():
        return ()
    try:
        return decode(path.read_bytes(), Sections).sections
    except msgspec.DecodeError as error:
        raise UsageError(f"{path} holds no sections that this version reads ({error}).") from error


def _topic(document: Document) -> Topic:
    name = document.claims[0].topic
    found = {finding.statement.id: finding for finding in findings.findings(document)}
    lines = [_sentence(statement, found.get(statement.id), document) for statement in document.statements]
    return Topic(
        name=name,
        title=findings.capitalised(name.replace("_", " ")),
        sources=tuple(findings.sources(document)),
        sentences=tuple(one for one in lines if not one.statement.own_question),
        own=tuple(one for one in lines if one.statement.own_question),
        counts=count_answers(document.statements, document.claims).counts,
        claims=findings.counts(document),
        preset=document.preset,
        seed=document.seed,
    )


def _sentence(statement: StatementRecord, finding: Finding | None, document: Document) -> Sentence:
    if finding is None:
        reason = statement.not_covered or "No claim of this run reads it."
        return Sentence(statement=statement, primary=None, answer=Answer.NOT_COVERED, line=reason)
    told = headlines.line(finding, document)
    return Sentence(
        statement=statement,
        primary=finding.primary,
        answer=told.answer,
        line=told.line,
        notes=told.notes,
        keywords=keywords(finding),
    )

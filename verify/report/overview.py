"""The index of published reports: every sentence of every source, and what became of it.

Everything here arranges records of the documents; no number is computed but counts. How the verifier itself
was measured is in sections, tables that `benchmarks.measures` writes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from ..document import Document
from ..errors import UsageError
from ..upgrade import SCHEMA_VERSION, decode
from ..wording.outcomes import Answer
from .contents import contents
from .html_page import rendered
from .layout import Layout, Links
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


def context(documents: Sequence[Document], sections: Sequence[Section]) -> dict[str, object]:
    """What the templates of the index are given: documents of one topic each, and figures of the verifier."""
    topics = [contents(document) for document in documents]
    present = {answer for topic in topics for answer in topic.answers.counts}
    return {
        "topics": topics,
        "answers": [answer for answer in ANSWERS if answer in present],
        "sections": sections,
    }


def index_page(
    documents: Sequence[Document], sections: Sequence[Section] = (), layout: Layout = PUBLISHED
) -> str:
    """The index of several documents, a topic each: one file that searches and filters offline.

    Their pages are in the folder `layout.stem`.
    """
    to = Links(layout=layout, page=layout.index or "index.html")
    beside = f"{layout.stem}/" if layout.stem else ""
    main = rendered("index.html.jinja", {**context(documents, sections), "to": to, "beside": beside})
    return framed(to, "index", "What holds", INDEX_TITLE, main)


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

"""Publishing: reports of finished runs, a page a topic with its derivations, and an index of every sentence.

The folder is all that an index is made of, so that one topic can be published anew without the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from ..document import Document
from ..errors import UsageError
from ..evidence.files import write_text
from ..papers.tables import TOPICS
from . import caches, glossary, overview
from .output import encode, read, read_document

INDEX_HTML: Final = "index.html"
INDEX_MARKDOWN: Final = "README.md"
SECTIONS: Final = "sections.json"


def publish(runs: Sequence[Path], to: Path) -> tuple[str, ...]:
    """Write the pages of finished runs into a folder, and its index anew; returns the topics published.

    A run of several topics gives a page for each. Raises UsageError for a folder without a finished run,
    and for one that cannot be written.
    """
    parts = [part for run in runs for part in by_topic(read(run))]
    for topic, document in parts:
        _write(to, topic, document)
    write_index(to)
    caches.save()
    return tuple(dict.fromkeys(topic for topic, _ in parts))


def by_topic(document: Document) -> list[tuple[str, Document]]:
    """A document for each topic of a run, as a run of that topic alone would give it."""
    found = dict.fromkeys(claim.topic for claim in document.claims)
    return [(topic, _part(document, topic)) for topic in found]


def write_index(folder: Path) -> None:
    """Write the index of the reports in a folder. Raises UsageError where there is none."""
    from . import glossary_html, glossary_markdown, index_html, index_markdown

    paths = [folder / f"{topic}.json" for topic in TOPICS]
    there = [read_document(path) for path in paths if path.is_file()]
    if not there:
        raise UsageError(f"{folder} holds no report of a topic; name folders of finished runs.")
    measures = overview.read_sections(folder / SECTIONS)
    write_text(folder / INDEX_HTML, index_html(there, measures))
    write_text(folder / INDEX_MARKDOWN, index_markdown(there, measures))
    write_text(folder / glossary.HTML, glossary_html())
    write_text(folder / glossary.MARKDOWN, glossary_markdown())


def _part(document: Document, topic: str) -> Document:
    return replace(
        document,
        claims=[claim for claim in document.claims if claim.topic == topic],
        statements=[s for s in document.statements if s.id.partition(".")[0] == topic],
        figures=[figure for figure in document.figures if figure.topic == topic],
        # Where a run was written to is of its machine alone.
        command=f"theorycheck run {topic} --preset {document.preset} --seed {document.seed}",
    )


def _write(folder: Path, topic: str, document: Document) -> None:
    from . import forest_pictures, html_pages, markdown

    write_text(folder / f"{topic}.json", encode(document))
    for name, page in html_pages(document, topic).items():
        write_text(folder / name, page)
    write_text(folder / f"{topic}.md", markdown(document, f"{topic}."))
    for name, picture in forest_pictures(document).items():
        write_text(folder / f"{topic}.{name}.svg", picture)

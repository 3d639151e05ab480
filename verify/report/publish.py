"""Publishing: the pages of finished runs, and an index of every sentence.

The folder is all that an index is made of, so that one topic can be published anew without the others.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ..document import Document
from ..errors import UsageError
from ..evidence.files import write_text
from ..papers import index
from . import caches, glossary
from .layout import Layout
from .output import by_topic, encode_by_line, read, read_document, write_pages

INDEX_HTML: Final = "index.html"
INDEX_MARKDOWN: Final = "README.md"
SECTIONS: Final = "sections.json"

ROOT: Final = ("numerics", "theory", "verify")
"""Folders by which the root of the sources is known."""


def publish(runs: Sequence[Path], to: Path, *, whole: bool = True) -> tuple[str, ...]:
    """Write the pages of finished runs into a folder, and its index anew; returns the topics published.

    A run of several topics gives a page for each source, and, where `whole` is true, one for each statement,
    claim and figure. Raises UsageError for a folder without a finished run,
    and for one that cannot be written.
    """
    parts = [part for run in runs for part in by_topic(read(run))]
    for topic, document in parts:
        _write(to, topic, document, whole=whole)
    write_index(to)
    caches.save()
    return tuple(dict.fromkeys(topic for topic, _ in parts))


def write_index(folder: Path) -> None:
    """Write the index of the reports in a folder. Raises UsageError where there is none."""
    from .markdown_page import render_glossary
    from .overview import index_markdown, index_page, read_sections
    from .site import glossary_page

    there = [read_document(path) for path in _reports(folder)]
    if not there:
        raise UsageError(f"{folder} holds no report of a topic; name folders of finished runs.")
    measures = read_sections(folder / SECTIONS)
    write_text(folder / INDEX_HTML, index_page(there, measures))
    write_text(folder / INDEX_MARKDOWN, index_markdown(there, measures))
    write_text(folder / glossary.HTML, glossary_page())
    write_text(folder / glossary.MARKDOWN, render_glossary())


def _reports(folder: Path) -> list[Path]:
    """The documents of the reports in a folder, those of the papers that come with theorycheck first."""
    known = [folder / f"{topic}.json" for topic in index.read().topics]
    others = [path for path in sorted(folder.glob("*.json")) if path.with_suffix(".html").is_file()]
    return [path for path in dict.fromkeys([*known, *others]) if path.is_file()]


def _sources(folder: Path) -> str | None:
    """The root of the sources from a folder within it; None for a folder elsewhere."""
    for root in folder.resolve().parents:
        if all((root / name).is_dir() for name in ROOT):
            return os.path.relpath(root, folder.resolve())
    return None


def _write(folder: Path, topic: str, document: Document, *, whole: bool) -> None:
    from . import markdown_page
    from .code_places import code_places
    from .forest import file_stem, forests
    from .html_page import render_picture
    from .interpretations import tables_by_tag
    from .overview import read_sections
    from .site import site

    write_text(folder / f"{topic}.json", encode_by_line(document))
    layout = Layout(
        stem=topic,
        document=f"{topic}.json",
        index=INDEX_HTML,
        glossary=glossary.HTML,
        code=_sources(folder),
        whole=whole,
    )
    measures = read_sections(folder / SECTIONS)
    code = code_places(document.claims) if whole else {}
    write_pages(folder, topic, site(document, layout, measures=measures, code=code))
    write_text(folder / f"{topic}.md", markdown_page.render(document, f"{topic}."))
    for title, laws in tables_by_tag(document).items():
        for name, drawing in forests(title, laws).items():
            write_text(folder / f"{topic}.{file_stem(title, name)}.svg", render_picture(drawing))

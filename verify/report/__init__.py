"""Reports: a run's document as offline HTML pages, and as their Markdown twin.

Both are pure functions of the document: the same document gives the same bytes, and a report only
formats numbers; it computes none but counts, and the ratios that its plots show. Jinja2 and latex2mathml
are imported on the first call, matplotlib for a figure as a PDF alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..document import ClaimRecord, Document

if TYPE_CHECKING:
    from .overview import Section

__all__ = [
    "forest_pictures",
    "glossary_html",
    "glossary_markdown",
    "html",
    "index_html",
    "index_markdown",
    "latex_files",
    "result_html",
]


def html(document: Document) -> str:
    """The document as one HTML file: MathML, inline SVG, and no outside resource."""
    from .layout import Layout
    from .site import single_file

    return single_file(document, Layout(stem="report", document="verdicts.json"))


def result_html(claim: ClaimRecord) -> str:
    """One claim as a fragment of HTML for a notebook."""
    from .html_page import render_result

    return render_result(claim)


def forest_pictures(document: Document) -> dict[str, str]:
    """Forest plots of the document's tables by tag as SVG files, by their titles and variables."""
    from .forest import file_stem, forests
    from .html_page import render_picture
    from .interpretations import tables_by_tag

    return {
        file_stem(table, name): render_picture(drawing)
        for table in tables_by_tag(document)
        for name, drawing in forests(table).items()
    }


def index_html(documents: Sequence[Document], sections: Sequence[Section] = ()) -> str:
    """The index of several reports, a topic each: one HTML file that searches and filters offline."""
    from .layout import Layout
    from .overview import context
    from .site import index_page

    layout = Layout(stem="", document="", index="index.html", glossary="glossary.html")
    return index_page(context(documents, sections), layout)


def index_markdown(documents: Sequence[Document], sections: Sequence[Section] = ()) -> str:
    """The same index as Markdown."""
    from .markdown_page import render_index
    from .overview import context

    return render_index(context(documents, sections))


def glossary_html(index: str | None = "index.html") -> str:
    """The glossary beside several reports, as one HTML file."""
    from .layout import Layout
    from .site import glossary_page

    return glossary_page(Layout(stem="", document="", index=index, glossary="glossary.html"))


def glossary_markdown() -> str:
    """The same glossary as Markdown."""
    from .markdown_page import render_glossary

    return render_glossary()


def latex_files(document: Document, patterns: Sequence[str] = ()) -> dict[str, bytes]:
    """Tables, derivations, numbers and vector figures of the named claims, as files for a paper."""
    from .latex import files

    return files(document, patterns)

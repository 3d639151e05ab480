"""Reports: a run's document as one offline HTML page, and as its Markdown twin.

Both are pure functions of the document: the same document gives the same bytes, and a report only
formats numbers, it never computes one. matplotlib, Jinja2 and latex2mathml are imported on the
first call.
"""

from __future__ import annotations

from ..document import Document

__all__ = ["html", "markdown"]


def html(document: Document) -> str:
    """The document as one HTML file: MathML, inline SVG, no script and no outside resource."""
    from .html_page import render

    return render(document)


def markdown(document: Document) -> str:
    """The document as Markdown that reads well on a forge: `$...$` formulas and tables, no images."""
    from .markdown_page import render

    return render(document)

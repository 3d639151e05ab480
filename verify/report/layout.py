"""Where the pages of a document are, and how one links to another.

The page of the source is `STEM.html`; beside it the folder `STEM` holds a page for each statement, claim and
figure. Where these are not written (`whole` is false) their links lead to the part of the source's page that
says it, or to the picture of the figure. In a single file all of them are parts of one page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from posixpath import dirname, relpath
from typing import Final

from ..wording.statements import short_id

STATEMENTS, CLAIMS, FIGURES = "statements", "claims", "figures"
"""Folders of pages."""

STATEMENT_ANCHOR: Final = "statement-"
"""Before the id of a statement, which a claim of a user may share."""


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The paths of a document's pages, and of those beside them, from the folder that holds all."""

    stem: str
    document: str
    index: str | None = None
    glossary: str | None = None
    code: str | None = None
    whole: bool = True
    single: bool = False

    @property
    def source(self) -> str:
        """The page of the source."""
        return f"{self.stem}.html"

    def page(self, folder: str, identifier: str) -> str:
        """The page of a statement, a claim or a figure, by the folder of its kind."""
        return f"{self.stem}/{folder}/{_short(identifier)}.html"

    def picture(self, identifier: str) -> str:
        """The file of a figure's picture, for pages without a page of the figure."""
        return f"{self.stem}.{_short(identifier)}.svg"


@dataclass(frozen=True, kw_only=True)
class Links:
    """The links of one page to the others."""

    layout: Layout
    page: str

    def to(self, page: str | None, anchor: str = "") -> str:
        """A page by its path, or a part of it; in a single file, and on the page itself, the part alone."""
        if self.layout.single or page == self.page or page is None:
            return f"#{anchor}"
        path = relpath(page, dirname(self.page) or ".")
        return f"{path}#{anchor}" if anchor else path

    def source(self, anchor: str = "") -> str:
        """The page of the source, or a part of it."""
        return self.to(self.layout.source, anchor or ("source" if self.layout.single else ""))

    def statement(self, identifier: str) -> str:
        """The page of a statement, or what the source's page says of it."""
        if self.layout.single:
            return f"#{page_id(identifier)}"
        if not self.layout.whole:
            return self.source(f"{STATEMENT_ANCHOR}{slug(identifier)}")
        return self.to(self.layout.page(STATEMENTS, identifier))

    def claim(self, identifier: str) -> str:
        """The page of a claim, or its line on the source's page."""
        if self.layout.single or not self.layout.whole:
            return self.source(slug(identifier))
        return self.to(self.layout.page(CLAIMS, identifier))

    def figure(self, identifier: str) -> str:
        """The page of a figure, or its picture."""
        if self.layout.single:
            return f"#{slug(identifier)}"
        layout = self.layout
        return self.to(layout.page(FIGURES, identifier) if layout.whole else layout.picture(identifier))

    def word(self, name: str) -> str:
        """A word of the glossary."""
        return self.to(self.layout.glossary, f"glossary-{slug(name)}")

    @property
    def glossary(self) -> str:
        """The glossary."""
        return self.to(self.layout.glossary, "glossary")

    @property
    def index(self) -> str | None:
        """The index of all sources, where there is one."""
        return self.to(self.layout.index) if self.layout.index and not self.layout.single else None

    @property
    def document(self) -> str:
        """The document that holds every number."""
        return self.layout.document if self.layout.single else self.to(self.layout.document)

    def code(self, path: str, line: int) -> str | None:
        """A line of the sources, where they are beside the pages."""
        if self.layout.code is None:
            return None
        return f"{relpath(f'{self.layout.code}/{path}', dirname(self.page) or '.')}#L{line}"


def page_id(identifier: str) -> str:
    """The anchor of a statement's own page, where it is a part of a single file."""
    return f"page-{slug(identifier)}"


@lru_cache(maxsize=8192)
def slug(text: str) -> str:
    """The text as an anchor or a file: letters, digits, dots, hyphens and underscores stay."""
    return re.sub(r"[^\w.-]+", "-", text)


def _short(identifier: str) -> str:
    """The id without its topic, as a file's name."""
    return slug(short_id(identifier)).lstrip(".") or "-"

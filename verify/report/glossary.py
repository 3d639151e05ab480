"""The words of docs/glossary.md as a part of reports, which are read without a network.

The file in `templates` is a link to that page, so that a package carries it and it is written once.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import Final

from markupsafe import Markup, escape

HTML: Final = "glossary.html"
MARKDOWN: Final = "glossary.md"
"""Pages of published reports, which share one glossary."""

_ENTRY: Final = re.compile(r"^\*\*(.+?)\.\*\* (.+?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_CODE_OR_STRESS: Final = re.compile(r"`([^`]*)`|\*([^*]+)\*")


@lru_cache(maxsize=1)
def entries() -> dict[str, str]:
    """What each word means, in Markdown on one line; links to other pages, which no report has, are text."""
    page = (files(__package__ or "") / "templates" / MARKDOWN).read_text(encoding="utf-8")
    return {name: _LINK.sub(r"\1", " ".join(text.split())) for name, text in _ENTRY.findall(page)}


def meaning(name: str) -> str:
    """What a word means, as plain text for a tooltip; raises KeyError for one that has no entry."""
    return entries()[name].replace("`", "").replace("*", "")


def html(text: str) -> Markup:
    """An entry's text in HTML.

    >>> html("`a*b` is *tight*, a < b")
    Markup('<code>a*b</code> is <em>tight</em>, a &lt; b')
    """
    return Markup(  # noqa: S704 - of escaped text
        _CODE_OR_STRESS.sub(
            lambda found: f"<em>{found[2]}</em>" if found[2] else f"<code>{found[1]}</code>",
            str(escape(text)),
        )
    )

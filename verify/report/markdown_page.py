r"""The Markdown twin of the page: tables and `$...$` formulas for GitHub or GitLab.

Whatever a template prints is escaped for Markdown, unless it is `Markup`, which here means that it
is Markdown already. Inside formulas `|`, `<` and `>` become commands, so that no formula can break a
table or open a tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from ..claim import Value
from ..document import ClaimRecord, Document
from ..wording import Medium
from ..wording.formulas import escape_markdown, set_formula
from ..wording.names import is_letter, latex_name
from ..wording.parts import listed
from . import derivations, glossary, interpretations, mathml, point_tables
from .contents import Contents, contents, templates
from .numerals import numeral

LARGEST: Final = 500_000
"""Bytes of a page of Markdown that GitHub renders."""

IN_VIEW: Final = 6
"""Findings of a kind that are in view; the others fold."""


def render(document: Document, pictures: str = "") -> str:
    """The document as Markdown; `pictures` is how the names of picture files begin, empty for none.

    Where it is more than GitHub and GitLab render, claims are told by their verdicts alone.
    """
    shown = contents(document)
    whole = _rendered(shown, pictures, cards=True)
    return whole if len(whole.encode()) <= LARGEST else _rendered(shown, pictures, cards=False)


def _rendered(shown: Contents, pictures: str, *, cards: bool) -> str:
    template = environment().get_template("report.md.jinja")
    text = template.render(
        shown=shown,
        openings=derivations.openings(shown.claims),
        rules=derivations.rules(shown.claims),
        pictures=pictures,
        cards=cards,
        document_name=f"{pictures}json" if pictures else "verdicts.json",
    )
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def render_glossary() -> str:
    """The glossary as a Markdown file."""
    found = (f"**{name}.** {text}" for name, text in glossary.entries().items())
    return "\n\n".join(["# Glossary", *found]) + "\n"


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates in Markdown, with what they call."""
    found = templates(PackageLoader(__package__ or ""), finalize=_finalized, lstrip_blocks=True)
    found.globals.update(
        glossary={name: _marked(text) for name, text in glossary.entries().items()},
        glossary_anchor=_marked("#glossary"),
        glossary_page=_marked(glossary.MARKDOWN),
        in_view=IN_VIEW,
    )
    found.filters.update(
        formula=formula,
        prose=prose,
        code=code,
        fenced=fenced,
        number=number,
        variable=variable,
        marked=_marked,
        slug=lambda text: _marked(re.sub(r"[^\w.-]+", "-", text)),
        conditions=derivations.conditions,
        checked=derivations.checked,
        listed=listed,
        concluded=interpretations.concluded,
        law=lambda code: prose(set_formula(code, Medium.MARKUP)),
        point_rows=point_rows,
        forests=_forests,
    )
    return found


def _forests(title: str, laws: Sequence[interpretations.Interpretation]) -> list[str]:
    """The files of a table's forest plots."""
    from .forest import file_stem, forests

    return [f"{file_stem(title, name)}.svg" for name in forests(title, laws)]


@lru_cache(maxsize=4096)
def formula(latex: str) -> Markup:
    """The LaTeX formula between dollar signs, safe in a table, and without braces around one sign."""
    safe = latex.replace(r"\|", r"\Vert ").replace("|", r"\vert ").replace("<", r"\lt ").replace(">", r"\gt ")
    bare = re.sub(r"([_^])\{(\w)\}", r"\1\2", safe.replace("$", ""))
    return _marked(f"${' '.join(bare.split())}$")


def variable(name: str) -> Markup:
    """A variable's name as a formula, or as code where it is not one letter."""
    return formula(latex_name(name)) if is_letter(name) else code(name)


@lru_cache(maxsize=8192)
def prose(text: str) -> Markup:
    """Plain text with `$...$` formulas: formulas stay formulas, all else is escaped."""
    pieces = mathml.split(text)
    return _marked(
        "".join(formula(part) if is_formula else escape_markdown(part) for part, is_formula in pieces)
    )


def code(text: str) -> Markup:
    """The text as a code span, or escaped where a span could not hold it."""
    return _marked(escape_markdown(text) if re.search(r"[`|\n]", text) or not text.strip() else f"`{text}`")


def fenced(text: str) -> Markup:
    """The text as a code block whose fence is longer than any in the text."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return _marked(f"{fence}sh\n{text}\n{fence}")


def number(value: Value | None, digits: int | None = None, absent: str = "–") -> Markup:
    """A value of the document for the eye; `None` becomes `absent`."""
    if isinstance(value, int | float):
        return _marked(numeral(value, digits))
    return _marked(escape_markdown(absent if value is None else value))


def point_rows(claim: ClaimRecord, names: Sequence[str], routes: Iterable[str]) -> Markup:
    """The rows of the table of point_tables."""
    columns = point_tables.Columns(names=names, routes=routes, drawn=True, trials=True)
    return _marked("".join(f"| {' | '.join(row)} |\n" for row in point_tables.rows(claim, columns, number)))


def _marked(text: str) -> Markup:
    """The text declared to be Markdown: whoever calls this has escaped it."""
    return Markup(text)  # noqa: S704 - see above


def _finalized(value: object) -> Markup:
    return value if isinstance(value, Markup) else _marked(escape_markdown(str(value)))

"""The pages of a document: one of its source, one a statement, a claim and a figure, each small.

The same parts make a single file. Every page stands by itself: its style and its script are in it, and
nothing is loaded from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from ..baseline.difference import Difference
from ..document import ClaimRecord, Document, FigureRecord, Outcome
from ..wording import Medium
from ..wording.formulas import unicode_text
from ..wording.statements import short_id
from . import decision, findings, forest
from .code_places import CodePlace
from .contents import Contents, contents
from .findings import Finding
from .html_page import render_picture, rendered
from .layout import STATEMENT_ANCHOR, Layout, Links, slug
from .source_page import OWN, Entry, SourcePage, source_page

if TYPE_CHECKING:
    from .overview import Section

INDEX_TITLE: Final = "All sources"

PUBLISHED: Final = Layout(stem="", document="", index="index.html", glossary="glossary.html")
"""Where the pages are that published reports share."""

MOST_SET: Final = 12
"""Statements of a group up to which their answers are set in MathML, which costs ten times their letters."""


@dataclass(frozen=True, kw_only=True)
class Item:
    """A line of the contents of a page: where it leads, its words, and in whose colour and sign."""

    href: str
    text: str
    tone: str = ""


Around = tuple[str, str, str]
"""A link to a neighbour of a page: the key that goes there, its words, and where it leads."""


@dataclass(frozen=True, kw_only=True)
class Site:
    """A document, what its source's page shows, and what was given for all of its pages."""

    document: Document
    layout: Layout
    shown: Contents
    page: SourcePage
    measures: Sequence[Section]
    code: Mapping[str, Sequence[CodePlace]]
    since: Difference | None = None

    @property
    def name(self) -> str:
        """The short name of the source."""
        topics = dict.fromkeys(claim.topic.replace("_", " ") for claim in self.document.claims)
        return findings.capitalised(", ".join(topics)) or "Report"


def site(
    document: Document,
    layout: Layout,
    *,
    measures: Sequence[Section] = (),
    code: Mapping[str, Sequence[CodePlace]] | None = None,
    since: Difference | None = None,
) -> Iterator[tuple[str, str]]:
    """The files of a document's pages by their paths, that of the source first.

    They mark what moved `since` an earlier run. Without the pages of statements, claims and figures
    (`layout.whole`) the pictures of figures are files.
    """
    given = _site(document, layout, measures, code or {}, since)
    to = layout.at(layout.source)
    yield layout.source, _source(given, to, _source_main(given, to))
    if not layout.whole:
        for figure in document.figures:
            yield layout.picture(figure.id), figure_picture(figure)
        return
    for entry in given.page.entries:
        if entry.finding is not None:
            yield layout.statement(entry.statement.id), _statement(given, entry, entry.finding)
            for claim in entry.finding.claims:
                yield layout.claim(claim.id), _claim(given, entry, claim)
    for figure in document.figures:
        yield layout.figure(figure.id), _figure(given, figure)


def single_file(document: Document) -> str:
    """All pages as parts of one file with the glossary: MathML, inline SVG, and no outside resource."""
    given = _site(document, Layout(stem="report", document="verdicts.json", single=True), (), {})
    to = given.layout.at(given.layout.source)
    parts = [_source_main(given, to)]
    for entry in given.page.entries:
        if entry.finding is not None:
            parts.append(_statement_main(given, entry, entry.finding, to))
            parts += [_claim_main(given, claim, to, ()) for claim in entry.finding.claims]
    parts += [_figure_main(given, figure, to) for figure in document.figures]
    parts.append(rendered("glossary.html.jinja", {}))
    return _source(given, to, Markup("\n").join(parts))


def glossary_page(layout: Layout = PUBLISHED) -> str:
    """The glossary as a page of its own."""
    to = layout.at(layout.glossary or "glossary.html")
    return framed(to, "glossary", "Glossary", "Glossary", rendered("glossary.html.jinja", {}), ())


def figure_picture(figure: FigureRecord) -> str:
    """The picture of a figure as an SVG file."""
    from .figure_drawing import draw

    return render_picture(draw(figure))


def _site(
    document: Document,
    layout: Layout,
    measures: Sequence[Section],
    code: Mapping[str, Sequence[CodePlace]],
    since: Difference | None = None,
) -> Site:
    shown = contents(document)
    return Site(
        document=document,
        layout=layout,
        shown=shown,
        page=source_page(document, shown),
        measures=measures,
        code=code,
        since=since,
    )


def framed(
    to: Links,
    kind: str,
    title: str,
    here: str,
    main: Markup,
    items: Sequence[Item],
    crumbs: Sequence[tuple[str, str]] = (),
) -> str:
    """A page within the frame that all pages have."""
    above = [(INDEX_TITLE, to.index)] if to.index and kind != "index" else []
    # Where the page itself has nothing to search, the words go to one that has.
    elsewhere = None if kind in {"index", "source"} else to.source()
    context = {
        "to": to,
        "search": to.index if to.index and kind != "index" else elsewhere,
        "kind": kind,
        "title": unicode_text(title),
        "here": unicode_text(here),
        "crumbs": [*above, *crumbs],
        "main": main,
        "contents": items,
        "contents_title": "Contents",
    }
    return str(rendered("page.html.jinja", context))


def _source(given: Site, to: Links, main: Markup) -> str:
    return framed(to, "source", given.shown.headline, given.name, main, _source_contents(given, to))


def _source_main(given: Site, to: Links) -> Markup:
    context = {
        "to": to,
        "title": given.shown.headline,
        "shown": given.shown,
        "page": given.page,
        "own": OWN,
        "most_set": MOST_SET,
        "measures": given.measures,
        "since": given.since,
    }
    return rendered("source.html.jinja", context)


def _source_contents(given: Site, to: Links) -> tuple[Item, ...]:
    entries = [entry for group in given.page.groups for entry in group.entries]
    lines = [
        Item(
            href=f"#{STATEMENT_ANCHOR}{slug(entry.statement.id)}",
            text=f"{short_id(entry.statement.id)} {unicode_text(entry.statement.title)}",
            tone=findings.answer_tone(entry.answer),
        )
        for entry in entries
    ]
    after = [Item(href="#not-covered", text="Not covered")] if given.shown.not_covered else []
    if given.page.figures:
        after.append(Item(href="#figures", text="Figures"))
    trust = Item(href="#trust", text="What this rests on")
    again = Item(href="#environment", text="How to get the same again")
    return (Item(href="#findings", text="Findings"), *lines, *after, trust, again)


def _statement(given: Site, entry: Entry, finding: Finding) -> str:
    to = given.layout.at(given.layout.statement(entry.statement.id))
    identifier = short_id(entry.statement.id)
    items = tuple(
        Item(href=to.claim(one.lead.id), text=unicode_text(one.lead.label), tone=one.lead.verdict.value)
        for one in finding.interpretations
    )
    main = _statement_main(given, entry, finding, to)
    crumbs = [(given.name, to.source())]
    return framed(to, "statement", f"{identifier} {entry.statement.title}", identifier, main, items, crumbs)


def _statement_main(given: Site, entry: Entry, finding: Finding, to: Links) -> Markup:
    from .plots import first_law

    variables = finding.variables
    context = {
        "to": to,
        "finding": finding,
        "since": given.since,
        "said": entry.said,
        "drawn": first_law((finding.lead, *finding.claims), given.document),
        "side_by_side": forest.side_by_side(finding.laws, variables[0]) if variables else None,
        "figures": _figures_beside(given, [claim.id for claim in finding.claims]),
        "around": _around_statement(given, entry, to),
    }
    return rendered("statement.html.jinja", context)


def _figures_beside(given: Site, claims: Sequence[str]) -> list[FigureRecord]:
    return [figure for figure in given.document.figures if set(claims) & set(figure.supports)]


def _around_statement(given: Site, entry: Entry, to: Links) -> list[Around]:
    """The statements before and after it, and the failures before and after it."""
    if given.layout.single:
        return []
    entries = [one for one in given.page.entries if one.finding is not None]
    at = entries.index(entry)
    before, after = entries[:at], entries[at + 1 :]
    beside = [
        ("", "‹", before[-1:]),
        ("", "›", after[:1]),
        ("p", "previous failure:", [one for one in before if one.fails][-1:]),
        ("n", "next failure:", [one for one in after if one.fails][:1]),
    ]
    return [
        (key, f"{words} {short_id(one.statement.id)}", to.statement(one.statement.id))
        for key, words, found in beside
        for one in found
    ]


def _claim(given: Site, entry: Entry, claim: ClaimRecord) -> str:
    to = given.layout.at(given.layout.claim(claim.id))
    own = slug(claim.id)
    parts = {"formulas": "Formulas", "evidence": "Evidence", "why": "Why this verdict"}
    parts |= {"derivation": "Derivation", "scope": "How to get the same again"}
    items = tuple(Item(href=f"#{own}-{anchor}", text=text) for anchor, text in parts.items())
    around = _around_claim(given, entry, claim, to)
    identifier = short_id(entry.statement.id)
    crumbs = [(given.name, to.source()), (identifier, to.statement(entry.statement.id))]
    title = f"{claim.label} ({claim.bound_type})" if claim.bound_type else claim.label
    main = _claim_main(given, claim, to, around)
    return framed(to, "claim", title, short_id(claim.id), main, items, crumbs)


def _claim_main(given: Site, claim: ClaimRecord, to: Links, around: Sequence[Around]) -> Markup:
    context = {
        "to": to,
        "claim": claim,
        "since": given.since,
        "document": given.document,
        "why": decision.row(claim),
        "numbers": list(decision.numbers(claim, Medium.MARKUP)),
        "cost": decision.cost(claim),
        "figures": _figures_beside(given, [claim.id]),
        "code": given.code.get(claim.id, ()),
        "around": around,
    }
    return rendered("claim.html.jinja", context)


def _around_claim(given: Site, entry: Entry, claim: ClaimRecord, to: Links) -> list[Around]:
    """The claim's statement, its neighbours there, and the refuted claims before and after it."""
    mine, everything = entry.finding.claims if entry.finding else [], given.shown.claims
    at, place = ([one.id for one in claims].index(claim.id) for claims in (mine, everything))
    before, after = (
        [one for one in claims if one.verdict is Outcome.REFUTED]
        for claims in (everything[:place], everything[place + 1 :])
    )
    up = ("", f"↑ {short_id(entry.statement.id)}", to.statement(entry.statement.id))
    beside = [("‹", mine[:at][-1:]), ("›", mine[at + 1 :][:1])]
    refuted = [("p", "previous refuted", before[-1:]), ("n", "next refuted", after[:1])]
    return [
        up,
        *(("", sign, to.claim(one.id)) for sign, found in beside for one in found),
        *(
            (key, f"{words}: {short_id(one.id)}", to.claim(one.id))
            for key, words, found in refuted
            for one in found
        ),
    ]


def _figure(given: Site, figure: FigureRecord) -> str:
    to = given.layout.at(given.layout.figure(figure.id))
    main = _figure_main(given, figure, to)
    crumbs = [(given.name, to.source())]
    return framed(to, "figure", figure.title, figure.title, main, (), crumbs)


def _figure_main(given: Site, figure: FigureRecord, to: Links) -> Markup:
    beside = [claim for claim in given.document.claims if claim.id in figure.supports]
    return rendered("figure_page.html.jinja", {"to": to, "figure": figure, "beside": beside})

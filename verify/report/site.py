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
from ..wording.formulas import set_name, unicode_text
from ..wording.statements import short_id
from . import decision, findings, forest
from .code_places import CodePlace
from .contents import GROUPS, OWN, Contents, contents
from .drawing import Drawing
from .findings import Finding
from .html_page import render_picture, rendered
from .interpretations import told_apart, variables
from .layout import CLAIMS, FIGURES, STATEMENT_ANCHOR, STATEMENTS, Layout, Links, slug

if TYPE_CHECKING:
    from .overview import Section

INDEX_TITLE: Final = "All sources"

FOLDED: Final = ("Holds", OWN)
"""Groups of which each statement is one line until it is opened."""

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
    """What the pages of a document show, and what was given for all of them."""

    shown: Contents
    layout: Layout
    measures: Sequence[Section]
    code: Mapping[str, Sequence[CodePlace]]
    since: Difference | None = None


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
    given = Site(shown=contents(document), layout=layout, measures=measures, code=code or {}, since=since)
    to = Links(layout=layout, page=layout.source)
    yield layout.source, _source(given, to, _source_main(given, to))
    if not layout.whole:
        for figure in document.figures:
            yield layout.picture(figure.id), figure_picture(figure)
        return
    for finding in given.shown.tested:
        yield layout.page(STATEMENTS, finding.statement.id), _statement(given, finding)
        for claim in finding.claims:
            yield layout.page(CLAIMS, claim.id), _claim(given, finding, claim)
    for figure in document.figures:
        yield layout.page(FIGURES, figure.id), _figure(given, figure)


def single_file(document: Document) -> str:
    """All pages as parts of one file with the glossary: MathML, inline SVG, and no outside resource."""
    layout = Layout(stem="report", document="verdicts.json", single=True)
    given = Site(shown=contents(document), layout=layout, measures=(), code={})
    to = Links(layout=layout, page=layout.source)
    parts = [_source_main(given, to)]
    for finding in given.shown.tested:
        parts.append(_statement_main(given, finding, to))
        parts += [_claim_main(given, claim, to, ()) for claim in finding.claims]
    parts += [_figure_main(given, figure, to) for figure in document.figures]
    parts.append(rendered("glossary.html.jinja", {}))
    return _source(given, to, Markup("\n").join(parts))


def glossary_page(layout: Layout = PUBLISHED) -> str:
    """The glossary as a page of its own."""
    to = Links(layout=layout, page=layout.glossary or "glossary.html")
    return framed(to, "glossary", "Glossary", "Glossary", rendered("glossary.html.jinja", {}))


def figure_picture(figure: FigureRecord) -> str:
    """The picture of a figure as an SVG file."""
    from .figure_charts import figure_drawing

    return render_picture(figure_drawing(figure))


def framed(
    to: Links,
    kind: str,
    title: str,
    here: str,
    main: Markup,
    items: Sequence[Item] = (),
    crumbs: Sequence[tuple[str, str]] = (),
) -> str:
    """A page within the frame that all pages have."""
    above = [(INDEX_TITLE, to.index)] if to.index and kind != "index" else []
    # Where the page itself has nothing to search, the words go to one that has.
    elsewhere = None if kind in {"index", "source", "difference"} else to.source()
    context = {
        "to": to,
        "search": to.index if to.index and kind != "index" else elsewhere,
        "kind": kind,
        "title": unicode_text(title),
        "here": unicode_text(here),
        "crumbs": [*above, *crumbs],
        "main": main,
        "contents": items,
    }
    return str(rendered("page.html.jinja", context))


def _source(given: Site, to: Links, main: Markup) -> str:
    return framed(to, "source", given.shown.title, given.shown.name, main, _source_contents(given))


def _source_main(given: Site, to: Links) -> Markup:
    context = {
        "to": to,
        "shown": given.shown,
        "entries": given.shown.entries,
        "answering": _answering(given.shown),
        "own": OWN,
        "folded": FOLDED,
        "most_set": MOST_SET,
        "measures": given.measures,
        "since": given.since,
    }
    return rendered("source.html.jinja", context)


def _answering(shown: Contents) -> tuple[Drawing, str] | None:
    """The figure that carries the answer with its caption: of the first table by tag, else of a law."""
    from .forest import forests
    from .plots import first_law

    for title, laws in shown.tables.items():
        for name, drawing in forests(title, laws).items():
            what = f"{title}: the exponent of {set_name(name, Medium.MARKUP)} by interpretation"
            return drawing, f"{what}, measured with its interval, derived, and claimed."
    by_answer = [one for lines in shown.by_answer.values() for one in lines]
    leads = [one.lead for answers in GROUPS.values() for one in by_answer if one.answer in answers]
    return first_law(sorted(leads, key=lambda one: one.relation != "law"), shown.document)


def _source_contents(given: Site) -> tuple[Item, ...]:
    entries = [one for group in given.shown.groups.values() for one in group]
    lines = [
        Item(
            href=f"#{STATEMENT_ANCHOR}{slug(one.statement.id)}",
            text=f"{short_id(one.statement.id)} {unicode_text(one.statement.title)}",
            tone=findings.TONES[one.answer],
        )
        for one in entries
    ]
    after = [Item(href="#not-covered", text="Not covered")] if given.shown.not_covered else []
    if given.shown.document.figures:
        after.append(Item(href="#figures", text="Figures"))
    trust = Item(href="#trust", text="What this rests on")
    again = Item(href="#environment", text="How to get the same again")
    return (Item(href="#findings", text="Findings"), *lines, *after, trust, again)


def _statement(given: Site, finding: Finding) -> str:
    to = Links(layout=given.layout, page=given.layout.page(STATEMENTS, finding.statement.id))
    identifier = short_id(finding.statement.id)
    items = tuple(
        Item(href=to.claim(one.lead.id), text=unicode_text(name), tone=one.lead.verdict.value)
        for one, name in told_apart(finding.interpretations)
    )
    main = _statement_main(given, finding, to)
    crumbs = [(given.shown.name, to.source())]
    return framed(to, "statement", f"{identifier} {finding.statement.title}", identifier, main, items, crumbs)


def _statement_main(given: Site, finding: Finding, to: Links) -> Markup:
    from .plots import first_law

    compared = variables(finding.laws)
    context = {
        "to": to,
        "finding": finding,
        "since": given.since,
        "drawn": first_law((finding.lead, *finding.claims), given.shown.document),
        "side_by_side": forest.side_by_side(finding.laws, compared[0]) if compared else None,
        "figures": given.shown.figures_beside([claim.id for claim in finding.claims]),
        "around": _around_statement(given, finding, to),
    }
    return rendered("statement.html.jinja", context)


def _around_statement(given: Site, finding: Finding, to: Links) -> list[Around]:
    """The statements before and after it, and the failures before and after it."""
    if given.layout.single:
        return []
    at = given.shown.tested.index(finding)
    before, after = given.shown.tested[:at], given.shown.tested[at + 1 :]
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


def _claim(given: Site, finding: Finding, claim: ClaimRecord) -> str:
    to = Links(layout=given.layout, page=given.layout.page(CLAIMS, claim.id))
    own = slug(claim.id)
    parts = {"formulas": "Formulas", "evidence": "Evidence", "why": "Why this verdict"}
    parts |= {"derivation": "Derivation", "scope": "How to get the same again"}
    items = tuple(Item(href=f"#{own}-{anchor}", text=text) for anchor, text in parts.items())
    around = _around_claim(given, finding, claim, to)
    identifier = short_id(finding.statement.id)
    crumbs = [(given.shown.name, to.source()), (identifier, to.statement(finding.statement.id))]
    title = f"{claim.label} ({claim.bound_type})" if claim.bound_type else claim.label
    main = _claim_main(given, claim, to, around)
    return framed(to, "claim", title, short_id(claim.id), main, items, crumbs)


def _claim_main(given: Site, claim: ClaimRecord, to: Links, around: Sequence[Around]) -> Markup:
    context = {
        "to": to,
        "claim": claim,
        "since": given.since,
        "document": given.shown.document,
        "why": decision.row(claim),
        "numbers": list(decision.numbers(claim, Medium.MARKUP)),
        "cost": decision.cost(claim),
        "figures": given.shown.figures_beside([claim.id]),
        "code": given.code.get(claim.id, ()),
        "around": around,
    }
    return rendered("claim.html.jinja", context)


def _around_claim(given: Site, finding: Finding, claim: ClaimRecord, to: Links) -> list[Around]:
    """The claim's statement, its neighbours there, and the refuted claims before and after it."""
    mine, everything = finding.claims, given.shown.claims
    at, place = ([one.id for one in claims].index(claim.id) for claims in (mine, everything))
    before, after = (
        [one for one in claims if one.verdict is Outcome.REFUTED]
        for claims in (everything[:place], everything[place + 1 :])
    )
    up = ("", f"↑ {short_id(finding.statement.id)}", to.statement(finding.statement.id))
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
    to = Links(layout=given.layout, page=given.layout.page(FIGURES, figure.id))
    main = _figure_main(given, figure, to)
    crumbs = [(given.shown.name, to.source())]
    return framed(to, "figure", figure.title, figure.title, main, (), crumbs)


def _figure_main(given: Site, figure: FigureRecord, to: Links) -> Markup:
    beside = [claim for claim in given.shown.document.claims if claim.id in figure.supports]
    return rendered("figure_page.html.jinja", {"to": to, "figure": figure, "beside": beside})

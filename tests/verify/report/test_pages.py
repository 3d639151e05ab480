"""Pages by source, statement and claim: within their budgets, linked, answered on the first screen."""

import re
from html.parser import HTMLParser
from posixpath import dirname, join, normpath

import msgspec
import pytest
from msgspec.structs import replace
from theorycheck.document import Outcome
from theorycheck.report import output
from theorycheck.report.code_places import CodePlace
from theorycheck.report.layout import Layout
from theorycheck.report.publish import publish
from theorycheck.report.site import glossary_page, site

from .reader import read

LARGEST, MOST_NODES = 300_000, 15_000
"""Bytes and nodes of a page, formulas included."""


def over_budget(pages: dict[str, str]) -> list[str]:
    """Pages that are larger, or have more nodes, than a reader waits for."""
    return [
        path
        for path, page in pages.items()
        if len(page.encode()) > LARGEST or len(read(page).elements) > MOST_NODES
    ]


def lost_links(pages: dict[str, str]) -> list[str]:
    """Links that lead nowhere: to a page that is not there, or to a part that the page does not have."""
    ids = {path: {given.get("id") for _, given in read(page).elements} for path, page in pages.items()}
    lost = []
    for path, page in pages.items():
        for tag, given in read(page).elements:
            link = given.get("href") or "#"
            if tag != "a" or link.startswith(("data:", "https://arxiv.org/abs/")):
                continue
            name, _, anchor = link.partition("#")
            target = normpath(join(dirname(path), name)) if name else path
            if target not in pages or (anchor and anchor not in ids[target]):
                lost.append(f"{path}: {link}")
    return lost


def unlabelled(page: str) -> list[str]:
    """Fields, buttons, drawings and links without a name for who does not see them."""
    found = []
    for tag, given in read(page).elements:
        named = given.get("aria-label") or given.get("title") or given.get("name") == "q"
        if (tag in {"select", "nav"} or (tag == "svg" and given.get("class") == "plot")) and not named:
            found.append(tag)
        if tag == "div" and given.get("role") == "region" and not named:
            found.append(tag)
    return found


def built(document, *, whole=True):
    layout = Layout(stem="t", document="t.json", glossary="glossary.html", whole=whole)
    pages = dict(site(document, layout))
    return pages | {
        "glossary.html": glossary_page(Layout(stem="", document="", glossary="glossary.html")),
        "t.json": "",
    }


def with_a_failure(document):
    """The document with its identity refuted."""
    refuted = [
        replace(claim, verdict=Outcome.REFUTED, holds="no") if claim.id == "conditioning.linearity" else claim
        for claim in document.claims
    ]
    return replace(document, claims=refuted)


class Barriers(HTMLParser):
    """What keeps some readers out of a page, by the rules of accessibility that a parser can see."""

    def __init__(self, page):
        super().__init__()
        self.found, self._levels, self._named, self._landmarks = [], [0], None, set()
        self.feed(page)
        self.found += [f"no {name}" for name in ("html", "main", "title") if name not in self._landmarks]

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self._landmarks |= {tag}
        if tag == "html" and not given.get("lang"):
            self.found.append("no language")
        if re.fullmatch("h[1-6]", tag):
            level = int(tag[1])
            if level > self._levels[-1] + 1:
                self.found.append(f"{tag} below h{self._levels[-1]}")
            self._levels.append(level)
        if tag == "th" and "scope" not in given:
            self.found.append("a header without scope")
        if given.get("tabindex") == "0" and not (given.get("role") and given.get("aria-label")):
            self.found.append("a focus without a name")
        if int(given.get("tabindex") or 0) > 0:
            self.found.append("an order of the keyboard of its own")
        if tag in {"a", "button", "summary"}:
            self._named = bool(given.get("aria-label") or given.get("title"))
        if tag == "img" and not given.get("alt"):
            self.found.append("an image without words")

    def handle_data(self, data):
        self._named = self._named or bool(data.strip()) if self._named is not None else None

    def handle_endtag(self, tag):
        if tag in {"a", "button", "summary"}:
            if self._named is False:
                self.found.append(f"{tag} without words")
            self._named = None


@pytest.fixture(scope="module")
def pages(document):
    return built(document)


def test_there_is_a_page_for_the_source_each_statement_claim_and_figure(pages, document):
    tested = {claim.statement_id for claim in document.claims}
    expected = {"t.html", "t.json", "glossary.html"}
    expected |= {f"t/statements/{one.partition('.')[2]}.html" for one in tested}
    expected |= {f"t/claims/{claim.id.partition('.')[2]}.html" for claim in document.claims}
    expected |= {f"t/figures/{figure.id.partition('.')[2]}.html" for figure in document.figures}
    assert set(pages) == expected


def test_every_link_leads_somewhere(pages):
    assert lost_links(pages) == []
    broken = pages | {"t.html": '<a href="t/claims/nowhere.html"></a><a href="glossary.html#nowhere"></a>'}
    assert len([link for link in lost_links(broken) if link.startswith("t.html")]) == 2


def test_links_of_the_sources_page_work_without_the_other_pages(document):
    pages = built(document, whole=False)
    assert lost_links(pages) == []
    assert not [path for path in pages if path.startswith("t/")]
    drawn = {f"t.{figure.id.partition('.')[2]}.svg" for figure in document.figures}
    assert drawn <= set(pages)


def test_pages_are_within_their_budgets(pages):
    assert over_budget(pages) == []
    assert over_budget({"long": "x" * (LARGEST + 1), "deep": "<p>" * 15_001}) == ["long", "deep"]


def test_fields_and_drawings_have_names(pages):
    assert [path for path, page in pages.items() if unlabelled(page)] == []
    assert unlabelled('<svg class="plot"></svg><select></select>') == ["svg", "select"]


def test_no_page_keeps_readers_out_by_what_a_parser_sees(pages):
    assert {
        path: found
        for path, page in pages.items()
        if path.endswith("html") and (found := Barriers(page).found)
    } == {}
    page = (
        '<html><title></title><main><h1>a</h1><h3>b</h3><a href="#"></a><th>c</th><i tabindex="0"></i></main>'
    )
    assert Barriers(page).found == [
        "no language",
        "h3 below h1",
        "a without words",
        "a header without scope",
        "a focus without a name",
    ]


def test_what_fails_comes_before_bounds_and_what_holds(document):
    page = built(with_a_failure(document))["t.html"]
    order = [
        page.index(f'id="{name}"') for name in ("findings", "fails", "lower-or-upper-bound-only", "holds")
    ]
    assert order == sorted(order)
    fails = page[page.index('id="fails"') : page.index('id="lower-or-upper-bound-only"')]
    assert 'id="statement-conditioning.S8"' in fails
    assert "data-fails" in fails


def test_the_first_screen_has_findings_a_figure_and_a_mark_for_each_statement(pages, document):
    first = pages["t.html"].partition('<section class="group"')[0]
    assert 'class="plot"' in first
    strip = first.partition('<nav class="strip"')[2].partition("</nav>")[0]
    assert strip.count("<a ") == len(document.statements)
    assert "S2 Capacity: lower bound only" in strip


def test_a_statement_has_its_laws_in_rows_with_their_forest_and_its_figure(pages):
    page = pages["t/statements/S2.html"]
    assert 'class="subplots law"' in page
    rows = re.findall(r'<tr><th scope="row">.*?</tr>', page, re.DOTALL)
    of_mean_noise = [row for row in rows if "capacity.mean_noise.omega.html" in row]
    assert len(of_mean_noise) == 1
    assert all(f"mean_noise.{name}.html" in of_mean_noise[0] for name in ("omega", "o", "theta"))
    assert 'class="interval-plot"><svg' in of_mean_noise[0]
    assert "primary" in of_mean_noise[0]
    assert "lower bound only" in of_mean_noise[0]


def test_a_claim_tells_why_and_what_would_change_its_verdict(pages):
    page = pages["t/claims/capacity.mean_noise.theta.html"]
    assert "an interval wholly outside" in page
    assert "What would change this verdict" in page
    assert page.count('<li class="chip') == 3
    assert "theorycheck plot conditioning.capacity.mean_noise.theta" in page
    assert 'download="conditioning.capacity.mean_noise.theta.csv"' in page
    assert 'data-copy="theorycheck run conditioning.capacity.mean_noise.theta' in page


def test_a_caption_is_complete_in_itself(pages, document):
    (caption,) = re.findall(r"<figcaption>(.*?)<a ", pages["t/claims/noise_power.html"], re.DOTALL)
    for part in ("16 settings", "65536 trials", f"seed {document.seed}", "level 0.005", "dashed: claimed"):
        assert part.lower() in caption.lower()


def test_n_and_p_lead_to_the_failures_around(document, pages):
    failing = built(with_a_failure(document))["t/statements/S2.html"]
    assert 'href="S8.html" data-key="n"' in failing
    assert 'data-key="n"' not in pages["t/statements/S2.html"]


def test_a_run_writes_pages_that_report_leads_to_and_deletes_old_ones(document, tmp_path):
    output.write_reports(tmp_path, document)
    old = tmp_path / "report" / "claims" / "gone.html"
    old.write_text("")
    output.write_reports(tmp_path, document)
    assert not old.exists()
    pages = {str(path.relative_to(tmp_path)): path.read_text() for path in tmp_path.rglob("*.html")}
    assert lost_links(pages | {"verdicts.json": ""}) == []
    output.write_single_file(tmp_path, document)
    assert [path.name for path in tmp_path.rglob("*.html")] == ["report.html"]


def test_claims_link_to_their_code_where_it_is_beside_the_pages(document):
    code = {"conditioning.noise_power": (CodePlace(what="simulation", path="numerics/a.py", line=7),)}
    for root, link in (("..", 'href="../../../numerics/a.py#L7"'), (None, "<code>numerics/a.py:7</code>")):
        layout = Layout(stem="t", document="t.json", glossary="glossary.html", code=root)
        assert link in dict(site(document, layout, code=code))["t/claims/noise_power.html"]


def test_published_sources_are_small_and_say_how_to_get_the_rest(document, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / output.VERDICTS).write_text(output.encode(document))
    publish([tmp_path / "run"], tmp_path / "to", whole=False)
    assert not (tmp_path / "to" / "conditioning").exists()
    assert "theorycheck publish --pages all" in (tmp_path / "to" / "conditioning.html").read_text()
    again = output.read_document(tmp_path / "to" / "conditioning.json")
    assert [msgspec.json.encode(claim) for claim in again.claims] == [
        msgspec.json.encode(claim) for claim in document.claims
    ]


def test_every_page_searches_the_index_or_else_the_source(pages, document):
    def asked(page):
        return re.search(r'<form class="search" role="search"(?: action="([^"]*)")?>', page)[1]

    assert asked(pages["t.html"]) is None
    assert asked(pages["t/claims/noise_power.html"]) == "../../t.html"
    layout = Layout(stem="t", document="t.json", index="index.html", glossary="glossary.html")
    assert asked(dict(site(document, layout))["t/statements/S2.html"]) == "../../index.html"


def test_a_formula_is_found_as_it_is_typed(pages):
    entry = pages["t.html"].partition('id="statement-conditioning.S2"')[2].partition(">")[0]
    assert "C*sqrt(d_k)" in entry
    assert "refuted" in entry

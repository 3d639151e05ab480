"""The HTML page shows the document and nothing else, escaped, offline, the same every time."""

import re
from collections import Counter
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from theorycheck.document import DerivationRecord, Document, StepRecord
from theorycheck.report import decision
from theorycheck.report.explanation import what_would_change
from theorycheck.report.html_page import _environment
from theorycheck.report.numerals import numeral
from theorycheck.report.site import single_file
from theorycheck.wording import Medium, words

from .reader import read

HOSTILE = (
    r"""<script>alert(1)</script>"'><img src=x onerror=alert(2)> """
    r"$\text{<script>x</script>}$ $\href{javascript:alert(3)}{y}$"
)
CLOSED = {
    *("verdict", "outcome", "relation", "bound_type", "source_access", "holds", "tight"),
    *("status", "kind", "statement_id", "id", "primary"),
    *("drawing", "series", "supports", "bears"),
}
NUMERAL = re.compile(r"\d+(?:\.\d+)?")


@pytest.fixture(scope="module")
def page(document):
    return single_file(document)


@pytest.fixture(scope="module")
def few(document):
    """The document with one claim of each kind."""
    kinds = {(claim.relation, claim.verdict): claim for claim in document.claims}
    return replace(document, claims=list(kinds.values()))


def leaves(value: Any) -> list[Any]:
    """All numbers and texts of plain data, keys included."""
    if isinstance(value, dict):
        return [leaf for key, item in value.items() for leaf in (key, *leaves(item))]
    if isinstance(value, list | tuple):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def invented(page: str, document: Document) -> list[str]:
    """Numbers on the page that are not in the document: marked ones by value, others by their digits."""
    known = leaves(msgspec.to_builtins(document))
    numbers = {float(leaf) for leaf in known if isinstance(leaf, int | float)}
    digits = {part for leaf in known if isinstance(leaf, str) for part in NUMERAL.findall(leaf)}
    digits |= {part for number in numbers for text in roundings(number) for part in NUMERAL.findall(text)}
    # The slack of a bound is told as the ratios that its drawing shows.
    ratios = (
        point.mean / point.claimed for claim in document.claims for point in claim.points if point.claimed
    )
    digits |= {part for ratio in ratios for text in roundings(ratio) for part in NUMERAL.findall(text)}
    counts = [*Counter(claim.verdict for claim in document.claims).values(), len(document.statements)]
    digits |= {
        str(n) for n in (*counts, len(document.claims), 1, *(len(claim.points) for claim in document.claims))
    }
    # What would change a verdict is told by edges that follow from the margin.
    for claim in document.claims:
        edges = [words(what_would_change(claim), Medium.TERMINAL), *decision.numbers(claim, Medium.TERMINAL)]
        digits |= set(NUMERAL.findall(" ".join([*edges, decision.cost(claim) or ""])))
        digits.add(str(sum(one.statement_id == claim.statement_id for one in document.claims)))
    reader = read(page)
    marked = [str(value) for value, _ in reader.numbers if value not in numbers]
    return marked + [n for text in reader.text for n in NUMERAL.findall(text) if n not in digits]


def roundings(number: float) -> set[str]:
    """The number as a table may write it."""
    exact = {numeral(int(number))} if number.is_integer() else set()
    return exact | {numeral(number, digits) for digits in (None, *range(2, 13))}


INSIDE = re.compile(r"#|data:(?:text/csv|image/svg\+xml)[;,]|https://arxiv\.org/abs/[\d.]+$|verdicts\.json$")
"""Parts of the page, data to download, the papers that sources name, and the document."""


def outside_references(page: str) -> list[str]:
    """Everything the page would fetch or link to outside itself."""
    attributes = [(name, value or "") for _, given in read(page).elements for name, value in given.items()]
    linked = [v for n, v in attributes if n in {"src", "href", "srcset", "action"} and not INSIDE.match(v)]
    return linked + re.findall(r"@import[^;]*|url\((?!#)[^)]*\)", page)


def short(page: str, added: str) -> str:
    """The page's head and first finding with something added: what a negative control needs."""
    return page[: page.index("</section>")] + added


def repeated_ids(page: str) -> list[str]:
    uses = Counter(given["id"] for _, given in read(page).elements if "id" in given)
    return [str(name) for name, count in uses.items() if count > 1]


def test_every_number_shown_is_in_the_document(page, document):
    assert len(NUMERAL.findall(" ".join(read(page).text))) > 800
    assert invented(page, document) == []


def test_a_number_from_elsewhere_is_noticed(page, document):
    assert invented(short(page, "<p>42.4242</p>"), document) == ["42.4242"]
    assert invented(short(page, '<data value="0.777">0.777</data>'), document) == ["0.777"]


WRITTEN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
"""Powers of ten as a number that can be read."""


def test_what_is_shown_of_a_number_is_its_rounding(document):
    claim = replace(document.claims[0], seconds=1.23456789e-7)
    fit = replace(document.claims[0].fit, chi2=13.7123456)
    page = single_file(replace(document, claims=[replace(claim, fit=fit)]))
    assert {value for value, _ in read(page).numbers} == {1.23456789e-7, 13.7123456}
    for value, shown in read(page).numbers:
        text = shown.replace("\N{MINUS SIGN}", "-").replace("×10", "e").translate(WRITTEN)
        assert float(text) == pytest.approx(value, rel=0.05), shown


def hostile(document: Document) -> Document:
    """The document with hostile text in every field that is not a closed vocabulary."""

    def poisoned(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            # The axes of a figure name what its points are told by.
            if key in {"x", "y"}:
                return value
            return {name: poisoned(item, name) for name, item in value.items()}
        if isinstance(value, list | tuple):
            return [poisoned(item, key) for item in value]
        return value + HOSTILE if isinstance(value, str) and key not in CLOSED else value

    return msgspec.convert(poisoned(msgspec.to_builtins(document)), Document)


def test_each_row_of_the_decision_table_is_read_by_itself():
    for row in decision.table().values():
        assert not [words for words in row.asks.values() if re.search(r"mirrored|as (above|below)$", words)]


def test_hostile_text_stays_text(few):
    page = single_file(hostile(few))
    reader = read(page)
    tags = Counter(tag for tag, _ in reader.elements)
    assert (tags["script"], tags["img"]) == (1, 0)
    assert not [name for _, given in reader.elements for name in given if name.startswith("on")]
    assert outside_references(page) == []
    assert reader.unbalanced == []
    assert "&lt;script&gt;" in page


def test_the_page_refers_to_nothing_outside_itself(page):
    assert outside_references(page) == []
    assert page.count("<script") == 1
    assert not re.search(r"fetch\(|XMLHttp|import\(|<script[^>]*src", page)


def test_an_outside_reference_is_noticed(page):
    assert outside_references(short(page, '<a href="https://example.org">x</a>'))
    assert outside_references(short(page, "<style>@import 'x.css';</style>"))


def test_ids_are_unique_and_every_link_has_its_target(page, document):
    reader = read(page)
    ids = {given["id"] for _, given in reader.elements if "id" in given}
    links = [given.get("href") or "#" for tag, given in reader.elements if tag == "a"]
    targets = {link[1:] for link in links if link.startswith("#")}
    labels = {name for _, given in reader.elements for name in (given.get("aria-labelledby") or "").split()}
    assert repeated_ids(page) == []
    assert targets | labels <= ids
    assert {claim.id for claim in document.claims} <= ids


def test_a_repeated_id_is_noticed(page):
    assert repeated_ids(short(page, '<p id="claims"></p><p id="claims"></p>')) == ["claims"]


def test_the_same_document_gives_the_same_bytes(few):
    page = single_file(few)
    assert single_file(few) == page


def test_elements_are_closed_in_order(page):
    assert read(page).unbalanced == []
    assert read(short(page, "</div>")).unbalanced


def test_formulas_are_mathml_and_drawings_have_alternative_texts(page):
    elements = read(page).elements
    assert sum(tag == "math" for tag, _ in elements) > 100
    assert "$" not in "".join(read(page).text)
    drawings = [given for tag, given in elements if tag == "svg" and given.get("class") == "plot"]
    assert drawings
    assert all(given.get("aria-label") for given in drawings)


def test_both_colour_schemes_print_and_narrow_screens_have_their_rules(page):
    for rule in (
        "prefers-color-scheme: dark",
        "@media print",
        "max-width: 45.99rem",
        "color-scheme: light dark",
    ):
        assert rule in page
    drawn = re.findall(r'<svg class="plot".*?</figure>', page, flags=re.DOTALL)
    assert drawn
    assert not [colour for drawing in drawn for colour in re.findall(r"#[0-9a-f]{6}\b", drawing)]


def test_a_summary_limits_the_headline_and_a_full_text_does_not(page, few):
    full = replace(
        few,
        statements=[replace(one, source_access="full text") for one in few.statements],
        claims=[replace(one, source_access="full text") for one in few.claims],
    )
    assert "under our definitions" in page.partition("</h1>")[0]
    assert "nder our definitions" not in single_file(full)


def test_a_document_without_claims_is_still_a_page(document):
    page = single_file(replace(document, claims=[]))
    assert "No claims" in page
    assert read(page).unbalanced == []


def card(page: str, claim_id: str) -> str:
    """The article of the page that is about the claim."""
    articles = re.findall(r"<article .*?</article>", page, flags=re.DOTALL)
    return next(article for article in articles if f' id="{claim_id}"' in article)


def test_other_routes_to_the_formula_end_its_derivation(page):
    derivation = card(page, "conditioning.noise_power").partition('class="derivation"')[2]
    assert "equal to exact enumeration" in derivation.partition("</ol>")[2].partition("</details>")[0]
    assert "by other routes" not in card(page, "conditioning.linearity")


def test_a_step_of_a_theorem_is_called_kernel_checked_and_another_by_its_rule():
    step = StepRecord(label="by the kernel", latex="x")
    older = replace(step, rule="linearity", check="it holds")
    chain = DerivationRecord(status="derived", steps=2, cited=[], chain=[step, older])
    template = "{% from 'derivation.html.jinja' import derivation %}{{ derivation(claim) }}"
    shown = _environment().from_string(template).render(claim=SimpleNamespace(derivation=chain))
    assert re.findall(r'<span class="rule"[^>]*>([^<]*)</span>', shown) == [
        "kernel-checked",
        "rule: linearity",
    ]

"""The picture of an answer has a row for each interpretation, at the exponents that the document has."""

import re
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace
from theorycheck.report.drawing import Words
from theorycheck.report.forest import file_stem, forests
from theorycheck.report.html_page import render_picture
from theorycheck.report.interpretations import TAG, tables_by_tag
from theorycheck.report.markdown_page import render
from theorycheck.report.output import encode
from theorycheck.report.publish import publish
from theorycheck.report.site import single_file
from theorycheck.report.svg import picture

TITLE = "Capacity by definition"
NAME = "capacity-by-definition-d_k"


@pytest.fixture
def answered(document):
    claims = [
        replace(claim, tags=[TAG + TITLE], label=f"the capacity by {claim.id.split('.')[2]}")
        if claim.relation == "law"
        else claim
        for claim in document.claims
    ]
    return replace(document, claims=claims)


def drawn(document):
    (answer,) = tables_by_tag(document).items()
    return {name: picture(drawing) for name, drawing in forests(*answer).items()}


def marks(drawing):
    return [float(x) for x in re.findall(r'class="m-0" d="M([\d.]+)', drawing)]


def test_each_interpretation_has_a_row_named_by_what_sets_it_apart(answered):
    drawing = drawn(answered)["d_k"]
    texts = ["".join(text.itertext()) for text in ET.fromstring(drawing).iter("text")]
    assert {"mean_noise", "coherent", "distinct", "unshared"} <= set(texts)
    assert sum("lower bound only" in text for text in texts) == 2


def test_no_line_ends_within_an_index(document):
    name = "the number of items at which the mean of $\\sum_{j \\ne i} |k_i|$ by "
    claims = [
        replace(claim, tags=[TAG + TITLE], label=name + claim.id.split(".")[2])
        if claim.relation == "law"
        else claim
        for claim in document.claims
    ]
    (answer,) = tables_by_tag(replace(document, claims=claims)).items()
    (drawing,) = forests(*answer).values()
    lines = [one.words for one in drawing.elements if isinstance(one, Words)]
    assert all(line.count("(") == line.count(")") for line in lines)


def test_a_larger_exponent_stands_further_right_and_further_down(answered):
    distinct, coherent, *larger, _ = marks(drawn(answered)["d_k"])
    assert distinct == coherent < min(larger)


def test_a_law_read_in_one_bound_type_says_in_which(answered):
    claims = [claim for claim in answered.claims if claim.bound_type in {None, "Omega"}]
    alone = "".join(ET.fromstring(drawn(replace(answered, claims=claims))["d_k"]).itertext())
    assert alone.count("✓ true, Ω") == 4
    assert "Ω" not in "".join(ET.fromstring(drawn(answered)["d_k"]).itertext())


def test_a_heuristic_exponent_is_not_drawn_as_derived(answered):
    def told(status):
        claims = [
            replace(claim, derivation=replace(claim.derivation, status=status)) for claim in answered.claims
        ]
        return drawn(replace(answered, claims=claims))["d_k"].count('class="derived"')

    assert told("heuristic") == told("derived") - 4 == 1


def test_two_interpretations_make_no_picture(answered):
    claims = [c for c in answered.claims if "mean_noise" in c.id or "coherent" in c.id]
    assert drawn(replace(answered, claims=claims)) == {}


def test_a_picture_stands_by_itself_and_is_on_the_page(answered, tmp_path):
    (drawing,) = (
        drawing
        for title, laws in tables_by_tag(answered).items()
        for name, drawing in forests(title, laws).items()
        if file_stem(title, name) == NAME
    )
    picture = render_picture(drawing)
    assert ET.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert "prefers-color-scheme: dark" in picture
    assert 'id="mark-0"' in picture
    assert "mean_noise 1.003, lower bound only" in picture
    assert "exponents of d_k by interpretation" in single_file(answered)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "verdicts.json").write_text(encode(answered))
    publish([tmp_path / "run"], tmp_path / "to")
    assert (tmp_path / "to" / f"conditioning.{NAME}.svg").read_text() == picture
    assert f"](conditioning.{NAME}.svg)" in (tmp_path / "to" / "conditioning.md").read_text()
    assert ".svg" not in render(answered)

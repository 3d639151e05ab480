"""Every kind of reason has a template whose sentence is whole in every medium."""

import re
from pathlib import Path
from string import Formatter

import msgspec
import pytest
from theorycheck.document import Document
from theorycheck.reason import Formula, Kind, Reason, Text, reason
from theorycheck.report.mathml import prose
from theorycheck.wording import Medium, words
from theorycheck.wording.sentences import OPTIONAL, lacking
from theorycheck.wording.statements import reasons
from theorycheck.wording.templates import TEMPLATES

REPORTS = sorted(Path(__file__).parents[3].glob("reports/*.json"))
SPECS = {"", "capital", "lower", "list", "bracket", "at", "in", "on"}


def fields(kind):
    return [(name, spec) for _, name, spec, _ in Formatter().parse(TEMPLATES[kind]) if name is not None]


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_has_a_template_of_known_parts(kind):
    assert {spec for _, spec in fields(kind)} <= SPECS
    assert all(name.isidentifier() for name, _ in fields(kind))


@pytest.mark.parametrize("medium", Medium)
@pytest.mark.parametrize("kind", Kind)
def test_each_template_is_filled_in_each_medium(kind, medium):
    parts = {name: Text(text=r"x $\alpha$") for name, _ in fields(kind)}
    said = words(reason(kind, **parts), medium)
    assert "{" not in said
    assert "  " not in said
    assert ("α" in said) is (bool(parts) and medium is Medium.TERMINAL)


def test_a_part_that_says_nothing_leaves_no_space(monkeypatch):
    monkeypatch.setitem(TEMPLATES, Kind.NOT_MEASURED, "{a} is {b} {c}. {d}")
    said = reason(Kind.NOT_MEASURED, a=Text(text="the error"), b=None, c=Formula(code="C/d"), d="")
    assert words(said, Medium.TERMINAL) == "The error is C/d."


def test_a_template_that_names_another_part_would_be_seen():
    with pytest.raises(KeyError):
        words(Reason(kind=next(kind for kind in Kind if fields(kind))))


@pytest.mark.parametrize("kind", [kind for kind in Kind if fields(kind)])
def test_a_part_that_is_left_out_is_named(kind):
    parts = {name: Text(text="x") for name, _ in fields(kind)}
    whole = reason(kind, **parts)
    assert lacking(reason(Kind.EVERY_ANALYSIS, found=(whole,))) is None
    for name in parts.keys() - OPTIONAL:
        torn = reason(kind, **{other: text for other, text in parts.items() if other != name})
        assert lacking((whole, reason(Kind.EVERY_ANALYSIS, found=(torn,)))) == (
            f"the part {name!r} of its reason {kind.value!r}"
        )


CODE = re.compile(r"\*\*|sqrt\(|\\[a-z]|\$|\d[eE]-?\d|\^0(?![.\d])|  ")
"""Marks of code, of TeX and of an exponent 0, which no sentence for a terminal has."""


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem)
def test_every_published_reason_is_worded_in_each_medium(path):
    try:
        document = msgspec.json.decode(path.read_bytes(), type=Document)
    except msgspec.ValidationError:
        pytest.skip("no document of a run")
    for claim in document.claims:
        for said in reasons(claim):
            shown, page = words(said, Medium.TERMINAL), words(said, Medium.MARKUP)
            assert not CODE.search(shown), (claim.id, shown)
            assert "<code" not in prose(page), (claim.id, page)
            assert "e-0" not in page, (claim.id, page)

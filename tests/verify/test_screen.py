"""One screen of findings: what fails first, one line a statement, no word cut, whatever the width."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from theorycheck.document import Outcome
from theorycheck.report import output
from theorycheck.report.interpretations import interpretations
from theorycheck.terminal.findings import screen, statement_screen
from theorycheck.wording.short import SHORT_TEMPLATES, every_length, short_finding

REPORTS = Path(__file__).parents[2] / "reports"
TOPICS = ("conditioning", "associative_memory", "transformer_basics")


@pytest.fixture(scope="module", params=TOPICS)
def document(request):
    """A published report."""
    return output.read_document(REPORTS / f"{request.param}.json")


@pytest.fixture(scope="module")
def conditioning():
    return output.read_document(REPORTS / "conditioning.json")


def shown(document, **options):
    return [text.plain for text in screen(document, **({"width": 80, "height": 24} | options))]


def signs(lines):
    return [line[2] for line in lines if line[:2] == "  " and line[2] in "✗!?◐✓"]


@pytest.mark.parametrize("height", [12, 24, 50])
def test_a_screen_is_as_high_and_as_wide_as_the_terminal(document, height):
    lines = shown(document, height=height)
    assert len(lines) <= height + 1, "one line says how many more there are"
    assert all(len(line) <= 80 for line in lines)


def test_without_a_height_every_statement_that_is_tested_has_its_line(document):
    tested = {claim.statement_id for claim in document.claims}
    lines = shown(document, height=None)
    assert len(signs(lines)) == len(tested)
    assert "more" not in lines[-1]
    shorter = shown(document)
    assert shorter[-1] == f"  … {len(tested) - len(signs(shorter))} more"


def test_what_fails_comes_before_bounds_and_bounds_before_what_holds(document):
    asked = {s.id for s in document.statements if s.own_question}
    ours = replace(
        document,
        statements=[s for s in document.statements if s.id not in asked],
        claims=[c for c in document.claims if c.statement_id not in asked],
    )
    found = signs(shown(ours, height=None))
    assert found == sorted(found, key="!✗?◐✓".index)


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_word_is_cut_at_any_width(document, width):
    words = set(" ".join(shown(document, height=None, width=500)).split())
    said = " ".join(shown(document, height=None, width=width)).split()
    every = {word for claim in document.claims for text in every_length(claim) for word in text.split()}
    assert set(said) - words - every == set()


def test_a_wide_terminal_says_more_than_a_narrow_one(document):
    narrow, wide = (sum(map(len, shown(document, height=None, width=width))) for width in (80, 200))
    assert wide > narrow


def test_the_deciding_number_is_told(conditioning):
    claims = {claim.id: claim for claim in conditioning.claims}
    told = short_finding(claims["conditioning.capacity.query.omega"], 60)
    assert told == "lower bound only: measured d_k^1.01 (1.00 to 1.02)"
    assert (
        short_finding(claims["conditioning.noise_power.mean"], 46) == "derived; within 2 % in all 24 settings"
    )
    assert "equals (n − 1)/d_k" in short_finding(claims["conditioning.noise_power.mean"], 200)


def test_a_claim_without_its_statement_s_primary_one_is_told_by_itself(conditioning):
    claims = [claim for claim in conditioning.claims if claim.id == "conditioning.capacity.query.omega"]
    statements = [s for s in conditioning.statements if s.id == claims[0].statement_id]
    lines = shown(replace(conditioning, claims=claims, statements=statements))
    assert lines[0] == "conditioning   1 claim: 1 lower or upper bound only"
    assert "capacity.query.omega" in lines[1]


def test_a_verdict_that_turns_changes_its_sign_and_the_counts(conditioning):
    statement = next(s for s in conditioning.statements if s.id == "conditioning.S1")
    claims = [
        replace(claim, verdict=Outcome.REFUTED, holds="no") if claim.id == statement.primary else claim
        for claim in conditioning.claims
    ]
    before, after = shown(conditioning), shown(replace(conditioning, claims=claims))
    assert before[0] != after[0]
    assert any(line.startswith("  ✗ S1 ") for line in after)
    assert not any(line.startswith("  ✗ S1 ") for line in before)


def test_every_kind_of_a_report_s_findings_has_a_short_finding(document):
    missing = {
        claim.reason.kind
        for claim in document.claims
        if claim.reason is not None
        and "found" not in claim.reason.parts
        and claim.reason.kind not in SHORT_TEMPLATES
    }
    assert missing == set()


def shown_statement(document, name, **options):
    statement = next(one for one in document.statements if one.id == name)
    given = {"width": 80, "height": 24} | options
    return [text.plain for text in statement_screen(document, statement, **given)]


def test_a_statement_has_a_line_for_each_interpretation_the_primary_one_first_and_starred(conditioning):
    lines = shown_statement(conditioning, "conditioning.S6", height=None)
    assert lines[0] == "conditioning.S6   Kernel functions: fails"
    assert [line for line in lines if "*" in line[:6]] == ["  ✗ *  feature_capacity.relu_raw.omega"]
    statement = next(one for one in conditioning.statements if one.id == "conditioning.S6")
    assert len(signs(lines)) == len(interpretations(statement, conditioning.claims))
    found = signs(lines)[1:]
    assert found == sorted(found, key="!✗?◐✓".index)


def test_a_statement_keeps_to_one_screen_and_cuts_no_word(conditioning):
    lines = shown_statement(conditioning, "conditioning.S2")
    assert len(lines) <= 24
    assert all(len(line) <= 80 for line in lines)
    assert re.fullmatch(r"  … \d+ more: --all", lines[-1])
    assert "more" not in shown_statement(conditioning, "conditioning.S2", height=None)[-1]


def test_a_statement_that_nothing_tests_says_why(conditioning):
    name = next(one.id for one in conditioning.statements if one.not_covered)
    assert any(line.startswith("  not covered: ") for line in shown_statement(conditioning, name))

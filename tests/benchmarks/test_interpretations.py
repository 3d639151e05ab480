"""docs/interpretations.md: nine rules with an example each, and tables that are current and complete."""

import re

import pytest
from msgspec.structs import replace
from theorycheck.baseline import expected as baseline
from theorycheck.claim import Bears
from theorycheck.document import Outcome
from theorycheck.papers.tables import CLAIMS, STATEMENTS

from benchmarks.interpretations import BASELINE, FILE, PRESET, refuted, renewed, tables

PAGE = FILE.read_text(encoding="utf-8")
IDS = {statement.id for statement in STATEMENTS}


@pytest.fixture(scope="module")
def entries():
    return baseline.section(baseline.read(BASELINE), PRESET).claims


def test_the_tables_are_those_of_today():
    assert renewed(PAGE) == PAGE, "write them anew with python -m benchmarks.interpretations"


def test_each_of_nine_rules_has_an_example_that_exists():
    rules = re.split(r"^\d\. ", PAGE.partition("How this is recorded")[0], flags=re.MULTILINE)[1:]
    assert len(rules) == 9
    assert all("*Example:*" in rule for rule in rules)
    assert set(re.findall(r"`(\w+\.S[\w.]*\w)`", "".join(rules))) <= IDS


def test_a_sentence_whose_contradiction_holds_is_one_that_fails(entries):
    statement = next(s for s in STATEMENTS if s.primary in entries and not s.own_question)
    primary = next(claim for claim in CLAIMS if claim.id == statement.primary)
    for verdict, bears, fails in (
        (Outcome.AGREES, Bears.SUPPORTS, False),
        (Outcome.REFUTED, Bears.SUPPORTS, True),
        (Outcome.AGREES, Bears.CONTRADICTS, True),
        (Outcome.REFUTED, Bears.CONTRADICTS, False),
    ):
        holds = "yes" if verdict is Outcome.AGREES else "no"
        one = {primary.id: replace(entries[primary.id], verdict=verdict, holds=holds)}
        found = refuted([replace(statement, own_question=False)], [replace(primary, bears=bears)], one)
        assert bool(found) is fails
        assert refuted([replace(statement, own_question=True)], [replace(primary, bears=bears)], one) == []


def test_every_kind_of_note_has_its_row():
    first, second = STATEMENTS[:2]
    noted = replace(first, as_printed="It needs $q \\ge 0$.", printed="a.b", own_question=True)
    again = replace(second, same_as=first.id, primary=None)
    claim = replace(CLAIMS[0], bears=Bears.REFINES)
    text = tables([noted, again], [claim], {}, {first.id: "an.other"})
    assert "| It needs $q \\ge 0$. | `a.b` |" in text
    assert f"`{first.id}`" in text.partition("Our own questions")[2]
    assert f"| `{first.id}` |" in text.partition("Said again")[2]
    assert f"| `{claim.id}` | `{claim.statement_id}` | refines |" in text
    assert f"| `{first.id}` | `an.other` | `{first.primary}` |" in text
    assert "None." in tables([], [], {}, {})


def test_every_sentence_that_fails_says_why_its_author_would_agree(entries):
    fail = refuted(STATEMENTS, CLAIMS, entries)
    assert fail
    assert [one.id for one in fail if not one.why_refuted] == []


def test_notes_name_what_exists():
    ids, claims = {one.id for one in STATEMENTS}, {claim.id for claim in CLAIMS}
    assert all(one.same_as in ids - {one.id} for one in STATEMENTS if one.same_as)
    assert all(one.printed in claims for one in STATEMENTS if one.printed)
    first = {one.id for one in STATEMENTS if one.same_as is None}
    assert all(one.same_as in first for one in STATEMENTS if one.same_as), "the first one is counted"

"""Answers: readings gathered from all statements by the tags of their claims."""

from __future__ import annotations

from lawcheck.verify import report
from lawcheck.verify.report.answers import MARK, answers
from msgspec.structs import replace


def tagged(document, title, ids):
    claims = [
        replace(claim, tags=[*claim.tags, MARK + title]) if claim.id in ids else claim
        for claim in document.claims
    ]
    return replace(document, claims=claims)


def test_a_tag_gathers_claims_of_any_statement_in_order(document):
    ids = [claim.id for claim in document.claims]
    (found,) = answers(tagged(document, "What one came for", ids))
    assert found.title == "What one came for"
    assert [claim.id for reading in found.laws for claim in reading.claims if claim.id in ids]
    assert sum(len(reading.by_sense) for reading in found.laws) == len(ids)


def test_without_a_tag_there_is_no_answer(document):
    assert answers(document) == ()


def test_answers_come_before_the_statements_on_both_pages(document):
    titled = tagged(document, "What one came for", {document.claims[0].id})
    for page in (report.html(titled), report.markdown(titled)):
        assert page.index("What one came for") < page.index(document.statements[0].title)

"""Answers: interpretations gathered from all statements by the tags of their claims."""

from msgspec.structs import replace
from theorycheck.report import markdown_page, site
from theorycheck.report.interpretations import TAG, tables_by_tag


def tagged(document, title, ids):
    claims = [
        replace(claim, tags=[*claim.tags, TAG + title]) if claim.id in ids else claim
        for claim in document.claims
    ]
    return replace(document, claims=claims)


def test_a_tag_gathers_claims_of_any_statement_in_order(document):
    ids = [claim.id for claim in document.claims]
    ((title, laws),) = tables_by_tag(tagged(document, "What one came for", ids)).items()
    assert title == "What one came for"
    assert sorted(claim.id for law in laws for claim in law.claims) == sorted(ids)


def test_without_a_tag_there_is_no_answer(document):
    assert tables_by_tag(document) == {}


def test_answers_come_after_the_findings_and_before_the_statements(document):
    titled = tagged(document, "What one came for", {document.claims[0].id})
    first = document.statements[0].id
    anchors = {site.single_file: f'id="statement-{first}"', markdown_page.render: f'id="{first}-finding"'}
    for write, anchor in anchors.items():
        # The anchor of a statement's own section; its title stands among the findings as well.
        page = write(titled)
        section = page.index(anchor)
        assert page.index("Findings") < page.index("What one came for") < section

"""A line says what holds and what fails, with the number that shows it, and no more than was found."""

from __future__ import annotations

import pytest
from lawcheck.verify.document import Outcome
from lawcheck.verify.report import html, markdown
from lawcheck.verify.report.findings import findings
from lawcheck.verify.report.quotes import LONGEST, letters, line, opening, said
from lawcheck.verify.report.witnesses import exponents, slack, witness
from msgspec.structs import replace


def of(document, claim_id):
    return next(claim for claim in document.claims if claim.id == claim_id)


def primary_first(document, claim_id):
    """The finding of a claim's statement, read first as that claim reads it."""
    claim = of(document, claim_id)
    statements = [
        replace(s, primary=claim_id) if s.id == claim.statement_id else s for s in document.statements
    ]
    found = findings(replace(document, statements=statements))
    return next(finding for finding in found if finding.statement.id == claim.statement_id)


def test_a_law_that_holds_tells_its_exponent_and_what_came_out_otherwise(document):
    told = line(primary_first(document, "conditioning.capacity.coherent.theta"))
    assert told.startswith("Under our definitions (the quantity, Θ): holds, exponent of $d_{k}$ 0.503 [")
    assert "where 0.5 is claimed and derived" in told
    assert "a guarantee only for" in told


def test_a_law_that_fails_tells_what_is_left_of_it(document):
    told = line(primary_first(document, "conditioning.capacity.mean_noise.theta"))
    assert "fails except as a guarantee, exponent of $d_{k}$ 1.003 [" in told
    assert "where 0.5 is claimed and 1 derived" in told


def test_an_exponent_as_claimed_is_no_reason_to_fail(document):
    claim = of(document, "conditioning.capacity.coherent.theta")
    assert exponents(replace(claim, holds="no", verdict=Outcome.REFUTED)) == ""


def test_the_witness_is_the_smallest_cell_against_the_claim(document):
    claim = of(document, "conditioning.noise_power")
    moved = [replace(cell, claimed=cell.claimed * 2) if cell.at["n"] > 9 else cell for cell in claim.cells]
    refuted = replace(claim, cells=moved, holds="no", verdict=Outcome.REFUTED, basis="statistics")
    assert said(refuted).startswith("fails, 1.994 measured")
    assert witness(refuted, "claimed").endswith("where 4 is claimed at $n$ = 33, $d_{k}$ = 16, $d_{v}$ = 16")


def test_no_cell_within_the_margin_is_a_witness(document):
    claim = of(document, "conditioning.noise_power")
    assert witness(claim, "claimed") == ""
    near = [replace(cell, claimed=cell.claimed * 1.02) for cell in claim.cells]
    assert witness(replace(claim, cells=near), "claimed") == ""


def test_a_bound_tells_its_slack(document):
    claim = of(document, "conditioning.capacity.guarantee")
    assert slack(claim) == "measured/bound 6.01 to 32.1"
    assert said(claim) == "holds as a bound only, measured/bound 6.01 to 32.1 in all 6 cells"


def test_a_verdict_without_numbers_is_told_in_its_own_words(document):
    claim = replace(of(document, "conditioning.noise_power"), cells=[], holds="no", verdict=Outcome.REFUTED)
    assert said(claim) == "fails: the mean noise power is (n - 1)/d_k in all 16 cells within 0.05"


@pytest.mark.parametrize("primary", ["capacity.unshared.theta", "capacity.distinct.omega", "noise_power"])
def test_a_line_stays_short(document, primary):
    assert letters(line(primary_first(document, f"conditioning.{primary}"))) < LONGEST + 40


def test_an_ambiguous_subject_is_told_in_the_words_of_its_reading(document):
    told = line(primary_first(document, "conditioning.capacity.coherent.theta"))
    assert "a query's mean noise power is at most one" in told


def test_the_opening_counts_each_sentence_once_and_gives_reasons(document):
    found = opening(document)
    assert (
        found.counts
        == "Of 4 sentences, each read as its text asks, 2 hold, 1 holds as a bound only and 1 is not covered."
    )
    assert sum(map(len, found.groups.values())) + 1 == len(document.statements)
    assert list(found.not_covered) == [s.not_covered for s in document.statements if s.not_covered]
    assert "a verdict is about a reading, not about the source" in found.access


def test_of_a_full_text_nothing_is_said_of_a_summary(document):
    whole = [replace(claim, source_access="full text") for claim in document.claims]
    assert opening(replace(document, claims=whole)).access == ""


def test_findings_open_both_pages_and_link_the_statements(document):
    for page in (html(document), markdown(document)):
        start = page.index("Findings")
        assert start < page.index("What one sees") if "What one sees" in page else True
        for quotes in opening(document).groups.values():
            assert all(f"#{quote.statement.id}-finding" in page for quote in quotes)
            assert all(f'id="{quote.statement.id}-finding"' in page for quote in quotes)

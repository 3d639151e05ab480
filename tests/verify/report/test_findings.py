"""What a reader sees first is complete, counted right and worded with care."""

from msgspec.structs import replace
from theorycheck.document import Outcome
from theorycheck.report.contents import contents
from theorycheck.report.findings import findings
from theorycheck.report.point_tables import coordinates, formula_columns
from theorycheck.wording.parts import listed


def test_every_claim_is_found_once(document):
    found = [claim.id for finding in findings(document) for claim in finding.claims]
    assert sorted(found) == sorted(claim.id for claim in document.claims)


def test_counts_and_gaps_are_those_of_the_document(document):
    assert sum(contents(document).verdicts.values()) == len(document.claims)
    assert contents(document).verdicts[Outcome.INCONCLUSIVE] == 1
    assert [statement.id for statement in contents(document).not_covered] == ["conditioning.S6"]


def test_the_headline_never_speaks_of_the_paper(document):
    assert contents(document).title == "Conditioning: what holds under our definitions"
    assert "paper" not in contents(document).title


def test_coordinates_keep_the_order_of_the_grid(document):
    assert coordinates(document.claims[0]) == ["n", "d_k", "d_v"]


def test_words_are_listed_as_in_a_sentence():
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_equal_formulas_share_a_column_and_absent_ones_have_none(document):
    claim = document.claims[0]
    moved = replace(claim.points[0], claimed=0.75)
    alone = [replace(point, derived=None) for point in claim.points]
    assert formula_columns(claim) == {"derived": "claimed and derived"}
    assert list(formula_columns(replace(claim, points=[moved, *claim.points[1:]]))) == ["claimed", "derived"]
    assert list(formula_columns(replace(claim, points=alone))) == ["claimed"]

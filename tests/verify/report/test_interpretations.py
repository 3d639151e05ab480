"""Interpretations are grouped by bound type, conclude from what holds, and show evidence once."""

import pytest
from msgspec.structs import replace
from theorycheck.claim import BoundType
from theorycheck.document import ClaimRecord, Outcome
from theorycheck.report.contents import contents
from theorycheck.report.interpretations import Interpretation, told_apart


@pytest.fixture(scope="module")
def law(document):
    return next(claim for claim in document.claims if claim.relation == "law")


@pytest.mark.parametrize(
    ("omega", "o", "theta", "conclusion"),
    [
        ("yes", "yes", "yes", "true"),
        ("yes", "no", "no", "lower bound only"),
        ("no", "yes", "no", "upper bound only"),
        ("no", "no", "no", "false"),
        ("yes", "undecided", "undecided", "lower bound, tightness open"),
        ("undecided", "yes", "undecided", "upper bound, tightness open"),
        ("undecided", "no", "no", "open"),
        ("undecided", "undecided", "undecided", "open"),
    ],
)
def test_three_bound_types_make_one_conclusion(law, omega, o, theta, conclusion):
    held = zip((BoundType.OMEGA, BoundType.O, BoundType.THETA), (omega, o, theta), strict=True)
    by_bound_type: dict[BoundType | None, ClaimRecord] = {s: replace(law, holds=h) for s, h in held}
    assert Interpretation(by_bound_type=by_bound_type, is_primary=False).conclusion == conclusion


@pytest.mark.parametrize(
    ("holds", "tight", "conclusion"),
    [
        ("yes", "yes", "true"),
        ("yes", "no", "lower bound only"),
        ("no", "no", "false"),
        ("undecided", "unknown", "open"),
    ],
)
def test_a_claim_without_bound_types_speaks_for_itself(law, holds, tight, conclusion):
    verdict = {"yes": "agrees", "no": "bound only", "unknown": "inconclusive"}[
        tight if holds == "yes" else "unknown"
    ]
    alone = replace(law, holds=holds, tight=tight, verdict=Outcome(verdict))
    assert Interpretation(by_bound_type={None: alone}, is_primary=False).conclusion == conclusion


def test_two_of_one_label_are_named_by_their_interpretations_and_others_by_their_labels(law):
    def read(label, interpretation):
        claim = replace(law, label=label, interpretation=interpretation)
        return Interpretation(by_bound_type={None: claim}, is_primary=False)

    found = [read("the capacity", "(b) by sampling."), read("the capacity", "by an integral"), read("x", "y")]
    assert [name for _, name in told_apart(found)] == ["by sampling", "by an integral", "x"]


def test_claims_that_differ_in_bound_type_only_are_one_interpretation(document):
    capacity = contents(document).findings[0]
    assert capacity.statement.id == "conditioning.S2"
    assert [len(interpretation.claims) for interpretation in capacity.interpretations] == [3, 3, 3, 3, 1]
    assert [interpretation.is_primary for interpretation in capacity.interpretations] == [
        True,
        False,
        False,
        False,
        False,
    ]


def test_bound_types_with_the_same_points_and_derivation_show_them_once(document):
    interpretation = contents(document).findings[0].interpretations[0]
    first, *others = interpretation.claims
    assert interpretation.shown_by_lead(first) == []
    assert len(others) == 2
    assert all(interpretation.shown_by_lead(claim) == ["evidence", "derivation"] for claim in others)


def test_a_bound_type_with_other_points_keeps_its_own_evidence(document):
    interpretation = contents(document).findings[0].interpretations[0]
    upper = interpretation.by_bound_type[BoundType.O]
    fewer = replace(upper, points=upper.points[:-1])
    otherwise = replace(upper, derivation=replace(upper.derivation, chain=upper.derivation.chain[:-1]))
    for claim, parts in ((fewer, ["derivation"]), (otherwise, ["evidence"])):
        changed = Interpretation(
            by_bound_type={**interpretation.by_bound_type, BoundType.O: claim}, is_primary=True
        )
        assert changed.shown_by_lead(claim) == parts

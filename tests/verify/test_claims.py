"""The tables of claims keep their promises to each other and to the routes they name."""

import pytest
from msgspec.structs import replace
from theorycheck import law
from theorycheck.claim import BoundType, Relation
from theorycheck.evidence.preset import PRESETS
from theorycheck.numerics.quantity import quantities
from theorycheck.papers.plans import plan
from theorycheck.papers.tables import CLAIMS, STATEMENTS
from theorycheck.statement import in_order
from theorycheck.theory.catalogue import derivations


def test_ids_are_unique():
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)
    assert len({statement.id for statement in STATEMENTS}) == len(STATEMENTS)


def unnamed(claims):
    """The claims of which sentences would not say what they are about."""
    return [claim.id for claim in claims if not claim.label]


def test_the_quantity_of_every_claim_has_a_name():
    assert unnamed(CLAIMS) == []
    assert unnamed([replace(CLAIMS[0], label="")]) == [CLAIMS[0].id]


def test_statements_stand_in_the_order_of_their_ledger():
    statement = STATEMENTS[0]
    ids = ["a.S1", "a.S2", "a.S2.1", "a.S2.10", "a.S3.a", "a.S3.b", "a.S10", "a.Q1"]
    shuffled = [replace(statement, id=ids[i]) for i in (6, 3, 7, 5, 0, 2, 4, 1)]
    assert [s.id for s in in_order(shuffled)] == ids


def test_every_statement_is_tested_or_says_why_not():
    tested = {claim.statement_id for claim in CLAIMS}
    assert tested <= {statement.id for statement in STATEMENTS}
    for statement in STATEMENTS:
        assert (statement.id in tested) != bool(statement.not_covered), statement.id


def test_every_tested_statement_has_one_primary_interpretation_with_a_reason():
    for statement in STATEMENTS:
        if statement.not_covered is None:
            primary = next(claim for claim in CLAIMS if claim.id == statement.primary)
            assert primary.statement_id == statement.id
            assert statement.why_primary


def test_badges_and_duplicates_name_what_exists():
    statements = {statement.id: statement for statement in STATEMENTS}
    claims = {claim.id: claim for claim in CLAIMS}
    for statement in STATEMENTS:
        assert statement.printed is None or statement.as_printed, statement.id
        if statement.printed is not None:
            assert claims[statement.printed].statement_id == statement.id
            assert statement.printed != statement.primary
        if statement.same_as is not None:
            # The first one is counted, and refers to nothing itself.
            assert statements[statement.same_as].same_as is None
            assert not statements[statement.same_as].own_question


def test_no_note_is_handed_on_to_another_statement():
    for field in ("why_refuted", "as_printed", "printed"):
        notes = [getattr(s, field) for s in STATEMENTS if getattr(s, field) and s.same_as is None]
        assert len(set(notes)) == len(notes), field


def test_a_claim_names_what_exists():
    for claim in CLAIMS:
        known = quantities(claim.topic)
        assert claim.derivation is None or claim.derivation in derivations(claim.topic), claim.id
        assert claim.quantity is None or claim.quantity in known, claim.id
        assert claim.output is None or claim.output in getattr(known[claim.quantity], "outputs", ()), claim.id
        assert law.parse(claim.claimed) is not None, claim.id
        assert (claim.relation is Relation.LAW) == (claim.bound_type is not None), claim.id


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)
def test_every_grid_selects_points_of_its_quantity(preset):
    for claim in CLAIMS:
        grid = claim.quick_grid if preset.quick_grid else claim.grid
        asked = {value for values in grid.values() for value in values}
        points = (point for target in plan(claim, preset).targets for point in target.points)
        assert asked <= {value for point in points for value in point.values()}, claim.id


def exponents(claim, text):
    """The exponents a law claims of what the claim's grid and formula name, and its rates."""
    numerical = {name for name, values in claim.grid.items() if not isinstance(values[0], str)}
    names = numerical | {"d_k"} | set(law.variables(law.parse(claim.claimed)))
    found = law.form(text, sorted(names - {"C", "c"}))
    return found.exponents, [rate.written for term in found.terms for rate in term.rates]


def test_the_margin_is_at_most_a_third_of_the_gap_to_the_nearest_alternative():
    for claim, alternative in [(one, other) for one in CLAIMS for other in one.alternatives]:
        (claimed, rates), (other, other_rates) = (exponents(claim, x) for x in (claim.claimed, alternative))
        gap = max(abs(claimed[name] - other[name]) for name in claimed)
        assert gap == 0 or rates != other_rates or claim.margin <= gap / 3, claim.id


def test_claims_of_one_interpretation_differ_in_their_bound_type_alone():
    groups = {}
    for claim in CLAIMS:
        stem, _, last = claim.id.rpartition(".")
        if claim.bound_type is not None and last == claim.bound_type.lower() and "error_law" not in claim.id:
            # A derived floor is beside one bound type what a ceiling is beside another.
            groups.setdefault(stem, []).append(replace(claim, id=stem, bound_type=None, derivation=None))
    assert max(map(len, groups.values())) == len(BoundType)
    for stem, claims in groups.items():
        assert all(claim == claims[0] for claim in claims), stem

"""The tables of claims keep their promises to each other and to the roads they name."""

from __future__ import annotations

import pytest
from lawcheck.numerics.conditioning import QUANTITIES
from lawcheck.theory.conditioning import DERIVATIONS
from lawcheck.verify import law
from lawcheck.verify.claim import Relation
from lawcheck.verify.claims import CLAIMS, STATEMENTS
from lawcheck.verify.plan import plan
from lawcheck.verify.profile import PROFILES


def test_ids_are_unique():
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)
    assert len({statement.id for statement in STATEMENTS}) == len(STATEMENTS)


def test_every_statement_is_tested_or_says_why_not():
    tested = {claim.statement_id for claim in CLAIMS}
    assert tested <= {statement.id for statement in STATEMENTS}
    for statement in STATEMENTS:
        assert (statement.id in tested) != bool(statement.not_covered), statement.id


def test_every_tested_statement_has_one_primary_reading_with_a_reason():
    for statement in STATEMENTS:
        if statement.not_covered is None:
            primary = next(claim for claim in CLAIMS if claim.id == statement.primary)
            assert primary.statement_id == statement.id
            assert statement.why_primary


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_claim_names_what_exists(claim):
    assert claim.derivation is None or claim.derivation in DERIVATIONS
    assert claim.quantity is None or claim.quantity in QUANTITIES
    assert claim.component is None or claim.component in getattr(QUANTITIES[claim.quantity], "components", ())
    law.parse(claim.claimed)
    assert (claim.relation is Relation.LAW) == (claim.sense is not None)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_every_grid_selects_cells_of_its_quantity(claim, profile):
    found = plan(claim, profile)
    asked = {
        value
        for values in (claim.quick_grid if profile.quick_grid else claim.grid).values()
        for value in values
    }
    reached = {value for target in found.targets for cell in target.cells for value in cell.values()}
    assert asked <= reached


@pytest.mark.parametrize("claim", [c for c in CLAIMS if c.rivals], ids=lambda claim: claim.id)
def test_the_margin_is_at_most_a_third_of_the_gap_to_the_nearest_rival(claim):
    variables = tuple(claim.grid)
    claimed = law.form(claim.claimed, variables).exponents
    for rival in claim.rivals:
        other = law.form(rival, variables).exponents
        gap = max(abs(claimed[name] - other[name]) for name in variables)
        assert gap == 0 or claim.margin <= gap / 3

"""Which claims a user's words select."""

import pytest
from theorycheck.claim import Relation
from theorycheck.errors import NothingSelectedError, UsageError
from theorycheck.evidence import routes
from theorycheck.numerics.quantity import ExactQuantity
from theorycheck.papers.index import select
from theorycheck.papers.tables import CLAIMS


def ids(*patterns: str) -> set[str]:
    return {claim.id for claim in select(CLAIMS, patterns)}


def test_no_pattern_selects_all():
    assert ids() == {claim.id for claim in CLAIMS}


def test_an_id_a_family_a_tag_a_statement_and_a_glob_select():
    assert ids("conditioning.noise_power.mean") == {"conditioning.noise_power.mean"}
    assert ids("conditioning.capacity.coherent") == ids("conditioning.capacity.coherent.*")
    assert (
        ids("identity")
        == ids("conditioning.S8")
        == {"conditioning.linearity.identity", "conditioning.linearity.recursion"}
    )


def test_what_follows_from_a_claim_is_told_by_its_quantity_and_relation_and_never_typed():
    assert not any(tag in claim.tags for claim in CLAIMS for tag in routes.COMPUTED_TAGS)
    computed, bounds = ids("exact"), ids("bound")
    for claim in CLAIMS:
        route = routes.route(claim)
        is_exact = route is not None and isinstance(routes.quantity(route), ExactQuantity)
        assert (claim.id in computed) is is_exact
        assert (claim.id in bounds) is (claim.relation in {Relation.AT_MOST, Relation.AT_LEAST})
    assert "conditioning.noise_power.mean" not in computed


def test_the_beginning_of_a_word_selects_nothing():
    with pytest.raises(UsageError, match="did you mean"):
        select(CLAIMS, ["conditioning.capacit"])


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(UsageError, match=r"conditioning\.noise_power\.mean"):
        select(CLAIMS, ["conditioning.noise_power.meen"])


def test_a_glob_without_a_match_selects_nothing():
    with pytest.raises(NothingSelectedError, match="matches"):
        select(CLAIMS, ["conditioning.x*"])

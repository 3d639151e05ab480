"""Derivations name what they have in common, and nothing else."""

import pytest
from msgspec.structs import replace
from theorycheck.document import ClaimRecord
from theorycheck.report.derivations import checked, conditions, openings, rules


@pytest.fixture(scope="module")
def pair(document):
    one, other = (c for c in document.claims if c.id.endswith((".mean_noise.omega", ".coherent.omega")))
    return one, other


def repeated(claim: ClaimRecord, times: int) -> ClaimRecord:
    """The claim with the first step of its derivation put before it some times more."""
    chain = [claim.derivation.chain[0]] * times + claim.derivation.chain
    return replace(claim, derivation=replace(claim.derivation, chain=chain))


def test_common_first_steps_are_found_and_short_ones_are_not(pair):
    one, other = pair
    assert openings([one, other]) == {}
    first, second = repeated(one, 2), repeated(other, 2)
    found = openings([first, second])
    assert list(found) == [second.id]
    assert (found[second.id].steps, found[second.id].shown_by) == (4, first)


def test_a_step_that_differs_ends_the_common_ones(pair):
    first, second = (repeated(claim, 2) for claim in pair)
    assert openings([first, repeated(second, 1)])[second.id].steps == 3
    chain = [replace(second.derivation.chain[0], check="another"), *second.derivation.chain[1:]]
    changed = replace(second.derivation, chain=chain)
    assert openings([first, replace(second, derivation=changed)]) == {}


def test_every_rule_is_named_once(document):
    names = [name for name, _ in rules(document.claims)]
    assert sorted(names) == sorted({s.rule for claim in document.claims for s in claim.derivation.chain})


def test_checks_and_conditions_carry_the_numbers_of_their_steps(document):
    chain = document.claims[0].derivation
    twice = replace(chain, chain=[chain.chain[1], *chain.chain])
    assert [numbers for _, numbers in conditions(twice)] == [[1, 3], [1, 3]]
    assert [numbers for _, numbers in checked(twice)] == [[1, 3], [4]]
    assert [numbers for _, numbers in checked(twice, after=1)] == [[3], [4]]

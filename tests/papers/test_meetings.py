"""In every paper, what is derived is what is measured, and a formula nearby is not."""

from functools import cache

import pytest
from theorycheck.claim import Relation
from theorycheck.evidence.derivation_cache import derivation_result
from theorycheck.evidence.spot_checks import Meeting, meetings
from theorycheck.papers.plans import of_table
from theorycheck.papers.tables import CLAIMS
from theorycheck.statistics.evidence import Point

pytestmark = pytest.mark.usefixtures("one_torch_thread")


def pair_of(claim):
    """What the claim compares; claims that differ elsewhere alone are met once."""
    return claim.topic, claim.derivation, claim.quantity, claim.output, claim.statistic, claim.threshold


MEASURED = {
    pair_of(claim): claim
    for claim in reversed(CLAIMS)
    if claim.derivation and claim.quantity and claim.relation is not Relation.LIMIT
}
NEARBY = (1.1, 1e-3)
"""Factor and shift of a formula nearby."""
NOISY = {
    "attention_dynamics.random_signed_cosine": (1.1, 0.05),
    "associative_memory.two_class_error": (1.2, 0),
    "conditioning.depth_error": (1.2, 0),
    "conditioning.heads_excess": (1.1, 0.05),
    "conditioning.near_collision_hazard": (1.4, 0),
    "conditioning.positive_feature_variance": (1.2, 0),
    "conditioning.signal_to_noise": (1.2, 0),
    "markov_chains.add_half_excess": (1.5, 0),
    "markov_chains.longer_constant": (1.5, 0),
    "markov_chains.modular_constant": (1.5, 0),
}
"""The same where few draws at the cheapest points tell less."""


@cache
def met(pair):
    """The derivation of a pair, and its points."""
    claim = MEASURED[pair]
    known = derivation_result(claim.topic, claim.derivation)
    return known, meetings(of_table(claim), known)


@pytest.mark.parametrize("pair", MEASURED, ids=lambda pair: ".".join(map(str, pair[:5])))
def test_derivation_and_measurement_meet_and_a_formula_nearby_does_not(pair):
    known, points = met(pair)
    assert [point for point in points if point.of(known.formula) > 1] == []
    if points and known.relation == "=":
        factor, shift = NOISY.get(".".join(pair[:2]), NEARBY)
        assert max(point.of(factor * known.formula + shift) for point in points) > 1


def test_little_of_what_is_derived_and_measured_is_not_met():
    """A threshold off its curve, a limit, a heuristic, or events too rare in few trials."""
    apart = [pair for pair in MEASURED if not met(pair)[1]]
    assert len(apart) < len(MEASURED) / 10


@pytest.mark.parametrize(("relation", "value", "holds"), [
    ("=", 1.4, True), ("=", 1.5, False), ("=", 0.5, False),
    ("<=", 9.0, True), ("<=", 0.6, True), ("<=", 0.5, False),
    (">=", 0.0, True), (">=", 1.4, True), (">=", 1.5, False),
])  # fmt: skip
def test_a_bound_holds_on_its_side_within_errors(relation, value, holds):
    sampled = Point(at={}, mean=1.0, stderr=0.1, error_bound=None, n_trials=100)
    assert (Meeting(point=sampled, relation=relation).excess(value) <= 1) is holds


def test_an_exact_value_has_its_error_bound_and_rounding_alone():
    exact = Meeting(point=Point(at={}, mean=1.0, stderr=None, error_bound=0.0, n_trials=0), relation="=")
    assert exact.excess(1 + 1e-12) <= 1 < exact.excess(1 + 1e-10)

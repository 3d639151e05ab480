"""Exact identities of the linear memory, and wrong states that must be seen."""

import pytest
import torch
from theorycheck.numerics.conditioning.linearity import (
    FEATURE_MAPS,
    attended,
    hebbian_state,
    largest_gap,
    linearity_gap,
    recursion_gap,
    recursive_state,
)
from theorycheck.numerics.quantity import ExactValue

KEYS = torch.tensor([[1, 2], [3, -4]])
VALUES = torch.tensor([[1, 0, 2], [0, 5, 1]])
QUERIES = torch.tensor([[2, 1]])
STATE = torch.tensor([[1, 15, 5], [2, -20, 0]])


def test_state_and_outputs_by_hand():
    assert torch.equal(hebbian_state(KEYS, VALUES), STATE)
    assert torch.equal(recursive_state(KEYS, VALUES), STATE)
    # The query meets the keys with weights 4 and 2.
    assert attended(QUERIES, KEYS, VALUES).tolist() == [[4, 10, 10]]


@pytest.mark.parametrize("quantity", [linearity_gap, recursion_gap], ids=lambda quantity: quantity.name)
def test_the_gap_is_exactly_zero_in_every_point(quantity):
    assert {point["feature_map"] for point in quantity.points} == set(FEATURE_MAPS)
    assert {quantity.evaluate(point) for point in quantity.points} == {ExactValue(value=0.0, error_bound=0.0)}


@pytest.mark.parametrize(
    ("target", "quantity"), [("attended", linearity_gap), ("recursive_state", recursion_gap)]
)
def test_a_forgotten_item_is_seen_in_every_point(target, quantity, monkeypatch):
    right = {"attended": attended, "recursive_state": recursive_state}[target]

    def forgetful(*arguments: torch.Tensor) -> torch.Tensor:
        *queries, features, values = arguments
        return right(*queries, features[:-1], values[:-1])

    monkeypatch.setattr(f"theorycheck.numerics.conditioning.linearity.{target}", forgetful)
    gaps = [quantity.evaluate(point).value for point in quantity.points if point["n"] > 1]
    assert min(gaps) > 0


def test_features_of_the_query_alone_do_not_make_the_identity():
    relu = FEATURE_MAPS["relu"]
    gap = largest_gap(relu(QUERIES) @ hebbian_state(KEYS, VALUES), attended(QUERIES, relu(KEYS), VALUES))
    assert gap > 0

"""Layers and positions: derived and computed numbers agree in every point, and a formula nearby does not."""

from __future__ import annotations

import pytest
from theorycheck import law
from theorycheck.numerics.quantity import quantities
from theorycheck.theory.transformer_basics import DERIVATIONS

QUANTITIES = quantities("transformer_basics")

MEETINGS = (
    ("receptive_field", "receptive_field", {}, "L*w"),
    ("other_tokens", "combination_order", {"of": "tokens"}, "2**L - 1"),
    ("degree", "combination_order", {"of": "factors"}, "2**L"),
    ("frozen_order", "combination_order", {"of": "weights"}, "L + 1"),
    ("joint_effect", "joint_effect", {}, "-1/(n*(n - 1))"),
    ("lag_share", "lag_share", {"speeds": "whole turns"}, "1/(b*K - 1)"),
    ("cosine_gap", "rotary_pair", {}, "0"),
    ("equivariance_gap", "order_gap", {"of": "permuted", "mask": "full"}, "1/1000"),
    ("last_place_gap", "order_gap", {"of": "last", "mask": "causal", "L": 1}, "1/1000"),
    ("appending_gap", "appending_gap", {"mask": "causal"}, "1/1000"),
    ("position_gap", "position_gap", {"part": "mlp"}, "1/1000"),
    ("sinusoid_gap", "sinusoid_gap", {"of": "pairs"}, "1/1000"),
    ("alias_gap", "alias_gap", {"turn": "whole"}, "1/1000"),
    ("norm_gap", "rotary_gap", {"of": "norm"}, "1/1000"),
    ("rotary_shift_gap", "rotary_gap", {"of": "shift"}, "1/1000"),
    ("aligned_cosine_gap", "rotary_gap", {"of": "aligned"}, "1/1000"),
    ("mean_cosine_gap", "rotary_gap", {"of": "mean"}, "1/1000"),
    ("message_gap", "message_gap", {"attention": "none"}, "1/1000"),
    ("linear_message_gap", "message_gap", {"attention": "linear"}, "1/1000"),
)
"""Derivation, quantity, its points, and a formula near the derived one."""


@pytest.mark.parametrize(("derivation", "quantity", "where", "wrong"), MEETINGS)
def test_both_routes_meet_and_a_formula_nearby_does_not(derivation, quantity, where, wrong):
    measured = QUANTITIES[quantity]
    points = [point for point in measured.points if where.items() <= point.items()]
    assert points
    right, nearby = DERIVATIONS[derivation]().formula, []
    for point in points:
        found = measured.evaluate(point)
        derived, other = (law.evaluate(formula, dict(point)) for formula in (right, law.parse(wrong)))
        rounding = found.error_bound + 1e-15
        assert abs(derived - found.value) <= rounding
        nearby.append(abs(other - found.value) > rounding)
    assert any(nearby)


@pytest.mark.parametrize(
    ("derivation", "premises", "quantity", "where"),
    [
        ("equivariance_gap", "causal", "order_gap", {"of": "permuted", "mask": "causal"}),
        ("appending_gap", "full", "appending_gap", {"mask": "full"}),
    ],
)
def test_where_no_zero_is_derived_none_is_measured(derivation, premises, quantity, where):
    from theorycheck.theory.transformer_basics import sequence

    layer = {"causal": sequence.CAUSAL, "full": sequence.FULL}[premises]
    assert DERIVATIONS[derivation](layer).formula != 0
    measured = QUANTITIES[quantity]
    for point in measured.points:
        if where.items() <= point.items():
            found = measured.evaluate(point)
            assert found.value > found.error_bound

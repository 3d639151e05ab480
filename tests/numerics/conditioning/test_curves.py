"""Curves of conditioning by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from theorycheck.numerics.conditioning.curves import (
    acquisition_curve,
    blocking_curve,
    extinction_curve,
    strengths,
)

HALF = Fraction(1, 2)


def test_strengths_by_hand() -> None:
    assert strengths("delta", HALF, [(2, "A", 1)]) == {"A": Fraction(3, 4), "B": 0}
    # A alone reaches 1/2; both together then share what is left, 1/2 times the rate.
    assert strengths("delta", HALF, [(1, "A", 1), (1, "AB", 1)]) == {"A": Fraction(3, 4), "B": Fraction(1, 4)}
    assert strengths("hebb", HALF, [(1, "A", 1), (1, "AB", 1)]) == {"A": 1, "B": HALF}
    assert strengths("hebb", HALF, [(1, "A", 1), (9, "A", 0)])["A"] == HALF
    with pytest.raises(ValueError, match="Rule 'oja' is unknown; the rules are delta, hebb"):
        strengths("oja", HALF, [])


def test_curves_by_hand() -> None:
    point = {"rule": "delta", "eta": 0.25, "m": 2}
    assert acquisition_curve.evaluate(point).value == 1 - 0.75**2
    assert extinction_curve.evaluate({**point, "n": 1}).value == 0.25 * 0.75**2
    assert blocking_curve.evaluate({**point, "n": 0}).value == 0.25 + 0.25 * 0.5
    assert blocking_curve.evaluate({**point, "n": 1}).value == 0.75 * (0.25 + 0.25 * 0.5)


def test_training_one_stimulus_blocks_another_under_the_delta_rule_alone() -> None:
    for rate in (0.125, 0.25):
        found = {
            (rule, trained): blocking_curve.evaluate({"rule": rule, "eta": rate, "n": trained, "m": 8}).value
            for rule in ("delta", "hebb")
            for trained in (0, 32)
        }
        assert found["delta", 32] < 0.05 * found["delta", 0]
        assert found["hebb", 32] == found["hebb", 0]


def test_every_point_is_certain_to_the_last_place() -> None:
    for quantity in (acquisition_curve, extinction_curve, blocking_curve):
        for point in quantity.points:
            value = quantity.evaluate(point)
            assert 0 <= value.error_bound <= 2**-52 * max(1.0, value.value)

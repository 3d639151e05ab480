"""Curves of conditioning by hand."""

from fractions import Fraction

import pytest
from theorycheck.numerics.conditioning.curves import (
    acquisition_curve,
    blocking_curve,
    extinction_curve,
    strengths,
)

HALF = Fraction(1, 2)


def test_strengths_by_hand():
    assert strengths("delta", HALF, [(2, "A", 1)]) == {"A": Fraction(3, 4), "B": 0}
    # A alone reaches 1/2; both together then share what is left, 1/2 times the rate.
    assert strengths("delta", HALF, [(1, "A", 1), (1, "AB", 1)]) == {"A": Fraction(3, 4), "B": Fraction(1, 4)}
    assert strengths("hebb", HALF, [(1, "A", 1), (1, "AB", 1)]) == {"A": 1, "B": HALF}
    assert strengths("hebb", HALF, [(1, "A", 1), (9, "A", 0)])["A"] == HALF
    with pytest.raises(ValueError, match="Rule 'oja' is unknown; the rules are delta, hebb"):
        strengths("oja", HALF, [])


def test_curves_by_hand():
    point = {"rule": "delta", "eta": 0.25, "m": 2}
    assert acquisition_curve.evaluate(point).value == 1 - 0.75**2
    assert extinction_curve.evaluate({**point, "n": 1}).value == 0.25 * 0.75**2
    assert blocking_curve.evaluate({**point, "n": 0}).value == 0.25 + 0.25 * 0.5
    assert blocking_curve.evaluate({**point, "n": 1}).value == 0.75 * (0.25 + 0.25 * 0.5)

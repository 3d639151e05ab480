"""Strengths of conditioning by hand."""

from fractions import Fraction

import pytest
from theorycheck.numerics.conditioning.curves import strengths

HALF = Fraction(1, 2)


def test_strengths_by_hand():
    assert strengths("delta", HALF, [(2, "A", 1)]) == {"A": Fraction(3, 4), "B": 0}
    # A alone reaches 1/2; both together then share what is left, 1/2 times the rate.
    assert strengths("delta", HALF, [(1, "A", 1), (1, "AB", 1)]) == {"A": Fraction(3, 4), "B": Fraction(1, 4)}
    assert strengths("hebb", HALF, [(1, "A", 1), (1, "AB", 1)]) == {"A": 1, "B": HALF}
    assert strengths("hebb", HALF, [(1, "A", 1), (9, "A", 0)])["A"] == HALF
    with pytest.raises(ValueError, match="Rule 'oja' is unknown; the rules are delta, hebb"):
        strengths("oja", HALF, [])

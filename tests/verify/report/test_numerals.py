"""Numbers are rounded for the eye and stay what they are."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from theorycheck.report.numerals import DIGITS, digits_for, numeral


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.5, "0.5"),
        (65536, "65536"),
        (1.0, "1"),
        (0.24906, "0.2491"),
        (1.25e-7, "1.25e-07"),
        (-2.5, "-2.5"),
        (math.inf, "∞"),
        (-math.inf, "-∞"),
        (math.nan, "not a number"),
        (0.0, "0"),
        (1234567.8, "1.235e+06"),
        (999.96, "1000"),
    ],
)
def test_numerals_are_written_as_a_reader_expects(value, shown):
    assert numeral(value) == shown


def test_a_measured_value_has_the_digits_its_error_justifies():
    assert numeral(0.249061, digits_for(0.249061, 0.00012)) == "0.24906"
    assert numeral(510.0, digits_for(510.0, 2.1)) == "510"
    assert digits_for(0.5, None) is None
    assert digits_for(0.0, 0.1) is None
    assert digits_for(0.5, 0.0) is None


@given(st.floats(-1e300, 1e300), st.integers(2, 12))
def test_a_numeral_differs_from_its_value_by_rounding_only(value, digits):
    tolerance = 0.5000001 * 10.0 ** (1 - min(digits, DIGITS))
    assert float(numeral(value, digits)) == pytest.approx(value, rel=tolerance)
    assert float(numeral(value)) == pytest.approx(value, rel=0.5000001 * 10.0 ** (1 - DIGITS))

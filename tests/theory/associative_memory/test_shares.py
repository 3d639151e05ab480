"""Least squares in more dimensions than tokens, and under other laws."""

import pytest
from theorycheck.theory.associative_memory import least_squares
from theorycheck.theory.associative_memory.least_squares import LeastSquares, least_squares_error
from theorycheck.theory.kernel import Refused
from theorycheck.theory.laws import Normal, OneHot, Sphere
from theorycheck.theory.model import Size


def test_more_tokens_than_dimensions_are_not_interpolated():
    wide = Size("d", minimum=2)
    with pytest.raises(Refused):
        least_squares_error(LeastSquares(tokens=least_squares.d + 1))
    wider = Normal(0, 1, dimension=2 * least_squares.d)
    assert least_squares_error(LeastSquares(law=wider)).formula == 0
    assert least_squares_error(LeastSquares(law=Sphere(wide), tokens=wide)).formula == 0
    with pytest.raises(Refused, match="atoms"):
        least_squares_error(LeastSquares(law=OneHot(least_squares.d)))

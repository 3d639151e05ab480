"""The constant that a threshold in proportion to d leaves: by hand and far out."""

from dataclasses import replace

import mpmath
import pytest
from theorycheck.theory.associative_memory.thresholded import DIMENSION, thresholded_error
from theorycheck.theory.formula_balls import number
from theorycheck.theory.kernel.theorem import Status
from theorycheck.theory.notation import symbol

d = symbol("d")


@pytest.mark.parametrize("share", [1, 2])
def test_far_out_a_normal_beyond_the_root_of_tokens_per_dimension_is_left(share):
    found = thresholded_error(replace(DIMENSION, share=share))
    assert found.exponents == {"d": 0}
    far = number(found.formula, {d: 10**7})
    assert abs(far - mpmath.ncdf(-1 / mpmath.sqrt(share))) < 1e-6


def test_storing_as_many_as_dimensions_leaves_an_error_of_order_one():
    found = thresholded_error()
    assert found.status is Status.DERIVED
    assert found.exponents == {"d": 0}
    # With x = t/sqrt(4 + t^2) the tail P(t_4 > t) is 1/2 - 3/4 (x - x^3/3).
    t = mpmath.sqrt(mpmath.mpf(4) / 3)
    x = t / mpmath.sqrt(4 + t * t)
    tail = mpmath.mpf(1) / 2 - mpmath.mpf(3) / 4 * (x - x**3 / 3)
    mass = 1 - (1 + mpmath.mpf(1) / 4 + mpmath.mpf(1) / 9 + mpmath.mpf(1) / 16) * 6 / mpmath.pi**2
    assert abs(found.formula.subs(d, 4).evalf(20) - ((1 - mass) * tail + mass / 2)) < 1e-14
    other = thresholded_error(replace(DIMENSION, exponent=3))
    assert other.formula != found.formula

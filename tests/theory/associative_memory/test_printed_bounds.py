"""The error over the bounds that Theorem 1 prints, by a normal tail."""

import mpmath
from theorycheck.theory.associative_memory.printed_bounds import lower_multiple
from theorycheck.theory.formula_balls import number


def test_the_multiple_is_twenty_times_a_normal_beyond_the_root_of_a_third():
    expected = 20 * mpmath.ncdf(-1 / mpmath.sqrt(3))
    assert abs(number(lower_multiple().formula, {}) - expected) < 1e-12

"""One competitor among several: limits and tokens counted by hand."""

import mpmath
from theorycheck.theory.associative_memory.many_classes import (
    one_rival_dimension,
    one_rival_floor,
    one_rival_uniform,
)
from theorycheck.theory.formula_balls import number
from theorycheck.theory.kernel.theorem import Status
from theorycheck.theory.notation import symbol


def tail(noise: int, size: int) -> mpmath.mpf:
    """Student's, of so many other tokens in two classes."""
    return mpmath.betainc(mpmath.mpf(size) / 2, 0.5, 0, mpmath.mpf(noise) / (noise + 1), regularized=True) / 2


def test_far_out_a_normal_beyond_the_root_of_five_halves_is_left():
    """Two of five classes hold 2 d/5 tokens: the limit is P(g > sqrt(5/2))."""
    found = one_rival_dimension()
    assert found.status is Status.DERIVED
    far = number(found.formula, {symbol("d"): 10**7})
    assert abs(far - mpmath.ncdf(-mpmath.sqrt(mpmath.mpf(5) / 2))) < 1e-5


def test_the_bound_lies_below_students_tail_of_the_tokens_counted():
    """125 tokens of five classes at d = 1000: 24 others of the own class and 25 of the competitor's."""
    bound = number(one_rival_floor().formula, {symbol("d"): 1000})
    assert 0 < bound < tail(49, 1000) < 2 * bound


def test_all_tokens_stored_leave_one_competitor_its_chance():
    """100 tokens of five classes at d = 50, 39 others in two of them: below Student's tail, and near it."""
    bound = number(one_rival_uniform().formula, {symbol("d"): 50, symbol("N"): 100})
    assert 0.9 * tail(39, 50) < bound < tail(39, 50)

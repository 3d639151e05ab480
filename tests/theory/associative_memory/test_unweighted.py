"""Equal weights on all tokens, as many as dimensions or half as many, far out."""

import mpmath
from theorycheck.theory.associative_memory.unweighted import unweighted_error_equal, unweighted_error_twice
from theorycheck.theory.notation import symbol

d, N = symbol("d"), symbol("N")


def test_far_out_a_normal_is_left():
    for derive, deviations in ((unweighted_error_twice, mpmath.sqrt(2)), (unweighted_error_equal, 1)):
        found = derive().formula.subs(d, 40_000).evalf(20)
        assert abs(found - mpmath.ncdf(-deviations)) < 1e-4

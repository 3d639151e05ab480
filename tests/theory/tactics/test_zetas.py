"""Zeta functions between powers, and what they need."""

import pytest
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused
from theorycheck.theory.model import Parameter, Size
from theorycheck.theory.prove import suppose
from theorycheck.theory.tactics.zetas import hurwitz_beyond
from theorycheck.theory.terms import hurwitz_zeta

s, n, x = Parameter("s"), Size("n"), Parameter("x")
TAIL = hurwitz_zeta(s, n + 1)
STEEP, SOME = suppose(s > 1), suppose(x > 0)


@pytest.mark.parametrize("order", [suppose(x <= n), suppose(x < n), suppose(n + 1 <= x)])
def test_a_zeta_function_lies_beside_a_power(order):
    found = hurwitz_beyond(TAIL, order, STEEP, SOME)
    assert check(found.proposition, [h.proposition for h in found.hypotheses])


@pytest.mark.parametrize(
    ("order", "known"),
    [(suppose(x <= n), [SOME]), (suppose(x <= n), [STEEP]), (suppose(x <= n + 1), [STEEP, SOME])],
)
def test_it_needs_a_sum_a_sign_and_the_place_before(order, known):
    with pytest.raises(Refused):
        hurwitz_beyond(TAIL, order, *known)

"""Laws that are given by their first moments: the three values that the second check draws have them."""

import numpy as np
import pytest
from theorycheck.theory.array_functions import NoInstance
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.kernel import Refused
from theorycheck.theory.laws import WithMoments
from theorycheck.theory.model import Index, Model, Parameter, Size, iid
from theorycheck.theory.outcomes import _three_values
from theorycheck.theory.prove import derive, prove
from theorycheck.theory.tactics import moments
from theorycheck.theory.terms import E, Sum, Var

n, x = Size("n"), Parameter("x")
j = Index("j", n)


@pytest.mark.parametrize(
    "told", [(0, 1, 0, 1), (0, 1, 0, 3), (1, 2, 5, 14), (-0.5, 1.3, 0.2, 9), (0.3, 2), (1,)]
)
def test_three_values_have_the_moments_that_are_told(told):
    values, chances = _three_values(*told)
    assert chances.min() >= 0
    assert np.isclose(chances.sum(), 1)
    for order, moment in enumerate(told, start=1):
        assert np.isclose((chances * values**order).sum(), moment, atol=1e-12)


@pytest.mark.parametrize("told", [(0, -1), (1, 1), (0, 1, 0, 0.9), (0, 1, 2, 4.9)])
def test_moments_of_no_law_have_no_values(told):
    with pytest.raises(NoInstance):
        _three_values(*told)


def test_moments_of_sums_over_any_law_are_found_and_others_refused():
    v = Model(v=iid(WithMoments(0, 1, 0, x), n)).v
    total = Sum(j, v[j])
    fourth = derive(E(total**4), by=moments, where=[x >= 1])
    assert prove(fourth.proposition.args[0] == n * (x + 3 * (n - 1)), by=moments, where=[x >= 1])
    assert check(fourth.proposition, [x >= 1], instances=5)
    with pytest.raises(CheckFailed):
        check(Var(total) == 2 * n, [x >= 1], instances=5)
    with pytest.raises(Refused, match="must be known"):
        derive(E(total**4), by=moments)
    with pytest.raises(Refused, match="not told"):
        derive(E(total**5), by=moments, where=[x >= 1])

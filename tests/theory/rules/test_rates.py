"""Exponential rates: the largest integrand leads, wrong rates and rising powers are caught."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k, t
from theorycheck.theory.rules.rates import exponential_rate
from theorycheck.theory.rules.vectors import with_right

x = sp.Symbol("x", positive=True)
Y = sp.Symbol("Y")
SHARE = sp.Eq(
    Y,
    sp.Integral((1 - x**2) ** (d_k / 2), (x, t, 1)) / sp.Integral((1 - x**2) ** (d_k / 2), (x, 0, 1)),
    evaluate=False,
)


def test_the_rate_of_a_cap_is_that_of_its_rim():
    rate = exponential_rate.apply(SHARE, variable=d_k)
    assert sp.simplify(rate.rhs + sp.log(1 - t**2) / 2) == 0
    exponential_rate.check(rate, SHARE, variable=d_k)
    with pytest.raises(CheckFailed, match="logarithms fall"):
        exponential_rate.check(with_right(rate, rate.rhs * 2), SHARE, variable=d_k)


def test_a_rising_power_is_refused():
    rising = SHARE.replace(1 - x**2, 1 + x**2)
    with pytest.raises(SideConditionError, match="not known to fall"):
        exponential_rate.conditions(rising, variable=d_k)
    with pytest.raises(SideConditionError, match="ratio of two integrals"):
        exponential_rate.conditions(with_right(SHARE, t), variable=d_k)

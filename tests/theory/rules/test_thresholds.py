"""Bounds that rise reach a level on the right side; noise is scaled by the squared mean output."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k, n
from theorycheck.theory.rules.events import Expectation
from theorycheck.theory.rules.thresholds import relative_noise, threshold
from theorycheck.theory.rules.vectors import Inner, Vector, with_right

Y = sp.Symbol("Y")
i, j = (sp.Symbol(name, integer=True, positive=True) for name in "ij")
f, g, h = Vector("f", i), Vector("f", j), Vector("h", j)
NOISE = sp.Eq(Expectation(Y), (n - 1) * Expectation(Inner(f, g) ** 2), evaluate=False)
SHARE = sp.Eq(Expectation(Inner(f, g) ** 2) / Expectation(Inner(f, f)) ** 2, 1 / d_k, evaluate=False)


def test_an_upper_bound_that_rises_is_reached_early():
    above = sp.Le(Y, (n - 1) / d_k, evaluate=False)
    size = threshold.apply(above, variable=n, level=1)
    assert isinstance(size, sp.Ge)
    assert size.rhs == d_k + 1
    threshold.check(size, above, variable=n, level=1)
    with pytest.raises(CheckFailed, match="no later"):
        threshold.check(sp.Le(size.lhs, size.rhs, evaluate=False), above, variable=n, level=1)
    with pytest.raises(CheckFailed):
        threshold.check(with_right(size, d_k), above, variable=n, level=1)


def test_an_upper_bound_that_falls_is_reached_late():
    above = sp.Le(Y, d_k / n, evaluate=False)
    size = threshold.apply(above, variable=n, level=1)
    assert isinstance(size, sp.Le)
    assert size.rhs == d_k
    threshold.check(size, above, variable=n, level=1)
    with pytest.raises(CheckFailed, match="that falls, later"):
        threshold.check(sp.Ge(size.lhs, size.rhs, evaluate=False), above, variable=n, level=1)


def test_a_bound_of_no_known_trend_and_an_equation_are_refused():
    with pytest.raises(SideConditionError, match="not known to rise or to fall"):
        threshold.conditions(sp.Le(Y, (n - d_k) ** 2, evaluate=False), variable=n, level=1)
    with pytest.raises(SideConditionError, match="is no bound"):
        threshold.conditions(sp.Eq(Y, n, evaluate=False), variable=n, level=1)


def test_noise_takes_the_overlap_of_unit_images():
    noise = relative_noise.apply(NOISE, SHARE)
    assert noise.rhs == (n - 1) / d_k
    relative_noise.check(noise, NOISE, SHARE)
    with pytest.raises(CheckFailed):
        relative_noise.check(with_right(noise, n / d_k), NOISE, SHARE)


@pytest.mark.parametrize(
    ("right", "words"),
    [
        ((n - 1) * Expectation(Inner(f, h) ** 2), "different vectors"),
        ((1 - n) * Expectation(Inner(f, g) ** 2), "nonnegative multiple"),
        ((n - 1) * Expectation(Inner(f, g) ** 4), "no mean square overlap"),
        ((n - 1) * Expectation(Inner(f, f) ** 2), "one vector"),
        (n / d_k, "does not hold one mean"),
    ],
)
def test_other_noise_is_refused(right, words):
    with pytest.raises(SideConditionError, match=words):
        relative_noise.conditions(with_right(NOISE, right), SHARE)

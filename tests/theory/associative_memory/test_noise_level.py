"""The noise of Eq. (9) over its approximation: by hand, from its premises, and refused."""

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
from theorycheck.theory.associative_memory.noise_level import (
    FREQUENCY,
    UNIFORM,
    Power,
    noise_level_frequency,
    noise_level_root,
    noise_level_uniform,
)
from theorycheck.theory.derivation import Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.notation import symbol
from theorycheck.theory.rules.points import number


def test_five_tokens_by_hand():
    """One token a class: 1/5 over the share of the first, 3600/5269."""
    found = number(noise_level_uniform().formula, {symbol("N"): 5})
    assert abs(found - mpmath.mpf(5269) / 18000) < 1e-14


def test_two_classes_and_another_law_move_the_ratio():
    for moved in (replace(UNIFORM, classes=2), replace(UNIFORM, alpha=4)):
        found = noise_level_uniform(moved)
        assert found.status is Status.DERIVED
        assert found.formula != noise_level_uniform().formula


def test_another_power_leaves_another_ratio():
    for rho in (Fraction(1), Fraction(0)):
        with pytest.raises(Refused, match="not the same"):
            noise_level_root(Power(rho=rho))


def test_powers_without_a_zeta_function_are_refused():
    """A sum of inverses is none, and rising weights have their largest sum in the last class."""
    with pytest.raises(Refused):
        noise_level_frequency(replace(FREQUENCY, alpha=1))
    with pytest.raises(Refused):
        noise_level_frequency(replace(FREQUENCY, rho=-1))


def test_the_order_is_told_for_equal_weights_alone():
    with pytest.raises(Refused):
        noise_level_uniform(FREQUENCY)


def test_ten_tokens_added_up():
    """Weights that are the masses, the first class being 1 and 6."""
    squares, masses = ([mpmath.mpf(x) ** -s for x in range(1, 11)] for s in (4, 2))
    noise, heaviest = (terms[0] + terms[5] for terms in (squares, masses))
    expected = noise / (heaviest / sum(masses) * sum(squares))
    assert abs(number(noise_level_frequency().formula, {symbol("N"): 10}) - expected) < 1e-14

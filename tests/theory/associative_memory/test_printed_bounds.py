"""The error over the bounds that Theorem 1 prints: from their premises, and refused."""

from fractions import Fraction

import mpmath
import pytest
from theorycheck.theory.associative_memory.floors import Light
from theorycheck.theory.associative_memory.printed_bounds import (
    Classes,
    Printed,
    lower_multiple,
    lower_multiple_one_class,
)
from theorycheck.theory.associative_memory.printed_ceiling import Above, upper_share
from theorycheck.theory.derivation import Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.rules.points import number


def test_the_multiple_is_twenty_times_a_normal_beyond_the_root_of_a_third():
    expected = 20 * mpmath.ncdf(-1 / mpmath.sqrt(3))
    assert abs(number(lower_multiple().formula, {}) - expected) < 1e-12


def test_another_constant_moves_the_multiple():
    tenth = lower_multiple(Printed(floor=Fraction(1, 10)))
    assert tenth.formula == lower_multiple().formula / 2
    looser = lower_multiple(Printed(light=Light(cut_off=Fraction(12))))
    assert number(looser.formula, {}) > number(lower_multiple().formula, {})


def test_what_decays_faster_than_the_proof_gives_is_refused():
    """2 d^(-2 gamma) is what follows; the cube of the printed term does not."""
    assert upper_share(Above(decay=Fraction(2))).status is Status.DERIVED
    with pytest.raises(Refused, match="not positive"):
        upper_share(Above(decay=Fraction(3)))


def test_two_classes_have_a_competitor():
    with pytest.raises(Refused, match="not the same"):
        lower_multiple_one_class(Classes(count=2))

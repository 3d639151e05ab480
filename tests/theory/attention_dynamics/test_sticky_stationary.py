"""The sticky chain where rows differ: by rules alone, and otherwise under other readings of its law."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from theorycheck.theory.attention_dynamics import sticky, sticky_stationary
from theorycheck.theory.attention_dynamics.sticky_stationary import (
    LINE,
    ON_BEFORE,
    ON_ROUND_SEVEN,
    ROUND_SEVEN,
)
from theorycheck.theory.derivation import Derivation, Status
from theorycheck.theory.kernel import Refused

READINGS = {
    sticky_stationary.entropy_rate_linear: LINE,
    sticky_stationary.entropy_rate_circular_seven: ROUND_SEVEN,
    sticky_stationary.entropy_rate_modulo_seven: ON_ROUND_SEVEN,
    sticky_stationary.entropy_rate_modulo_seven_before: ON_BEFORE,
    sticky_stationary.stay_modulo_seven_before: ON_BEFORE,
}


@pytest.mark.parametrize("derive", READINGS, ids=lambda derive: derive.__name__)
def test_another_reading_gives_another_number(derive: Callable[..., Derivation]) -> None:
    found, other = derive(), derive(replace(READINGS[derive], after=Fraction(1, 5)))
    assert found.status is other.status is Status.DERIVED
    assert found.formula != other.formula


def test_round_eight_it_is_the_chain_of_equal_rows() -> None:
    circle = replace(LINE, distance=lambda a, b: min((b - a) % 8, (a - b) % 8))
    one = sticky_stationary.entropy_rate_linear(circle).formula
    assert sp.N(one - sticky.entropy_rate_text().formula, 30, chop=True) == 0


def test_a_chain_in_two_parts_has_no_one_law() -> None:
    halves = replace(LINE, distance=lambda a, b: abs(b - a) if a // 4 == b // 4 else 0)
    with pytest.raises(Refused, match="more than one stationary law"):
        sticky_stationary.entropy_rate_linear(halves)

"""Hazards: chords, sums and powers, at probabilities worked by hand, and what they refuse."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules.events import Named, Probability
from theorycheck.theory.rules.hazards import (
    chord,
    event_of,
    every_hazard,
    implied_hazard,
    some_hazard,
    survival_log,
)
from theorycheck.theory.rules.structure import Independent

b = sp.Symbol("b", positive=True)
h, H = sp.symbols("h H", integer=True, positive=True)
A, B = Named("A"), Named("B")
ONE = sp.Le(survival_log(A), b, evaluate=False)


def at_most(event, bound):
    return sp.Le(Probability(event), bound, evaluate=False)


def test_the_chord_to_a_half_has_the_slope_of_two_logarithms_of_two():
    assert chord.apply(at_most(A, b), at_most(A, sp.Rational(1, 2))).rhs == 2 * sp.log(2) * b


def test_a_probability_that_may_be_one_has_no_chord():
    with pytest.raises(SideConditionError, match="below one"):
        chord.conditions(at_most(A, b), at_most(A, sp.Integer(1)))


def test_two_events_have_no_common_chord():
    with pytest.raises(SideConditionError, match="different"):
        chord.conditions(at_most(A, b), at_most(B, sp.Rational(1, 2)))


def test_the_tangent_at_zero_is_no_chord():
    cap = at_most(A, sp.Rational(1, 2))
    with pytest.raises(CheckFailed, match="misses"):
        chord.check(sp.Le(survival_log(A), b, evaluate=False), at_most(A, b), cap)


def test_hazards_of_independent_events_add_up():
    some = some_hazard.apply(ONE, Independent(A, h), count=H, less=1)
    assert some.rhs == (H - 1) * b
    assert event_of(some).args[2] == H - 1


def test_a_hazard_of_all_events_is_no_more_than_a_power():
    assert every_hazard.apply(ONE, Independent(A, h), count=H).rhs == b**H


def test_hazards_of_events_that_may_depend_on_each_other_do_not_add_up():
    with pytest.raises(SideConditionError, match="independent"):
        some_hazard.conditions(ONE, Independent(B, h), count=H)


def test_a_product_of_hazards_in_place_of_their_sum_is_caught():
    every = every_hazard.apply(ONE, Independent(A, h), count=H)
    with pytest.raises(CheckFailed):
        some_hazard.check(every, ONE, Independent(A, h), count=H)


def test_a_sum_of_hazards_in_place_of_their_product_is_caught():
    some = some_hazard.apply(ONE, Independent(A, h), count=H)
    with pytest.raises(CheckFailed):
        every_hazard.check(some, ONE, Independent(A, h), count=H)


def test_events_that_coincide_have_the_hazard_of_one():
    assert implied_hazard.apply(ONE, index=h, count=H).rhs == b
    with pytest.raises(CheckFailed):
        implied_hazard.check(sp.Le(ONE.lhs, b / 2, evaluate=False), ONE, index=h, count=H)


def test_a_probability_is_no_hazard():
    with pytest.raises(SideConditionError, match="hazard"):
        event_of(at_most(A, b))

"""Events that share something: Jensen, and what holds whatever they share."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules.events import Named, Probability
from theorycheck.theory.rules.mixtures import IndependentGiven, all_but, beyond, happen_together, over
from theorycheck.theory.rules.structure import Independent, all_of

p = sp.Symbol("p", positive=True)
h, H = sp.symbols("h H", integer=True, positive=True)
A = Named("A")
ONE = sp.Eq(Probability(A), p, evaluate=False)
SHARED = IndependentGiven(A, h, sp.Symbol("E"))
TOGETHER = happen_together.apply(ONE, SHARED, count=H)
APART = all_of.apply(ONE, Independent(A, h), count=H)


def test_events_that_share_something_happen_together_more_often():
    assert isinstance(TOGETHER, sp.Ge)
    assert TOGETHER.rhs == p**H
    assert over.apply(TOGETHER, APART).rhs == 1
    assert beyond.apply(TOGETHER, APART).rhs == 0


def test_independence_is_not_independence_given_something():
    with pytest.raises(SideConditionError, match="share"):
        happen_together.conditions(ONE, Independent(A, h), count=H)


def test_one_event_in_place_of_all_is_caught():
    with pytest.raises(CheckFailed):
        happen_together.check(sp.Ge(TOGETHER.lhs, p, evaluate=False), ONE, SHARED, count=H)


def test_whatever_they_share_two_events_of_three_quarters_meet_half_of_the_time():
    assert all_but.apply(ONE, index=h, count=H).rhs.subs({p: sp.Rational(3, 4), H: 2}) == sp.Rational(1, 2)


def test_more_than_events_in_any_dependence_have_is_caught():
    with pytest.raises(CheckFailed):
        all_but.check(TOGETHER, ONE, index=h, count=H)


@pytest.mark.parametrize("rule", [over, beyond])
def test_a_comparison_with_a_wrong_value_is_caught(rule):
    wrong = sp.Ge(rule.apply(TOGETHER, APART).lhs, sp.Rational(1, 3), evaluate=False)
    with pytest.raises(CheckFailed):
        rule.check(wrong, TOGETHER, APART)


def test_nothing_is_compared_with_what_may_be_negative():
    unsigned = sp.Eq(APART.lhs, sp.Symbol("u", real=True), evaluate=False)
    with pytest.raises(SideConditionError, match="positive"):
        over.conditions(TOGETHER, unsigned)

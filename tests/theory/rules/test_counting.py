"""Independent choices among coordinates: enumerated shares catch a wrong formula."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k, n
from theorycheck.theory.rules.counting import all_distinct, coincide, evaluate_product, none_equal
from theorycheck.theory.rules.events import Named, Probability
from theorycheck.theory.rules.vectors import with_right

MASS = sp.Eq(Probability(Named("a coordinate")), 1 / d_k, evaluate=False)


def test_birthdays_are_distinct_as_the_classical_problem_says():
    share = evaluate_product.apply(all_distinct.apply(MASS, count=n)).rhs
    assert share.subs({d_k: 365, n: 23}) < sp.Rational(1, 2) < share.subs({d_k: 365, n: 22})


def test_more_keys_than_coordinates_must_collide():
    share = evaluate_product.apply(all_distinct.apply(MASS, count=n)).rhs
    assert share.subs({d_k: 5, n: 6}) == 0


def test_a_wrong_share_is_caught_by_enumeration():
    pair = coincide.apply(MASS)
    alone = none_equal.apply(pair, count=n)
    none_equal.check(alone, pair, count=n)
    with pytest.raises(CheckFailed):
        none_equal.check(with_right(alone, (1 - 1 / d_k) ** n), pair, count=n)
    with pytest.raises(CheckFailed):
        coincide.check(with_right(pair, 2 / d_k), MASS)
    distinct = all_distinct.apply(MASS, count=n)
    with pytest.raises(CheckFailed):
        all_distinct.check(with_right(distinct, distinct.rhs**2), MASS, count=n)
    product = evaluate_product.apply(distinct)
    with pytest.raises(CheckFailed):
        evaluate_product.check(with_right(product, product.rhs * d_k), distinct)


def test_the_mass_must_be_one_over_a_whole_number():
    with pytest.raises(SideConditionError, match="whole number"):
        all_distinct.conditions(with_right(MASS, 2 / (2 * d_k + 1)), count=n)

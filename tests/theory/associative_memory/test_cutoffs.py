"""The error over the mass beyond a cut-off: from its premises, by hand, refused, and tampered with."""

from dataclasses import replace

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory.cutoffs import TWO, cutoff_ratio, cutoff_ratio_floor
from theorycheck.theory.associative_memory.one_competitor import FIVE
from theorycheck.theory.associative_memory.weighted import PowerWeights, d
from theorycheck.theory.derivation import CheckFailed, SideConditionError, Status
from theorycheck.theory.rules.cutoffs import (
    heaviest_residue,
    mass_not_stored,
    mass_of_cutoff,
    quotient_order,
)
from theorycheck.theory.rules.points import number
from theorycheck.theory.rules.vectors import with_right


@pytest.fixture(scope="module")
def ratio():
    return cutoff_ratio()


def test_three_quarters_of_the_tokens_are_odd(ratio):
    (step,) = [step for step in ratio.steps if step.rule is heaviest_residue]
    assert abs(number(step.result.rhs, {}) - mpmath.mpf(3) / 4) < 1e-14


def test_in_one_dimension_all_tokens_are_beyond_the_cut_off(ratio):
    (step,) = [step for step in ratio.steps if step.rule is mass_of_cutoff]
    assert abs(number(step.result.rhs, {d: sp.Rational(1, 2)}) - 1) < 1e-14


def test_more_classes_move_the_ratio(ratio):
    five = cutoff_ratio(replace(TWO, classes=sp.Integer(5)))
    assert five.status is Status.DERIVED
    assert five.formula != ratio.formula


def test_weights_without_a_finite_sum_are_refused():
    with pytest.raises(SideConditionError, match="no finite sum"):
        cutoff_ratio(replace(TWO, powers=PowerWeights(alpha=sp.Integer(2), rho=sp.Rational(1, 4))))


def test_an_eighth_stored_leaves_a_ratio_that_grows():
    floor = cutoff_ratio_floor()
    assert floor.status is Status.DERIVED
    assert (floor.relation, floor.exponents) == (">=", {"d": 1})
    four = cutoff_ratio_floor(replace(FIVE, classes=4))
    assert four.status is Status.DERIVED
    assert four.formula != floor.formula


def test_tokens_within_the_noise_are_refused():
    with pytest.raises(SideConditionError, match="noise is not known"):
        cutoff_ratio_floor(replace(FIVE, stored=2 * d))


def test_a_tampered_set_and_order_are_caught():
    steps = {step.rule: step for step in cutoff_ratio_floor().steps}
    mass, order = steps[mass_not_stored], steps[quotient_order]
    with pytest.raises(CheckFailed, match="weighs"):
        mass_not_stored.check(with_right(mass.result, 2 * mass.result.rhs), *mass.inputs, **mass.options)
    squared = order.result.func(order.result.args[0], sp.Tuple(sp.Tuple(d, 2)))
    with pytest.raises(CheckFailed, match="slope"):
        quotient_order.check(squared, *order.inputs, **order.options)

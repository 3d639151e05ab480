"""The error over the mass beyond a cut-off: from its premises, by addition, refused, and tampered with."""

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory.cutoffs import TWO, CutOff, cutoff_ratio, cutoff_ratio_floor
from theorycheck.theory.associative_memory.one_competitor import FIVE
from theorycheck.theory.associative_memory.weighted import PowerWeights
from theorycheck.theory.bridge import as_formula
from theorycheck.theory.derivation import CheckFailed, SideConditionError, Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.notation import symbol
from theorycheck.theory.rules.cutoffs import mass_not_stored, quotient_order
from theorycheck.theory.rules.points import number
from theorycheck.theory.rules.vectors import with_right
from theorycheck.theory.tactics.rewriting import right

d = symbol("d")


@pytest.fixture(scope="module")
def ratio(once):
    return once(cutoff_ratio)


@pytest.mark.parametrize(("classes", "heaviest"), [(2, mpmath.mpf(3) / 4), (3, None)])
def test_the_heaviest_class_is_that_of_the_first_token(classes, heaviest):
    noise = number(as_formula(CutOff(classes=classes).noise), {}) / mpmath.zeta(4)
    sums = [
        mpmath.zeta(2, mpmath.mpf(c) / classes) / classes**2 / mpmath.zeta(2) for c in range(1, classes + 1)
    ]
    assert abs(noise - max(sums)) < 1e-14
    assert heaviest is None or abs(noise - heaviest) < 1e-14


@pytest.mark.parametrize("size", [1, 7, 100, 12345])
def test_the_mass_is_that_of_the_tokens_outside_taken_from_one(size):
    noise = number(as_formula(TWO.noise), {})
    outside = [x for x in range(1, 200) if size * mpmath.mpf(x) ** -4 >= noise]
    mass = 1 - mpmath.fsum(mpmath.mpf(x) ** -2 for x in outside) / mpmath.zeta(2)
    assert abs(mass - number(as_formula(right(TWO.mass())), {d: sp.Integer(size)})) < 1e-14


def test_the_ratio_lies_between_its_bounds(ratio):
    _, sides = TWO.ratio()
    low, high = (as_formula(right(side)) for side in sides)
    for size in (1, 100, 10**6):
        at = {d: sp.Integer(size)}
        assert number(low, at) < number(ratio.formula, at) < number(high, at)


def test_more_classes_move_the_ratio(ratio):
    five = cutoff_ratio(replace(TWO, classes=5))
    assert five.status is Status.DERIVED
    assert five.formula != ratio.formula


def test_weights_without_a_finite_sum_are_refused():
    with pytest.raises(Refused, match="1 < 1"):
        cutoff_ratio(replace(TWO, powers=PowerWeights(alpha=2, rho=Fraction(1, 4))))


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

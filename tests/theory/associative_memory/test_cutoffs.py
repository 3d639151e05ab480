"""The error over the mass beyond a cut-off, by addition."""

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory.cutoffs import TWO, CutOff, cutoff_ratio, cutoff_ratio_floor
from theorycheck.theory.formula import as_formula
from theorycheck.theory.formula_balls import number
from theorycheck.theory.notation import symbol
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


@pytest.mark.parametrize("size", [8000, 80_000])
def test_an_eighth_stored_is_near_two_classes_alone(once, size):
    stored = size // 8
    others = mpmath.mpf(2) * stored / 5 - 1
    with mpmath.workdps(15):
        tail = mpmath.betainc(size / 2, 0.5, 0, others / (others + 1), regularized=True) / 2
        rest = mpmath.zeta(2, stored + 1) / mpmath.zeta(2)
        least = (1 - rest) * tail / rest
        found = number(once(cutoff_ratio_floor).formula, {d: sp.Integer(size)})
        assert found <= least <= found * (1 + mpmath.mpf(3000) / size)

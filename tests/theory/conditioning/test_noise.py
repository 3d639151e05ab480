"""Noise moments by other routes: enumeration of signs, special cases; and other memories."""

from fractions import Fraction
from itertools import product

import pytest
import sympy as sp
from theorycheck.theory.conditioning.definitions import Memory
from theorycheck.theory.conditioning.definitions import d_k as keys
from theorycheck.theory.conditioning.definitions import d_v as values
from theorycheck.theory.conditioning.guarantee import noise_tail_bound, retrieval_guarantee
from theorycheck.theory.conditioning.noise import (
    noise_power,
    noise_power_second_moment,
    noise_power_third_moment,
    noise_power_variance,
    signal_to_noise,
)
from theorycheck.theory.conditioning.overlap_moments import key_overlap_sixth_moment
from theorycheck.theory.laws import Normal, OneHot, Rademacher, Sphere
from theorycheck.theory.notation import d_k, d_v, n, tau

from .walk import noise_moment, walk_points

MOMENTS = [(1, noise_power), (2, noise_power_second_moment), (3, noise_power_third_moment)]


def moment_of_signs(items: int, power: int, own: int = 0) -> Fraction:
    """E|eta|^(2 power) in dimension one: keys and values are signs, eta is a sum of signs."""
    signs = list(product((-1, 1), repeat=items - 1))
    return Fraction(sum((own + sum(s)) ** (2 * power) for s in signs), len(signs))


@pytest.mark.parametrize(
    ("power", "derive", "own"), [(*known, own) for known in MOMENTS for own in (0, 1)][:-1]
)
def test_in_one_dimension_moments_are_those_of_a_sum_of_signs(power, derive, own):
    formula = derive(Memory(own_term=bool(own))).formula
    for items in (2, 3, 5):
        assert formula.subs({n: items, d_k: 1, d_v: 1}) == moment_of_signs(items, power, own)


@pytest.mark.parametrize(("power", "derive"), MOMENTS[:2])
@pytest.mark.parametrize(
    "memory",
    [
        Memory(),
        Memory(key_law=Normal(0, 1 / keys, dimension=keys)),
        Memory(value_law=Normal(0, 1 / values, dimension=values)),
        Memory(value_law=Sphere(values + 2)),
    ],
)
def test_moments_are_those_of_a_walk_that_adds_one_item_at_a_time(power, derive, memory):
    formula = derive(memory).formula
    for point in walk_points():
        assert formula.subs(point) == sp.Rational(str(noise_moment(memory, power, point)))


def test_the_third_moment_is_that_of_the_walk():
    for point in walk_points():
        assert noise_power_third_moment().formula.subs(point) == sp.Rational(
            str(noise_moment(Memory(), 3, point))
        )


def test_two_items_leave_a_power_of_one_overlap():
    moment = noise_power_third_moment().formula.subs(n, 2)
    assert sp.cancel(moment - key_overlap_sixth_moment().formula) == 0


def test_the_variance_is_positive_and_vanishes_for_one_item():
    spread = noise_power_variance().formula
    assert spread.subs(n, 1) == 0
    assert spread.subs({n: 2, d_k: 3, d_v: 5}) > 0


@pytest.mark.parametrize(
    ("memory", "power"),
    [
        (Memory(key_law=Sphere(keys + 1)), (n - 1) / (d_k + 1)),
        (Memory(key_law=Sphere(keys, 2)), 16 * (n - 1) / d_k),
        (Memory(value_law=Sphere(values, 3)), 9 * (n - 1) / d_k),
        (Memory(key_law=Normal(0, 1, dimension=keys)), (n - 1) * d_k),
        (Memory(key_law=OneHot(keys)), (n - 1) / d_k),
        (Memory(key_law=Rademacher(keys)), (n - 1) * d_k),
        (Memory(own_term=True), 1 + (n - 1) / d_k),
    ],
)
def test_another_memory_has_another_noise_power(memory, power):
    assert sp.cancel(noise_power(memory).formula - power) == 0
    kept = retrieval_guarantee(memory).formula
    assert sp.cancel(kept - (1 - n * power / tau)) == 0
    signal = sp.cancel(signal_to_noise(memory).formula * power)
    assert signal.free_symbols <= {d_k}


def test_values_with_a_mean_add_up_along_it():
    power = noise_power(Memory(key_law=OneHot(keys), value_law=OneHot(values))).formula
    assert sp.cancel(power - (n - 1) * (d_k * d_v + n - 2) / (d_k**2 * d_v)) == 0


def test_the_tail_bound_holds_for_signs():
    for threshold in (Fraction(1, 2), Fraction(5, 2), Fraction(17, 2)):
        signs = list(product((-1, 1), repeat=3))
        share = Fraction(sum(sum(s) ** 2 > threshold for s in signs), len(signs))
        bound = noise_tail_bound().formula.subs(
            {n: 4, d_k: 1, tau: sp.Rational(*threshold.as_integer_ratio())}
        )
        assert share <= bound

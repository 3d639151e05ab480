"""Floors and ceilings of the topic in special cases worked by another route."""

from math import comb, log

import pytest
import sympy as sp
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.leading import NoLeadingTerm, leading
from theorycheck.theory.notation import H, L, d_k, d_v, n, t, tau

DERIVATIONS = derivations("conditioning")

x = sp.Symbol("x", positive=True)


def sign_tail(others, dimension):
    """P(|eta| > 1) of signs in one dimension of keys and values: a sum of fair signs."""
    assert dimension == 1
    beyond = sum(comb(others, k) for k in range(others + 1) if abs(others - 2 * k) > 1)
    return beyond / 2**others


@pytest.mark.parametrize("items", [2, 3, 5, 9])
def test_markov_at_one_is_above_signs_in_one_dimension(items):
    bound = DERIVATIONS["noise_bound_at_one"]().formula.subs({n: items, d_k: 1})
    assert sign_tail(items - 1, 1) <= bound


def test_floors_exceed_the_square_root_and_the_ceiling_does_not():
    far = {d_k: sp.Integer(10) ** 12, d_v: sp.Integer(16), L: sp.Integer(1), H: sp.Integer(2)}
    for name in ("query_capacity_floor", "union_capacity_floor", "error_load_floor"):
        derivation = DERIVATIONS[name]()
        assert derivation.relation == ">="
        assert derivation.exponents["d_k"] > sp.Rational(1, 2)
        assert derivation.formula.subs(far) > sp.Integer(10) ** 7
    ceiling = DERIVATIONS["coherent_worst_ceiling"]()
    assert ceiling.relation == "<="
    assert abs(ceiling.formula.subs(d_k, 10**4).evalf() / (sp.pi * 10**4 / 2) ** sp.Rational(1, 2) - 1) < 0.02


def test_the_worst_item_s_capacity_lies_between_its_floor_and_its_ceiling():
    low, high = (DERIVATIONS[f"coherent_worst_{side}"]() for side in ("floor", "ceiling"))
    assert (low.relation, high.relation) == (">=", "<=")
    assert low.exponents == high.exponents == {"d_k": sp.Rational(1, 2)}
    for size in (3, 10, 1000):
        assert low.formula.subs(d_k, size).evalf() < high.formula.subs(d_k, size).evalf()


def test_the_coherence_leaves_a_root_of_the_dimension_over_its_logarithm():
    floor = DERIVATIONS["coherence_size_floor"]().formula.subs(tau, 1)
    sizes = [float(floor.subs(d_k, 10**k).evalf()) for k in (20, 60)]
    roots = [(10**k / (2 * k * log(10))) ** 0.5 for k in (20, 60)]
    near, far = (size / root for size, root in zip(sizes, roots, strict=True))
    assert 1 < far < near < 1.05


def test_the_bound_of_an_overlap_is_above_its_tail_everywhere_tried():
    exact, bound = DERIVATIONS["key_overlap_tail"]().formula, DERIVATIONS["key_overlap_tail_bound"]().formula
    for dimension in (2, 5, 40):
        for tenth in (1, 5, 9):
            at = {d_k: dimension, t: sp.Rational(tenth, 10)}
            assert exact.subs(at).evalf() <= bound.subs(at).evalf()


def test_near_collisions_in_three_dimensions_are_half_of_the_pairs():
    """There an overlap is uniform: the exact hazard of one pair is log 2, far below the bound at d_k = 3."""
    bound = DERIVATIONS["near_ceiling_one_head"]().formula.subs({n: 2, d_k: 3, L: 1})
    assert log(2) <= bound
    assert DERIVATIONS["near_collision_load"]().formula.subs(d_k, 3).evalf() == pytest.approx(2**0.5)


def test_the_chernoff_bound_has_the_rate_of_large_deviations():
    formula = DERIVATIONS["gaussian_failure_chernoff"]().formula.subs(tau, 4)
    rate = DERIVATIONS["gaussian_failure_rate"]().formula.subs(tau, 4).evalf(30)
    logs = [sp.log(formula.subs(d_k, d)).evalf(30) for d in (1000, 2000, 4000)]
    assert -(logs[2] - 2 * logs[1] + logs[0]) / 1000 == pytest.approx(float(rate), abs=1e-5)


def test_one_item_of_one_dimension_is_recalled_under_the_delta_rule():
    assert DERIVATIONS["delta_error_full"]().formula.subs(d_k, 1) == 0


def test_a_compound_power_converges_to_an_exponential():
    assert leading((1 - 2 / x) ** (3 * x), x) == (sp.exp(-6), 0)
    assert leading((1 - 1 / x**2) ** x, x) == (1, 0)


def test_a_compound_power_that_vanishes_or_stays_is_refused():
    for power in ((1 - 1 / x) ** (x**2), sp.Rational(1, 2) ** x * (1 + 1 / x) ** sp.sqrt(2), 2**x):
        with pytest.raises(NoLeadingTerm):
            leading(power, x)

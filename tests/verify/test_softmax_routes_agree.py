"""Derived and measured scores, saturation, averages and heads, and what a wrong formula would show."""

from __future__ import annotations

import pytest
import torch
from theorycheck import law
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import quantities
from theorycheck.theory.transformer_basics import DERIVATIONS

QUANTITIES = quantities("transformer_basics")

MAX_Z = 4
EQUALITIES = (
    ("score_variance", "score_shape", {"statistic": "variance"}, "d_k + 1"),
    ("shifted_score_variance", "shifted_score", {}, "d_k*(1 + mu**2)"),
    ("scaled_variance", "scaled_score", {}, "d_k**(1 - a)"),
    ("neutral_power", "neutral_power", {}, "1/4"),
    ("normal_score_excess", "score_shape", {"statistic": "excess", "law": "normal"}, "3/d_k"),
    ("sign_score_excess", "score_shape", {"statistic": "excess", "law": "signs"}, "2/d_k"),
    ("aligned_score_mean", "aligned_score", {"statistic": "mean", "a": 0.5}, "d_k"),
    ("aligned_score_variance", "aligned_score", {"statistic": "variance", "a": 0.5}, "1"),
    ("softmax_jacobian", "jacobian_gap", {}, "1/n"),
    ("head_parameters", "layer_parameters", {"bias": "no"}, "4*D**2 + 4*D"),
    ("biased_head_parameters", "layer_parameters", {"bias": "yes"}, "4*D**2"),
)
"""Derivation, quantity, which of its points, and a formula near the derived one."""

BOUNDS = (
    ("shortfall_above", "shortfall", 1),
    pytest.param("shortfall_below", "shortfall", -1, marks=pytest.mark.slow),
    pytest.param("jacobian_above", "jacobian", 1, marks=pytest.mark.slow),
    pytest.param("query_gradient_above", "query", 1, marks=pytest.mark.slow),
    pytest.param("query_gradient_below", "query", -1, marks=pytest.mark.slow),
)
"""Derivation, the statistic it bounds, and on which side."""


def points(quantity, where):
    """The points with these coordinates."""
    return [point for point in quantity.points if where.items() <= point.items()]


def agrees(formula, quantity, where):
    """Whether the formula is every exact value within its error bound and 1e-9."""
    found = (
        (quantity.evaluate(point), law.evaluate(formula, dict(point))) for point in points(quantity, where)
    )
    return all(abs(x.value - y) <= x.error_bound + 1e-9 * max(abs(y), 1e-4) for x, y in found)


@pytest.mark.parametrize(("derivation", "quantity", "where", "wrong"), EQUALITIES)
def test_both_routes_meet_and_a_formula_nearby_does_not(derivation, quantity, where, wrong):
    measured = QUANTITIES[quantity]
    assert agrees(DERIVATIONS[derivation]().formula, measured, where)
    assert not agrees(law.parse(wrong), measured, where)


@pytest.mark.parametrize(("derivation", "statistic", "side"), BOUNDS)
def test_bounds_hold_and_are_near(derivation, statistic, side):
    formula, measured = DERIVATIONS[derivation]().formula, QUANTITIES["two_keys"]
    for d_k in (64, 1024):
        point = {"scale": "unscaled", "statistic": statistic, "d_k": d_k}
        bound = law.evaluate(formula, point)
        ratio = measured.evaluate(point).value / bound
        assert ratio**side < 1
        # Within what is left of the next term of the density, of order 1/d.
        assert abs(ratio - 1) < 2 / d_k
        # The scores' own scale, and no other, is what the bound is near.
        assert abs(measured.evaluate({**point, "scale": "root"}).value / bound - 1) > 2 / d_k


def test_the_average_shrinks_as_derived_and_not_by_the_root():
    quantity, formula = (
        QUANTITIES["averaging"],
        DERIVATIONS["average_variance"]().formula,
    )
    group = next(s for s in quantity.groups if dict(s.shared) == {"weights": "uniform", "n": 32})
    generator = torch.Generator().manual_seed(0)
    power = sample_trials(quantity, group, 500, generator)[:, 0, 0]
    stderr = float(power.std()) / len(power) ** 0.5
    assert abs(float(power.mean()) - law.evaluate(formula, {"n": 32})) < MAX_Z * stderr
    assert abs(float(power.mean()) - law.evaluate(law.parse("1/sqrt(n)"), {"n": 32})) > MAX_Z * stderr


def test_the_tail_of_two_scores_over_their_sum_is_derived_and_falls_no_faster():
    formula, measured = (
        DERIVATIONS["pair_tail"]().formula,
        QUANTITIES["quotient_tail_exact"],
    )
    for point in measured.points:
        found = measured.evaluate(point)
        assert found.value == pytest.approx(law.evaluate(formula, point), rel=1e-10)
        assert found.value != pytest.approx(law.evaluate(law.parse("1/t**2"), point), rel=0.1)

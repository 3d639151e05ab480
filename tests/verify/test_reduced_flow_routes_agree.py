"""Gradient flow of the reduced model: derived against computed values, three routes to one probability."""

from __future__ import annotations

import pytest
import sympy as sp
import torch
from theorycheck import law
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import quantities
from theorycheck.theory.markov_chains import DERIVATIONS

QUANTITIES = quantities("markov_chains")

MAX_Z = 4
TRIALS = 3000
VALUES = (
    ("slope_odds", "slope_odds", {}, "p*q/((1 - p)*(1 - q))"),
    ("intercept_odds", "intercept_odds", {}, "p/q"),
    ("loss_curvature", "loss_curvature", {}, "p*q/(4*(p + q)**2)"),
    ("line_curvature_left", "line_curvature", {"side": "left"}, "2*p*q*(p + q - 1)/(p + q)**2"),
    ("line_curvature_right", "line_curvature", {"side": "right"}, "2*p*q*(1 - p - q)/(p + q)**2"),
)
"""Derivation, quantity, points, and a formula that is not the derived one."""


@pytest.mark.parametrize(("derivation", "quantity", "where", "wrong"), VALUES)
def test_derived_and_computed_values_agree_and_a_wrong_formula_does_not(derivation, quantity, where, wrong):
    formula, other, missed = DERIVATIONS[derivation]().formula, law.parse(wrong), 0
    points = [c for c in QUANTITIES[quantity].points if where.items() <= c.items()]
    for point in points:
        found, at = (
            QUANTITIES[quantity].evaluate(point),
            {k: v for k, v in point.items() if k not in where},
        )
        assert found.value == pytest.approx(float(law.evaluate(formula, at)), rel=1e-7)
        missed += found.value != pytest.approx(float(law.evaluate(other, at)), rel=1e-3)
    assert missed > len(points) / 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("derivation", "p", "q"), [("sharp_square_above", 0.6, 0.7), ("sharp_square_below", 0.2, 0.6)]
)
def test_the_ball_is_as_large_as_derived(derivation, p, q):
    found = QUANTITIES["sharp_square"].evaluate({"p": p, "q": q})
    derived = float(sp.N(DERIVATIONS[derivation]().formula))
    assert abs(found.value - derived) <= found.error_bound < 0.01
    assert abs(found.value - 0.4) > found.error_bound


@pytest.mark.parametrize("number", range(len(QUANTITIES["gaussian_starts"].groups)))
def test_flow_and_criterion_meet_the_quadrature(number):
    quantity = QUANTITIES["gaussian_starts"]
    group = quantity.groups[number]
    generator = torch.Generator().manual_seed(number)
    trials = sample_trials(quantity, group, TRIALS, generator)[:, 0]
    share = QUANTITIES["global_share"].evaluate(dict(group.points[0])).value
    stderr = (share * (1 - share) / TRIALS) ** 0.5 + 1e-9
    for output in ("global", "predicted"):
        z = (float(trials[:, quantity.outputs.index(output)].mean()) - share) / stderr
        assert abs(z) <= MAX_Z
    below = float(group.shared["p"]) + float(group.shared["q"]) < 1
    across = {"p": 0.6, "q": 0.7} if below else {"p": 0.2, "q": 0.6}
    other = QUANTITIES["global_share"].evaluate({**group.points[0], **across}).value
    assert abs(float(trials[:, 0].mean()) - other) > MAX_Z * stderr


@pytest.mark.parametrize("number", [3, 6])
def test_as_many_starts_flow_to_the_rarer_end_as_the_quadrature_says_and_not_for_another_scale(number):
    quantity = QUANTITIES["end_ratio"]
    group = quantity.groups[number]
    generator = torch.Generator().manual_seed(number)
    ratio = sample_trials(quantity, group, TRIALS, generator)[:, 0, 0]
    stderr = float(ratio.std()) / TRIALS**0.5
    assert abs(float(ratio.mean()) - 1) <= MAX_Z * stderr
    own, other = (
        QUANTITIES["rare_share"].evaluate({**group.shared, "k": 1 / sigma**2}).value
        for sigma in (float(group.shared["sigma"]), 0.5)
    )
    assert abs(float(ratio.mean()) * own / other - 1) > MAX_Z * stderr * own / other

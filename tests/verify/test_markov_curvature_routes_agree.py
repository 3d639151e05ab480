"""Derived and automatic curvatures of the marginal point, and formulas nearby that do not meet."""

from __future__ import annotations

import pytest
from theorycheck import law
from theorycheck.numerics.markov_chains import neighbourhood
from theorycheck.numerics.quantity import quantities
from theorycheck.theory.markov_chains import DERIVATIONS

QUANTITIES = quantities("markov_chains")

MEETINGS = (
    (
        "tied_curvature",
        "embedding_curvature",
        {"weights": "tied", "v": 0.0},
        "2*(p + q - 1)*(1 - tau)*p*q/(p + q)",
    ),
    (
        "attended_curvature",
        "embedding_curvature",
        {"weights": "tied", "tau": 0.0},
        "2*(p + q - 1)*p*q*(1 - v)",
    ),
    ("untied_least", "embedding_curvature", {"weights": "untied", "v": 0.0}, "-(p + q - 1)*p*q/(p + q)**2"),
    ("bias_curvature", "marginal_bias_curvature", {}, "p*q/(p + q)"),
    ("marginal_gap", "marginal_gap", {}, "(p + q - 1)**2/2"),
)


@pytest.mark.parametrize(("derivation", "quantity", "at", "wrong"), MEETINGS)
def test_both_routes_meet_and_a_formula_nearby_does_not(derivation, quantity, at, wrong):
    formula, measured = DERIVATIONS[derivation]().formula, QUANTITIES[quantity]
    points = [dict(point) for point in measured.points if all(point[k] == v for k, v in at.items())]
    assert len(points) >= 7
    gaps = {"right": [], "wrong": []}
    for point in points[::2]:
        found = measured.evaluate(point)
        for name, expression in (("right", formula), ("wrong", law.parse(wrong))):
            gaps[name].append(abs(found.value - law.evaluate(expression, point)))
        assert gaps["right"][-1] <= found.error_bound
    assert max(gaps["wrong"]) > 1e-3


@pytest.mark.parametrize("r", [0.1, 0.75])
def test_no_adversary_is_below_the_floor(r, monkeypatch):
    monkeypatch.setattr(neighbourhood, "_STEPS", 15)
    floor = DERIVATIONS["tied_floor"]().formula
    simple = {"weights": "tied", "v": 0.0, "tau": 0.0, "p": 0.9, "q": 0.7, "N": 4, "r": r}
    found = QUANTITIES["least_excess"].evaluate(simple)
    assert found.value >= law.evaluate(floor, simple) > 0
    turned = QUANTITIES["least_excess"].evaluate({**simple, "tau": 2.0})
    assert turned.value < law.evaluate(floor, simple)

"""Points near the marginal point: what is lower, what is flat, and what curves up."""

import pytest
import torch
from theorycheck.numerics.markov_chains import curvature, neighbourhood
from theorycheck.numerics.markov_chains.chain import Chain, marginal_entropy
from theorycheck.numerics.markov_chains.layer import context_loss

CHAIN = Chain(p=0.9, q=0.7)
POINT = {"p": 0.9, "q": 0.7, "weights": "tied", "N": 2, "v": 0.0, "tau": 0.0}


def test_fewer_directions_are_flat_off_the_point(monkeypatch):
    flat = neighbourhood.flat_dimension.evaluate(POINT).value
    off = curvature.bigram_point(curvature.layer_of(POINT), CHAIN) + 0.1
    monkeypatch.setattr(neighbourhood, "point_of", lambda at: off)
    assert neighbourhood.flat_dimension.evaluate(POINT).value < 10 < flat


def test_the_adversary_finds_what_is_lower_and_no_more(monkeypatch):
    monkeypatch.setattr(neighbourhood, "_STEPS", 20)
    assert neighbourhood.least_excess.evaluate({**POINT, "r": 0.1}).value > 0.1
    assert neighbourhood.least_excess.evaluate({**POINT, "tau": 2.0, "r": 0.1}).value < -0.1
    assert neighbourhood.least_excess.evaluate({**POINT, "weights": "untied", "r": 0.1}).value < -0.1


def test_across_the_flat_directions_nearby_points_curve_up_as_well(monkeypatch):
    monkeypatch.setattr(neighbourhood, "_TRIALS", 3)
    near, far = (neighbourhood.crosswise_curvature.evaluate({**POINT, "r": r}).value for r in (0.7, 20.0))
    assert near > 0.05
    assert far < 0
    below = neighbourhood.crosswise_curvature.evaluate({**POINT, "p": 0.2, "q": 0.1, "r": 0.1}).value
    assert below < -0.05


def test_points_without_embedding_have_one_loss():
    layer = curvature.layer_of(POINT)
    generator = torch.Generator().manual_seed(4)
    moves = torch.randn(5, layer.size, generator=generator, dtype=torch.float64) * ~layer.mask("e", "b")
    losses = context_loss(layer, curvature.point_of(POINT) + moves, CHAIN)
    assert losses.tolist() == pytest.approx([marginal_entropy(CHAIN)] * 5, abs=1e-14)
    moved = context_loss(layer, curvature.point_of(POINT) + moves + 0.1 * layer.mask("e"), CHAIN)
    assert float((moved - marginal_entropy(CHAIN)).abs().min()) > 1e-5

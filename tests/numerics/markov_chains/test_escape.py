"""Leaving the marginal point: steps of a linear flow, and paths that end where they should."""

import math

import pytest
import torch
from theorycheck.numerics.markov_chains import escape

POINT = {"p": 0.9, "q": 0.7, "weights": "untied", "N": 2}


def test_steps_of_a_linear_flow_are_those_of_the_exponential():
    step = escape.runge_kutta(lambda theta: -0.3 * theta, 0.5)
    found = float(step(torch.ones(1, dtype=torch.float64)))
    assert found == pytest.approx(math.exp(-0.15), rel=1e-6)
    assert found != pytest.approx(1 - 0.15, rel=1e-3)


def test_starts_are_at_their_distance():
    moves = escape.displaced(POINT, count=3, distance=0.25) - escape.point_of(POINT)
    assert moves.norm(dim=-1).tolist() == pytest.approx([0.25] * 3)


def test_tied_weights_return_and_others_leave(monkeypatch):
    monkeypatch.setattr(escape, "_TIMES", (0.0, 24.0, 48.0))
    ends = {w: escape.escape_path.evaluate({**POINT, "weights": w, "t": 48.0}) for w in ("tied", "untied")}
    assert ends["tied"].value == pytest.approx(1, abs=1e-9)
    assert ends["untied"].value < 0.5
    assert ends["untied"].error_bound < 1e-3

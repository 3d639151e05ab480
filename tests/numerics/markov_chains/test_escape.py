"""Leaving the marginal point: rates of a linear flow, and paths that end where they should."""

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


def test_the_rate_is_the_covariance_by_hand():
    # At p = .9, q = .7 the mixed second derivative is Cov(x_n, x_n+1) = -.6 * 63/256.
    found = escape.saddle_escape.evaluate(POINT)
    assert found.value == pytest.approx(0.6 * 63 / 256, rel=1e-4)
    assert found.error_bound < 1e-5
    assert found.value != pytest.approx(0.3 * 63 / 256, rel=0.1)


def test_steps_of_descent_are_slower_than_the_flow_by_a_logarithm():
    rate = 0.6 * 63 / 256
    found = escape.saddle_descent.evaluate({**POINT, "eta": 8.0}).value
    assert found == pytest.approx(math.log(1 + 8 * rate) / 8, rel=1e-5)
    assert found < 0.7 * rate


def test_tied_weights_return_and_others_leave(monkeypatch):
    monkeypatch.setattr(escape, "_TIMES", (0.0, 24.0, 48.0))
    ends = {w: escape.escape_path.evaluate({**POINT, "weights": w, "t": 48.0}) for w in ("tied", "untied")}
    assert ends["tied"].value == pytest.approx(1, abs=1e-9)
    assert ends["untied"].value < 0.5
    assert ends["untied"].error_bound < 1e-3

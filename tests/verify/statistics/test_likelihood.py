"""Batches of fits reach the least deviance in every row, whatever the others do."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import rel_entr
from theorycheck.statistics import likelihood
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.likelihood import Counts, LinearMeans

SIZES = 2.0 ** np.arange(4, 10)
COLUMNS = np.column_stack([np.ones(6), np.log(SIZES)])
TRIALS = np.full(6, 20_000.0)
COUNTS = np.round(TRIALS * (4 / SIZES + 2e-3))
FLOORS = np.array([-0.1, -1e-3, 0.0, 1e-3, 2e-3])


def least(floor: float) -> float:
    def deviance(theta: np.ndarray) -> float:
        p = np.exp(COLUMNS @ theta) + floor
        if np.any((p <= 0) | (p >= 1)):
            return 1e9
        return float(2 * np.sum(rel_entr(COUNTS, TRIALS * p) + rel_entr(TRIALS - COUNTS, TRIALS * (1 - p))))

    start = np.linalg.lstsq(COLUMNS, np.log(COUNTS / TRIALS - floor), rcond=None)[0]
    options = {"xatol": 1e-10, "fatol": 1e-10, "maxiter": 4000}
    return float(minimize(deviance, start, method="Nelder-Mead", options=options).fun)


def fitted() -> np.ndarray:
    data = Counts(counts=COUNTS, trials=TRIALS)
    return data.fit(COLUMNS, np.zeros((len(FLOORS), 6)), FLOORS).deviance


def test_each_row_of_a_batch_reaches_its_least_deviance():
    np.testing.assert_allclose(fitted(), [least(floor) for floor in FLOORS], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("near", [0.0, 1e3, -1e3, np.inf, np.nan])
def test_a_bad_place_to_begin_at_moves_no_deviance(near):
    data = Counts(counts=COUNTS, trials=TRIALS)
    begun = data.fit(COLUMNS, np.zeros((len(FLOORS), 6)), FLOORS, np.full((len(FLOORS), 2), near))
    np.testing.assert_allclose(begun.deviance, fitted(), rtol=1e-6, atol=1e-6)


def test_a_good_place_to_begin_at_saves_steps():
    data, steps = Counts(counts=COUNTS, trials=TRIALS), []
    first = data.fit(COLUMNS, np.zeros((1, 6)))
    with pytest.MonkeyPatch.context() as patch:
        moved = likelihood._moved
        patch.setattr(likelihood, "_moved", lambda *args: steps.append(1) or moved(*args))
        data.fit(COLUMNS, np.zeros((1, 6)))
        far = len(steps)
        again = data.fit(COLUMNS, np.zeros((1, 6)), None, first.theta)
    assert len(steps) - far < far
    np.testing.assert_allclose(again.deviance, first.deviance, rtol=1e-9)


def test_rows_that_are_left_too_early_are_noticed(monkeypatch):
    monkeypatch.setattr(likelihood, "TOLERANCE", 0.1)
    assert np.any(fitted() > np.array([least(floor) for floor in FLOORS]) * (1 + 1e-5) + 1e-5)


def excess_far_above() -> np.ndarray:
    """How far above the least deviance, known in closed form, fits end that hold absurd exponents."""
    dimensions = np.geomspace(8, 64, 7)
    means = 3.0 / dimensions + np.random.default_rng(4).normal(0, 0.02, 7)
    data = LinearMeans(means=means, covariance=Covariance(np.full(7, 0.02**2)))
    held = np.array([-300.0, -30.0, 20.0, 300.0])[:, None] * np.log(dimensions)
    shape = np.exp(held - held.max(axis=1, keepdims=True))
    scale = np.maximum(shape @ means / np.sum(shape**2, axis=1), 0.0)
    least = np.sum((means - scale[:, None] * shape) ** 2, axis=1) / 0.02**2
    return data.fit(np.ones((7, 1)), held).deviance / least - 1


def test_a_fit_that_starts_far_above_finds_the_best_constant(monkeypatch):
    np.testing.assert_allclose(excess_far_above(), 0.0, atol=1e-5)
    monkeypatch.setattr(likelihood, "FAR", np.inf)
    assert excess_far_above().max() > 1

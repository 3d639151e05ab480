"""Sums of overlaps with signs by a Fourier series, and by other routes."""

from math import comb, pi

import numpy as np
import pytest
from scipy.special import stdtr
from theorycheck.numerics.conditioning.scalar import (
    gaussian_scalar_failure_student,
    overlap_characteristic,
    scalar_failure_fourier,
)

NODES, WEIGHTS = np.polynomial.legendre.leggauss(200)


def slice_mean(nu: float, t: float) -> float:
    """E cos(t x) by Gauss-Legendre over the slices of the sphere in 2 nu + 2 dimensions."""
    weights = WEIGHTS * np.cos(pi / 2 * NODES) ** (2 * nu)
    return float(weights @ np.cos(t * np.sin(pi / 2 * NODES)) / weights.sum())


def test_the_characteristic_function_is_that_of_a_slice():
    for d_k in (4, 7, 32, 64):
        t = np.array([0.1, 1.0, 7.0, 40.0])
        expected = [slice_mean(d_k / 2 - 1, x) for x in t]
        assert abs(overlap_characteristic(d_k / 2 - 1, t) - expected).max() < 1e-13


def test_fourier_values_have_twelve_digits_by_a_second_characteristic_function(monkeypatch):
    points = [{"d_k": 16, "n": 11}, {"d_k": 32, "n": 17}, {"d_k": 64, "n": 65}]
    values = [scalar_failure_fourier.evaluate(point) for point in points]
    monkeypatch.setattr(
        "theorycheck.numerics.conditioning.scalar.overlap_characteristic",
        lambda nu, t: np.array([slice_mean(nu, x) for x in t]),
    )
    for point, value in zip(points, values, strict=True):
        assert abs(scalar_failure_fourier.evaluate(point).value - value.value) <= value.error_bound < 1e-11


def test_sums_of_uniform_overlaps_by_their_volumes():
    # In R^3 overlaps are uniform on (-1, 1): the classical volume of a slab of the m-cube.
    for n in (14, 18):
        m = n - 1
        steps = [(-1) ** k * comb(m, k) * max(0.0, (m - 1) / 2 - k) ** m for k in range(m + 1)]
        below = sum(steps) / np.prod(np.arange(1.0, m + 1))
        assert scalar_failure_fourier.evaluate({"d_k": 3, "n": n}).value == pytest.approx(2 * below, abs=1e-9)


def test_a_slow_series_is_refused():
    with pytest.raises(ValueError, match="2 items and d_k = 4 falls too slowly"):
        scalar_failure_fourier.evaluate({"d_k": 4, "n": 2})


def test_student_by_scipy():
    for point in gaussian_scalar_failure_student.points:
        exact, d_k = gaussian_scalar_failure_student.evaluate(point), point["d_k"]
        expected = 2 * stdtr(d_k, -((d_k / (point["n"] - 1)) ** 0.5))
        assert abs(exact.value - expected) <= exact.error_bound + 1e-12 * expected
        assert exact.error_bound < 1e-11 * exact.value + 1e-12

"""The exact failure law on spheres: drawn keys and values, signs, one characteristic by quadrature."""

from math import pi

import numpy as np
import pytest
from theorycheck.numerics.conditioning.scalar import overlap_characteristic, scalar_failure_fourier
from theorycheck.numerics.conditioning.sphere_failure import (
    _characteristic_gap,
    noise_characteristic,
    noise_gap,
    sphere_failure,
    sphere_query_capacity,
    sphere_union_capacity,
)
from theorycheck.numerics.conditioning.success import memory_failure

from ..samples import measure, units


def drawn_noise(d_k: int, d_v: int, n: int, n_trials: int, seed: int) -> np.ndarray:
    """|eta|^2 of one query a draw, from keys and values."""
    generator = np.random.default_rng(seed)
    keys, values = (
        units(generator.standard_normal((n_trials, *shape))) for shape in ((n, d_k), (n - 1, d_v))
    )
    overlaps = np.einsum("tjd,td->tj", keys[:, 1:], keys[:, 0])
    return np.square(np.einsum("tj,tjd->td", overlaps, values)).sum(axis=1)


@pytest.mark.parametrize(("d_k", "d_v", "n"), [(24, 3, 21), (40, 7, 31), (48, 16, 34)])
def test_the_integral_meets_drawn_keys_and_values(d_k, d_v, n):
    n_trials = 10_000
    noise = drawn_noise(d_k, d_v, n, n_trials, seed=d_k)
    for tau, other in ((0.6, 0.7), (1.0, 1.1)):
        p, wrong = (
            sphere_failure.evaluate({"d_k": d_k, "d_v": d_v, "n": n, "tau": t}).value for t in (tau, other)
        )
        measured, error = float((noise > tau).mean()), (p * (1 - p) / n_trials) ** 0.5
        assert abs(measured - p) <= 4 * error
        assert abs(measured - wrong) > 4 * error


@pytest.mark.parametrize(("d_k", "n"), [(16, 21), (32, 33), (64, 65)])
def test_signs_have_the_same_law_by_a_fourier_series_to_twelve_digits(d_k, n):
    found = sphere_failure.evaluate({"d_k": d_k, "d_v": 1, "n": n, "tau": 1.0})
    assert found.value == pytest.approx(
        scalar_failure_fourier.evaluate({"d_k": d_k, "n": n}).value, rel=1e-12
    )


def test_the_characteristic_function_is_that_of_two_angles():
    nodes, weights = np.polynomial.legendre.leggauss(160)
    angle = pi / 2 * nodes
    x, y = (weights * np.cos(angle) ** (d - 2) for d in (20, 9))
    for t in (0.5, 3.0, 25.0):
        cosines = np.cos(t * np.outer(np.sin(angle), np.sin(angle)))
        expected = x @ cosines @ y / (x.sum() * y.sum())
        found = noise_characteristic({"d_k": 20, "d_v": 9}, np.array([t]), 120)
        assert found[0] == pytest.approx(expected, abs=1e-13)


def test_the_gap_is_one_less_the_characteristic_and_keeps_its_digits_where_that_is_near_one():
    at, t = {"d_k": 64, "d_v": 16}, np.array([1e-4, 0.5, 30.0])
    gap = noise_gap(at, t, 128)
    # E x^2 y^2 = 1/(d_k d_v): the gap is t^2/2 of it, and 1 - phi in doubles has lost half the digits.
    assert gap[0] == pytest.approx(1e-8 / (2 * 64 * 16), rel=1e-8)
    assert gap[1:] == pytest.approx(1 - noise_characteristic(at, t[1:], 96), abs=1e-13)
    assert _characteristic_gap(7.0, np.array([1.9]))[0] == pytest.approx(
        1 - overlap_characteristic(7.0, np.array([1.9]))[0], rel=1e-13
    )


def test_the_union_promises_what_drawn_memories_keep():
    size = sphere_union_capacity.evaluate({"d_k": 256, "d_v": 16, "tau": 1.0})
    at = int(size.value)
    assert at * sphere_failure.evaluate({"d_k": 256, "d_v": 16, "n": at, "tau": 1.0}).value < 1 / 2
    more = sphere_failure.evaluate({"d_k": 256, "d_v": 16, "n": at + 1, "tau": 1.0}).value
    assert (at + 1) * more > 1 / 2
    points = [{"n": at}, {"n": round(1.15 * at)}]
    shared = {"values": "fixed", "d_k": 256, "d_v": 16, "tau": 1.0}
    fails = measure(memory_failure, shared, points, n_trials=150)
    errors = np.sqrt(np.diag(fails.covariance))
    assert fails.mean[0] < 1 / 2 + 4 * errors[0]
    # Loose by little: a seventh more items break the promise.
    assert fails.mean[1] > 1 / 2 + 4 * errors[1]


def test_few_items_are_refused():
    with pytest.raises(ValueError, match="2 items falls too slowly"):
        sphere_failure.evaluate({"d_k": 8, "d_v": 8, "n": 3, "tau": 1.0})


def test_a_query_in_ten_fails_at_the_capacity():
    for point in sphere_query_capacity.points[:3]:
        size = sphere_query_capacity.evaluate(point).value
        below, above, beyond = (
            sphere_failure.evaluate({**point, "n": int(size) + more}).value for more in (0, 1, 2)
        )
        assert below < 0.1 < above
        # A straight line between two integers is off by an eighth of the second difference.
        bend = abs(beyond - 2 * above + below) / 8
        assert abs(below + (size - int(size)) * (above - below) - 0.1) < 2 * bend

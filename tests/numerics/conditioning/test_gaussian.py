"""The Gaussian memory on four routes, and by hand where chi-squares have two degrees of freedom."""

from __future__ import annotations

from collections.abc import Callable
from math import exp

import numpy as np
import pytest
from scipy.integrate import quad
from theorycheck.numerics.conditioning.gaussian import (
    gaussian_failure,
    gaussian_failure_integral,
    gaussian_failure_inversion,
    gaussian_rare_failure,
    likeliest_failure,
)

TAUS = (0.5, 1.0, 2.0, 4.0)
POINTS = [{"tau": tau} for tau in TAUS]


@pytest.mark.parametrize("query", ["unit", "stored"])
@pytest.mark.parametrize(("n", "d_k", "d_v"), [(2, 3, 5), (9, 8, 4), (17, 16, 16)])
def test_simulation_meets_both_exact_routes(
    query: str, n: int, d_k: int, d_v: int, measure: Callable, z_scores: Callable
) -> None:
    shared = {"query": query, "n": n, "d_k": d_k, "d_v": d_v}
    estimate = measure(gaussian_failure, shared, POINTS)
    for route in (gaussian_failure_integral.evaluate, gaussian_failure_inversion.evaluate):
        assert abs(z_scores(estimate, [route({**shared, **point}).value for point in POINTS])).max() <= 4
        wrong = [route({**shared, "n": n + 1, **point}).value for point in POINTS]
        assert abs(z_scores(estimate, wrong)).max() > 4


def test_two_exact_routes_agree_to_twelve_digits_within_their_bounds() -> None:
    for point in gaussian_failure_integral.points:
        one, other = gaussian_failure_integral.evaluate(point), gaussian_failure_inversion.evaluate(point)
        assert abs(one.value - other.value) <= one.error_bound + other.error_bound
        # Beyond 1e-40 the logarithms of the moments alone cost a digit more.
        assert abs(one.value - other.value) <= (1e-12 if one.value > 1e-40 else 1e-11) * one.value
        assert max(one.error_bound, other.error_bound) < 1e-9 * one.value


def test_two_exponential_variables_by_hand() -> None:
    # chi2_2 / 2 is exponential, so with three items and d_k = d_v = 2: P(A B > tau) = E exp(-tau / A).
    for tau in TAUS:
        expected = quad(lambda a, tau=tau: exp(-a - tau / a) if a else 0.0, 0, np.inf, epsabs=1e-13)[0]
        point = {"query": "unit", "n": 3, "d_k": 2, "d_v": 2, "tau": tau}
        for route in (gaussian_failure_integral.evaluate, gaussian_failure_inversion.evaluate):
            assert route(point).value == pytest.approx(expected, rel=1e-9)


def test_too_few_nodes_widen_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    point = {"query": "unit", "n": 65, "d_k": 64, "d_v": 64, "tau": 1.0}
    right = gaussian_failure_inversion.evaluate(point).value
    monkeypatch.setattr("theorycheck.numerics.conditioning.gaussian._STEPS", (20, 40))
    monkeypatch.setattr("theorycheck.numerics.conditioning.gaussian._LINE_STEPS", (4, 8))
    for route in (gaussian_failure_integral.evaluate, gaussian_failure_inversion.evaluate):
        rough = route(point)
        assert rough.error_bound > 0.1 * abs(rough.value - right)
        assert rough.error_bound > 1e-9


@pytest.mark.parametrize(("n", "d"), [(9, 16), (33, 32), (65, 128)])
def test_rare_failures_meet_the_exact_value(n: int, d: int, measure: Callable, z_scores: Callable) -> None:
    shared, points = {"query": "unit", "n": n, "d_k": d, "d_v": d}, [{"tau": tau} for tau in (1.0, 2.0, 4.0)]
    estimate = measure(gaussian_rare_failure, shared, points)
    exact = np.array([gaussian_failure_inversion.evaluate({**shared, **point}).value for point in points])
    conditional, tilted = z_scores(estimate, exact.repeat(2).tolist()).reshape(3, 2).T
    relative = np.sqrt(np.diag(estimate.covariance)).reshape(3, 2) / exact[:, None]
    assert abs(tilted).max() <= 4
    # Where conditioning is still precise it must agree as well; far out its weights are too uneven.
    assert (relative[:, 1] < 0.2).all()
    assert abs(conditional[relative[:, 0] < 0.05]).max() <= 4
    assert abs(z_scores(estimate, (1.2 * exact).repeat(2).tolist())[1]) > 4


def test_the_likeliest_failure_lies_on_the_threshold_and_is_a_maximum() -> None:
    a, b = likeliest_failure(10, 30, 3.0)
    assert a * b == pytest.approx(3.0)

    def log_density(x: float) -> float:
        return 5 * (np.log(x) - x) + 15 * (np.log(3.0 / x) - 3.0 / x)

    assert log_density(a) > max(log_density(0.99 * a), log_density(1.01 * a))
    assert likeliest_failure(10, 30, 0.5) == (1.0, 1.0)

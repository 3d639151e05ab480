"""The least error of any weights: by a general minimiser, below every other scheme, and its shares."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import stdtr, zeta
from theorycheck.numerics.associative_memory.minimax import (
    RULES,
    best_threshold,
    least_class_mass,
    least_error,
    log_multipliers,
    optimal_shares,
    places,
    threshold_error,
)
from theorycheck.numerics.associative_memory.model import coordinates
from theorycheck.numerics.associative_memory.quadrature import recall_error_exact


def truncated(logits, d, alpha):
    """Sum of x^-alpha P(x is wrong) over as many tokens, and the rest with no share."""
    w = np.exp(logits - logits.max())
    w /= w.sum()
    x = np.arange(1, len(w) + 1)
    return float((x**-alpha) @ stdtr(d, -np.sqrt(d * w / (1 - w)))) + zeta(alpha, len(w) + 1) / 2


def test_a_general_minimiser_finds_nothing_better():
    d, alpha = 16, 2.0
    found = minimize(truncated, -np.log(np.arange(1, 61)), args=(d, alpha), method="BFGS").fun
    least = least_error.evaluate({"alpha": alpha, "d": d}).value
    assert least <= found
    assert found == pytest.approx(least, rel=0.01)


def test_the_shares_add_up_and_balance():
    alpha, d = 2.0, 64
    (x, many, end), root = places(d, 1000), log_multipliers(alpha, d, (1000, 2000))[0]
    w = optimal_shares(alpha, d, 1000, root)
    rest = np.exp(-2 * root) * end ** (1 - 2 * alpha) / (2 * alpha - 1)
    assert many @ w + rest == pytest.approx(1, abs=1e-9)
    slopes = x**-alpha * w**-0.5 * (1 - w) ** ((d - 2) / 2) * np.where(True, 1, 1)
    # In v = log(w/(1-w)) the optimum has (1-w)^((d-3)/2) over the root of w/(1-w): the same number for all.
    assert np.ptp(np.log(slopes)) < 1e-9


def test_a_threshold_is_the_memory_by_quadrature():
    at = {"alpha": 2.0, "d": 1024, "rule": "d/log d"}
    stored = int(RULES["d/log d"](1024, 2.0))
    point = coordinates(N="inf", M=2, scheme="threshold", P=stored, d=1024)
    assert threshold_error.evaluate(at).value / zeta(2.0) == pytest.approx(
        recall_error_exact.evaluate(point).value, rel=1e-9
    )


def test_the_best_threshold_beats_its_neighbours():
    best = best_threshold(2.0, 256)
    value = threshold_error.evaluate({"alpha": 2.0, "d": 256, "rule": "best"}).value
    points = [coordinates(N="inf", M=2, scheme="threshold", P=P, d=256) for P in range(best - 9, best + 10)]
    assert min(recall_error_exact.evaluate(point).value for point in points) * zeta(2.0) == pytest.approx(
        value, rel=1e-9
    )


def test_no_class_is_lighter_than_the_first_token_nor_than_its_share():
    assert least_class_mass.evaluate({"alpha": 2.0, "M": 5}).value == pytest.approx(6 / np.pi**2)
    assert least_class_mass.evaluate({"alpha": 1.5, "M": 2}).value == pytest.approx(0.5, abs=1e-5)

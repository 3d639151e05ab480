"""Failure of retrieval among signs on a line, by enumeration."""

import pytest
from theorycheck.numerics.conditioning.failure import item_failure, noise_survival, retrieval_failure

Z_LIMIT = 4.5


@pytest.mark.parametrize("quantity", [retrieval_failure, item_failure])
@pytest.mark.parametrize(("tau", "expected"), [(0.5, 1.0), (1.0, 0.0), (2.0, 0.0)])
def test_two_signs_fail_below_their_power_of_one_and_not_at_it(quantity, tau, expected, measure):
    estimate = measure(quantity, {"n": 2, "d_k": 1, "tau": tau}, n_trials=200)
    assert estimate.mean.tolist() == [expected]


def test_of_three_signs_all_fail_or_one(measure, z_scores):
    # w_j = k_j v_j are fair signs and |eta_i| = |sum of the other two|: with three equal signs
    # (probability 1/4) all have 2; else only the odd one out has.
    shared = {"n": 3, "d_k": 1, "tau": 1.0}
    assert measure(retrieval_failure, shared, n_trials=500).mean.tolist() == [1.0]
    each = measure(item_failure, shared)
    assert abs(z_scores(each, [1 / 4 + 3 / 4 / 3])).max() < Z_LIMIT
    assert abs(z_scores(each, [1.0])).min() > 3 * Z_LIMIT


def test_survival_of_three_signs(measure, z_scores):
    # |eta|^2 is 0 or 4 with equal probability.
    points = [{"tau": tau} for tau in (0.5, 3.5, 4.5)]
    estimate = measure(noise_survival, {"n": 3, "d_k": 1}, points)
    assert abs(z_scores(estimate, [1 / 2, 1 / 2, 0])).max() < Z_LIMIT
    assert abs(z_scores(estimate, [1, 1 / 2, 0]))[0] > 3 * Z_LIMIT


def test_survival_at_one_is_the_failure_of_an_item(measure):
    shared = {"n": 6, "d_k": 8}
    survival, fails = (
        measure(noise_survival, shared, [{"tau": 1.0}]),
        measure(item_failure, {**shared, "tau": 1.0}),
    )
    stderr = (survival.covariance + fails.covariance)[0, 0] ** 0.5
    assert abs(survival.mean[0] - fails.mean[0]) <= 4 * stderr

"""Products of positive random features at opposite and at equal keys."""

from math import exp

import pytest
from theorycheck.numerics.conditioning.positive import positive_product

Z_LIMIT = 4.5


def test_opposite_keys_have_a_product_that_is_no_chance(measure):
    # The projections cancel: exp(-1) in every draw.
    estimate = measure(positive_product, {"d_k": 3}, [{"s": 0.0}], n_trials=100)
    assert estimate.mean.tolist() == pytest.approx([exp(-1), exp(-2)], rel=1e-6)
    assert estimate.covariance[0, 0] < 1e-12


def test_products_are_unbiased_for_the_exponential_of_the_overlap(measure, z_scores):
    points = [{"s": 0.5}, {"s": 1.0}, {"s": 2.0}]
    estimate = measure(positive_product, {"d_k": 3}, points, n_trials=100_000)
    means = [exp(-0.75), exp(-0.5), 1.0]
    squares = estimate.mean[1::2].tolist()
    # Overlaps s/2 - 1.
    assert (
        abs(z_scores(estimate, [x for pair in zip(means, squares, strict=True) for x in pair])).max()
        < Z_LIMIT
    )
    wrong = [exp(-0.5), exp(-0.25), exp(0.5)]
    gaps = z_scores(estimate, [x for pair in zip(wrong, squares, strict=True) for x in pair])
    assert abs(gaps[::2]).min() > 3 * Z_LIMIT

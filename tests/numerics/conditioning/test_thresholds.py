"""Sizes at which softmax fails: by drawn sums, and by other rules."""

from math import exp

import numpy as np
import pytest
from scipy.special import hyp0f1
from theorycheck.numerics.conditioning.thresholds import softmax_threshold

from ..samples import units


def point(scale: str, about: str, threshold: str, d_k: int) -> dict[str, str | int]:
    """A point of the quantity."""
    return {"score_scale": scale, "about": about, "threshold": threshold, "d_k": d_k}


@pytest.mark.parametrize("scale", ["fixed", "root", "full"])
def test_annealed_sizes_have_twelve_digits_by_the_bessel_series(scale):
    for at in softmax_threshold.points:
        if at["threshold"] == "annealed" and at["score_scale"] == scale and at["d_k"] <= 64:
            beta = {"fixed": 4.0, "root": at["d_k"] ** 0.5, "full": at["d_k"]}[scale]
            b = beta * (2 if at["about"] == "noise" else 1)
            expected = 1 + exp(b) / hyp0f1(at["d_k"] / 2, b * b / 4)
            assert softmax_threshold.evaluate(at).value == pytest.approx(expected, rel=2e-12)


def drawn_sums(beta: float, d_k: int, n: int, n_trials: int, seed: int) -> np.ndarray:
    """Sums of the weights of 1, ..., n - 1 fresh keys, from the definition; shape "trials n - 1"."""
    generator = np.random.default_rng(seed)
    keys = units(generator.standard_normal((n_trials, n, d_k)))
    overlaps = np.einsum("tjd,td->tj", keys[:, 1:], keys[:, 0])
    return np.exp(beta * (overlaps - 1)).cumsum(axis=1)


@pytest.mark.parametrize("threshold", ["typical", "mean_weight"])
def test_other_sizes_are_those_of_drawn_keys(threshold):
    # The size lies between two integers; at each the drawn probability or weight is on its side of 1/2.
    size = softmax_threshold.evaluate(point("full", "weight", threshold, 8)).value
    for n, above in ((int(0.8 * size), False), (int(1.25 * size), True)):
        z = drawn_sums(8.0, 8, n, 2000, seed=n)[:, -1]
        outcome = (z > 1).astype(float) if threshold == "typical" else z / (1 + z)
        error = outcome.std() / len(z) ** 0.5
        assert ((outcome.mean() - 0.5) / error > 4) if above else ((outcome.mean() - 0.5) / error < -4)


def test_the_typical_size_is_the_drawn_median():
    size = softmax_threshold.evaluate(point("root", "weight", "typical", 25)).value
    n_trials, below = 6000, int(size)
    exceeds = (drawn_sums(5.0, 25, below + 1, n_trials, seed=7)[:, -2:] > 1).mean(axis=0)
    at_size = exceeds[0] + (size - below) * (exceeds[1] - exceeds[0])
    error = 0.5 / n_trials**0.5
    assert abs(at_size - 0.5) <= 4 * error
    assert abs((drawn_sums(5.0, 25, int(0.9 * size), n_trials, seed=7)[:, -1] > 1).mean() - 0.5) > 4 * error


def test_typical_sizes_lie_within_one_standard_deviation_and_are_ordered():
    for at in softmax_threshold.points:
        if at["threshold"] == "typical" and at["d_k"] in (16, 32, 256):
            annealed = softmax_threshold.evaluate({**at, "threshold": "annealed"}).value
            typical = softmax_threshold.evaluate(at)
            assert annealed < typical.value < 1.2 * annealed
            assert typical.error_bound < 1e-8 * typical.value


def test_too_few_items_have_no_typical_size():
    with pytest.raises(ValueError, match="weights falls too slowly"):
        softmax_threshold.evaluate(point("full", "weight", "typical", 4))

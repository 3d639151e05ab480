"""What is zero but for rounding is zero within a bound, not a sample with a standard error."""

import numpy as np
import pytest
from msgspec.structs import replace
from theorycheck.baseline.expected import PointEntry
from theorycheck.baseline.two_sample import Means, shift
from theorycheck.evidence.plan import Target
from theorycheck.evidence.reduction import sampled_evidence
from theorycheck.evidence.routes import quantity, route
from theorycheck.numerics.estimate import Moments
from theorycheck.numerics.quantity import SampledQuantity
from theorycheck.papers.tables import CLAIMS

(CLAIM,) = (claim for claim in CLAIMS if claim.id == "conditioning.delta.newest")
SIZES = (4, 8)


def evidence(noise: float, seed: int):
    """The claim's evidence from 64 trials of the size of `noise`."""
    real = quantity(route(CLAIM))
    assert isinstance(real, SampledQuantity)
    points = tuple({"d_k": 8, "n": n} for n in SIZES)
    target = Target(group="one", points=points, positions=(0, 1))
    values = noise * np.random.default_rng(seed).chisquare(16, size=(64, len(SIZES) * len(real.outputs)))
    return sampled_evidence(CLAIM, real, [(target, Moments.of(values))])


def entries(found) -> Means:
    points = [
        PointEntry(at=dict(c.at), mean=c.mean, stderr=c.stderr, error_bound=c.error_bound, n_trials=64)
        for c in found.points
    ]
    return Means.of(points)


def test_noise_of_rounding_is_zero_within_a_bound():
    found = evidence(1e-15, 1)
    assert found.exact
    assert found.means.tolist() == [0.0, 0.0]
    assert 0 < found.error_bounds.max() < 1e-10


def test_three_times_the_noise_on_another_processor_is_no_regression():
    moved = shift(entries(evidence(1e-15, 1)), entries(evidence(3e-15, 2)), [0, 1])
    assert moved.p_value == 1


def test_what_exceeds_the_bound_is_a_sample_and_a_regression():
    """The negative control: errors of recall that rounding does not explain."""
    wrong = evidence(1e-9, 1)
    assert not wrong.exact
    assert wrong.means.min() > 1e-9
    assert shift(entries(evidence(1e-15, 1)), entries(wrong), [0, 1]).p_value < 1e-12


@pytest.mark.parametrize("changes", [{"output": "oldest"}, {"statistic": "variance"}])
def test_what_is_not_declared_zero_stays_a_sample(changes):
    real = quantity(route(CLAIM))
    points = ({"d_k": 8, "n": 4}, {"d_k": 8, "n": 8})
    values = 1e-15 * np.random.default_rng(1).chisquare(16, size=(64, 8))
    target = Target(group="one", points=points, positions=(0, 1))
    assert not sampled_evidence(replace(CLAIM, **changes), real, [(target, Moments.of(values))]).exact

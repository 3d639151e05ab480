"""Samples and memory both finite: the route over infinitely many tokens against the joint law of many."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from theorycheck.numerics.associative_memory.error import plain_group
from theorycheck.numerics.associative_memory.finite_memory import (
    class_masses,
    error_of_frequencies,
    error_of_samples,
    frequencies_group,
    samples_group,
    zipf_tail,
)
from theorycheck.numerics.associative_memory.joint import recall_error_joint
from theorycheck.numerics.associative_memory.marginal import recall_error_marginal
from theorycheck.numerics.associative_memory.model import Memory, filled_group
from theorycheck.numerics.estimate import Moments
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity

from ..samples import z_score


def estimate(quantity: SampledQuantity, group: DesignGroup, trials: int, seed: int) -> Moments:
    generator = torch.Generator().manual_seed(seed)
    values = sample_trials(replace(quantity, dtype="float64"), group, trials, generator)
    return Moments.of(values[:, :, 0].numpy())


def z(one: Moments, other: Moments, shift: float = 0.0) -> np.ndarray:
    spread = np.sqrt(np.diag(one.covariance) + np.diag(other.covariance))
    return (one.mean + shift - other.mean) / spread


@pytest.mark.parametrize("rule", ["d/8", "d/log d"])
def test_the_error_is_that_of_the_joint_law_on_many_tokens(rule):
    points = [{"d": d, "P": rule} for d in (16, 64, 256)]
    mine = estimate(error_of_samples, samples_group(300, points, 400), 400, 1)
    full = [{**point, "scheme": "threshold"} for point in points]
    group = plain_group(full, 150, N=1500, T=300, rho=0.0)
    theirs = estimate(recall_error_joint, group, 150, 2)
    # Tokens beyond the 1,500th hold a mass of 4e-4.
    assert abs(z(mine, theirs)).max() <= 4
    assert abs(z(mine, theirs, shift=0.02)).max() > 4


@pytest.mark.parametrize("d", [64, 4096])
def test_frequencies_as_weights_fail_as_on_many_tokens(d):
    mine = estimate(error_of_frequencies, frequencies_group(100, d, 800), 800, 1)
    group = filled_group([{"d": d}], 200, N=1000, T=100, rho=1.0)
    theirs = estimate(recall_error_marginal, group, 200, 2)
    # Tokens beyond the 1,000th hold a mass of 6e-4.
    assert abs(z(mine, theirs)).max() <= 4
    assert abs(z(mine, theirs, shift=0.02)).max() > 4


def test_without_a_limit_of_dimension_unseen_tokens_alone_are_wrong():
    """With M answers at random an unseen token is right once in M: its scores have one law whatever y."""
    group = frequencies_group(1000, 10**16, 400)
    generator = torch.Generator().manual_seed(5)
    error, unseen = sample_trials(error_of_frequencies, group, 400, generator)[:, 0].T
    assert abs(z_score(error / unseen, 0.8)) <= 4
    assert abs(z_score(error / unseen, 0.75)) > 4


def test_the_masses_of_the_classes_add_up_to_one():
    memory = Memory.at({"N": "inf", "d": 8})
    masses = class_masses(memory)
    assert sum(masses) == pytest.approx(1.0, rel=1e-14)
    assert masses[1] == max(masses)


@pytest.mark.parametrize("alpha", [1.5, 2.0])
def test_the_tail_is_drawn_by_its_law(alpha):
    head, n_trials = 4, 200_000
    x = zipf_tail(alpha, head, (1, n_trials), torch.Generator().manual_seed(3))[0]
    weights = np.arange(head + 1, 4_000_001, dtype=np.float64) ** -alpha
    whole = weights.sum() + 4_000_000.5 ** (1 - alpha) / (alpha - 1)
    for place in range(3):
        p = weights[place] / whole
        found = float((x == head + 1 + place).double().mean())
        assert abs(found - p) <= 4 * np.sqrt(p * (1 - p) / n_trials)
        assert abs(found - weights[place + 1] / whole) > 4 * np.sqrt(p * (1 - p) / n_trials)


def test_finite_tokens_are_another_routes():
    group = samples_group(100, [{"d": 16}], 4)
    shared = {**group.shared, "N": 100}
    wrong = replace(group, shared=shared, points=tuple({**point, "N": 100} for point in group.points))
    with pytest.raises(ValueError, match="infinitely many"):
        estimate(error_of_samples, wrong, 4, 1)

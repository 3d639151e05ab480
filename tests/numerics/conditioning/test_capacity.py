"""Growth of crosstalk on a line of keys, and streaming against all items at once."""

from dataclasses import replace
from itertools import pairwise

import pytest
import torch
from theorycheck.numerics.conditioning import capacity
from theorycheck.numerics.conditioning.memory import crosstalk, sample_items
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import DesignGroup
from theorycheck.numerics.trials import Source

Z_LIMIT = 4.5


def points(*sizes: int) -> list[dict[str, int]]:
    """Points of these sizes."""
    return [{"n": n} for n in sizes]


@pytest.mark.parametrize("n_sizes", [(2, 3, 40), (5,)])
def test_stored_items_are_streamed_without_changing_the_memory(n_sizes):
    sizes = (*n_sizes, 300, 600)
    group = DesignGroup.sized(shared={"d_k": 8}, points=points(*sizes), trials_per_block=3)
    streamed = sample_trials(
        replace(capacity.noise_growth, dtype="float64"), group, 3, torch.Generator().manual_seed(1)
    )
    generator = torch.Generator().manual_seed(1)
    batches = []
    for start, stop in pairwise((0, *sizes)):
        # At most 256 items are drawn at once.
        batches += [
            sample_items("sphere", (3, min(256, stop - part)), (8, capacity.D_V), Source(generator=generator))
            for part in range(start, stop, 256)
        ]
    keys, values = (torch.cat(parts, dim=1) for parts in zip(*batches, strict=True))
    for column, n in enumerate(sizes):
        power = crosstalk(keys[:, :n], values[:, :n]).square().sum(dim=-1)
        torch.testing.assert_close(streamed[:, column, 0], power[:, :32].mean(dim=1))


def test_noise_grows_by_one_an_item_on_a_line(measure, z_scores):
    # Signs times independent unit values: E|eta|^2 = n - 1.
    estimate = measure(capacity.noise_growth, {"d_k": 1}, points(2, 3, 5, 40), n_trials=4000)
    assert abs(z_scores(estimate, [1, 2, 4, 39])).max() < Z_LIMIT
    assert abs(z_scores(estimate, [2, 3, 5, 40]))[:3].min() > 3 * Z_LIMIT


def test_total_noise_on_a_line(measure, z_scores):
    estimate = measure(capacity.total_noise, {"d_k": 1}, points(2, 3, 5), n_trials=4000)
    assert abs(z_scores(estimate, [2, 6, 20])).max() < Z_LIMIT


def test_coherent_crosstalk_on_a_line_counts_the_other_items(measure, z_scores):
    estimate = measure(capacity.coherent_crosstalk, {"d_k": 1}, points(1, 2, 9), n_trials=100)
    assert abs(z_scores(estimate, [0, 1, 8])).max() == 0


def test_coherent_crosstalk_on_the_ordinary_sphere(measure, z_scores):
    # There |x| is uniform on (0, 1).
    estimate = measure(capacity.coherent_crosstalk, {"d_k": 3}, points(2, 5, 11), n_trials=4000)
    assert abs(z_scores(estimate, [1 / 2, 4 / 2, 10 / 2])).max() < Z_LIMIT
    gaussian = measure(
        capacity.coherent_crosstalk, {"d_k": 3}, points(2, 5, 11), n_trials=4000, key_law="gaussian"
    )
    assert abs(z_scores(gaussian, [1 / 2, 4 / 2, 10 / 2])).min() > Z_LIMIT

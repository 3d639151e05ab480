"""Learning rules on a line, by age, and step by step."""

import pytest
import torch
from theorycheck.numerics.conditioning.capacity import D_V
from theorycheck.numerics.conditioning.learning import (
    delta_gain,
    delta_recall,
    delta_stored,
    oja_orthonormal,
    oja_outputs,
    oja_recall,
    oja_recency,
    oja_states,
)
from theorycheck.numerics.conditioning.memory import sample_items
from theorycheck.numerics.trials import Source

from ..samples import measure, z_scores

Z_LIMIT = 4.5


def test_the_delta_rule_on_a_line_keeps_the_last_value():
    # |v_1 -+ v_n|^2 = 2 on average for the oldest, nothing for the newest.
    estimate = measure(delta_recall, {"d_k": 1}, [{"n": 2}, {"n": 5}], n_trials=4000)
    # The state is the last value, whatever came before.
    assert abs(z_scores(estimate, [2, 0, 1, 1, 2, 0, 8 / 5, 1])).max() < Z_LIMIT


def test_what_the_delta_rule_gains_over_hebb():
    # On a line Hebb errs by n - 1 and the delta rule by 2 (n - 1)/n; on the circle by 1/2 and 7/16.
    line = measure(delta_gain, {"d_k": 1}, [{"n": 2}, {"n": 5}], n_trials=4000)
    assert abs(z_scores(line, [0, 12 / 5])).max() < Z_LIMIT
    circle = measure(delta_gain, {"d_k": 2}, [{"n": 2}], n_trials=20_000)
    assert abs(z_scores(circle, [1 / 16])).max() < Z_LIMIT
    assert abs(z_scores(line, [1, 4]))[1] > 3 * Z_LIMIT


def test_recency_is_recall_by_age_and_depends_on_the_values():
    ages = [{"age": age} for age in (4, 8, 64)]
    recall = measure(oja_recall, {"d_k": 64, "d_v": D_V, "eta": 1.0}, ages, n_trials=2000)
    fixed = measure(oja_recency, {"d_k": 64, "d_v": D_V, "n": 192}, ages, n_trials=2000)
    spread = (recall.covariance.diagonal()[2::3] + fixed.covariance.diagonal()).clip(1e-6) ** 0.5
    assert abs((recall.mean[2::3] - fixed.mean) / spread).max() < Z_LIMIT
    tied = measure(oja_recency, {"d_k": 64, "d_v": 64, "n": 64}, ages[:2], n_trials=2000)
    assert tied.mean[1] - fixed.mean[1] > 0.2


def delta_states(keys, values):
    """The state after each item: what is recalled of its value is left out."""
    state = torch.zeros_like(keys[:, :1].mT @ values[:, :1])
    for key, value in zip(keys.split(1, dim=1), values.split(1, dim=1), strict=True):
        state = state + key.mT @ (value - key @ state)
        yield state


def test_orthonormal_keys_on_a_line_of_values():
    # Every later item takes its share of half out of each output: 1/2, 1/4, 1/8, and squares.
    estimate = measure(
        oja_orthonormal, {"d_v": 1, "eta": 0.5}, [{"age": age} for age in (0, 1, 2)], n_trials=50
    )
    assert estimate.mean.tolist() == pytest.approx([1 / 2, 1 / 4, 1 / 4, 1 / 16, 1 / 8, 1 / 64])
    # In the plane a share of c^2 along the later value, with mean 1/2: 1 - 1/2 of the power at rate one.
    plane = measure(oja_orthonormal, {"d_v": 2, "eta": 1.0}, [{"age": 0}, {"age": 1}], n_trials=4000)
    assert abs(z_scores(plane, [1, 1, 1 / 2, 1 / 2])).max() < Z_LIMIT
    assert abs(z_scores(plane, [1, 1, 1 / 4, 1 / 4]))[2:].min() > 3 * Z_LIMIT


def test_all_steps_solved_at_once_give_every_state():
    source = Source(generator=torch.Generator().manual_seed(9), dtype=torch.float64)
    keys, values = sample_items("sphere", (3, 12), (5, 4), source)
    stored = delta_stored(torch.bmm(keys, keys.mT), values)
    for n, state in enumerate(delta_states(keys, values), start=1):
        torch.testing.assert_close(torch.bmm(keys[:, :n].mT, stored[:, :n]), state)
    *_, state = oja_states(keys, values, rate=0.7)
    expected = torch.bmm(keys[:, 2:5], state)
    torch.testing.assert_close(oja_outputs(keys, values, keys[:, 2:5], rate=0.7), expected)
    assert (oja_outputs(keys, values, keys[:, 2:5], rate=0.6) - expected).abs().max() > 1e-3

"""Learning rules on keys written by hand, on a line, and against their definitions unrolled."""

import pytest
import torch
from theorycheck.numerics.conditioning.capacity import D_V
from theorycheck.numerics.conditioning.learning import (
    delta_converged,
    delta_gain,
    delta_recall,
    delta_states,
    delta_stored,
    oja_norm,
    oja_orthonormal,
    oja_outputs,
    oja_recall,
    oja_recency,
    oja_states,
)
from theorycheck.numerics.conditioning.memory import sample_items
from theorycheck.numerics.trials import Source

Z_LIMIT = 4.5
KEYS = torch.tensor([[[1.0, 0.0], [0.6, 0.8]]])
VALUES = torch.tensor([[[1.0], [2.0]]])


def test_the_delta_rule_by_hand():
    # First S = (1, 0); it recalls 0.6 of the second, which adds 1.4 times its key.
    *_, state = delta_states(KEYS, VALUES)
    torch.testing.assert_close(state, torch.tensor([[[1.84], [1.12]]]))
    torch.testing.assert_close(KEYS[:, 1:] @ state, torch.tensor([[[2.0]]]))


def test_oja_by_hand():
    # With rate 1/2: (1/2, 0), then times 1 - 4/2, plus (0.6, 0.8).
    *_, state = oja_states(KEYS, VALUES, rate=0.5)
    torch.testing.assert_close(state, torch.tensor([[[0.1], [0.8]]]))


def test_the_delta_rule_on_a_line_keeps_the_last_value(measure, z_scores):
    # |v_1 -+ v_n|^2 = 2 on average for the oldest, nothing for the newest.
    estimate = measure(delta_recall, {"d_k": 1}, [{"n": 2}, {"n": 5}], n_trials=4000)
    # The state is the last value, whatever came before.
    assert abs(z_scores(estimate, [2, 0, 1, 1, 2, 0, 8 / 5, 1])).max() < Z_LIMIT


def test_one_later_item_disturbs_the_oldest_by_a_cosine(measure, z_scores):
    # S^T k_1 - v_1 = c (v_2 - c v_1): c^2 + c^4 on average, 1/2 + 3/8 on the circle.
    # The second item adds |v_2 - c v_1|^2 and 2 c <v_2 - c v_1, v_1> to the norm: 1 + c^2 - 2 c^2.
    estimate = measure(delta_recall, {"d_k": 2}, [{"n": 2}])
    assert abs(z_scores(estimate, [7 / 8, 0, 7 / 16, 3 / 2])).max() < Z_LIMIT
    assert abs(z_scores(estimate, [1 / 2, 0, 1 / 4, 2]))[[0, 3]].min() > 3 * Z_LIMIT


def test_what_the_delta_rule_gains_over_hebb(measure, z_scores):
    # On a line Hebb errs by n - 1 and the delta rule by 2 (n - 1)/n; on the circle by 1/2 and 7/16.
    line = measure(delta_gain, {"d_k": 1}, [{"n": 2}, {"n": 5}], n_trials=4000)
    assert abs(z_scores(line, [0, 12 / 5])).max() < Z_LIMIT
    circle = measure(delta_gain, {"d_k": 2}, [{"n": 2}], n_trials=20_000)
    assert abs(z_scores(circle, [1 / 16])).max() < Z_LIMIT
    assert abs(z_scores(line, [1, 4]))[1] > 3 * Z_LIMIT


def test_recency_is_recall_by_age_and_depends_on_the_values(measure):
    ages = [{"age": age} for age in (4, 8, 64)]
    recall = measure(oja_recall, {"d_k": 64, "d_v": D_V, "eta": 1.0}, ages, n_trials=2000)
    fixed = measure(oja_recency, {"d_k": 64, "d_v": D_V, "n": 192}, ages, n_trials=2000)
    spread = (recall.covariance.diagonal()[2::3] + fixed.covariance.diagonal()).clip(1e-6) ** 0.5
    assert abs((recall.mean[2::3] - fixed.mean) / spread).max() < Z_LIMIT
    tied = measure(oja_recency, {"d_k": 64, "d_v": 64, "n": 64}, ages[:2], n_trials=2000)
    assert tied.mean[1] - fixed.mean[1] > 0.2


def test_least_squares_recalls_all_up_to_d_k_items_and_no_further(measure, z_scores):
    points = [{"n": n} for n in (3, 4, 5, 8)]
    estimate = measure(delta_converged, {"d_k": 4}, points, n_trials=2000)
    # The residual of n values after projection onto d_k dimensions keeps the part (n - d_k)/n.
    assert abs(z_scores(estimate, [0, 1, 0, 1, 1 / 5, 0, 1 / 2, 0])).max() < Z_LIMIT


def test_oja_norms_on_a_line(measure, z_scores):
    # One step from zero: eta^2. At eta = 1 the second takes the part along its own value out, 1/d_v of
    # the square, before it adds as much.
    estimate = measure(oja_norm, {"d_k": 1, "eta": 1.0}, [{"n": 1}, {"n": 2}])
    expected = 1 + 1 - 1 / D_V
    assert abs(z_scores(estimate, [1, expected])).max() < Z_LIMIT
    assert abs(z_scores(estimate, [1, 2]))[1] > 3 * Z_LIMIT
    slow = measure(oja_norm, {"d_k": 1, "eta": 0.5}, [{"n": 1}])
    assert slow.mean.tolist() == pytest.approx([0.25])


def test_orthonormal_keys_on_a_line_of_values(measure, z_scores):
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
    generator, options = (
        torch.Generator().manual_seed(9),
        {"device": torch.device("cpu"), "dtype": torch.float64},
    )
    keys, values = sample_items(
        "sphere", (3, 12), (5, 4), Source(generator=generator, dtype=options["dtype"])
    )
    stored = delta_stored(torch.bmm(keys, keys.mT), values)
    for n, state in enumerate(delta_states(keys, values), start=1):
        torch.testing.assert_close(torch.bmm(keys[:, :n].mT, stored[:, :n]), state)
    *_, state = oja_states(keys, values, rate=0.7)
    torch.testing.assert_close(
        oja_outputs(keys, values, keys[:, 2:5], rate=0.7), torch.bmm(keys[:, 2:5], state)
    )
    other = oja_outputs(keys, values, keys[:, 2:5], rate=0.6)
    assert (other - torch.bmm(keys[:, 2:5], state)).abs().max() > 1e-3

"""First-order effects of steps and the arrows of the feedback loop: automatic derivatives, signs, scales."""

from itertools import pairwise
from math import log2, sqrt

import pytest
import torch
from theorycheck.numerics.attention_dynamics.derivatives import gradient, rate
from theorycheck.numerics.attention_dynamics.feedback import arrow, arrows, feedback
from theorycheck.numerics.attention_dynamics.first_order import SIZES, curvature_ratio, loss_remainder
from theorycheck.numerics.attention_dynamics.gradients import upstream
from theorycheck.numerics.attention_dynamics.instances import named_instance
from theorycheck.numerics.attention_dynamics.model import (
    class_scores,
    contexts,
    forward,
    position_losses,
    predictions,
    sample_instances,
    weights,
)
from theorycheck.numerics.attention_dynamics.terms import side_effects
from theorycheck.numerics.monte_carlo import block_generator, sample_trials
from theorycheck.numerics.trials import Source

LARGEST_Z = 4.0


def test_halving_the_step_quarters_what_first_order_leaves_out():
    for moved in ("one", "all"):
        points = [c for c in loss_remainder.points if c["moved"] == moved and c["seed"] == 0]
        values = [loss_remainder.evaluate(c).value for c in points]
        assert all(abs(log2(large / small) - 2) < 0.06 for large, small in pairwise(values))


def test_what_is_left_out_is_half_a_variance_and_not_exactly():
    for point in curvature_ratio.points:
        found = curvature_ratio.evaluate(point)
        assert abs(found.value - 1) <= found.error_bound + 0.2 * point["eta"]
    assert curvature_ratio.evaluate({"seed": 0, "eta": 0.125}).value < 0.99


def losing(size, scale, trials):
    """Shares in which the loss of query 1 rises along the step of value 1, or of all values."""
    generator = torch.Generator().manual_seed(5)
    drawn = sample_instances(SIZES[size], (trials,), Source(generator=generator), scale=scale)
    state = forward(drawn.head, drawn.x, drawn.y, causal=False)

    def losses(values):
        logits = class_scores(drawn.head.W_O, drawn.head.bias, contexts(state.alpha, values))
        return position_losses(predictions(logits), drawn.y)

    step = -gradient(losses, state.v).detach()
    one = torch.zeros_like(step)
    one[:, 0] = step[:, 0]
    return [float((rate(losses, state.v, along)[:, 0] > 0).double().mean()) for along in (one, step)]


@pytest.mark.parametrize(("size", "scale"), [("toy", 0.5), ("wide", 0.5)])
def test_shares_of_queries_that_lose_are_those_of_rising_losses(size, scale):
    trials = 4000
    group = next(s for s in side_effects.groups if s.shared == {"size": size, "scale": scale})
    generator = block_generator(1, side_effects.name, 1, group.key, 0, device="cpu")
    drawn = sample_trials(side_effects, group, trials, generator)
    for found, share in zip(drawn.mean(dim=0)[0, :2].tolist(), losing(size, scale, trials), strict=True):
        spread = sqrt((found * (1 - found) + share * (1 - share)) / trials)
        assert abs(found - share) <= LARGEST_Z * spread


def test_arrows_are_differences_along_the_steps():
    here, width = named_instance("crossed"), 1e-6
    gap, grown, moved, opened = arrows(here.s, here.v, here.u)
    stepped = weights(here.s + width * here.score_step, causal=False)
    assert torch.allclose((stepped - here.alpha) / width, grown, atol=1e-5)
    after = here.u @ (here.v + width * here.value_step).mT
    assert torch.allclose((after - here.b) / width, moved, atol=1e-5)
    centred = after - (here.alpha * after).sum(-1, keepdim=True)
    assert torch.allclose((centred - gap) / width, opened, atol=1e-5)


def test_each_arrow_has_a_witness_against_it_and_a_case_for_the_first_two():
    failing = [("best of three", 1), ("crossed", 2), ("shared values", 3)]
    for point in arrow.points:
        value = arrow.evaluate(point).value
        if (point["instance"], point["arrow"]) in failing:
            assert value < -0.05
        else:
            assert value >= -1e-12


def test_one_failing_arrow_breaks_the_loop_and_at_tiny_scores_the_best_value_gains_weight():
    for group in feedback.groups:
        generator = block_generator(2, feedback.name, 1, group.key, 0, device="cpu")
        drawn = sample_trials(feedback, group, 200, generator)
        assert torch.equal(drawn[..., :3].amax(dim=-1), drawn[..., 3])
        if group.shared["scale"] == 0.1:
            assert float(drawn[:, 0, 0].mean()) == 0.0


def test_a_single_shared_error_direction_never_conflicts():
    group = side_effects.groups[0]
    generator = block_generator(3, side_effects.name, 1, group.key, 0, device="cpu")
    drawn = sample_instances(SIZES["toy"], (200,), Source(generator=generator))
    state = forward(drawn.head, drawn.x, drawn.y, causal=False)
    u = upstream(drawn.head.W_O, state.p, drawn.y)
    shared = u[:, :1].expand_as(u)
    assert float((shared @ (state.alpha.mT @ shared).mT).min()) >= 0

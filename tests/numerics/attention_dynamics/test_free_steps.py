"""Steps of free variables: their gradients, and the order of what a prediction to first order leaves out."""

import pytest
import torch
from theorycheck.numerics.attention_dynamics import nulls
from theorycheck.numerics.attention_dynamics.free_steps import free_loss, free_steps
from theorycheck.numerics.attention_dynamics.gradients import printed_gradients
from theorycheck.numerics.attention_dynamics.model import Sizes, forward, sample_instances
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.trials import Source


def test_free_loss_is_the_loss_at_the_heads_own_scores_and_values():
    drawn = sample_instances(Sizes(), (3,), Source(generator=torch.Generator().manual_seed(1)))
    at = forward(drawn.head, drawn.x, drawn.y, causal=False)
    assert torch.allclose(free_loss(drawn.head, at.s, at.v, drawn.y), at.loss)


def test_printed_gradients_are_those_of_free_scores_and_values():
    drawn = sample_instances(Sizes(), (), Source(generator=torch.Generator().manual_seed(2)))
    at = forward(drawn.head, drawn.x, drawn.y, causal=False)
    s, v = (part.clone().requires_grad_() for part in (at.s, at.v))
    free_loss(drawn.head, s, v, drawn.y).backward()
    printed = printed_gradients(drawn.head, drawn.x, drawn.y, causal=False)
    assert torch.allclose(s.grad, printed.s)
    assert torch.allclose(v.grad, printed.v)


def test_the_error_of_the_prediction_falls_with_free_steps_and_not_with_shared_matrices():
    group = free_steps.groups[0]
    generator = torch.Generator().manual_seed(3)
    free = sample_trials(free_steps, group, 200, generator).mean(dim=0)
    # Steps a quarter as large: errors a quarter as large.
    assert torch.allclose(free[:-1] / free[1:], torch.full((4, 2), 4.0, dtype=torch.float64), rtol=0.02)
    shared = sample_trials(nulls.prediction_error, nulls.prediction_error.groups[0], 200, generator).mean(
        dim=0
    )[:, 1]
    assert float(shared[-2] / shared[-1]) == pytest.approx(1.0, abs=0.1)

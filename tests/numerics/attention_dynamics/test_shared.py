"""One step of shared matrices to first order."""

import pytest
import torch
from theorycheck.numerics.attention_dynamics import shared, terms
from theorycheck.numerics.attention_dynamics.gradients import automatic_gradients
from theorycheck.numerics.attention_dynamics.model import Sizes, forward
from theorycheck.numerics.trials import Source

from ..samples import drawn, z_score


def test_moves_of_scores_are_of_first_order():
    sizes, generator = Sizes(T=4, d_x=3), torch.Generator().manual_seed(1)
    drawn = shared.sample_unit_instances(sizes, "gaussian", 5, Source(generator=generator))
    state = forward(drawn.head, drawn.x, drawn.y, causal=False)
    slope = automatic_gradients(drawn.head, drawn.x, drawn.y, causal=False)
    gram = drawn.x @ drawn.x.mT
    root = sizes.d_k**0.5
    smoothed = -(gram @ slope.q @ state.k.mT + state.q @ (gram @ slope.k).mT) / root
    step = shared._STEP
    q = drawn.x @ (drawn.head.W_Q - step * slope.W_Q).mT
    k = drawn.x @ (drawn.head.W_K - step * slope.W_K).mT
    moved = (q @ k.mT / root - state.s) / step
    # The second-order part is smaller by the step, rounding by 1e-16 over it.
    torch.testing.assert_close(moved, smoothed, rtol=0, atol=1e-4 * float(smoothed.abs().max()))
    assert not torch.allclose(moved, -slope.s, atol=0.1 * float(slope.s.abs().max()))


def test_more_inputs_than_dimensions_cannot_be_orthonormal():
    with pytest.raises(ValueError, match="orthonormal; got T = 5"):
        shared.sample_unit_instances(Sizes(T=5, d_x=3), "orthonormal", 1, Source(generator=torch.Generator()))


def test_the_power_of_a_smoothed_update_is_that_of_two_inputs_worked_by_hand():
    smoothed, free = drawn(terms.smoothed_power, 20_000, seed=3, T=2, d_x=4)[:, 0].unbind(-1)
    # E|x|^4 = 1 + 2/4, and E<x, x'>^2 = 1/4; the free update keeps the mean |x|^2 = 1.
    assert abs(z_score(smoothed, 1.75)) < 4
    assert abs(z_score(free, 1.0)) < 4
    assert abs(z_score(smoothed, 1.5)) > 4

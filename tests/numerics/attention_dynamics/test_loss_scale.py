"""The sum of losses and their mean under Adam and layer norm, by torch's own optimisers and modules."""

import pytest
import torch
from theorycheck.numerics.attention_dynamics import loss_scale
from theorycheck.numerics.attention_dynamics.loss_scale import (
    adam_scale_gap,
    normalised_scale_gap,
    trained_by_adam,
    trained_normalised,
)
from theorycheck.numerics.attention_dynamics.model import Head, forward

RATE = 0.02
NAMES = ("W_Q", "W_K", "W_V", "W_O", "bias")


def after_ten_steps(optimiser, loss):
    """The loss that an optimiser of torch has trained."""
    for _ in range(10):
        optimiser.zero_grad()
        loss().backward()
        optimiser.step()
    return float(loss().detach())


def test_adam_is_that_of_torch():
    drawn = loss_scale._drawn()
    leaves = [getattr(drawn.head, name).clone().requires_grad_() for name in NAMES]
    optimiser = torch.optim.Adam(leaves, lr=RATE, eps=0.01)

    def loss() -> torch.Tensor:
        return forward(Head(**dict(zip(NAMES, leaves, strict=True))), drawn.x, drawn.y, causal=True).loss

    trained = after_ten_steps(optimiser, loss)
    assert abs(trained_by_adam(1.0, 10, 0.01) - trained) < 1e-11
    assert abs(trained_by_adam(0.5, 10, 0.01) - trained) > 1e-3


def test_layer_norm_is_that_of_torch():
    drawn = loss_scale._drawn()
    W = drawn.head.W_V.clone().requires_grad_()
    c = forward(drawn.head, drawn.x, drawn.y, causal=True).alpha @ drawn.x
    optimiser = torch.optim.SGD([W], lr=RATE)

    def loss() -> torch.Tensor:
        g = torch.nn.functional.layer_norm(c @ W.mT, (W.shape[0],), eps=0.0)
        logits = g @ drawn.head.W_O.mT + drawn.head.bias
        return torch.nn.functional.cross_entropy(logits, drawn.y, reduction="sum")

    trained = after_ten_steps(optimiser, loss)
    assert abs(trained_normalised(1.0, 1.0, 10) - trained) < 1e-11
    assert abs(trained_normalised(1.0, 2.0, 10) - trained) > 1e-3


@pytest.mark.parametrize("step", [1, 50])
def test_a_factor_on_the_loss_matters_where_something_else_has_a_size(step):
    assert adam_scale_gap.evaluate({"floor": 0.0, "step": step}).value < 1e-10
    assert adam_scale_gap.evaluate({"floor": 0.01, "step": step}).value > 1e-3
    assert normalised_scale_gap.evaluate({"start": "smaller", "step": step}).value < 1e-10
    assert normalised_scale_gap.evaluate({"start": "same", "step": step}).value > 1e-3

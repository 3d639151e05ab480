"""Gains while the toy sharpens by hand, dropout's gradients by automatic ones, and divided values."""

import math
from dataclasses import fields

import pytest
import torch
from theorycheck.numerics.attention_dynamics import model, step_scaling
from theorycheck.numerics.attention_dynamics.divided_values import lengthless, turns, value_steps
from theorycheck.numerics.attention_dynamics.gradients import printed_gradients
from theorycheck.numerics.attention_dynamics.sharpening import (
    DROPOUT,
    dropped_gradients,
    first_at_least,
    gain_while_sharpening,
)
from theorycheck.numerics.trials import Source

NAMES = tuple(f.name for f in fields(model.Head))


def curve(*values: float) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64).unsqueeze(1)


def test_the_time_of_sharpening_by_hand():
    entropy = curve(1.0, 1.0, 0.875, 0.5, 0.0625, 0.0)
    assert float(first_at_least(entropy, 0.1)) == 2
    assert float(first_at_least(entropy, 0.9)) == 4
    # From step 2 to step 4 the loss falls by 5 of 8.
    assert float(gain_while_sharpening(entropy, curve(9.0, 8.0, 7.0, 4.0, 2.0, 1.0))) == 5 / 8
    assert float(gain_while_sharpening(entropy, curve(9.0, 2.0, 1.5, 1.4, 1.2, 1.0))) < 0.1


def test_no_gain_is_counted_where_nothing_sharpens_or_the_loss_rises():
    falling, rising = curve(2.0, 1.0, 0.5), curve(0.5, 1.0, 2.0)
    assert float(gain_while_sharpening(rising, falling)) == 0
    assert float(gain_while_sharpening(falling, rising)) == 0
    assert float(gain_while_sharpening(falling, falling)) > 0


def test_gradients_with_dropout_are_those_of_the_forward_pass_with_weights_left_out():
    generator = torch.Generator().manual_seed(3)
    drawn = model.sample_instances(model.Sizes(), (), Source(generator=generator))
    kept = (torch.rand(5, 5, generator=generator, dtype=torch.float64) >= 0.4).double() / 0.6
    leaves = {name: getattr(drawn.head, name).clone().requires_grad_() for name in NAMES}
    state = model.forward(model.Head(**leaves), drawn.x, drawn.y, causal=False)
    g = model.contexts(state.alpha * kept, state.v)
    p = model.predictions(model.class_scores(leaves["W_O"], leaves["bias"], g))
    automatic = torch.autograd.grad(model.cross_entropy(p, drawn.y), list(leaves.values()))
    found = dropped_gradients(drawn, drawn.head, kept)
    whole = printed_gradients(drawn.head, drawn.x, drawn.y, causal=False).head
    for name, slope in zip(NAMES, automatic, strict=True):
        assert torch.allclose(getattr(found, name), slope, rtol=1e-10, atol=1e-12), name
        assert not torch.allclose(getattr(whole, name), slope, rtol=1e-3), name
    without = dropped_gradients(drawn, drawn.head, torch.ones(5, 5, dtype=torch.float64))
    assert all(torch.allclose(getattr(without, name), getattr(whole, name)) for name in NAMES)
    assert 0 < DROPOUT < 1


def test_a_step_of_divided_values_leaves_lengths_to_first_order_only():
    generator = torch.Generator().manual_seed(4)
    v = torch.randn(7, 5, generator=generator, dtype=torch.float64)
    step = value_steps(v, divided=True)
    lengths = [(v + eta * step).norm(dim=-1) - v.norm(dim=-1) for eta in (1e-3, 1e-4)]
    # The second order is left: a hundredth of the change at a tenth of the step, and it is growth.
    ratios = lengths[0] / lengths[1]
    assert torch.allclose(ratios, torch.full_like(ratios, 100.0), rtol=0.05)
    assert float(lengths[1].min()) > 0
    plain = value_steps(v, divided=False)
    assert float((v * plain).sum(dim=-1).abs().max()) > 1e-3
    unit = lengthless(v)
    assert torch.allclose(turns(unit, value_steps(unit, divided=True)), value_steps(unit, divided=True))


@pytest.mark.parametrize("eta", [1e-3, 1e-4])
def test_alternating_steps_differ_from_joint_ones_by_second_order(eta, monkeypatch):
    monkeypatch.setattr(step_scaling, "_SIDE_BY_SIDE", 1)
    one, half = (step_scaling.alternation_gap.evaluate({"eta": size}).value for size in (eta, eta / 2))
    assert math.log2(one / half) == pytest.approx(2, abs=0.1)

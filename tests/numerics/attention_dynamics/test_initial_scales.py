"""Final losses by initial scale, by automatic gradients on the same draws."""

from __future__ import annotations

from dataclasses import fields

import pytest
import torch
from theorycheck.numerics.attention_dynamics.initial_scales import initial_scale_losses
from theorycheck.numerics.attention_dynamics.model import Head, forward
from theorycheck.numerics.attention_dynamics.released import released_law
from theorycheck.numerics.attention_dynamics.schedules import sample_head
from theorycheck.numerics.attention_dynamics.sticky import sample_means, sample_sequences
from theorycheck.numerics.trials import Source

from ..samples import sampled

T, SCALE, STEPS = 12, 0.1, 300


def final_loss(values_rate: float) -> float:
    """The mean loss after all steps."""
    source = Source(generator=torch.Generator().manual_seed(4), dtype=torch.float32)
    mu = sample_means(1, source)
    seen = sample_sequences(released_law(mu.dtype), mu, T, source.generator)
    drawn = sample_head(1, SCALE, source)
    names = [f.name for f in fields(Head)]
    leaves = {name: getattr(drawn, name).clone().requires_grad_() for name in names}
    for _ in range(STEPS):
        loss = forward(Head(**leaves), seen.x, seen.y, causal=True).loss.sum() / T
        slopes = torch.autograd.grad(loss, list(leaves.values()))
        for (name, leaf), slope in zip(leaves.items(), slopes, strict=True):
            leaf.data -= (values_rate if name == "W_V" else 0.01) * slope
    return float(forward(Head(**leaves), seen.x, seen.y, causal=True).loss.sum().detach() / T)


def test_the_losses_are_those_of_automatic_gradients(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("theorycheck.numerics.attention_dynamics.initial_scales.STEPS", STEPS)
    (drawn,) = sampled(initial_scale_losses, 1, seed=4, T=T, scale=SCALE)[:, 0].tolist()
    sgd, values = final_loss(0.01), final_loss(0.1)
    assert abs(drawn[0] - sgd) < 1e-4
    assert abs(drawn[1] - values) < 1e-4
    assert abs(drawn[2] - (sgd - values)) < 1e-4
    assert abs(sgd - values) > 1e-2

"""Closed forms, automatic differentiation and complex steps of one head, by hand and by each other."""

import math
from dataclasses import fields, replace

import pytest
import torch
from theorycheck.numerics.attention_dynamics import blocked
from theorycheck.numerics.attention_dynamics.blocked import PLAIN, blocked_gradients
from theorycheck.numerics.attention_dynamics.gradients import (
    Gradients,
    automatic_gradients,
    difference_gradients,
    printed_gradients,
)
from theorycheck.numerics.attention_dynamics.model import Head, Sizes, forward, sample_instances, weights
from theorycheck.numerics.trials import Source

NAMES = tuple(f.name for f in fields(Gradients))
TOLERANCE = 1e-10
TOY = Sizes()


def drawn(sizes: Sizes = TOY, batch: tuple[int, ...] = ()):
    return sample_instances(sizes, batch, Source(generator=torch.Generator().manual_seed(5)))


def distance(one: torch.Tensor, other: torch.Tensor) -> float:
    return float((one - other).abs().max() / other.abs().max())


def test_weights_by_hand():
    s = torch.log(torch.tensor([[1.0, 3.0], [1.0, 3.0]], dtype=torch.float64))
    assert torch.allclose(weights(s, causal=False), torch.tensor([[0.25, 0.75]] * 2, dtype=torch.float64))
    expected = torch.tensor([[1.0, 0.0], [0.25, 0.75]], dtype=torch.float64)
    assert torch.allclose(weights(s, causal=True), expected)


def test_the_loss_without_parameters_is_that_of_guessing():
    instance = drawn()
    zero = Head(**{f.name: torch.zeros_like(getattr(instance.head, f.name)) for f in fields(Head)})
    assert float(forward(zero, instance.x, instance.y, causal=True).loss) == pytest.approx(5 * math.log(3))


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("route", [automatic_gradients, difference_gradients])
def test_the_printed_gradients_are_those_of_the_forward_pass(route, causal):
    instance = drawn()
    printed = printed_gradients(instance.head, instance.x, instance.y, causal=causal)
    other = route(instance.head, instance.x, instance.y, causal=causal)
    for name in NAMES:
        one, two = getattr(printed, name), getattr(other, name)
        assert distance(one, two) < TOLERANCE, name
        # A sign, a factor or an entry that moved would show.
        assert distance(-one, two) > 1e6 * TOLERANCE
        assert distance(one.flip(-1), two) > 1e6 * TOLERANCE


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("block", [1, 3, 7, 50])
def test_blocks_of_queries_give_the_same(block, causal):
    instance = drawn(Sizes(T=11, d_x=4, d_k=3, d_v=5, C=6), (2,))
    loss, found = blocked_gradients(instance.head, instance.x, instance.y, causal=causal, block=block)
    printed = printed_gradients(instance.head, instance.x, instance.y, causal=causal).head
    expected = forward(instance.head, instance.x, instance.y, causal=causal).loss
    assert torch.allclose(loss, expected, rtol=1e-13)
    for f in fields(Head):
        assert distance(getattr(found, f.name), getattr(printed, f.name)) < 1e-12, f.name


def test_large_scores_are_shifted_and_small_ones_need_not_be(monkeypatch):
    instance = drawn(Sizes(T=9, d_x=4, d_k=3, d_v=5, C=6))
    given = (instance.x, instance.y)
    for factor, shifts in ((1e-2, False), (1e2, True)):
        head = replace(instance.head, W_Q=factor * instance.head.W_Q, W_K=factor * instance.head.W_K)
        printed = printed_gradients(head, *given, causal=True).head
        _, found = blocked_gradients(head, *given, causal=True, block=4)
        assert distance(found.W_V, printed.W_V) < 1e-12
        # Without the shift exponentials of large scores overflow.
        monkeypatch.setattr(blocked, "PLAIN", torch.inf)
        _, unshifted = blocked_gradients(head, *given, causal=True, block=4)
        assert bool(unshifted.W_V.isfinite().all()) is not shifts
        monkeypatch.setattr(blocked, "PLAIN", PLAIN)


def test_instances_of_a_batch_do_not_meet():
    instance = drawn(batch=(3,))
    together = printed_gradients(instance.head, instance.x, instance.y, causal=True)
    alone = Head(**{f.name: getattr(instance.head, f.name)[1] for f in fields(Head)})
    one = printed_gradients(alone, instance.x[1], instance.y[1], causal=True)
    assert all(torch.allclose(getattr(together, name)[1], getattr(one, name)) for name in NAMES)


def test_a_step_goes_down():
    instance = drawn()
    loss, gradient = blocked_gradients(instance.head, instance.x, instance.y, causal=True)
    rates = dict.fromkeys((f.name for f in fields(Head)), 1e-3)
    down, up = (instance.head.stepped(gradient, {n: way * r for n, r in rates.items()}) for way in (1, -1))
    after = [float(forward(head, instance.x, instance.y, causal=True).loss) for head in (down, up)]
    assert after[0] < float(loss) < after[1]
    values_only = instance.head.stepped(gradient, dict.fromkeys(rates, 0.0) | {"W_V": 1e-3})
    moved = [
        f.name for f in fields(Head) if distance(getattr(values_only, f.name), getattr(down, f.name)) == 0
    ]
    assert moved == ["W_V"]

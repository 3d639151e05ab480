"""The experiment of Table 1: attention that does not move is plain descent of the rest, and the signs."""

from dataclasses import fields

import pytest
import torch
from theorycheck.numerics.attention_dynamics import released
from theorycheck.numerics.attention_dynamics.gradients import automatic_gradients
from theorycheck.numerics.attention_dynamics.model import Head, forward
from theorycheck.numerics.attention_dynamics.schedules import Task, sample_head
from theorycheck.numerics.attention_dynamics.sticky import sample_means, sample_sequences
from theorycheck.numerics.trials import Source

T = 20


def started(attention: str) -> tuple[Task, Head, released.HeldTraining]:
    generator = torch.Generator().manual_seed(3)
    mu = sample_means(2, Source(generator=generator))
    P = released.released_law(torch.float64)
    seen, fresh = (sample_sequences(P, mu, T, generator) for _ in range(2))
    task = Task(seen=seen, fresh=fresh, P=P)
    head = sample_head(2, 0.3, Source(generator=generator))
    start, run = released._begun(task, head, attention, T, mu)
    assert isinstance(run, released.HeldTraining)
    return task, start, run


@pytest.mark.parametrize("attention", [", held", ", equal"])
def test_held_attention_is_plain_descent_of_the_other_parameters(attention):
    task, start, run = started(attention)
    losses = [run.step() for _ in range(5)]
    for place, faster in enumerate(((), ("W_V",))):
        head = Head(**{f.name: getattr(start, f.name)[:, place] for f in fields(Head)})
        for loss in losses:
            now = forward(head, task.seen.x, task.seen.y, causal=True)
            assert torch.allclose(loss[:, place], now.loss / T, atol=1e-12)
            slope = automatic_gradients(head, task.seen.x, task.seen.y, causal=True).head
            rates = {f.name: 0.01 / T * (10 if f.name in faster else 1) for f in fields(Head)}
            head = head.stepped(slope, rates | {"W_Q": 0.0, "W_K": 0.0})
        for f in fields(Head):
            assert torch.allclose(getattr(run.head, f.name)[:, place], getattr(head, f.name), atol=1e-12)


def test_equal_attention_has_no_focus_and_held_attention_keeps_it():
    _, start, run = started(", equal")
    run.step()
    assert torch.equal(run.head.W_Q, torch.zeros_like(start.W_Q))
    _, start, run = started(", held")
    run.step()
    assert torch.equal(run.head.W_K, start.W_K)
    assert not torch.equal(run.head.W_V, start.W_V)


def test_free_scores_move_weights_by_their_advantage_where_weights_are_equal():
    task, start, _ = started(", equal")
    matrices, scores = released._signs(released._of(start, 0), task)
    assert torch.allclose(scores, torch.ones_like(scores))
    # Steps of the matrices know nothing of single pairs.
    assert float(matrices.max()) < 0.8

"""Schedules against a plain loop with automatic gradients, and the statistics by cases worked by hand."""

import math
from dataclasses import fields, replace

import pytest
import torch
from theorycheck.numerics.attention_dynamics import schedules, step_scaling, toy
from theorycheck.numerics.attention_dynamics.gradients import automatic_gradients
from theorycheck.numerics.attention_dynamics.model import Head, forward
from theorycheck.numerics.attention_dynamics.sticky import sample_means
from theorycheck.numerics.trials import Source, Trials

from ..samples import drawn

NAMES = tuple(f.name for f in fields(Head))


def started(T: int, names: tuple[str, ...]) -> tuple[schedules.Training, Head]:
    generator = torch.Generator().manual_seed(5)
    mu = sample_means(2, Source(generator=generator))
    task = schedules.sample_task(T, mu, generator)
    head = schedules.sample_head(2, 0.2, Source(generator=generator))
    rates = schedules.step_sizes(names, float(T), mu)
    return schedules.Training(head=schedules.spread_over(head, names), task=task, rates=rates), head


def test_a_schedule_is_plain_descent_with_its_own_rates():
    T, names = 20, ("sgd", "values", "routing")
    run, head = started(T, names)
    for _ in range(5):
        run.step()
    for place, faster in enumerate(((), ("W_V",), ("W_Q", "W_K"))):
        plain = head
        for _ in range(5):
            slope = automatic_gradients(plain, run.task.seen.x, run.task.seen.y, causal=True).head
            rates = {name: 0.01 / T * (10 if name in faster else 1) for name in NAMES}
            plain = plain.stepped(slope, rates)
        for name in NAMES:
            assert torch.allclose(getattr(run.head, name)[:, place], getattr(plain, name), atol=1e-12)
    assert not torch.allclose(run.head.W_V[:, 0], run.head.W_V[:, 1], atol=1e-6)


def test_frozen_routing_keeps_equal_weights():
    run, _ = started(12, ("sgd, frozen", "values, frozen", "sgd"))
    for _ in range(3):
        run.step()
    x, y = run.task.seen.x.unsqueeze(1), run.task.seen.y.unsqueeze(1)
    focus = schedules.focus(forward(run.head, x, y, causal=True).alpha)
    assert float(focus[:, :2].abs().max()) < 1e-12
    assert float(focus[:, 2].min()) > 1e-4


def test_focus_is_zero_for_equal_and_one_for_single_weights():
    equal = torch.ones(5, 5, dtype=torch.float64).tril()
    equal = equal / equal.sum(dim=-1, keepdim=True)
    assert float(schedules.focus(equal)) == pytest.approx(0.0, abs=1e-12)
    assert float(schedules.focus(torch.eye(5, dtype=torch.float64))) == 1.0


def test_steps_to_a_level_are_the_first_at_or_below_it():
    curve = torch.tensor([3.0, 2.0, 1.0, 1.5, 0.5]).reshape(5, 1, 1)
    first = [float(schedules.first_at_most(curve, torch.tensor([[level]]))) for level in (2.5, 1.0, 0.7)]
    assert first == [1.0, 2.0, 4.0]
    assert float(schedules.first_at_most(curve, torch.tensor([[0.1]]))) == schedules.STEPS


def test_larger_steps_are_a_rescaled_matrix():
    losses = step_scaling.reparametrised(step_scaling._drawn(), (2.0, 10.0), 0.01, "W_V", 12)
    assert torch.allclose(losses[0], losses[1], rtol=1e-12)
    # Other steps are another training.
    assert abs(float(losses[0, 0] / losses[0, 1] - 1)) > 1e-3


def test_a_hand_set_head_knows_more_than_equal_predictions():
    generator = torch.Generator().manual_seed(2)
    mu = sample_means(2, Source(generator=generator))
    task = schedules.sample_task(200, mu, generator)
    P = schedules.text_law(torch.float64)
    head = step_scaling.hand_set_head(mu, P, 0.25)

    def excess(at: Head) -> float:
        loss = forward(at, task.seen.x, task.seen.y, causal=True).loss / 200
        return float((loss - task.seen.surprise(P)).mean())

    assert excess(head) < 0.1
    # Without its reading of the inputs it is no better than equal predictions.
    assert excess(replace(head, W_V=0 * head.W_V)) > 0.14


def test_gradients_at_the_start_have_their_orders():
    group = step_scaling.initial_gradient.groups[0]
    values = drawn(step_scaling.initial_gradient, 4, seed=4, **group.shared)
    r = [float(point["r"]) for point in group.points]
    last, before = r.index(640.0), r.index(320.0)
    ratio = (values[:, before] / values[:, last]).mean(dim=0)
    orders = [math.log2(float(ratio[k])) for k in range(4)]
    assert orders == pytest.approx([1, 1, 3, 3], abs=0.01)


def test_toy_counts_what_happens():
    group = toy.toy_events.groups[0]
    generator = torch.Generator().manual_seed(6)
    runs = toy.sample_runs(Trials(group=group, n_trials=40, source=Source(generator=generator)))
    values = torch.cat((toy.events(runs), toy.shares(runs)), dim=-1).mean(dim=0)
    place = {(point["scale"], point["eta"]): k for k, point in enumerate(group.points)}
    best, huge, small = (values[place[key]] for key in ((0.5, 0.1), (0.5, 1.0), (0.01, 0.01)))
    sharpens, smooth, plane = 0, 2, len(toy.EVENTS)
    assert float(best[sharpens]) > 0.9
    assert float(huge[sharpens]) < 0.5
    assert float(small[smooth]) == 1.0 > float(huge[smooth])
    assert torch.allclose(values[:, plane], torch.ones(len(group.points), dtype=torch.float64))


def test_a_plane_is_not_all_of_three_dimensions():
    generator = torch.Generator().manual_seed(7)
    points = torch.randn(1, 50, 3, generator=generator, dtype=torch.float64)
    assert float(toy.plane_share(points)) < 0.9
    line = torch.arange(4.0).reshape(1, 4, 1) * torch.tensor([[[1.0, 2.0]]])
    assert float(toy.principal_share(line)) == pytest.approx(1.0)

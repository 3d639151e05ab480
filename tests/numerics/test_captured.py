"""Captured steps: replays read their own arguments, recording leaves no trace, GPUs train as loops do."""

import pytest
import torch
from theorycheck.numerics.associative_memory import training
from theorycheck.numerics.associative_memory.training import (
    Optimiser,
    ScoreTraining,
    WeightTraining,
    sample_task,
    sample_tokens,
    sample_weights,
)
from theorycheck.numerics.kernels.captured import WARM_UP, Captured, captured
from theorycheck.numerics.trials import Source


class Recorder:
    """Replays a call as a graph does: with the arguments it was recorded with."""

    def __init__(self):
        self.count = 0

    def __call__(self, call):
        self.count += 1
        for _ in range(WARM_UP + 1):
            call()
        return call


def adding(state):
    def step(amount, factor=1.0):
        state.add_(amount * factor)

    return step


def test_on_a_cpu_the_step_is_called_plainly():
    state = torch.zeros(2)
    step = adding(state)
    assert captured(step, (state,)) is step


def test_replays_read_what_each_call_is_given_and_recording_leaves_no_trace():
    state, plain, record = torch.zeros(2), torch.zeros(2), Recorder()
    step, twin = Captured(adding(state), (state,), record), adding(plain)
    for k in range(5):
        amount = torch.tensor([1.0 + k, 2.0 * k])
        step(amount, 2.0)
        twin(amount, 2.0)
        assert torch.equal(state, plain)
    assert record.count == 1


def test_a_call_of_another_kind_is_recorded_anew():
    state, record = torch.zeros(2), Recorder()
    step = Captured(adding(state), (state,), record)
    for amount, factor in (
        (torch.ones(2), 1.0),
        (torch.ones(1), 1.0),
        (torch.ones(2), 3.0),
        (torch.ones(2), 1.0),
    ):
        step(amount, factor)
    assert record.count == 3
    assert state.tolist() == [6.0, 6.0]


def test_state_that_is_not_named_keeps_the_traces_of_recording():
    named, hidden = torch.zeros(1), torch.zeros(1)
    step = Captured(adding(hidden), (named,), Recorder())
    step(torch.ones(1))
    assert hidden.item() > 1


def trainings(device, optimiser, batch):
    generator = torch.Generator(device=device).manual_seed(0)
    task = sample_task(20, 3, 8, 2.0, 4, Source(generator=generator, dtype=torch.float32))
    tokens = sample_tokens(task, 24 * batch, generator)
    start = sample_weights(task, 1.0, generator)
    return task, tokens, start


def scores(task, tokens, start, optimiser, batch):
    """The scores after training weights, and after training scores."""
    weights, fast = WeightTraining(task, (0.1, 1.0), optimiser, start), ScoreTraining(task, (0.1, 1.0))
    weights.train(tokens, batch)
    fast.train(tokens, batch)
    return weights.scores, fast.scores


@pytest.mark.parametrize("batch", [1, 4])
def test_trainings_of_recorded_steps_are_those_of_the_loop(monkeypatch, batch):
    task, tokens, start = trainings(torch.device("cpu"), Optimiser.SIGN, batch)

    plain = scores(task, tokens, start, Optimiser.SIGN, batch)
    monkeypatch.setattr(training, "captured", lambda step, state: Captured(step, state, Recorder()))
    for found, expected in zip(scores(task, tokens, start, Optimiser.SIGN, batch), plain, strict=True):
        assert torch.equal(found, expected)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
@pytest.mark.parametrize("optimiser", list(Optimiser))
@pytest.mark.parametrize("batch", [1, 4])
def test_a_gpu_trains_by_graphs_as_by_steps(monkeypatch, optimiser, batch):
    task, tokens, start = trainings(torch.device("cuda"), optimiser, batch)

    by_graphs = scores(task, tokens, start, optimiser, batch)
    monkeypatch.setattr(training, "captured", lambda step, state: step)
    for found, expected in zip(by_graphs, scores(task, tokens, start, optimiser, batch), strict=True):
        torch.testing.assert_close(found, expected)

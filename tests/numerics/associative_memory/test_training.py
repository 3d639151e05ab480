"""Trainings batched over trials and steps, against loops of automatic differentiation, one run at a time."""

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest
import torch
from theorycheck.numerics.associative_memory import tuning
from theorycheck.numerics.associative_memory.approximation import scheme
from theorycheck.numerics.associative_memory.optimisation import scheduled_errors
from theorycheck.numerics.associative_memory.overwriting import one_update, right, score_table
from theorycheck.numerics.associative_memory.training import (
    Optimiser,
    ScoreTraining,
    Task,
    WeightTraining,
    error,
    sample_task,
    sample_tokens,
    sample_weights,
    scores_of,
)
from theorycheck.numerics.associative_memory.tuning import (
    RATES,
    Draw,
    Schedule,
    Setting,
    _still_open,
    errors,
    sample_draw,
    tuned_rate,
)
from theorycheck.numerics.trials import Source
from torch import Tensor

from ..samples import z_score

DOUBLE = torch.float64
STEPS = (0.3, 3.0)
ROUNDING = 1e-10


def drawn(d: int = 7, batches: int = 6, batch: int = 3) -> tuple[Task, Tensor, Tensor]:
    """A small task in double precision, its tokens in batches, and W at the start."""
    generator = torch.Generator().manual_seed(5)
    task = sample_task(9, 4, d, 1.5, 2, Source(generator=generator, dtype=DOUBLE))
    tokens = sample_tokens(task, batches * batch, generator).unflatten(1, (batches, batch))
    return task, tokens, sample_weights(task, 1.0, generator)


def by_hand(
    task: Task, trial: int, tokens: Tensor, start: Tensor, rate: float, optimiser: Optimiser
) -> Tensor:
    """One run: the loss as it is written, differentiated automatically."""
    weights = start.clone()
    for batch in tokens:
        matrix = weights.clone().requires_grad_()
        total = torch.zeros((), dtype=DOUBLE)
        for x in batch.tolist():
            hidden = matrix @ task.e[trial, x]
            if optimiser.normalises:
                hidden = hidden / hidden.norm()
            logits = task.u[trial] @ hidden
            total = total - torch.log_softmax(logits, dim=0)[task.answers[x]]
        (gradient,) = torch.autograd.grad(total, matrix)
        step = gradient.sign() / len(matrix) if optimiser.signs else gradient
        weights = weights - rate * step
    return weights


@pytest.mark.parametrize("optimiser", list(Optimiser))
def test_weights_follow_the_automatic_gradient(optimiser):
    task, tokens, start = drawn()
    run = WeightTraining(task, STEPS, optimiser, start)
    for k in range(tokens.shape[1]):
        run.step(tokens[:, k])
    for trial in range(2):
        for k, rate in enumerate(STEPS):
            expected = by_hand(task, trial, tokens[trial], start[trial, 0], rate, optimiser)
            assert (run.weights[trial, k] - expected).abs().max() < ROUNDING
            other = by_hand(task, trial, tokens[trial], start[trial, 0], 1.01 * rate, optimiser)
            assert (run.weights[trial, k] - other).abs().max() > 1e6 * ROUNDING


@pytest.mark.parametrize("batch", [1, 3])
def test_scores_follow_the_weights_under_sgd(batch):
    task, tokens, start = drawn(batch=batch)
    on_scores = ScoreTraining(task, STEPS, scores_of(task, start))
    on_weights = WeightTraining(task, STEPS, Optimiser.SGD, start)
    for k in range(tokens.shape[1]):
        on_scores.step(tokens[:, k], factor=0.5)
        on_weights.step(tokens[:, k], factor=0.5)
    assert (on_scores.scores - on_weights.scores).abs().max() < ROUNDING
    on_weights.step(tokens[:, 0])
    assert (on_scores.scores - on_weights.scores).abs().max() > 1e6 * ROUNDING


def test_repeated_tokens_of_a_batch_count_twice():
    task, tokens, start = drawn(batches=1, batch=2)
    twice = tokens[:, 0, :1].expand(-1, 2)
    run = ScoreTraining(task, STEPS, scores_of(task, start))
    run.step(twice)
    doubled = ScoreTraining(task, tuple(2 * rate for rate in STEPS), scores_of(task, start))
    doubled.step(twice[:, :1])
    assert (run.scores - doubled.scores).abs().max() < ROUNDING


def test_errors_weigh_tokens_and_count_ties():
    codes = torch.eye(2, dtype=DOUBLE).unsqueeze(0)
    task = Task(e=codes, u=codes, answers=torch.tensor([0, 1]), law=torch.tensor([0.75, 0.25], dtype=DOUBLE))
    scores = torch.tensor([[[[2.0, 1.0], [1.0, 1.0]]]], dtype=DOUBLE)
    assert error(scores, task).tolist() == [[0.25]]
    assert right(scores, task).tolist() == [[[1.0, 0.0]]]
    assert error(torch.zeros_like(scores), task).tolist() == [[1.0]]


def test_the_scheme_moves_the_visited_token_alone():
    task, _, _ = drawn()
    rates = torch.tensor(STEPS, dtype=DOUBLE).reshape(1, -1, 1, 1)
    q = scheme(task, torch.tensor([[2, 5], [5, 5]]), rates, 4.0)
    assert q[0, :, 2].tolist() == pytest.approx([0.3 / 1.25, 3.0 / 1.25])
    assert q.count_nonzero() == 6
    for k, rate in enumerate(STEPS):
        first = rate / 1.25
        assert q[1, k, 5].item() == pytest.approx(first + rate / (1 + math.exp(first) / 4))


@pytest.mark.parametrize("batch", [1, 2, 5, 20])
@pytest.mark.parametrize("optimiser", [Optimiser.SGD, Optimiser.SIGN_LAYER_NORM])
def test_training_at_once_goes_the_way_of_single_steps(batch, optimiser):
    task, tokens, start = drawn(batches=40, batch=1)
    stream, factors = tokens[..., 0], torch.linspace(1, 0.1, 40 // batch, dtype=DOUBLE).unsqueeze(1)

    def run() -> ScoreTraining | WeightTraining:
        if optimiser is Optimiser.SGD:
            return ScoreTraining(task, STEPS, scores_of(task, start))
        return WeightTraining(task, STEPS, optimiser, start)

    together, one_by_one, other = run(), run(), run()
    together.train(stream, batch, factors)
    other.train(stream, batch)
    for part, factor in zip(torch.split(stream, batch, dim=1), factors.ravel().tolist(), strict=True):
        one_by_one.step(part, factor)
    assert (together.scores - one_by_one.scores).abs().max() < ROUNDING
    assert (together.scores - other.scores).abs().max() > 1e6 * ROUNDING


@pytest.mark.parametrize("eta", [0.1, 10.0])
def test_the_update_that_is_shown_stores_a_token_that_was_wrong(eta):
    before, after = one_update(eta)
    change = after - before
    # One column e_x moves along one direction of answers: the change has rank one.
    singular = torch.linalg.svdvals(change)
    assert singular[1] < 1e-10 * singular[0]
    assert singular[0] > 1e-3 * eta
    assert score_table.evaluate({"eta": eta, "when": "after", "x": 3, "y": 1}).value == after[1, 2].item()


def test_schedules_fall():
    assert [Schedule.LINEAR.factor(s) for s in (0.0, 0.25)] == [1.0, 0.75]
    assert [Schedule.DROP.factor(s) for s in (0.49, 0.5)] == [1.0, 0.1]
    assert Schedule.CONSTANT.factor(0.9) == 1.0


def test_schedules_together_train_as_each_alone():
    base = Setting(d=10, T=1024)
    draw = sample_draw(base, 4, Source(generator=torch.Generator().manual_seed(5), dtype=DOUBLE))
    rates, schedules = (3.0, 30.0, 30.0), tuple(Schedule)
    together = scheduled_errors(draw, rates, schedules)
    alone = [
        errors(replace(base, schedule=schedule), draw, (rate,), (1024,))[:, 0, 0]
        for rate, schedule in zip(rates, schedules, strict=True)
    ]
    assert torch.equal(together, torch.stack(alone, dim=1))
    assert not torch.equal(together[:, 1], together[:, 2])


def test_a_step_size_is_given_up_only_where_pairs_show_it_to_be_worse():
    noise = torch.randn((16, 1), generator=torch.Generator().manual_seed(7))
    jitter = 0.01 * torch.randn((16, 3), generator=torch.Generator().manual_seed(8))
    found = noise + jitter + torch.tensor([0.0, 0.001, 0.1])
    assert _still_open(found) == [0, 1]
    assert _still_open(found[:, 2:]) == [0]


def test_tuning_finds_one_step_and_a_better_one_than_its_neighbours_far_away():
    setting = Setting(d=10, T=64)
    rate = tuned_rate(setting)
    tuned_rate.cache_clear()
    assert tuned_rate(setting) == rate
    draw = sample_draw(setting, 200, Source(generator=torch.Generator().manual_seed(3), dtype=DOUBLE))
    found = errors(setting, draw, (RATES[0], rate), (64,))[:, 0]
    assert z_score(found[:, 0] - found[:, 1]) > 4


@pytest.mark.parametrize(("kept", "trained"), [([2], 1), ([2, 4], 2)])
def test_a_step_size_that_is_left_alone_is_trained_no_further(kept, trained, monkeypatch):
    setting, runs = Setting(d=10, T=16, scale=0.5), []

    def found(setting: Setting, draw: Draw, rates: Sequence[float], marks: Sequence[int]) -> Tensor:
        runs.append(tuple(rates))
        return torch.zeros((len(draw.tokens), 1, len(rates)))

    monkeypatch.setattr(tuning, "errors", found)
    monkeypatch.setattr(tuning, "_still_open", lambda errors: kept if errors.shape[1] > len(kept) else [0])
    tuned_rate.cache_clear()
    assert tuned_rate(setting) == RATES[2]
    tuned_rate.cache_clear()
    assert runs == [RATES, tuple(RATES[k] for k in kept)][:trained]


def test_a_training_in_parts_goes_on_where_it_was():
    task, tokens, start = drawn(batches=40, batch=1)
    whole, parts = (ScoreTraining(task, STEPS, scores_of(task, start)) for _ in range(2))
    whole.train(tokens[..., 0])
    for part in torch.split(tokens[..., 0], 9, dim=1):
        parts.train(part)
    assert (whole.scores - parts.scores).abs().max() < ROUNDING
    parts.train(tokens[:, :1, 0])
    assert (whole.scores - parts.scores).abs().max() > 1e6 * ROUNDING

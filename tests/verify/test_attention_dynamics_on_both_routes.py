"""Attention dynamics where no claim compares: printed steps, trainings, entropy and a null on both routes."""

import math
from dataclasses import fields
from fractions import Fraction

import pytest
import torch
from theorycheck import law
from theorycheck.numerics.attention_dynamics import schedules, step_scaling, tuning
from theorycheck.numerics.attention_dynamics.gradients import automatic_gradients, difference_gradients
from theorycheck.numerics.attention_dynamics.model import Head
from theorycheck.numerics.attention_dynamics.sticky import sample_means, sample_sequences, transition_law
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import quantities
from theorycheck.numerics.trials import Source
from theorycheck.papers.tables import CLAIMS, STATEMENTS
from theorycheck.theory.catalogue import derivations

DERIVATIONS = derivations("attention_dynamics")

QUANTITIES = quantities("attention_dynamics")


ALPHA, B = (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)), (-1, -3, 7)


def printed_steps(sign):
    """Eq. (34) at the instance of three values, in fractions."""
    mean = sum(weight * x for weight, x in zip(ALPHA, B, strict=True))
    return [sign * weight * (x - mean) for weight, x in zip(ALPHA, B, strict=True)]


def test_the_printed_score_step_at_the_counterexample_is_that_of_the_forward_pass():
    push = QUANTITIES["score_push"]
    for pairs, above in (("above", True), ("below", False)):
        point = {"instance": "three values", "pairs": pairs}
        mine = [s for s, x in zip(printed_steps(-1), B, strict=True) if (x > 0) is above]
        assert push.evaluate(point).value == pytest.approx(float(min(mine)))
        assert push.evaluate(point).value != pytest.approx(float(min(-s for s in mine)))


def test_no_statement_holds_under_a_interpretation_that_says_its_reverse():
    """Identities that refute a sentence stand with sentences they support."""
    reverse = {"score_balance": "S3.b", "compatibility_balance": "S5.4", "total_change": "S3.i"}
    for claim in CLAIMS:
        name = claim.id.removeprefix("attention_dynamics.")
        if name in reverse:
            assert claim.statement_id == f"attention_dynamics.{reverse[name]}"


def test_every_sentence_of_the_ledger_has_a_letter_of_its_own():
    letters = [s.id.rpartition(".")[2] for s in STATEMENTS if s.id.startswith("attention_dynamics.S3.")]
    assert letters == [chr(ord("a") + k) for k in range(len(letters))]
    assert len(letters) > 20


MAX_Z = 4


def test_the_derived_entropy_rate_is_the_surprise_of_sampled_sequences():
    P = torch.tensor(transition_law("circular 8", "inverse", "split"))
    generator = torch.Generator().manual_seed(6)
    mu = sample_means(200, Source(generator=generator))
    values = sample_sequences(P, mu, 100, generator).surprise(P)
    z = {
        name: float((values.mean() - float(DERIVATIONS[name]().formula)) / (values.std() / 200**0.5))
        for name in ("entropy_rate_text", "entropy_rate_complement")
    }
    assert abs(z["entropy_rate_text"]) < MAX_Z
    assert abs(z["entropy_rate_complement"]) > MAX_Z


def test_a_step_of_the_schedule_is_a_step_in_other_units_by_automatic_slopes_and_complex_steps():
    """The derived identity at one step, on routes that know the forward pass alone."""
    drawn, factor, eta = step_scaling._drawn(), 10.0, 0.01
    root = math.sqrt(factor)
    for route in (automatic_gradients, difference_gradients):
        slope = route(drawn.head, drawn.x, drawn.y, causal=True).W_V
        direct = drawn.head.W_V - factor * eta * slope
        # The chain rule of W = sqrt(c) W' once, and the head's own factor once.
        held = drawn.head.W_V / root - eta * root * slope
        assert torch.allclose(root * held, direct, rtol=1e-12)
        assert not torch.allclose(root * (drawn.head.W_V / root - eta * slope), direct, rtol=1e-6)


def test_routing_without_keys_rests_for_a_whole_training_and_moves_with_few():
    generator = torch.Generator().manual_seed(7)
    mu = sample_means(2, Source(generator=generator))
    task = schedules.sample_task(16, mu, generator)
    head = schedules.sample_head(2, 0.2, Source(generator=generator))
    rates = dict.fromkeys((f.name for f in fields(Head)), 0.1 / 16)
    for share in (0.0, 1e-3):
        now = Head(
            **{
                f.name: getattr(head, f.name) * (share if f.name in {"W_Q", "W_K"} else 1.0)
                for f in fields(Head)
            }
        )
        start = now.W_Q
        for _ in range(10):
            now = now.stepped(automatic_gradients(now, task.seen.x, task.seen.y, causal=True).head, rates)
        assert bool(torch.equal(now.W_Q, start)) is (share == 0.0)


@pytest.mark.slow
def test_a_trained_head_is_above_the_derived_least_loss(monkeypatch):
    monkeypatch.setattr(tuning, "STEPS", 10)
    monkeypatch.setattr(tuning, "FRESH", 4)
    generator = torch.Generator().manual_seed(8)
    stream = tuning.sample_stream(16, 0.1, 32, Source(generator=generator))
    P = schedules.text_law(torch.float64)
    least = torch.cat([tuning.beliefs(P, stream.mu, piece.x) @ P for piece in stream.fresh], dim=-2)
    head = tuning.trained(stream, ("sgd", "values"), (0.16, 0.16))
    trained, filtered = (
        tuning.losses(p, stream) for p in (tuning.predicted(head, stream), least.unsqueeze(1))
    )
    excess = trained - filtered
    bound = float(DERIVATIONS["least_loss"]().formula)
    z = (excess.mean(dim=0) - bound) / (excess.std(dim=0) / 32**0.5)
    assert float(z.min()) > MAX_Z
    # The other way round it is not.
    assert float((-z).min()) < -MAX_Z


TRIALS = 2000


def z_scores(formula, quantity, output):
    """The z-scores of the formula at each group of the quantity."""
    column, found = quantity.outputs.index(output), []
    for number, group in enumerate(quantity.groups):
        generator = torch.Generator().manual_seed(number)
        trials = sample_trials(quantity, group, TRIALS, generator)
        values = trials[:, 0, column]
        claimed = law.evaluate(formula, dict(group.points[0]))
        found.append(float(values.mean() - claimed) / (float(values.std()) / len(values) ** 0.5))
    return found


def test_the_cosine_of_random_keys_has_the_derived_mean_and_not_one_nearby():
    formula, measured = DERIVATIONS["random_cosine"]().formula, QUANTITIES["key_null"]
    assert max(map(abs, z_scores(formula, measured, "absolute"))) < MAX_Z
    assert max(map(abs, z_scores(law.parse("1/sqrt(d_k)"), measured, "absolute"))) > MAX_Z

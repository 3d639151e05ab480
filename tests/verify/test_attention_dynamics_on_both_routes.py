"""Attention dynamics where no claim compares: entropy, routing at rest and trainings on both routes."""

from dataclasses import fields

import pytest
import torch
from theorycheck.numerics.attention_dynamics import schedules, tuning
from theorycheck.numerics.attention_dynamics.gradients import automatic_gradients
from theorycheck.numerics.attention_dynamics.model import Head
from theorycheck.numerics.attention_dynamics.sticky import sample_means, sample_sequences, transition_law
from theorycheck.numerics.trials import Source
from theorycheck.papers.tables import STATEMENTS
from theorycheck.theory.catalogue import derivations

DERIVATIONS = derivations("attention_dynamics")


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

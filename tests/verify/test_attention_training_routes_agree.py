"""Witnesses, the sticky chain and its trainings: derived formulas, exact values and samples are one."""

from __future__ import annotations

import math
from dataclasses import fields

import pytest
import torch
from theorycheck import law
from theorycheck.evidence.plan import targets_of
from theorycheck.numerics.attention_dynamics import schedules, step_scaling, tuning
from theorycheck.numerics.attention_dynamics.gradients import automatic_gradients, difference_gradients
from theorycheck.numerics.attention_dynamics.model import Head
from theorycheck.numerics.attention_dynamics.sticky import sample_means, sample_sequences, transition_law
from theorycheck.numerics.quantity import ExactQuantity, quantities
from theorycheck.numerics.trials import Source
from theorycheck.papers.tables import CLAIMS
from theorycheck.theory.attention_dynamics import DERIVATIONS

QUANTITIES = quantities("attention_dynamics")

MAX_Z = 4
EXACT = [
    claim
    for claim in CLAIMS
    if claim.topic == "attention_dynamics"
    and claim.statement_id.split(".")[1] in {"S3", "S5", "S6", "S7", "S8", "S10", "Q3"}
    and claim.derivation is not None
    and isinstance(QUANTITIES[claim.quantity], ExactQuantity)
]


def gaps(formula, values):
    """Computed minus formula at each point, over the error bound and rounding."""
    found = []
    for point, exact in values:
        value = law.evaluate(formula, {k: v for k, v in point.items() if not isinstance(v, str)})
        found.append(abs(exact.value - value) / (exact.error_bound + 1e-12 * abs(value)))
    return found


@pytest.mark.parametrize("claim", EXACT, ids=lambda claim: claim.id)
def test_the_derived_formula_is_what_is_computed_and_one_nearby_is_not(claim, monkeypatch):
    # A few steps side by side are as many as one.
    monkeypatch.setattr(step_scaling, "_SIDE_BY_SIDE", 3)
    quantity = QUANTITIES[claim.quantity]
    points = [point for target in targets_of(quantity, claim.grid, claim.domain) for point in target.points]
    values = [(point, quantity.evaluate(point)) for point in points]
    formula = DERIVATIONS[claim.derivation]().formula
    assert values
    assert max(gaps(formula, values)) <= 1
    assert min(gaps(formula + law.parse("1/1000"), values)) > 1e6


def test_there_are_derivations_in_the_sections_on_examples_the_chain_and_its_training():
    assert {claim.statement_id.split(".")[1] for claim in EXACT} >= {"S3", "S5", "S7", "S8", "Q3"}
    assert len(EXACT) > 40


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

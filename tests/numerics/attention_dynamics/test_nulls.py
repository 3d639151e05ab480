"""Nulls of diagnostics: worked by hand, and the same by another route."""

from dataclasses import fields, replace

import pytest
import torch
from theorycheck.numerics.attention_dynamics import diagnostics, nulls, terms
from theorycheck.numerics.attention_dynamics.model import Head, Sizes, forward, sample_instances
from theorycheck.numerics.trials import Source

from ..samples import drawn


def test_cosines_of_orthogonal_and_of_opposite_keys():
    absolute, signed, square = nulls.mean_cosines(torch.tensor([[2.0, 0.0], [-1.0, 0.0], [0.0, 3.0]]))
    assert float(absolute) == pytest.approx(1 / 3)
    assert float(signed) == pytest.approx(-1 / 3)
    assert float(square) == pytest.approx(1 / 3)


def test_the_diagnostic_and_the_quadrature_tell_one_null():
    for d_k in (2, 64, 1024):
        exact = nulls.key_null_quadrature.evaluate({"d_k": d_k})
        assert abs(diagnostics.random_cosine(d_k) - exact.value) < exact.error_bound + 1e-12


def test_columns_of_uniform_causal_weights_add_up_to_harmonic_sums():
    assert nulls.column_null.evaluate({"mask": "causal", "T": 4, "j": 2}).value == pytest.approx(
        1 / 2 + 1 / 3 + 1 / 4
    )
    assert nulls.column_null.evaluate({"mask": "full", "T": 4, "j": 2}).value == pytest.approx(1)
    null = diagnostics.uniform_usage(16, causal=True)
    for j in (1, 8, 16):
        assert nulls.column_null.evaluate({"mask": "causal", "T": 16, "j": j}).value == pytest.approx(
            float(null[j - 1])
        )


def test_without_a_mask_the_least_column_is_the_one_passed_over():
    assert float(drawn(terms.column_usage, 100, mask="full", T=8)[..., 0].mean()) == 1
    assert float(drawn(terms.column_usage, 100, mask="causal", T=8)[..., 0].mean()) < 0.8


def test_the_advantage_averages_to_zero_under_the_weights_alone():
    for point in nulls.advantage_mean.points:
        found = nulls.advantage_mean.evaluate(point)
        assert (found.value <= found.error_bound) == (point["weight"] == "alpha")


def test_the_predicted_change_is_that_of_automatic_gradients():
    generator = torch.Generator().manual_seed(1)
    instance = sample_instances(Sizes(), (), Source(generator=generator))
    names = [f.name for f in fields(Head)]
    leaves = replace(instance.head, **{n: getattr(instance.head, n).requires_grad_() for n in names})
    loss = forward(leaves, instance.x, instance.y, causal=False).loss
    slope = Head(
        **dict(zip(names, torch.autograd.grad(loss, [getattr(leaves, n) for n in names]), strict=True))
    )
    power = sum(float(getattr(slope, n).square().sum()) for n in names)
    stepped = nulls._stepped(leaves, slope, 1e-6)
    change = float((forward(stepped, instance.x, instance.y, causal=False).loss - loss).detach())
    assert change == pytest.approx(-1e-6 * power, rel=1e-3)


def test_smaller_steps_help_the_prediction_by_parameters_and_not_the_printed_one():
    found = drawn(nulls.prediction_error, 200).mean(dim=0)
    etas = [float(point["eta"]) for point in nulls.prediction_error.groups[0].points]
    assert found[-1, 0] / found[0, 0] == pytest.approx(etas[-1] / etas[0], rel=0.2)
    assert found[-1, 1] > found[0, 1] > 1


def test_training_leaves_the_keys_of_its_start_in_place_before_it_begins():
    before, after, drop = drawn(nulls.key_training, 32, d_k=8)[:, 0].unbind(-1)
    torch.testing.assert_close(before - after, drop)
    assert float(drop.abs().max()) > 0

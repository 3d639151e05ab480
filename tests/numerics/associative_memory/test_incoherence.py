"""Pairs of random vectors, the error of model (23), and learned embeddings."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from theorycheck.numerics.associative_memory import incoherence, learned, rectified, terms
from theorycheck.numerics.associative_memory.incoherence import failure_bounds, pair_tail
from theorycheck.numerics.monte_carlo import sample_block

from ..samples import sampled, units


def test_in_two_dimensions_a_pair_overlaps_by_an_angle():
    assert pair_tail(2, 0.5) == pytest.approx(2 * np.arccos(0.5) / np.pi, rel=1e-12)


@pytest.mark.parametrize("group", incoherence.incoherence_failure_sampled.groups)
def test_drawn_families_fail_within_the_bounds(group):
    trials = 4 * group.trials_per_block
    found = sum(
        sample_block(incoherence.incoherence_failure_sampled, group, block, 3, "cpu").mean
        for block in range(4)
    )
    for point, share in zip(group.points, found / 4, strict=True):
        low, high = failure_bounds(int(point["P"]), pair_tail(int(point["d"]), float(point["eta"])))
        assert low - 4 * (low / trials) ** 0.5 <= share <= high + 4 * (high / trials) ** 0.5


def test_bounds_of_one_pair_are_its_probability():
    assert failure_bounds(2, 0.3) == pytest.approx((0.3, 0.3))


def test_model_23_is_that_of_a_loop():
    """Near the capacity of a small dimension, where some are right and some wrong."""
    P, d, eta = 40, 3, 0.5
    exact = replace(terms.rectified_recall, dtype="float64")
    found = sampled(exact, 8, seed=2, P=P, M=5, d=d, eta=eta)
    generator = torch.Generator().manual_seed(2)
    e = torch.empty((8, P, d), dtype=torch.float64).normal_(generator=generator)
    u = torch.empty((8, 5, d), dtype=torch.float64).normal_(generator=generator)
    for trial in range(8):
        es, us = units(e[trial].numpy()), units(u[trial].numpy())
        wrong = 0
        for x in range(1, P + 1):
            total = sum(max(0.0, es[k - 1] @ es[x - 1] - eta) * us[k % 5] for k in range(1, P + 1))
            scores = us @ total
            wrong += any(scores[y] >= scores[x % 5] for y in range(5) if y != x % 5)
        assert found[trial, 0, 0].item() == pytest.approx(wrong / P)
    assert 0.05 < found[:, 0, 0].mean().item() < 0.95


def test_the_error_of_model_23_is_enclosed():
    """Orthonormal unembeddings by hand, four classes, eight tokens stored out of 500."""
    rng, d, stored, tokens = np.random.default_rng(4), 48, 20, 500
    p = np.arange(1, tokens + 1.0) ** -2
    errors = []
    for _ in range(60):
        e = units(rng.standard_normal((tokens, d)))
        overlaps = np.maximum(e @ e[:stored].T - rectified.ETA, 0)
        label = np.arange(1, tokens + 1) % 4
        scores = overlaps @ np.eye(4)[label[:stored]]
        own = scores[np.arange(tokens), label].copy()
        scores[np.arange(tokens), label] = -np.inf
        errors.append(float(p @ (scores.max(axis=1) >= own)))
    exact = rectified.rectified_error.evaluate({"alpha": 2.0, "P": "exp(eta^2 d/4)", "d": d})
    beyond = float((1 / np.arange(tokens + 1.0, 10**6) ** 2).sum()) + 1e-6
    mean, spread = np.mean(errors) + beyond, np.std(errors) / 60**0.5
    assert (
        exact.value - exact.error_bound - 4 * spread <= mean <= exact.value + exact.error_bound + 4 * spread
    )
    assert exact.error_bound < 0.1 * exact.value


def test_slopes_of_training_are_automatic_ones():
    generator = torch.Generator().manual_seed(1)
    e, u, W = (
        torch.randn(shape, generator=generator, dtype=torch.float64, requires_grad=True)
        for shape in ((1, 7, 2), (1, 3, 2), (1, 2, 2))
    )
    right = torch.arange(1, 8) % 3
    p = torch.full((7,), 1 / 7, dtype=torch.float64)
    scores = (e @ W.mT) @ u.mT
    loss = (p * torch.nn.functional.cross_entropy(scores[0], right, reduction="none")).sum()
    for found, expected in zip(
        learned.slopes(e.detach(), u.detach(), W.detach(), right, p),
        torch.autograd.grad(loss, (e, u, W)),
        strict=True,
    ):
        assert torch.allclose(found, expected, atol=1e-14)


def test_scores_that_are_no_numbers_are_wrong():
    """Divergence must not read as success: nothing compares with nan."""
    scores = torch.full((1, 4, 3), torch.nan)
    errors = learned._errors(scores, torch.arange(1, 5) % 3, torch.full((4,), 0.25))
    assert errors.tolist() == [[1.0, 1.0]]


def nearest_is_of_the_same_class(t):
    """The share of tokens whose embedding of smallest angle to theirs is of their class."""
    (group, _) = learned.learned_embeddings.groups
    (found,) = sampled(learned.learned_embeddings, 1, seed=3, **{**group.shared, "t": t})
    unit = torch.nn.functional.normalize(found[:, :2], dim=1)
    angles = (unit @ unit.T).fill_diagonal_(-2.0)
    return (found[angles.argmax(dim=1), 2] == found[:, 2]).double().mean().item()


def test_trained_embeddings_lie_by_class_and_untrained_ones_do_not():
    assert nearest_is_of_the_same_class(300) > 0.95
    assert nearest_is_of_the_same_class(0) < 0.4

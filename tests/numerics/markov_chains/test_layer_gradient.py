"""The gradient written out against automatic derivatives, and what would tell them apart."""

from dataclasses import replace

import pytest
import torch
from theorycheck.numerics.markov_chains import layer_gradient, training
from theorycheck.numerics.markov_chains.chain import Chain
from theorycheck.numerics.markov_chains.layer import Layer, context_loss, contexts

CHAIN = Chain(p=0.3, q=0.8)
LAYERS = [Layer(tied=tied, N=3, d=4, hidden=5) for tied in (True, False)]


def automatic(layer, theta, masses):
    at = theta.clone().requires_grad_()
    (found,) = torch.autograd.grad(training.losses(layer, at, CHAIN, masses).sum(), at)
    return found


def drawn(layer, runs=3):
    generator = torch.Generator().manual_seed(5)
    theta = 0.7 * torch.randn(runs, layer.size, generator=generator, dtype=torch.float64)
    return theta, training.sample_masses(CHAIN, runs, generator)


@pytest.mark.parametrize("layer", LAYERS)
def test_derivatives_of_the_exact_loss_are_the_automatic_ones(layer):
    theta, _ = drawn(layer)
    given = contexts(CHAIN, layer.N)
    masses = given.masses.unsqueeze(0)
    found = layer_gradient.gradient(layer, theta, given, masses)
    torch.testing.assert_close(found, automatic(layer, theta, masses), atol=1e-14, rtol=1e-12)
    assert not torch.allclose(found, automatic(layer, theta + 1e-6, masses), atol=1e-10, rtol=0)


@pytest.mark.parametrize("tied", [True, False])
def test_masses_of_their_own_go_with_each_run(tied):
    layer = Layer(tied=tied, N=training.N, d=4, hidden=5)
    theta, masses = drawn(layer)
    found = layer_gradient.gradient(layer, theta, contexts(CHAIN, layer.N), masses)
    torch.testing.assert_close(found, automatic(layer, theta, masses), atol=1e-14, rtol=1e-12)
    other = layer_gradient.gradient(layer, theta, contexts(CHAIN, layer.N), masses.roll(1, dims=0))
    assert float((other - found).abs().max()) > 1e-3


@pytest.mark.parametrize("layer", LAYERS)
def test_the_loss_beside_it_is_the_one_over_contexts(layer):
    theta, _ = drawn(layer)
    given = contexts(CHAIN, layer.N)
    found, slopes = layer_gradient.loss_and_gradient(layer, theta, given, given.masses.unsqueeze(0))
    torch.testing.assert_close(found, context_loss(layer, theta, CHAIN), atol=1e-14, rtol=1e-13)
    torch.testing.assert_close(
        slopes, layer_gradient.gradient(layer, theta, given, given.masses.unsqueeze(0))
    )


def test_large_scores_leave_no_gap_in_the_numbers():
    layer = replace(LAYERS[0], d=2)
    theta, _ = drawn(layer)
    given = contexts(CHAIN, layer.N)
    found = layer_gradient.gradient(layer, 40 * theta, given, given.masses.unsqueeze(0))
    assert bool(found.isfinite().all())


def test_a_run_that_diverged_is_told_by_its_numbers():
    layer = LAYERS[0]
    theta, _ = drawn(layer)
    theta[0] *= 1e200
    given = contexts(CHAIN, layer.N)
    found = layer_gradient.gradient(layer, theta, given, given.masses.unsqueeze(0))
    assert found.isfinite().all(dim=-1).tolist() == [False, True, True]

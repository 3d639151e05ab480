"""Training: fresh masses against their law, one step, and runs that must part."""

from dataclasses import replace

import pytest
import torch
from theorycheck.numerics.markov_chains import training
from theorycheck.numerics.markov_chains.layer import contexts

ABOVE = training.Setting(tied=True, p=0.8, q=0.7, optimiser=training.Optimiser.GD, scale=0.02)


def generator(seed=3):
    return torch.Generator().manual_seed(seed)


def test_fresh_masses_have_the_masses_of_the_chain_as_means():
    runs = 4000
    found = training.sample_masses(ABOVE.chain, runs, generator())
    exact = contexts(ABOVE.chain, training.N).masses
    torch.testing.assert_close(found.sum(dim=(1, 2)), torch.ones(runs, dtype=torch.float64))
    error = (found.mean(dim=0) - exact) / (found.std(dim=0) / runs**0.5).clamp(min=1e-9)
    assert float(error.abs().max()) < 4.5
    other = contexts(replace(ABOVE, p=0.7).chain, training.N).masses
    assert float(((found.mean(dim=0) - other) / (found.std(dim=0) / runs**0.5)).abs().max()) > 10


def test_gradient_descent_takes_one_step_down_the_exact_loss():
    start = training.sample_weights(replace(ABOVE, scale=0.3), 2, generator())
    rates = torch.tensor([[0.1], [0.0]], dtype=torch.float64)
    before = training.excess(ABOVE, start)
    after = training.train(ABOVE, start, rates, (1,), generator())[:, 0]
    assert float(after[0]) < float(before[0])
    assert float(after[1]) == pytest.approx(float(before[1]))


@pytest.mark.parametrize(
    ("change", "stuck"), [({}, True), ({"tied": False}, False), ({"p": 0.2, "q": 0.3}, False)]
)
def test_only_tied_runs_above_one_stay_at_the_marginal(change, stuck):
    setting = replace(ABOVE, **change)
    start = training.sample_weights(setting, 4, generator())
    found = training.train(setting, start, torch.ones(4, 1, dtype=torch.float64), (200,), generator())
    assert bool((found > 0.9).all()) == stuck
    assert bool((found < 0.1).all()) != stuck

"""Chains that add their last k symbols: sequences follow their law, and undefined contexts are counted."""

import pytest
import torch
from theorycheck.numerics.markov_chains import modular, unseen
from theorycheck.numerics.markov_chains.kgram import add_half_estimate, in_context_estimate

from ..samples import sampled

MAX_Z = 4


def z_score(hits: torch.Tensor, probability: float) -> float:
    return float(
        (hits.double().mean() - probability) * (len(hits) / (probability * (1 - probability))) ** 0.5
    )


@pytest.mark.parametrize(("k", "symbols"), [(1, 2), (2, 2), (2, 3)])
def test_symbols_follow_the_law_of_their_context(k, symbols):
    chain = modular.ModularChain(k=k, symbols=symbols, noise=0.5)
    x = modular.sample_modular(chain, 20_000, 12, torch.Generator().manual_seed(1))
    expected = modular.next_law(chain, x[:, :-1])
    likely = x[:, -1 - k : -1].sum(dim=1) % symbols
    assert torch.equal(expected.argmax(dim=1), likely)
    assert abs(z_score(x[:, -1] == likely, float(expected.max()))) < MAX_Z
    # Contexts are equally likely far along, and knowing one symbol of two tells nothing.
    assert abs(z_score((x[:, -k:] == 0).all(dim=1), symbols**-k)) < MAX_Z
    if k > 1:
        zero = x[x[:, -2] == 0]
        assert abs(z_score(zero[:, -1] == 0, 1 / symbols)) < MAX_Z
    assert abs(z_score(x[:, -1] == likely, 1 / symbols)) > MAX_Z


def test_undefined_contexts_of_noise_alone_are_as_often_as_the_recursion_says():
    chain = modular.ModularChain(k=2, symbols=2, noise=1.0)
    x = modular.sample_modular(chain, 20_000, 16, torch.Generator().manual_seed(2))
    _, defined = in_context_estimate(x, 2, 2)
    exact = unseen.undefined_probability.evaluate({"source": "fair", "S": 2, "k": 2, "T": 16}).value
    assert abs(z_score(~defined, exact)) < MAX_Z
    # As if contexts of two were contexts of one.
    assert abs(z_score(~defined, 0.5**15)) > MAX_Z


def test_tables_hold_what_came_after_each_context():
    x = torch.tensor([[0, 1, 1, 0, 1, 1, 1]])
    assert modular.context_tables(x, 1, 2).tolist() == [[[0, 2], [1, 3]]]
    # After 01 comes 1 twice, after 10 comes 1, after 11 comes 0 and 1.
    assert modular.context_tables(x, 2, 2).tolist() == [[[0, 0], [0, 2], [0, 1], [1, 1]]]


def test_redundancy_is_the_log_loss_symbol_by_symbol():
    T = 40
    found = sampled(modular.modular_redundancy, 50, seed=3, points=[{"T": T}], S=2, k=2, varepsilon=0.5)
    chain = modular.ModularChain(k=2, symbols=2, noise=0.5)
    x = modular.sample_modular(chain, 50, T, torch.Generator().manual_seed(3))
    rows, total = torch.arange(50), torch.zeros(50, dtype=torch.float64)
    for t in range(2, T):
        came = x[:, t].long()
        given = add_half_estimate(x[:, :t], 2, 2)[rows, came] if t > 2 else torch.full((50,), 0.5).double()
        total += modular.next_law(chain, x[:, :t])[rows, came].log() - given.log()
    assert torch.allclose(found[:, 0, 0], total, atol=1e-9)

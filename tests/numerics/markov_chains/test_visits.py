"""The closed law of visits and departures against all sequences, and the exact risks that rest on it."""

import pytest
import torch
from theorycheck.numerics.markov_chains.add_half import add_half_chain_excess, add_half_chain_redundancy
from theorycheck.numerics.markov_chains.chain import Chain, probabilities, sequences
from theorycheck.numerics.markov_chains.context_risk import CHAINS, context_risk, infinite_loss
from theorycheck.numerics.markov_chains.context_risk import context_risk as registered
from theorycheck.numerics.markov_chains.kgram import add_half_estimate, in_context_estimate
from theorycheck.numerics.markov_chains.visits import visits

T = 9
EXACT = 1e-10


def listed(p: float, q: float) -> tuple[Chain, torch.Tensor, torch.Tensor, torch.Tensor]:
    """The chain, all its sequences, their probabilities, and the law after each."""
    chain, x = Chain(p=p, q=q), sequences(T)
    return chain, x, probabilities(chain, x), chain.transition[x[:, -1]]


@pytest.mark.parametrize(("p", "q"), CHAINS)
@pytest.mark.parametrize("symbol", [0, 1])
@pytest.mark.parametrize("ends_there", [True, False])
def test_law_of_visits_is_that_of_all_sequences(p, q, symbol, *, ends_there):
    chain, x, mass, _ = listed(p, q)
    law = visits(chain, T, symbol, ends_there=ends_there)
    n = (x[:, :-1] == symbol).sum(dim=1)
    m = ((x[:, :-1] == symbol) & (x[:, 1:] != symbol)).sum(dim=1)
    ends = (x[:, -1] == symbol) == ends_there
    table = torch.zeros(law.mass.shape, dtype=torch.float64)
    table.index_put_((n[ends], m[ends]), mass[ends], accumulate=True)
    assert torch.allclose(law.mass, table, atol=1e-14)
    assert law.missing < EXACT
    # Departures confused with stays would be seen.
    swapped = torch.zeros(law.mass.shape, dtype=torch.float64)
    swapped.index_put_((n[ends], (n - m)[ends]), mass[ends], accumulate=True)
    assert not torch.allclose(law.mass, swapped, atol=1e-3)


@pytest.mark.parametrize(("p", "q"), CHAINS)
@pytest.mark.parametrize("order", [0, 1])
def test_risk_is_the_mean_over_all_sequences(p, q, order):
    _, x, mass, target = listed(p, q)
    estimate, defined = in_context_estimate(x, order, 2)
    square = ((estimate - target) ** 2).sum(dim=-1) * defined
    for context in ("any", "0", "1"):
        chosen = torch.ones(len(x), dtype=torch.bool) if context == "any" else x[:, -1] == int(context)
        by_listing = float((mass * square)[chosen].sum() / mass[chosen].sum())
        at = {"p": p, "q": q, "order": order, "context": context, "T": T}
        found = context_risk.evaluate(at)
        assert found.value == pytest.approx(by_listing, abs=max(found.error_bound, 1e-12))
        assert found.error_bound < 1e-9


@pytest.mark.parametrize(("p", "q"), CHAINS)
def test_chance_of_an_infinite_loss_is_that_over_all_sequences(p, q):
    _, x, mass, target = listed(p, q)
    estimate, defined = in_context_estimate(x, 1, 2)
    by_listing = float((mass * defined * (target * (estimate == 0)).sum(dim=-1)).sum())
    assert infinite_loss.evaluate({"p": p, "q": q, "T": T}).value == pytest.approx(by_listing, abs=EXACT)
    assert by_listing > 0.05


@pytest.mark.parametrize(("p", "q"), CHAINS)
def test_excess_of_one_half_added_is_that_over_all_sequences(p, q):
    _, x, mass, target = listed(p, q)
    excess = (target * (target.log() - add_half_estimate(x, 1, 2).log())).sum(dim=-1)
    found = add_half_chain_excess.evaluate({"p": p, "q": q, "T": T})
    assert found.value == pytest.approx(T * float((mass * excess).sum()), abs=1e-7)


@pytest.mark.parametrize(("p", "q"), CHAINS)
def test_redundancy_is_the_log_loss_symbol_by_symbol(p, q):
    chain, x, mass, _ = listed(p, q)
    total = 0.0
    for t in range(1, T):
        given = add_half_estimate(x[:, :t], 1, 2) if t > 1 else torch.full((len(x), 2), 0.5).double()
        own = chain.transition[x[:, t - 1], x[:, t]]
        total += float((mass * (own.log() - given[torch.arange(len(x)), x[:, t]].log())).sum())
    found = add_half_chain_redundancy.evaluate({"p": p, "q": q, "T": T})
    assert found.value + torch.log(torch.tensor(float(T))).item() == pytest.approx(total, abs=1e-6)


def test_points_stay_within_what_a_claim_may_cost():
    assert max(int(point["T"]) for point in registered.points) <= 4096

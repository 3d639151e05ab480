"""Markov chains where no claim compares: risks of samples, attention alone, rare ends of a flow."""

from itertools import pairwise

import pytest
import torch
from theorycheck.numerics.markov_chains.chain import Chain
from theorycheck.numerics.markov_chains.context_risk import context_risk
from theorycheck.numerics.markov_chains.kgram import in_context_estimate
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import quantities

MAX_Z = 4


def test_sampled_chains_of_order_one_have_the_exact_risk():
    p, q, T = 0.3, 0.45, 60
    chain, generator = Chain(p=p, q=q), torch.Generator().manual_seed(4)
    uniform = torch.rand(T, 20_000, generator=generator, dtype=torch.float64)
    x = torch.empty(T, 20_000, dtype=torch.int64)
    x[0] = (uniform[0] < chain.stationary[1]).long()
    for t in range(1, T):
        x[t] = (uniform[t] < chain.transition[x[t - 1], 1]).long()
    estimate, defined = in_context_estimate(x.T, 1, 2)
    square = ((estimate - chain.transition[x[-1]]) ** 2).sum(dim=-1) * defined
    for order, meets in ((1, True), (0, False)):
        exact = context_risk.evaluate({"p": p, "q": q, "order": order, "context": "any", "T": T}).value
        z = float((square.mean() - exact) / (square.std() / len(square) ** 0.5))
        assert (abs(z) < MAX_Z) == meets


QUANTITIES = quantities("markov_chains")


def test_attention_alone_gains_a_factor_four_where_its_weight_doubles():
    excess = [
        QUANTITIES["attention_excess"].evaluate({"n": n, "p": 0.8, "q": 0.7}).value for n in (512, 1024, 2048)
    ]
    assert [one / two for one, two in pairwise(excess)] == pytest.approx([4, 4], rel=0.02)


TRIALS = 3000


@pytest.mark.parametrize("number", [3, 6])
def test_as_many_starts_flow_to_the_rarer_end_as_the_quadrature_says_and_not_for_another_scale(number):
    quantity = QUANTITIES["end_ratio"]
    group = quantity.groups[number]
    generator = torch.Generator().manual_seed(number)
    ratio = sample_trials(quantity, group, TRIALS, generator)[:, 0, 0]
    stderr = float(ratio.std()) / TRIALS**0.5
    assert abs(float(ratio.mean()) - 1) <= MAX_Z * stderr
    own, other = (
        QUANTITIES["rare_share"].evaluate({**group.shared, "k": 1 / sigma**2}).value
        for sigma in (float(group.shared["sigma"]), 0.5)
    )
    assert abs(float(ratio.mean()) * own / other - 1) > MAX_Z * stderr * own / other

"""The in-context estimator derived, summed exactly and sampled: routes meet, and formulas nearby do not."""

from __future__ import annotations

import pytest
import torch
from theorycheck import law
from theorycheck.numerics.markov_chains.chain import Chain
from theorycheck.numerics.markov_chains.context_risk import context_risk
from theorycheck.numerics.markov_chains.kgram import in_context_estimate
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import quantities
from theorycheck.theory.markov_chains import DERIVATIONS

QUANTITIES = quantities("markov_chains")

MAX_Z = 4
EXACT = (
    ("risk_constant", "context_constant", {"context": "any"}, "p*(1 - p) + q*(1 - q)"),
    ("context_constant", "context_constant", {"context": "0"}, "2*p*(1 - p)"),
    ("order_floor", "order_floor", {}, "p*q*(1 - p - q)**2"),
    ("add_half_excess_bits", "add_half_excess_limit", {"theta": 0.2}, "1"),
    ("add_half_excess_binary", "add_half_chain_excess_limit", {}, "1/2"),
    ("redundancy_growth", "redundancy_growth", {}, "S**k/4"),
    ("regret_even", "add_half_regret_limit", {"share": 0.5}, "log(pi)/2"),
    ("regret_constant", "add_half_regret_limit", {"share": 0.0}, "log(pi/2)/2"),
    ("undefined_decay_pairs", "undefined_rate", {"source": "fair", "S": 2, "k": 2}, "log(4/3)"),
    ("undefined_decay_triples", "undefined_rate", {"source": "fair", "S": 2, "k": 3}, "log(8/7)"),
    ("undefined_decay_three", "undefined_rate", {"source": "fair", "S": 3}, "log(2)"),
    ("undefined_decay_switching", "undefined_rate", {"source": "switching"}, "log(20/11)"),
    ("undefined_probability_alike", "undefined_probability", {"source": "fair", "k": 1}, "(1 - 1/S)**T"),
)
"""Derivation, quantity, some of its points, and a formula near the derived one."""


@pytest.mark.parametrize(("derivation", "name", "chosen", "wrong"), EXACT)
def test_derived_constants_lie_within_the_bounds_of_exact_sums(derivation, name, chosen, wrong):
    quantity = QUANTITIES[name]
    points = [point for point in quantity.points if all(point[key] == value for key, value in chosen.items())]
    assert points
    for point in points:
        found = quantity.evaluate(point)
        gaps = [
            abs(law.evaluate(formula, dict(point)) - found.value)
            for formula in (DERIVATIONS[derivation]().formula, law.parse(wrong))
        ]
        assert gaps[0] <= found.error_bound < gaps[1]


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


@pytest.mark.parametrize(
    ("derivation", "output", "wrong"),
    [
        ("modular_constant", "scaled", "S*(1 - 1/S)*varepsilon*(2 - varepsilon)*S**(k/2)"),
        ("add_half_excess", "excess", "S**k/4"),
    ],
)
def test_sampled_chains_that_add_their_past_have_the_derived_constants(derivation, output, wrong):
    quantity = QUANTITIES["modular_risk"]
    column = quantity.outputs.index(output)
    group = next(s for s in quantity.groups if s.shared["S"] == 2 and s.shared["k"] == 1)
    place = next(i for i, point in enumerate(group.points) if point["order"] == 1 and point["T"] == 1024)
    generator = torch.Generator().manual_seed(6)
    drawn = sample_trials(quantity, group, 2000, generator)
    values, at = drawn[:, place, column], dict(group.points[place])
    mean, error = float(values.mean()), float(values.std()) / len(values) ** 0.5
    derived = law.evaluate(DERIVATIONS[derivation]().formula, at)
    assert abs(mean - derived) < MAX_Z * error
    assert abs(mean - law.evaluate(law.parse(wrong), at)) > MAX_Z * error

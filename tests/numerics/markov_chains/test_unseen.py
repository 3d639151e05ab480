"""Undefined estimates and one half added against all sequences and by hand."""

from itertools import product
from math import exp, lgamma, log, pi

import pytest
import torch
from theorycheck.numerics.markov_chains import add_half, far_out, totals, unseen
from theorycheck.numerics.markov_chains.chain import Chain, probabilities, sequences
from theorycheck.numerics.markov_chains.kgram import in_context_estimate
from theorycheck.numerics.quantity import ExactValue


@pytest.mark.parametrize(("symbols", "k", "T"), [(2, 1, 8), (2, 2, 9), (2, 3, 10), (3, 1, 6)])
def test_chance_of_a_new_context_is_that_over_all_sequences(symbols, k, T):
    x = totals.all_sequences(symbols, T)
    _, defined = in_context_estimate(x, k, symbols)
    found = unseen.undefined_probability.evaluate({"source": "fair", "S": symbols, "k": k, "T": T})
    assert found.value == pytest.approx(float((~defined).double().mean()), rel=1e-12)


@pytest.mark.parametrize(("source", "p", "q"), [("switching", 0.3, 0.45), ("alternating", 0.9, 0.8)])
def test_chance_of_a_new_symbol_of_a_chain(source, p, q):
    chain, T = Chain(p=p, q=q), 7
    x = sequences(T)
    _, defined = in_context_estimate(x, 1, 2)
    listed = float((probabilities(chain, x) * ~defined).sum())
    found = unseen.undefined_probability.evaluate({"source": source, "S": 2, "k": 1, "T": T})
    assert found.value == pytest.approx(listed, rel=1e-12)
    zero, one = q / (p + q), p / (p + q)
    closed = one * q * (1 - q) ** (T - 2) + zero * p * (1 - p) ** (T - 2)
    assert found.value == pytest.approx(closed, rel=1e-12)


def test_far_out_nothing_underflows():
    found = unseen.undefined_decay_of({"source": "alternating", "S": 2, "k": 1, "T": 4000})
    assert found.value == pytest.approx(log(5), abs=1e-9)


def test_contexts_that_overlap_themselves_stay_away_longest():
    law, start = unseen.source_law("fair", 2, 2)
    masses = [torch.eye(4, dtype=torch.float64)[c] for c in range(4)]
    # From 01, the chance that 00 has not come in six steps, and that 10 has not.
    move = unseen.context_steps(law)
    left = []
    for avoided in (0, 2):
        row = masses[1].clone()
        for _ in range(6):
            row = row @ move
            row[avoided] = 0
        left.append(float(row.sum()))
    assert left[0] > 2 * left[1]
    assert float(start.sum()) == 1


def test_totals_are_one_with_the_index_corrected_and_not_as_printed():
    at = {"S": 2, "k": 1, "T": 6}
    assert totals.estimate_total.evaluate({**at, "index": "x_t"}).value == 1
    assert abs(totals.estimate_total.evaluate({**at, "index": "x_n"}).value - 1) > 1


@pytest.mark.parametrize("T", [1, 2, 5, 8])
@pytest.mark.parametrize("theta", [0.0, 0.2, 0.5])
def test_redundancy_of_bits_is_the_mean_over_all_sequences(T, theta):
    total = 0.0
    for bits in product((0, 1), repeat=T):
        mass, code, seen = 1.0, 1.0, [0, 0]
        for bit in bits:
            mass *= theta if bit else 1 - theta
            code *= (seen[bit] + 0.5) / (sum(seen) + 1)
            seen[bit] += 1
        total += mass * log(mass / code) if mass else 0.0
    found = add_half.add_half_redundancy.evaluate({"theta": theta, "T": T})
    assert found.value + log(T) / 2 == pytest.approx(total, abs=1e-12)


def test_excesses_add_up_to_the_redundancy():
    theta, T = 0.2, 40
    excess = sum(add_half.add_half_excess.evaluate({"theta": theta, "T": t}).value / t for t in range(1, T))
    # The first symbol is given one half.
    excess += log(2) + theta * log(theta) + (1 - theta) * log(1 - theta)
    whole = add_half.add_half_redundancy.evaluate({"theta": theta, "T": T}).value + log(T) / 2
    assert excess == pytest.approx(whole, abs=1e-10)


def test_regret_of_a_constant_sequence_by_gamma_functions():
    T = 50
    code = exp(lgamma(T + 0.5) + lgamma(0.5) - lgamma(T + 1)) / pi
    found = add_half.add_half_regret.evaluate({"share": 0.0, "T": T})
    assert found.value == pytest.approx(-log(code) - log(T) / 2, abs=1e-12)


def test_largest_log_loss_is_after_a_constant_sequence():
    assert add_half.largest_log_loss.evaluate({"k": 1, "T": 5}).value == pytest.approx(log(10))


def test_a_series_is_carried_to_its_limit_within_its_bound():
    series = {T: ExactValue(value=2 + 3 / T - 5 / T**2, error_bound=0.0) for T in (16, 32, 64)}
    found = far_out.carried(lambda at: series[int(at["T"])], {}, 16)
    assert found.value == pytest.approx(2, abs=1e-12)
    assert 0 < found.error_bound < 0.1
    # What does not settle is not bounded away.
    slow = far_out.carried(lambda at: ExactValue(value=log(float(at["T"])), error_bound=0.0), {}, 16)
    assert slow.error_bound > 0.1


def test_bounds_of_limits_hold_the_constants():
    for context, constant in (("any", 0.915), ("0", 0.7)):
        found = far_out.context_constant.evaluate({"p": 0.3, "q": 0.45, "context": context})
        assert abs(found.value - constant) <= found.error_bound < 1e-3
    floor = far_out.order_floor.evaluate({"p": 0.3, "q": 0.45})
    assert abs(floor.value - 0.015) <= floor.error_bound < 1e-4

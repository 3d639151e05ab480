"""Constructed transformers against the estimator, against plain formulas, and broken on purpose."""

from fractions import Fraction
from itertools import product
from math import exp, sqrt

import pytest
import torch
from theorycheck.numerics.markov_chains.constructions import (
    limit_error,
    one_layer_error,
    sample_sequences,
    temperature,
    worst,
)
from theorycheck.numerics.markov_chains.contexts import closest_gap, context_codes
from theorycheck.numerics.markov_chains.induction_head import (
    all_sequences,
    errors,
    one_layer,
    three_layers,
    two_layers,
)
from theorycheck.numerics.markov_chains.kgram import in_context_estimate


def printed_attention(x, k, symbols, kappa, first):
    """The slide's weights with codes summed symbol by symbol, over positions `first`, first + 1, ..."""

    def code(end):
        found = [0.0] * symbols
        for j in range(1, k + 1):
            found[x[end - j]] += 3.0**-j
        return found

    def cosine(u, v):
        inner = sum(a * b for a, b in zip(u, v, strict=True))
        return inner / sqrt(sum(a * a for a in u) * sum(b * b for b in v))

    own = code(len(x))
    masses = {n: exp(kappa * cosine(code(n), own)) for n in range(first, len(x))}
    estimate = [0.0] * symbols
    for n, mass in masses.items():
        estimate[x[n]] += mass / sum(masses.values())
    return estimate


@torch.no_grad()
@pytest.mark.parametrize(("k", "symbols"), [(1, 2), (2, 3), (3, 2)])
def test_hidden_first_positions_leave_the_printed_weights(k, symbols):
    x = all_sequences(2 * k + 2, symbols)[::3]
    model = three_layers(k, symbols, 5.0, marked=False)
    found = model(x, tuple(range(k)))[:, -1]
    for row, sequence in zip(found.tolist(), x.tolist(), strict=True):
        assert row == pytest.approx(printed_attention(sequence, k, symbols, 5.0, k), abs=1e-12)
    warmer = [printed_attention(sequence, k, symbols, 4.0, k) for sequence in x.tolist()]
    assert float((found - torch.tensor(warmer, dtype=torch.float64)).abs().max()) > 1e-3


@pytest.mark.parametrize("symbols", [2, 3])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_three_layers_give_the_estimate_when_cold_and_not_when_warm(k, symbols):
    cold, warm = (
        worst(three_layers(k, symbols, kappa), k, symbols, kappa)
        for kappa in (float(temperature(k, 40)), 1.0)
    )
    assert cold.value < 1e-12
    assert warm.value > 0.1


def test_codes_of_another_order_do_not_match():
    assert worst(three_layers(2, 2, float(temperature(3, 40))), 3, 2, 1.0).value > 0.4


def test_equal_weights_lose_the_order_of_symbols():
    assert worst(three_layers(2, 2, 1e4, base=1), 2, 2, 1.0).value > 0.4


def test_layer_norm_writes_unit_codes_with_a_mark():
    model = three_layers(2, 2, 1.0)
    with torch.no_grad():
        stream = model.stream(torch.tensor([[0, 1, 1, 0]]))[0, -1]
    before = stream[2:8]
    # Weights 3/4 and 1/4 on the symbols 1 and 1, and a mark of square two; both signs.
    wanted = torch.tensor([0.0, 1.0, sqrt(2)], dtype=torch.float64) / sqrt(6)
    assert torch.allclose(before, torch.cat((wanted, -wanted)))


def test_variants_differ_where_they_should():
    found = {
        variant: limit_error.evaluate({"variant": variant, "S": 2, "k": 2}).value
        for variant in ("marked", "unmarked", "first k hidden", "first k - 1 hidden", "inner products")
    }
    assert found["marked"] < 1e-12
    assert found["first k hidden"] < 1e-12
    assert found["unmarked"] == pytest.approx(2 / 3)
    assert found["first k - 1 hidden"] == pytest.approx(1 / 2)
    assert found["inner products"] == pytest.approx(1)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_two_layers_have_two_units_a_window_and_need_them(k):
    model = two_layers(k, 2, 40.0)
    assert len(model.layers) == 2
    assert model.layers[0].mlp[0].out_features == 2 * 2 ** (k + 1)
    assert worst(model, k, 2, 1.0).value < 1e-12
    with torch.no_grad():
        model.layers[0].mlp[2].weight[:, [2**k, 3 * 2**k]] = 0
    assert worst(model, k, 2, 1.0).value > 0.4


def test_one_layer_knows_one_length():
    assert one_layer_error.evaluate({"k": 2, "S": 2, "T": 6}).value < 1e-9
    assert float(errors(one_layer(2, 2, 6), all_sequences(7, 2), 2, 2).max()) > 0.4


def test_drawn_sequences_have_a_context_that_came_before():
    x = sample_sequences(200, 4, 3, torch.Generator().manual_seed(1))
    assert in_context_estimate(x, 4, 3)[1].all()


@pytest.mark.parametrize(("k", "symbols", "base", "mark"), [(2, 2, 2, 0.0), (3, 2, 3, 2.0), (2, 3, 2, 2.0)])
def test_the_least_gap_by_fractions(k, symbols, base, mark):
    codes = {}
    for context in product(range(symbols), repeat=k):
        code = [Fraction(0)] * symbols
        for j, c in enumerate(context, start=1):
            code[c] += Fraction(1, base**j)
        codes[context] = code
    mass = sum(next(iter(codes.values())))
    gaps = []
    for one, other in product(codes.values(), repeat=2):
        if one != other:
            inner, first, second = (
                int(mark) * mass**2 + sum(a * b for a, b in zip(u, v, strict=True))
                for u, v in ((one, other), (one, one), (other, other))
            )
            gaps.append(1 - float(inner) / sqrt(first * second))
    assert closest_gap(context_codes(k, symbols, base), mark) == pytest.approx(min(gaps), rel=1e-12)


def test_codes_that_collide_have_no_gap():
    assert closest_gap(context_codes(2, 2, 1), 2.0) == 0

"""The single layer: worked by hand, term by term, and its loss over sequences and over contexts."""

import math

import pytest
import torch
from theorycheck.numerics.markov_chains import layer as layers
from theorycheck.numerics.markov_chains.chain import Chain, entropy_rate, sequences

CHAIN = Chain(p=0.3, q=0.8)
SMALL = {"N": 3, "d": 4, "hidden": 5}


def random_theta(layer, *batch):
    generator = torch.Generator().manual_seed(5)
    return 0.7 * torch.randn(*batch, layer.size, generator=generator, dtype=torch.float64)


def logit_by_loops(layer, theta, x, n):
    """The slide's formulas, one sum at a time."""
    w = {name: part.tolist() for name, part in layer.split(theta).items()}

    def times(matrix, vector):
        return [sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix]

    def inner(one, other):
        return sum(s * t for s, t in zip(one, other, strict=True))

    inputs = [[x[i] * e + p for e, p in zip(w["e"], w["p"][i], strict=True)] for i in range(n + 1)]
    query = times(w["W_Q"], inputs[n])
    grown = [math.exp(inner(query, times(w["W_K"], v)) / math.sqrt(layer.d)) for v in inputs]
    mixed = [0.0] * layer.d
    for share, v in zip(grown, inputs, strict=True):
        for k, part in enumerate(times(w["W_V"], v)):
            mixed[k] += share / sum(grown) * part
    y = [s + t for s, t in zip(inputs[n], times(w["W_O"], mixed), strict=True)]
    hidden = [max(0.0, h) for h in times(w["W_1"], y)]
    z = [s + t for s, t in zip(y, times(w["W_2"], hidden), strict=True)]
    return inner(w["a"], z) + w["b"]


@pytest.mark.parametrize("tied", [True, False])
def test_logits_are_those_of_the_slide(tied):
    layer = layers.Layer(tied=tied, **SMALL)
    theta, x = random_theta(layer), sequences(3)
    found = layers.logits(layer, theta, x)
    for row in (1, 6):
        for n in range(3):
            by_hand = logit_by_loops(layer, theta, x[row].tolist(), n)
            assert float(found[row, n]) == pytest.approx(by_hand, abs=1e-13)
            assert float(found[row, n]) != pytest.approx(by_hand + 1e-6, abs=1e-13)


@pytest.mark.parametrize("tied", [True, False])
def test_contexts_give_the_loss_of_all_sequences_and_its_gradient(tied):
    layer = layers.Layer(tied=tied, **SMALL)
    theta = random_theta(layer, 2, 3)
    plain, fast = (f(layer, theta, CHAIN) for f in (layers.population_loss, layers.context_loss))
    assert plain.shape == (2, 3)
    torch.testing.assert_close(fast, plain, rtol=1e-13, atol=1e-13)
    slopes = [
        torch.func.grad(f, argnums=1)(layer, theta[0, 0], CHAIN)
        for f in (layers.population_loss, layers.context_loss)
    ]
    torch.testing.assert_close(*slopes, rtol=1e-12, atol=1e-12)
    assert not torch.allclose(layers.context_loss(layer, theta, Chain(p=0.8, q=0.3)), plain)


def test_the_loss_is_above_the_entropy_rate_and_reaches_it():
    layer = layers.Layer(tied=False, **SMALL)
    assert bool((layers.context_loss(layer, random_theta(layer, 20), CHAIN) > entropy_rate(CHAIN)).all())
    e = torch.tensor([1.0, 0, 0, 0], dtype=torch.float64)
    odds = [math.log(f / (1 - f)) for f in (0.3, 0.2)]
    bias = torch.tensor(odds[0], dtype=torch.float64)
    theta = layer.join(e=e, a=(odds[1] - odds[0]) * e, b=bias)
    assert float(layers.context_loss(layer, theta, CHAIN)) == pytest.approx(entropy_rate(CHAIN), abs=1e-14)


def test_the_flat_vector_comes_apart_and_together():
    layer = layers.Layer(tied=True, **SMALL)
    theta = random_theta(layer)
    named = layer.split(theta)
    assert named["a"] is named["e"]
    assert torch.equal(layer.join(**{k: v for k, v in named.items() if k != "a"}), theta)
    assert int(layer.mask("e", "b").sum()) == layer.d + 1
    with pytest.raises(ValueError, match="has no parameters \\['a'\\]"):
        layer.join(a=named["e"])

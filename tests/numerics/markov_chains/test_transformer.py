"""The transformer module against loops over positions, and what a layer may see."""

from math import exp

import pytest
import torch
from theorycheck.numerics.markov_chains.transformer import (
    Layer,
    RelativeHead,
    Transformer,
    feed_forward,
    scaled_identity,
)
from torch import nn

WIDTH, TIME = 3, 5


def random_head(seed):
    generator = torch.Generator().manual_seed(seed)

    def draw(*shape):
        return torch.randn(*shape, generator=generator, dtype=torch.float64)

    return RelativeHead(
        query=draw(2, WIDTH),
        key=draw(2, WIDTH),
        value=draw(WIDTH, WIDTH),
        score_bias=draw(3),
        value_bias=draw(3, WIDTH),
    )


def by_loops(head, x):
    """The head's definition, one query at a time."""
    found = torch.zeros_like(x)
    for i in range(len(x)):
        masses = []
        for j in range(i + 1):
            score = float((head.query @ x[i]) @ (head.key @ x[j])) + float(head.score_bias[min(i - j, 2)])
            masses.append(exp(score))
        for j, mass in enumerate(masses):
            found[i] += mass / sum(masses) * (head.value @ x[j] + head.value_bias[min(i - j, 2)])
    return found


@torch.no_grad()
def test_a_head_is_its_definition():
    head, generator = random_head(1), torch.Generator().manual_seed(2)
    x = torch.randn(1, TIME, WIDTH, generator=generator, dtype=torch.float64)
    assert torch.allclose(head(x)[0], by_loops(head, x[0]), rtol=0, atol=1e-13)
    assert not torch.allclose(head(x)[0], by_loops(random_head(3), x[0]), rtol=0, atol=1e-3)


@torch.no_grad()
def test_no_position_sees_what_comes_after_it():
    model = Transformer([Layer(random_head(1)), Layer(random_head(2))], symbols=2, width=WIDTH)
    one, other = model(torch.tensor([[0, 1, 1, 0, 1], [0, 1, 1, 1, 0]]))
    assert torch.equal(one[:3], other[:3])
    assert not torch.allclose(one[3], other[3])


@torch.no_grad()
def test_hidden_positions_weigh_nothing_and_a_row_without_any_reads_nothing():
    head = random_head(1)
    x = torch.ones(1, TIME, WIDTH, dtype=torch.float64)
    alpha = head.weights(x, hidden=(0, 2))[0]
    assert float(alpha[:, [0, 2]].abs().max()) == 0
    assert alpha.sum(-1).tolist() == pytest.approx([0, 1, 1, 1, 1])


@torch.no_grad()
def test_norm_divides_what_is_written_and_not_what_is_there():
    norm = nn.LayerNorm(WIDTH, eps=0.0, dtype=torch.float64)
    head = random_head(1)
    x = torch.randn(1, TIME, WIDTH, generator=torch.Generator().manual_seed(4), dtype=torch.float64)
    written = Layer(head, norm=norm)(x) - x
    assert written.square().mean(-1)[0].tolist() == pytest.approx([1] * TIME)
    assert torch.allclose(Layer(head)(x) - x, head(x))


@torch.no_grad()
def test_feed_forward_layers():
    x = torch.tensor([[-1.5, 0.25, 2.0]], dtype=torch.float64)
    assert torch.allclose(scaled_identity(WIDTH, 2.0)(x), 2 * x)
    ramp = feed_forward(
        torch.eye(1, WIDTH, dtype=torch.float64),
        torch.tensor([1.0], dtype=torch.float64),
        torch.ones(WIDTH, 1, dtype=torch.float64),
    )
    assert ramp(x).tolist() == [[0.0, 0.0, 0.0]]
    assert ramp(-x).tolist() == [[2.5, 2.5, 2.5]]


def test_building_layers_draws_nothing():
    with torch.random.fork_rng():
        before = torch.get_rng_state()
        scaled_identity(WIDTH, 2.0)
        assert torch.equal(before, torch.get_rng_state())
        nn.Linear(WIDTH, WIDTH)
        assert not torch.equal(before, torch.get_rng_state())

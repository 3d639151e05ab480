"""The Bayes filter against all paths added up, and its losses by two routes."""

import math
from itertools import pairwise, product

import pytest
import torch
from theorycheck.numerics.attention_dynamics import filtering as filters
from theorycheck.numerics.attention_dynamics import table_one
from theorycheck.numerics.attention_dynamics.sticky import sample_means, sample_sequences
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.trials import Source

from ..samples import z_score

DOUBLE = torch.float64
MAX_Z = 4
P = filters.law("text", DOUBLE)


def drawn(T: int, size: float, n_trials: int = 1, seed: int = 2):
    generator = torch.Generator().manual_seed(seed)
    mu = size * sample_means(n_trials, Source(generator=generator, dtype=DOUBLE))
    return mu, sample_sequences(P, mu, T, generator)


def by_paths(mu: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """P(last symbol given all inputs): every path of symbols with its probability and densities."""
    total = torch.zeros(8, dtype=DOUBLE)
    for path in product(range(8), repeat=len(x)):
        chance = math.prod(float(P[i, j]) for i, j in pairwise(path)) / 8
        distance = sum(float((x[t] - mu[i]).square().sum()) for t, i in enumerate(path))
        total[path[-1]] += chance * math.exp(-distance / 2)
    return total / total.sum()


def test_beliefs_are_those_of_all_paths_added_up():
    mu, sequence = drawn(3, 0.3)
    found = filters.beliefs(P, mu, sequence.x)[0]
    for T in (1, 2, 3):
        assert torch.allclose(found[T - 1], by_paths(mu[0], sequence.x[0, :T]), rtol=1e-10)
    # A chain run backwards believes otherwise.
    skew = P.cumsum(dim=1) / P.cumsum(dim=1).sum(dim=1, keepdim=True)
    assert not torch.allclose(filters.beliefs(skew, mu, sequence.x)[0, 2], found[2], rtol=1e-3)


def test_plain_losses_and_those_by_beliefs_are_one_in_the_mean():
    place = filters.OUTPUTS.index
    for group in filters.bayes_filter.groups[:2]:
        generator = torch.Generator().manual_seed(4)
        values = sample_trials(filters.bayes_filter, group, 32, generator)[:, 0]
        plain, beliefs = values[:, place("minimum")], values[:, place("minimum by beliefs")]
        assert abs(z_score(plain - beliefs)) < MAX_Z
        assert abs(z_score(values[:, place("excess")] - values[:, place("excess by beliefs")])) < MAX_Z
        # The entropy rate is not the least loss.
        assert z_score(values[:, place("excess by beliefs")]) > MAX_Z


def test_no_other_prediction_from_the_inputs_has_a_smaller_loss():
    mu, sequence = drawn(60, 0.2, n_trials=400, seed=5)
    belief = filters.beliefs(P, mu, sequence.x)
    least = filters.filter_losses(belief @ P, sequence)
    memoryless = filters.beliefs(torch.full((8, 8), 1 / 8, dtype=DOUBLE), mu, sequence.x)
    others = {
        "without the dynamics of beliefs": memoryless @ P,
        "sharper": (belief @ P).square() / (belief @ P).square().sum(dim=-1, keepdim=True),
        "equal": torch.full_like(belief, 1 / 8),
        "the likeliest symbol for certain": torch.nn.functional.one_hot(belief.argmax(dim=-1), 8).double()
        @ P,
    }
    for name, prediction in others.items():
        assert z_score(filters.filter_losses(prediction, sequence) - least) > MAX_Z, name


@pytest.mark.parametrize("entropy", [0.5, 1.5, 2.077])
def test_no_prediction_of_that_entropy_is_more_confident(entropy):
    bound = table_one.largest_confidence(entropy)
    generator = torch.Generator().manual_seed(1)
    logits = torch.randn(2000, 8, generator=generator, dtype=DOUBLE)
    sharpness = torch.logspace(-1, 1.5, 60, dtype=DOUBLE).reshape(-1, 1, 1)
    p = torch.softmax(sharpness * logits, dim=-1)
    entropies = -torch.special.xlogy(p, p).sum(dim=-1)
    found = float(p.amax(dim=-1)[entropies >= entropy].max())
    assert found <= bound
    # And one comes near it: where all others share the rest alike.
    rest = (1 - bound) / 7
    own = -(bound * math.log(bound) + 7 * rest * math.log(rest))
    assert own == pytest.approx(entropy, abs=1e-9)

"""The model's pieces by hand: law, answers, schemes, counts."""

import math

import numpy as np
import pytest
import torch
from theorycheck.numerics.associative_memory.data import sample_counts, scheme_weights
from theorycheck.numerics.associative_memory.model import (
    Memory,
    class_loads,
    classes,
    coordinates,
    ideal_scheme,
    labels,
    power_sum,
    stored_tokens,
    zipf_constant,
    zipf_law,
)
from theorycheck.numerics.trials import Source


@pytest.mark.parametrize("alpha", [0.5, 1.0, 2.0])
def test_the_law_sums_to_one_and_falls_by_its_power(alpha):
    law = zipf_law(alpha, 1000)
    assert abs(law.sum() - 1) < 1e-14
    assert abs(law[99] / law[0] - 100**-alpha) < 1e-15
    assert abs(zipf_constant(alpha, 1000) - law[0]) < 1e-15


@pytest.mark.parametrize(
    ("power", "first", "last", "step"), [(1.5, 3, 10**6, 5), (0.5, 7, 54_321, 7), (1, 2, 9999, 1)]
)
def test_long_sums_are_those_of_their_terms(power, first, last, step):
    terms = math.fsum(x**-power for x in range(first, last + 1, step))
    assert abs(power_sum(power, first, last, step) / terms - 1) < 1e-14


def test_an_infinite_sum_is_the_limit_of_long_ones():
    infinite, long = power_sum(2.0, 3, math.inf, 5), power_sum(2.0, 3, 10**9, 5)
    assert 0 < infinite - long < 2.1e-10


@pytest.mark.parametrize("f", ["mod", "block", "one"])
def test_classes_hold_the_tokens_with_their_answer(f):
    memory = Memory.at(coordinates(N=23, M=4, f=f, d=3, rho=0.7, scheme="threshold", P=11))
    p, q, own = zipf_law(2.0, 23), ideal_scheme(memory), labels(f, 23, 4)
    for y, tokens in enumerate(classes(memory)):
        assert abs(zipf_constant(2.0, 23) * tokens.total(2.0) - p[own == y].sum()) < 1e-15
        assert abs(class_loads(memory)[y] - (q[own == y] ** 2).sum()) < 1e-14


def test_tokens_are_counted_from_one():
    assert labels("mod", 5, 5).tolist() == [1, 2, 3, 4, 0]
    assert labels("own", 3, 3).tolist() == [0, 1, 2]


def test_rules_of_the_threshold():
    rules = {"d": 100, "d/8": 12, "d/log d": 21, "d^(1/(2 rho alpha + 1))": 6}
    assert {rule: stored_tokens(rule, 100, 0.375, 2.0) for rule in rules} == rules
    assert stored_tokens("d/8", 7, 0.0, 2.0) == 0
    assert stored_tokens(17, 7, 0.0, 2.0) == 17


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"colour": 1}, "coordinates"),
        ({"u": "cube"}, "choices"),
        ({"u": "orthonormal", "d": 3}, "d >= M"),
        ({"f": "own"}, "answer of its own"),
        ({"P": "d"}, "stores every token"),
        ({"scheme": "threshold", "P": "sqrt d"}, "one of"),
    ],
)
def test_a_memory_that_cannot_be_is_refused(wrong, said):
    with pytest.raises(ValueError, match=said):
        Memory.at(coordinates(**{"d": 10, **wrong}))


def test_counts_are_those_of_independent_samples():
    law, sizes, trials = zipf_law(1.0, 7), (5, 40), 20_000
    counts = sample_counts(sizes, law, trials, torch.Generator().manual_seed(1)).numpy()
    assert (counts.sum(axis=2) == np.array(sizes)).all()
    assert (counts[:, 1] >= counts[:, 0]).all()
    for k, T in enumerate(sizes):
        expected = T * (np.diag(law) - np.outer(law, law))
        z = (counts[:, k].mean(axis=0) - T * law) / np.sqrt(np.diag(expected) / trials)
        assert abs(z).max() < 4
        spread = np.cov(counts[:, k].T)
        scale = np.sqrt(np.outer(np.diag(expected), np.diag(expected)) * 2 / trials)
        assert abs((spread - expected) / scale).max() < 4.5
    late = counts[:, 1] - counts[:, 0]
    assert abs(np.corrcoef(counts[:, 0, 0], late[:, 0])[0, 1]) < 4 / trials**0.5


def _weights(counts: list[float], **given: object) -> list[float]:
    memory = Memory.at(coordinates(d=16, N=len(counts), M=2, T=10, **given))
    generator = torch.Generator().manual_seed(3)
    weights = scheme_weights(memory, torch.tensor([counts], dtype=torch.float64), Source(generator=generator))
    return weights[0].tolist()


def test_empirical_schemes_by_hand():
    counts = [4.0, 0.0, 1.0, 2.0]
    assert _weights(counts) == [1, 0, 1, 1]
    assert _weights(counts, rho=0.5) == pytest.approx([1, 0, 0.5, 0.5**0.5], rel=1e-12)
    assert _weights(counts, scheme="threshold", P=2) == [1, 0, 0, 1]
    assert _weights(counts, scheme="threshold", P="d/8", rho=1.0) == pytest.approx([1, 0, 0, 0.5], rel=1e-12)
    assert _weights(counts, scheme="threshold", P=0) == [0, 0, 0, 0]


def test_equal_counts_are_kept_by_chance():
    memory = Memory.at(coordinates(d=2, N=3, M=2, T=3, scheme="threshold", P=1))
    counts, generator = torch.ones((4000, 3), dtype=torch.float64), torch.Generator().manual_seed(5)
    kept = scheme_weights(memory, counts, Source(generator=generator))
    assert (kept.sum(dim=1) == 1).all()
    assert abs(kept.mean(dim=0) - 1 / 3).max() < 4 * (2 / 9 / 4000) ** 0.5

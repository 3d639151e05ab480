"""The in-context estimator against a count by hand, position by position, in the slide's own indices."""

from fractions import Fraction
from itertools import product

import pytest
import torch
from theorycheck.numerics.markov_chains import kgram


def slide_count(x: tuple[int, ...], k: int, last: int) -> tuple[list[int], int]:
    """Numerators and denominator, i from k+1 to t counted from one; x_{i-1} is compared with `last` below."""
    t = len(x)
    at = dict(enumerate(x, start=1))
    numerators, denominator = [0, 0, 0], 0
    for i in range(k + 1, t + 1):
        if all(at[i - j] == at[t - j + 1] for j in range(1, k + 1)):
            numerators[at[i]] += 1
        rest = all(at[i - j] == at[t - j + 1] for j in range(2, k + 1))
        denominator += (k == 0 or at[i - 1] == last) and rest
    return numerators, denominator


@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_all_short_sequences_are_counted_as_by_hand(k):
    t = 5
    sequences = list(product(range(3), repeat=t))
    x = torch.tensor(sequences)
    counts = kgram.context_counts(x, k, 3)
    estimate, defined = kgram.in_context_estimate(x, k, 3)
    for row, sequence in enumerate(sequences):
        numerators, denominator = slide_count(sequence, k, sequence[-1])
        assert counts[row].tolist() == numerators
        assert bool(defined[row]) == (denominator > 0)
        if denominator:
            assert estimate[row].tolist() == [float(Fraction(n, denominator)) for n in numerators]


def test_printed_denominator_compares_with_the_named_symbol():
    sequences = list(product(range(3), repeat=5))
    x = torch.tensor(sequences)
    for last in range(3):
        estimate, defined = kgram.printed_estimate(x, 2, 3, torch.full((len(sequences),), last))
        for row, sequence in enumerate(sequences):
            numerators, denominator = slide_count(sequence, 2, last)
            assert bool(defined[row]) == (denominator > 0)
            if denominator:
                assert estimate[row].tolist() == pytest.approx(
                    [n / denominator for n in numerators], abs=1e-15
                )


def test_estimates_sum_to_one_where_defined_and_the_printed_ones_do_not():
    x = torch.randint(2, (500, 12), generator=torch.Generator().manual_seed(1))
    estimate, defined = kgram.in_context_estimate(x, 2, 2)
    assert torch.allclose(estimate.sum(dim=-1), defined.double())
    assert not defined.all()
    printed, finite = kgram.printed_estimate(x, 2, 2, 1 - x[:, -1])
    assert not torch.allclose(printed.sum(dim=-1), finite.double())
    assert torch.allclose(kgram.add_half_estimate(x, 2, 2).sum(dim=-1), torch.ones(500, dtype=torch.float64))


def test_add_half_of_an_unseen_context_is_uniform():
    x = torch.tensor([[0, 0, 0, 1, 2]])
    assert kgram.add_half_estimate(x, 2, 3)[0].tolist() == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("k", [-1, 4])
def test_an_order_beyond_the_sequence_is_refused(k):
    with pytest.raises(ValueError, match="0 <= k < t"):
        kgram.matches(torch.zeros(1, 4, dtype=torch.int64), k)

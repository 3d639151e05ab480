"""Sequences of the binary chain and their probabilities."""

import pytest
import torch
from theorycheck.numerics.markov_chains import chain as chains

CHAIN = chains.Chain(p=0.3, q=0.45)


def test_sequences_are_all_numbers_in_binary():
    assert chains.sequences(2).tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]


def test_probabilities_add_up_and_a_sequence_worked_by_hand():
    masses = chains.probabilities(CHAIN, chains.sequences(5))
    assert float(masses.sum()) == pytest.approx(1, abs=1e-15)
    by_hand = 0.6 * 0.3 * 0.55 * 0.45
    found = chains.probabilities(CHAIN, torch.tensor([[0, 1, 1, 0]]))
    assert float(found) == pytest.approx(by_hand, rel=1e-14)


@pytest.mark.parametrize("lag", [1, 2, 4])
def test_the_joint_law_is_a_power_of_the_transition_matrix(lag):
    by_power = CHAIN.stationary.unsqueeze(-1) * torch.linalg.matrix_power(CHAIN.transition, lag)
    torch.testing.assert_close(chains.joint_law(CHAIN, lag), by_power)
    assert not torch.allclose(chains.joint_law(CHAIN, lag), chains.joint_law(CHAIN, lag + 1))


def test_what_is_no_probability_is_refused():
    with pytest.raises(ValueError, match=r"above 0 and at most 1; got p = 0\.0"):
        chains.Chain(p=0.0, q=0.5)

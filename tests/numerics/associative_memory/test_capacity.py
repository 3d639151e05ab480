"""Capacities: Student's law by simulation, all tokens at once against plain trials, bad names refused."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from scipy.stats import t as student
from theorycheck.numerics.associative_memory.bounds import upper_bound
from theorycheck.numerics.associative_memory.capacity import (
    all_right,
    class_counts,
    crowded_failure,
    guaranteed_size,
    stored_all,
    stored_failure,
    stored_per_token,
)
from theorycheck.numerics.associative_memory.error import plain_group, recall_error
from theorycheck.numerics.associative_memory.model import Memory
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import DesignGroup


def test_at_the_capacity_a_token_is_wrong_as_often_as_asked():
    stored = stored_per_token.evaluate({"d": 37, "level": 0.05}).value
    assert student.sf((37 / (stored - 1)) ** 0.5, 37) == pytest.approx(0.05, rel=1e-9)


@pytest.mark.parametrize(("d", "stored"), [(20, 6), (40, 12)])
def test_all_right_is_the_share_of_plain_trials(d, stored):
    rng = np.random.default_rng(5)
    signed = rng.standard_normal((20_000, stored, d))
    margins = np.einsum("tpd,td->tp", signed, signed.sum(axis=1))
    share, exact = (margins > 0).all(axis=1).mean(), all_right(d, float(stored), 64)
    assert abs(share - exact) < 4 * (exact * (1 - exact) / 20_000) ** 0.5


def test_at_the_guaranteed_size_the_bound_of_the_theorem_is_the_level():
    size = guaranteed_size.evaluate({"d": 4096, "level": 0.05}).value

    def bound(P):
        return upper_bound(Memory.at({"alpha": 0.0, "N": P, "M": P, "f": "own", "d": 4096}))

    assert bound(int(size)) <= 0.05 < bound(int(size) + 1)


def test_at_the_capacity_of_all_tokens_half_the_trials_are_right():
    found = stored_all.evaluate({"d": 1000})
    assert all_right(1000, found.value, 96) == pytest.approx(0.5, abs=1e-6)
    assert found.error_bound < 1e-6 * found.value


@pytest.mark.parametrize("f", ["mod", "own", "one"])
def test_one_token_fails_as_often_as_in_the_plain_memory(f):
    # Of ten tokens each of five classes has two.
    d, stored, trials = 16, 10, 6000
    group = DesignGroup.sized(shared={"f": f, "d": d}, points=[{"P": stored}], trials_per_block=1)
    generator = torch.Generator().manual_seed(7)
    token = sample_trials(replace(stored_failure, dtype="float64"), group, trials, generator).mean().item()
    M = {"mod": 5, "own": stored, "one": 2}[f]
    plain = plain_group([{"d": d}], trials, N=stored, M=M, f=f, alpha=0.0)
    drawn = sample_trials(replace(recall_error, dtype="float64"), plain, trials, generator)[:, 0, 3]
    spread = (token * (1 - token) / trials + float(drawn.var()) / trials) ** 0.5
    assert abs(token - float(drawn.mean())) < 4 * spread


def test_the_chance_to_fail_in_a_crowd_is_the_frequency():
    generator = torch.Generator().manual_seed(8)

    def drawn(quantity, stored, trials):
        group = DesignGroup.sized(shared={"f": "own", "d": 8}, points=[{"P": stored}], trials_per_block=1)
        return sample_trials(replace(quantity, dtype="float64"), group, trials, generator).ravel()

    chances, failures = drawn(crowded_failure, 24, 400), drawn(stored_failure, 24, 20_000)
    gap = float(chances.mean() - failures.mean())
    spread = float(chances.var() / len(chances) + failures.var() / len(failures)) ** 0.5
    assert abs(gap) < 4 * spread
    assert float(drawn(crowded_failure, 32, 400).mean() - failures.mean()) > 4 * spread


def test_an_unknown_function_is_refused():
    with pytest.raises(ValueError, match="'mod', 'own' or 'one'"):
        class_counts("block", 5)

"""Simulators written by hand agree with the compiled terms of their definitions; near misses do not."""

import pytest

from benchmarks.speed.simulator_terms.comparison import by_hand, z_scores
from benchmarks.speed.simulator_terms.table import TABLE

MISSED = 6
"""Standard errors that tell a near miss."""


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: f"{entry.quantity}-{entry.group}")
def test_a_simulator_agrees_with_its_terms_and_a_near_miss_is_told_apart(entry):
    drawn = by_hand(entry, seed=1)
    assert max(map(abs, z_scores(entry, drawn))) < 4
    assert max(map(abs, z_scores(entry.near_miss, drawn))) > MISSED

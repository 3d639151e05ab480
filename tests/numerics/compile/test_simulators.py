"""Simulators written by hand agree with the compiled terms of their definitions; near misses do not."""

import pytest

from benchmarks.speed.simulator_terms.comparison import z_scores
from benchmarks.speed.simulator_terms.table import TABLE

MISSED = 6
"""Standard errors that tell a near miss."""


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: f"{entry.quantity}-{entry.group}")
def test_a_simulator_agrees_with_its_terms(entry):
    assert max(map(abs, z_scores(entry))) < 4


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: f"{entry.quantity}-{entry.group}")
def test_a_near_miss_is_told_apart(entry):
    assert max(map(abs, z_scores(entry.near_miss))) > MISSED

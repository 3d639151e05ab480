"""Each simulator draws the bits that it drew when its version was made, and any other bit is seen."""

import hashlib
from dataclasses import replace

import pytest
import torch
from theorycheck.numerics.estimate import Moments, merge, to_bytes
from theorycheck.numerics.quantity import quantities

from benchmarks.golden.blocks import completed, digest, environment, simulators, stored

pytestmark = pytest.mark.usefixtures("one_torch_thread")

SIMULATORS = simulators()
LONG = {
    "attention_dynamics.initial_scale_losses",
    "attention_dynamics.released_training",
    "attention_dynamics.schedule_effect",
    "markov_chains.adamw_stays",
    "transformer_basics.copying",
}
"""Training runs of three CPU seconds or more."""


@pytest.fixture(scope="module")
def table():
    known = stored()
    if environment() not in known:
        pytest.skip(
            f"bits are promised for one family of processors and one version of torch, and the file has none"
            f" for {environment()}: python -m benchmarks.golden.blocks write adds them"
        )
    return known[environment()]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name.partition("@")[0] in LONG else [])
        for name in SIMULATORS
    ],
)
def test_a_block_has_the_bits_it_had(name, table):
    assert any(name in known for known in stored().values()), "python -m benchmarks.golden.blocks write"
    if name not in table:
        pytest.skip(
            f"{environment()} has no digest of it yet: python -m benchmarks.golden.blocks write adds it"
        )
    assert digest(SIMULATORS[name]) == table[name]


def test_the_tables_have_the_simulators_of_today_and_no_other():
    assert set().union(*stored().values()) == set(SIMULATORS)


def test_no_digest_is_that_of_zeros_which_any_simulator_may_draw():
    zeros = merge([Moments.of([[0.0], [0.0]])] * 2)
    known = hashlib.sha256(to_bytes(zeros)).hexdigest()[:16]
    assert all(known not in table.values() for table in stored().values())


def test_one_bit_and_another_version_are_seen():
    quantity = quantities("conditioning")["noise_power"]

    def off(trials):
        drawn = quantity.sample(trials)
        drawn[0, 0, 0] = torch.nextafter(drawn[0, 0, 0], torch.tensor(torch.inf))
        return drawn

    assert digest(quantity) == digest(replace(quantity))
    assert digest(replace(quantity, sample=off)) != digest(quantity)
    assert digest(replace(quantity, version=quantity.version + 1)) != digest(quantity)


def test_writing_keeps_what_is_known():
    known = dict.fromkeys(SIMULATORS, "known")
    assert completed({**known, "conditioning.gone@1": "gone"}) == known

"""Every simulator of every paper hears its seed, and keeps the trials of a call apart."""

import numpy as np
import pytest
from theorycheck.evidence import routes
from theorycheck.evidence.spot_checks import ALONE, LARGEST_Z, batch_z, block, memory_per_trial
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity

pytestmark = pytest.mark.usefixtures("one_torch_thread")

SAMPLED = {
    routes.Named(topic=topic, name=name): quantity
    for topic in routes.topics()
    for name, quantity in routes.quantities(topic).items()
    if isinstance(quantity, SampledQuantity)
}
LONG = {
    "associative_memory.batch_size_effect",
    "associative_memory.overwriting",
    "associative_memory.update_approximation_long",
    "attention_dynamics.initial_scale_losses",
    "attention_dynamics.key_training",
    "attention_dynamics.released_training",
    "attention_dynamics.schedule_effect",
    "attention_dynamics.smallest_loop",
    "attention_dynamics.specialisation",
    "attention_dynamics.sum_of_losses",
    "attention_dynamics.toy_events",
    "attention_dynamics.toy_shares",
    "attention_dynamics.tuned_effect",
    "attention_dynamics.two_queries",
    "markov_chains.adamw_stays",
    "markov_chains.attention_starts",
    "markov_chains.end_ratio",
    "markov_chains.gaussian_starts",
    "markov_chains.moving_starts",
    "markov_chains.training_outcome",
    "transformer_basics.copying",
}
"""Training runs of a CPU second or more."""


EACH = [
    pytest.param(route, id=quantity.name, marks=[pytest.mark.slow] if quantity.name in LONG else [])
    for route, quantity in SAMPLED.items()
]


def cheapest(quantity):
    return min(quantity.groups, key=memory_per_trial)


TOLD = [one for one in EACH if cheapest(SAMPLED[one.values[0]]).trials_per_block >= ALONE]
"""Those of which a block has trials enough for a standard error; two trials of a training have none."""


@pytest.mark.parametrize("route", TOLD)
def test_a_call_of_many_trials_has_the_means_of_calls_of_one(route):
    assert batch_z(route, cheapest(SAMPLED[route])) < LARGEST_Z


@pytest.mark.parametrize("route", EACH)
def test_a_block_repeats_itself_and_no_other_one_does(route):
    group = cheapest(SAMPLED[route])

    def means(number, trials=8):
        return block(route, group, trials, trials, number).mean

    np.testing.assert_array_equal(means(0), means(0))
    # Few trials of two values are often as many of each.
    seen = (not np.array_equal(means(0, trials), means(1, trials)) for trials in (8, 64, 512))
    assert any(seen) or not np.diag(block(route, group, 512, 512).covariance).any()


GROUP = DesignGroup.sized(shared={"d": 4}, trials_per_block=64)


def planted(sample):
    return SampledQuantity(
        name="planted.quantity", version=1, title="Planted", outputs=("x",), groups=(GROUP,), sample=sample
    )


def fair(trials):
    return trials.source.normal(trials.n_trials, 1, 1).square()


def centred(trials):
    drawn = trials.source.normal(trials.n_trials, 1, 1)
    return (drawn - drawn.mean()).square()


@pytest.mark.parametrize(("sample", "seen"), [(fair, False), (centred, True)])
def test_a_simulator_that_mixes_the_trials_of_a_call_is_seen(monkeypatch, sample, seen):
    monkeypatch.setattr(routes, "quantity", lambda _: planted(sample))
    assert (batch_z(routes.Named(topic="planted", name="quantity"), GROUP) > LARGEST_Z) is seen

"""A law of keys in both tables of laws serves every simulator that asks for one, and every term."""

import inspect

import pytest
import torch
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import SampledQuantity, quantities
from theorycheck.numerics.simulate import simulate
from theorycheck.theory.laws import Rademacher, Sphere
from theorycheck.theory.model import Model, Size, iid, indices
from theorycheck.theory.terms import E, Sum, inner, norm2, sqrt

from ..samples import z_score

QUANTITIES = quantities("conditioning")


def signs(d):
    """Signs of length 1."""
    return Rademacher(d, scale=1 / sqrt(d))


ASKING = [
    name
    for name, quantity in QUANTITIES.items()
    if isinstance(quantity, SampledQuantity) and "key_law" in inspect.signature(quantity.sample).parameters
]


def drawn(name, key_law, n_trials, group=0):
    quantity = QUANTITIES[name]
    generator = torch.Generator().manual_seed(4)
    return sample_trials(quantity, quantity.groups[group], n_trials, generator, key_law=key_law)


@pytest.mark.parametrize("name", ASKING)
def test_a_new_law_serves_every_simulator_that_asks_for_keys(name):
    assert drawn(name, signs, 3).isfinite().all()


def test_there_are_such_simulators():
    assert len(ASKING) >= 15


def test_moments_of_overlaps_are_those_of_the_law():
    """E x^2 = 1/d for both, and E x^4 = (3 - 2/d)/d^2 for signs, 3/(d (d + 2)) on the sphere."""
    group = QUANTITIES["key_overlap"].groups[0]
    d = int(group.shared["d_k"])
    for law, fourth in ((signs, (3 - 2 / d) / d**2), ("sphere", 3 / (d * (d + 2)))):
        x = drawn("key_overlap", law, 2000)[:, 0].double()
        assert abs(z_score(x[:, 1], 1 / d)) < 4
        assert abs(z_score(x[:, 2], fourth)) < 4
        other = 3 / (d * (d + 2)) if law is signs else (3 - 2 / d) / d**2
        assert abs(z_score(x[:, 2], other)) > 4


def test_a_term_and_the_simulator_by_hand_agree_on_the_new_law():
    n, d_k, d_v = Size("n", minimum=2), Size("d_k"), Size("d_v")
    i, j = indices("i j", n)
    k, v = Model(k=iid(signs(d_k), n), v=iid(Sphere(d_v), n))
    at = QUANTITIES["noise_power"].groups[3].points[0]
    term = E(norm2(Sum(j != i, inner(k[i], k[j]) * v[j])) ** 2)
    found = simulate(term, at, n_trials=2**12)
    hand = drawn("noise_power", signs, 2**12, group=3)[:, 0, 1].double()
    error = (found.stderr**2 + float(hand.var()) / len(hand)) ** 0.5
    assert abs(found.value - float(hand.mean())) < 4 * error


def test_a_name_that_no_law_has_is_refused():
    with pytest.raises(ValueError, match="'cube' is unknown"):
        drawn("noise_power", "cube", 2)

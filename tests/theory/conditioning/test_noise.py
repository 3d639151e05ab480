"""Noise powers of other memories."""

import pytest
import sympy as sp
from theorycheck.theory.conditioning.definitions import Memory
from theorycheck.theory.conditioning.definitions import d_k as keys
from theorycheck.theory.conditioning.definitions import d_v as values
from theorycheck.theory.conditioning.guarantee import retrieval_guarantee
from theorycheck.theory.conditioning.noise import noise_power, signal_to_noise
from theorycheck.theory.laws import Normal, OneHot, Rademacher, Sphere
from theorycheck.theory.notation import d_k, d_v, n, tau


@pytest.mark.parametrize(
    ("memory", "power"),
    [
        (Memory(key_law=Sphere(keys + 1)), (n - 1) / (d_k + 1)),
        (Memory(key_law=Sphere(keys, 2)), 16 * (n - 1) / d_k),
        (Memory(value_law=Sphere(values, 3)), 9 * (n - 1) / d_k),
        (Memory(key_law=Normal(0, 1, dimension=keys)), (n - 1) * d_k),
        (Memory(key_law=OneHot(keys)), (n - 1) / d_k),
        (Memory(key_law=Rademacher(keys)), (n - 1) * d_k),
        (Memory(own_term=True), 1 + (n - 1) / d_k),
    ],
)
def test_another_memory_has_another_noise_power(memory, power):
    assert sp.cancel(noise_power(memory).formula - power) == 0
    kept = retrieval_guarantee(memory).formula
    assert sp.cancel(kept - (1 - n * power / tau)) == 0
    signal = sp.cancel(signal_to_noise(memory).formula * power)
    assert signal.free_symbols <= {d_k}


def test_values_with_a_mean_add_up_along_it():
    power = noise_power(Memory(key_law=OneHot(keys), value_law=OneHot(values))).formula
    assert sp.cancel(power - (n - 1) * (d_k * d_v + n - 2) / (d_k**2 * d_v)) == 0

"""Which stored value is nearest does not depend on how long keys and values are; heuristics must know it."""

import pytest
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.conditioning.definitions import NORMAL_VECTORS, UNIT, Memory, d_k, d_v
from theorycheck.theory.conditioning.extremes import argmax_failure
from theorycheck.theory.laws import Sphere

ARGMAX = [name for name in derivations("conditioning") if name.startswith(("argmax_", "capacity_argmax"))]


@pytest.mark.parametrize("name", ARGMAX)
@pytest.mark.parametrize(
    "longer", [Memory(key_law=Sphere(d_k, 3)), Memory(value_law=Sphere(d_v, 2)), NORMAL_VECTORS]
)
def test_longer_keys_and_values_fail_as_often(name, longer):
    derive = derivations("conditioning")[name]
    assert derive(longer).formula == derive(UNIT).formula


def test_more_dimensions_and_the_own_term_in_the_crosstalk_do_not():
    for other in (Memory(key_law=Sphere(d_k + 1)), Memory(own_term=True)):
        assert argmax_failure(other).formula != argmax_failure(UNIT).formula

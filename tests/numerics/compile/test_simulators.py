"""Simulators written by hand agree with the compiled terms of their definitions; another term does not."""

from dataclasses import replace

import pytest
from theorycheck.theory.terms import E, norm2

from benchmarks.speed.conditioning_terms import TABLE, crosstalk, i, z_scores


@pytest.mark.parametrize("quantity", [entry.quantity for entry in TABLE])
def test_a_simulator_agrees_with_its_term(quantity):
    entry = next(x for x in TABLE if x.quantity == quantity)
    assert max(map(abs, z_scores(entry))) < 4


def test_the_term_of_another_quantity_disagrees():
    entry = next(x for x in TABLE if x.quantity == "noise_power")
    wrong = replace(entry, terms=(E(norm2(crosstalk(i))) * 11 / 10,))
    assert abs(z_scores(wrong)[0]) > 6

"""The chain, the marginal point and the bigram: derived and computed facts, and what wrong formulas show."""

from __future__ import annotations

from itertools import pairwise

import pytest
from theorycheck import law
from theorycheck.numerics.quantity import quantities
from theorycheck.theory.markov_chains import DERIVATIONS

QUANTITIES = quantities("markov_chains")

MEETINGS = (
    ("stationary_one", "stationary_one", "q/(p + q)"),
    ("marginal_entropy", "marginal_entropy", "log(p + q) - (q*log(p) + p*log(q))/(p + q)"),
    ("entropy_rate", "entropy_rate", "-p*log(p) - q*log(q)"),
    ("lag_covariance", "lag_covariance", "p*q*(1 - p - q)**(m + 1)/(p + q)**2"),
    ("information_second", "information_second", "1/4"),
    ("information_third", "information_third", "(1 - 2*pi_1)**2/(6*pi_1*(1 - pi_1)) + 0.01"),
    ("logit_slope", "plain_slope", "-p*q*(p + q - 1)/(p + q)**2"),
    ("bigram_slope", "bigram_slope", "log(1 - p) - log(1 - q) - log(p) - log(q)"),
    ("slope_sign", "odds_product", "p + q - 1"),
)
"""Derivation, quantity, and a formula near the derived one."""


def largest_excess(formula, quantity):
    """The largest distance of a formula from the computed values, over what their errors allow."""
    found = []
    for point in quantity.points:
        exact = quantity.evaluate(point)
        found.append(abs(exact.value - law.evaluate(formula, point)) / (exact.error_bound + 1e-12))
    return max(found)


@pytest.mark.parametrize(("derivation", "quantity", "wrong"), MEETINGS)
def test_both_routes_meet_and_a_formula_nearby_does_not(derivation, quantity, wrong):
    measured = QUANTITIES[quantity]
    assert largest_excess(DERIVATIONS[derivation]().formula, measured) <= 1
    assert largest_excess(law.parse(wrong), measured) > 1e3


@pytest.mark.parametrize(
    ("derivation", "quantity"),
    [("information_gap", "information_gap"), ("bigram_loss_gap", "represented_excess")],
)
def test_what_is_derived_to_vanish_does(derivation, quantity):
    assert DERIVATIONS[derivation]().formula == 0
    points = [c for c in QUANTITIES[quantity].points if c.get("parts") != "none"]
    assert max(abs(QUANTITIES[quantity].evaluate(point).value) for point in points) < 1e-11


def test_attention_alone_gains_a_factor_four_where_its_weight_doubles():
    excess = [
        QUANTITIES["attention_excess"].evaluate({"n": n, "p": 0.8, "q": 0.7}).value for n in (512, 1024, 2048)
    ]
    assert [one / two for one, two in pairwise(excess)] == pytest.approx([4, 4], rel=0.02)

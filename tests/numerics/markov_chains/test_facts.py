"""Facts of the chain: by cases worked by hand, and where a wrong chain shows."""

from math import log

import pytest
import torch
from theorycheck.numerics.markov_chains import facts

FAIR = {"p": 0.5, "q": 0.5}
STICKY = {"p": 0.25, "q": 0.25}


@pytest.mark.parametrize(
    ("evaluate", "at", "value"),
    [
        (facts.stationary_one.evaluate, {"p": 0.2, "q": 0.3}, 0.4),
        (facts.marginal_entropy.evaluate, FAIR, log(2)),
        (facts.entropy_rate.evaluate, STICKY, -0.25 * log(0.25) - 0.75 * log(0.75)),
        (facts.lag_covariance.evaluate, {**STICKY, "m": 3}, 0.25 / 8),
        (facts.information_gap.evaluate, STICKY, 0.0),
        (facts.saved_loss.evaluate, FAIR, 0.0),
        (facts.odds_product.evaluate, {"p": 0.9, "q": 0.4}, -0.3),
        (facts.bigram_slope.evaluate, STICKY, 2 * log(3)),
    ],
)
def test_values_worked_by_hand(evaluate, at, value):
    found = evaluate(at)
    assert found.value == pytest.approx(value, abs=found.error_bound)
    assert evaluate({**at, "p": 0.6}).value != pytest.approx(value, abs=1e-6) or value == 0


def test_coefficients_add_up_to_the_information():
    at, size = {"pi_1": 0.375}, 1e-3
    exact = float(facts.next_information(0.375, torch.tensor(size, dtype=torch.float64)))
    second, third = facts.information_second.evaluate(at).value, facts.information_third.evaluate(at).value
    assert exact == pytest.approx(second * size**2 + third * size**3, abs=10 * size**4)
    assert exact != pytest.approx(second * size**2, abs=10 * size**4)


def test_information_is_even_only_for_a_balanced_chain():
    assert facts.information_asymmetry.evaluate({"pi_1": 0.5, "n": 8}).value == pytest.approx(0, abs=1e-15)
    assert facts.information_asymmetry.evaluate({"pi_1": 0.25, "n": 8}).value > 1e-4

"""The reduced model: its loss by enumeration, its best intercept by bisection, its minima by their loss."""

import pytest
import torch
from scipy.optimize import brentq
from theorycheck.numerics.markov_chains import flow_ends, reduced
from theorycheck.numerics.markov_chains.chain import Chain, entropy_rate, probabilities, sequences

CHAINS = tuple(Chain(p=p, q=q) for p, q in reduced.PAIRS)


def number(x):
    """A float64 scalar."""
    return torch.tensor(x, dtype=torch.float64)


@pytest.mark.parametrize("chain", CHAINS)
def test_the_loss_is_the_mean_over_all_sequences(chain):
    s, c, x = number(0.7), number(-0.4), sequences(4)
    logit = s * x[:, -2] + c
    after = x[:, -1]
    costs = torch.nn.functional.softplus(torch.where(after == 1, -logit, logit))
    expected = (probabilities(chain, x) * costs).sum()
    torch.testing.assert_close(reduced.population_loss(chain, s, c), expected)
    assert not torch.isclose(reduced.population_loss(chain, s, -c), expected)


@pytest.mark.parametrize("chain", CHAINS)
@pytest.mark.parametrize("s", [-3.0, 0.0, 0.5, 4.0])
def test_the_best_intercept_is_where_the_loss_is_least(chain, s):
    found = reduced.best_intercept(chain, number(s))
    slope = torch.func.grad(lambda c: reduced.population_loss(chain, number(s), c))
    root = brentq(lambda c: float(slope(number(c))), -20.0, 20.0, xtol=1e-12)
    assert float(found) == pytest.approx(root, abs=1e-9)


@pytest.mark.parametrize("chain", CHAINS)
def test_far_out_the_mean_prediction_still_is_the_marginal(chain):
    s = torch.tensor([-5000.0, -1500.0, 1500.0, 5000.0], dtype=torch.float64)
    c = reduced.best_intercept(chain, s)
    zero, one = chain.stationary
    torch.testing.assert_close(zero * torch.sigmoid(c) + one * torch.sigmoid(s + c), one.expand(4))


@pytest.mark.parametrize("chain", CHAINS)
def test_the_residual_is_the_slope_of_the_least_loss(chain):
    s = number(0.9)
    found = torch.func.grad(lambda x: reduced.least_loss(chain, x))(s)
    assert flow_ends.residual(chain, s.numpy()) == pytest.approx(float(found))
    assert not torch.isclose(found, number(0.0))


@pytest.mark.parametrize("chain", CHAINS)
def test_the_least_loss_is_the_entropy_rate(chain):
    s, c = reduced.best_point(chain)
    least = float(reduced.population_loss(chain, number(s), number(c)))
    assert least == pytest.approx(entropy_rate(chain), abs=1e-12)
    assert float(reduced.population_loss(chain, number(s + 0.1), number(c))) > least + 1e-5
    assert float(reduced.normalised_excess(chain, number(s))) == pytest.approx(0, abs=1e-10)
    assert float(reduced.normalised_excess(chain, number(0.0))) == pytest.approx(1)


def test_every_width_has_a_minimum_and_a_shifted_one_is_none():
    at = {"p": 0.2, "q": 0.6}
    assert reduced.minimisers.evaluate(at).value == 8
    assert all(abs(reduced.curve_excess.evaluate({**at, "e": e}).value) < 1e-12 for e in (0.3, 1.7))

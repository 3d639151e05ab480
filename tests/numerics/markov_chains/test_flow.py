"""The reduced flow: velocities against automatic gradients, ends against a library, and its laws."""

from math import exp, log, sqrt

import numpy as np
import pytest
import torch
from scipy.integrate import solve_ivp
from scipy.stats import norm
from theorycheck.numerics.markov_chains import end_map, end_shares, flow, flow_ends, flow_rest, flow_starts
from theorycheck.numerics.markov_chains.chain import Chain
from theorycheck.numerics.markov_chains.reduced import best_intercept, least_loss, population_loss, slope

BELOW, ABOVE = Chain(p=0.2, q=0.6), Chain(p=0.6, q=0.7)


def states(*rows):
    """Parameters of several starts."""
    return torch.tensor(rows, dtype=torch.float64)


def velocity(chain, x):
    """Minus the automatic gradient of the least loss over the bias, of each start."""
    return -torch.func.vmap(torch.func.grad(lambda at: least_loss(chain, slope(*at.unbind()))))(x)


def moving_velocity(chain, x, rate):
    """Minus the automatic gradient of the loss where the bias moves too, `rate` times as fast."""

    def loss(at):
        e, w, b = at.unbind()
        return population_loss(chain, slope(e, w), b - e**2 / 2)

    return -torch.func.vmap(torch.func.grad(loss))(x) * torch.tensor([1.0, 1.0, rate], dtype=torch.float64)


@pytest.mark.parametrize("chain", [BELOW, ABOVE])
@pytest.mark.parametrize("start", [(0.7, -0.4), (0.8, 0.5), (0.7, -0.4, 0.3), (0.8, 0.5, -1.6)])
def test_velocities_are_minus_the_automatic_gradient_of_the_least_loss(chain, start):
    (found,) = velocity(chain, states(start))
    assert flow.plain_best_velocity(chain, *start)[: len(start)] == pytest.approx(found.tolist())
    assert not torch.allclose(found, torch.zeros_like(found))


@pytest.mark.parametrize("rate", [1.0, 7.0])
def test_velocities_with_a_moving_bias_are_minus_the_automatic_gradient(rate):
    start = (0.7, -0.4, 0.6)
    (expected,) = moving_velocity(ABOVE, states(start), rate)
    assert flow.plain_velocity(ABOVE, *start, rate) == pytest.approx(expected.tolist())
    assert flow.plain_velocity(ABOVE, *start, 2 * rate) != pytest.approx(expected.tolist())


def residual(chain, s):
    """The loss's derivative by the slope, as defined: of s in the logit after a one."""
    return float(chain.stationary[1]) * (torch.sigmoid(s + best_intercept(chain, s)) - (1 - chain.q))


@pytest.mark.parametrize("chain", [BELOW, ABOVE])
@pytest.mark.parametrize("variables", [2, 3])
def test_fields_of_many_starts_are_those_of_the_flow(chain, variables):
    start = 2 * torch.randn(40, variables, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    columns = np.ascontiguousarray(start.numpy().T)
    slopes = flow.slope_of(start)
    np.testing.assert_allclose(flow_ends.slope(columns), slopes.numpy(), rtol=1e-13)
    far = torch.cat((slopes, torch.tensor([-4000.0, 4000.0], dtype=torch.float64)))
    np.testing.assert_allclose(
        flow_ends.residual(chain, far.numpy()), residual(chain, far).numpy(), rtol=1e-10, atol=1e-15
    )
    found = velocity(chain, start)
    sign = -residual(chain, slopes).sign().numpy()
    direction = flow_ends.along(columns, sign).T
    cosine = (torch.from_numpy(direction) * found).sum(-1) / found.norm(dim=-1)
    np.testing.assert_allclose(cosine, start[:, 0].abs().div(0.2).clamp(max=1), rtol=1e-9)
    assert not np.allclose(cosine, 1)


@pytest.mark.parametrize("rate", [1.0, 7.0])
def test_the_slowed_field_points_along_the_moving_velocity(rate):
    start = torch.randn(40, 3, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    found = flow_ends.slowed(ABOVE, rate, np.ascontiguousarray(start.numpy().T)).T
    expected = moving_velocity(ABOVE, start, rate).numpy()
    steepest = torch.func.vmap(torch.func.grad(lambda at: slope(*at.unbind())))(start[:, :2])
    steep = steepest.square().sum(-1) + start[:, 0] ** 2
    clock = (1 + rate + 2 * start[:, 1] ** 2 + steep).numpy()
    np.testing.assert_allclose(found * clock[:, None], expected, rtol=1e-9, atol=1e-13)
    assert not np.allclose(found, expected)


@pytest.mark.parametrize("chain", [BELOW, ABOVE])
def test_paths_end_where_the_flow_in_time_does(chain):
    starts = states((0.6, -0.4), (0.2, -0.5), (0.5, 0.5), (0.4, -1.2), (1.5, -1.0))
    ends = flow_ends.end(chain, starts)
    for start, reached in zip(starts, ends, strict=True):

        def field(_, x):
            return velocity(chain, torch.from_numpy(x[None])).numpy()[0]

        found = solve_ivp(field, (0, 400), start.numpy(), method="LSODA", rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(reached.numpy(), found.y[:, -1], atol=2e-3)


@pytest.mark.slow
def test_a_moving_bias_ends_where_the_flow_in_time_does():
    start = states((0.9, -0.6, 0.2))

    def field(_, x):
        return moving_velocity(ABOVE, torch.from_numpy(x[None]), 1.0).numpy()[0]

    found = solve_ivp(field, (0, 500), start[0].numpy(), method="LSODA", rtol=1e-9, atol=1e-12)
    # The last of the approach is slow where the loss is steep, so the time is run through twice.
    own = flow_ends.end_of_moving(ABOVE, flow_ends.end_of_moving(ABOVE, start, 1.0), 1.0)
    np.testing.assert_allclose(own[0].numpy(), found.y[:, -1], atol=1e-4)


def test_energies_stay_and_others_do_not():
    start = (0.9, -0.4)
    final = flow._followed(0.6, 0.7, start, 1e-10)
    assert flow.energy(*final) == pytest.approx(flow.energy(*start), abs=1e-9)
    assert abs(final[0] ** 2 - final[1] ** 2 - start[0] ** 2 + start[1] ** 2) > 0.1


def test_the_energy_drifts_half_as_far_where_the_bias_is_twice_as_fast():
    at = {"p": 0.6, "q": 0.7, "start": "left"}
    one, two = (flow.energy_change.evaluate({**at, "rate": rate}).value for rate in (32, 64))
    assert one / two == pytest.approx(2, rel=0.03)
    balance = flow.energy_balance.evaluate({**at, "rate": 8})
    assert balance.value <= balance.error_bound < 1e-6 < flow.energy_change.evaluate({**at, "rate": 8}).value


@pytest.mark.parametrize("variables", [2, 3])
@pytest.mark.parametrize("chain", [BELOW, ABOVE])
def test_the_criterion_tells_every_end_and_half_of_it_does_not(chain, variables):
    generator = torch.Generator().manual_seed(3)
    start = torch.randn(600, variables, generator=generator, dtype=torch.float64)
    reached = flow.is_global(chain, flow_ends.end(chain, start))
    assert torch.equal(reached, flow_starts.predicted(chain, start))
    by_slope = (flow.slope_of(start) * chain.eigenvalue > 0).to(torch.float64)
    assert not torch.equal(reached, by_slope)


@pytest.mark.parametrize("above", [False, True])
def test_quadrature_meets_a_fine_sum_over_the_plane(above):
    chain, sigma, width = (ABOVE if above else BELOW), 0.5, 0.005
    at = {"p": chain.p, "q": chain.q, "sigma": sigma}
    axis = torch.arange(-3 + width / 2, 3, width, dtype=torch.float64)
    e, w = torch.meshgrid(axis, axis, indexing="ij")
    masses = torch.exp(-(e**2 + w**2) / (2 * sigma**2))
    told = flow_starts.predicted(chain, torch.stack((e, w), dim=-1))
    found = float((told * masses).sum() / masses.sum())
    assert end_shares.global_share.evaluate(at).value == pytest.approx(found, abs=2e-4)
    assert end_shares.global_share.evaluate({**at, "sigma": 0.6}).value != pytest.approx(found, abs=2e-3)


def test_the_rare_end_keeps_its_digits_where_it_is_rare():
    at = {"p": 0.6, "q": 0.7}
    k = 64.0
    share = end_shares.global_share.evaluate({**at, "sigma": k**-0.5}).value
    rare = end_shares.rare_share.evaluate({**at, "k": k}).value
    assert rare == pytest.approx(share, rel=1e-6)
    assert end_shares.rare_rate.evaluate({**at, "k": k}).value == pytest.approx(-2 / k * log(rare))
    assert rare > norm.sf(sqrt(k / 2))
    assert rare < exp(-k * log(2) / 4)


def test_the_line_is_flat_along_itself_and_bends_across():
    for w, fall in ((-1.0, True), (0.5, False)):
        at = {"p": 0.6, "q": 0.7, "w": w}
        assert (flow_rest.line_fall.evaluate(at).value > 1e-5) == fall
        assert flow_rest.line_excess.evaluate(at).value == pytest.approx(1)


def test_orbits_are_level_lines_of_the_energy():
    for name, (e, w, last) in flow_rest.ORBITS.items():
        final = flow_rest.orbit.evaluate({"orbit": name, "w": last}).value
        assert flow.energy(final, last) == pytest.approx(flow.energy(e, w), abs=1e-5)
        assert flow.energy(final, last) != pytest.approx(flow.energy(e, last), abs=1e-2)


def test_the_map_has_both_ends_and_rests_on_its_lower_edge():
    at = {"p": 0.6, "q": 0.7}
    assert end_map.final_excess.evaluate({**at, "e": 1.0, "w": -1.0}).value == pytest.approx(0, abs=1e-6)
    assert end_map.final_excess.evaluate({**at, "e": 0.0, "w": -1.0}).value == pytest.approx(1)
    assert end_map.final_excess.evaluate({**at, "e": 0.3, "w": -0.5}).value == pytest.approx(1)

"""The smallest loop: velocities against automatic gradients, steps against a library's, and its basins."""

from math import sinh

import numpy as np
import pytest
import torch
from scipy.integrate import solve_ivp
from theorycheck.numerics.attention_dynamics import loop


def pairs(*rows):
    """Scores and values as tensors."""
    return tuple(torch.tensor(row, dtype=torch.float64) for row in rows)


@pytest.mark.parametrize("p", [1.0, 0.9, 0.3])
def test_velocities_are_minus_the_automatic_gradient(p):
    s, v = (x.requires_grad_() for x in pairs((0.3, -0.8), (1.1, 0.4)))
    g = (torch.softmax(s, -1) * v).sum()
    loss = -p * torch.nn.functional.logsigmoid(g) - (1 - p) * torch.nn.functional.logsigmoid(-g)
    slopes = torch.autograd.grad(loss, (s, v))
    for velocity, slope in zip(loop.flow(s, v, p), slopes, strict=True):
        torch.testing.assert_close(velocity, -slope)
        assert not torch.allclose(velocity, slope)


@pytest.mark.parametrize("p", [1.0, 0.9])
def test_own_steps_end_where_those_of_a_library_do(p):
    s, v = pairs((0.3, -0.8), (1.1, 0.4))

    def velocity(_, x):
        state = torch.tensor(x, dtype=torch.float64)
        return torch.cat(loop.flow(state[:2], state[2:], p)).numpy()

    found = solve_ivp(velocity, (0, 50), torch.cat((s, v)).numpy(), rtol=1e-10, atol=1e-10)
    own = loop.run_flow(s, v, p, (20.0, 50.0))[1].numpy()
    np.testing.assert_allclose(own, found.y[:, -1], atol=1e-4)
    assert not np.allclose(loop.run_flow(s, v, p, (20.0,))[0].numpy(), found.y[:, -1], atol=1e-3)


def test_the_level_is_kept_and_a_wrong_one_is_not():
    for point in loop.loop_drift.points[1:3]:
        found = loop.loop_drift.evaluate(point)
        assert found.value <= found.error_bound < 1e-8
    start = pairs((0.25, -0.25), (0.5, -0.5))
    z, D = (float(x) for x in loop.differences(loop.run_flow(*start, 1.0, (10.0,), fine=8)[0]))
    assert abs(D**2 - np.cosh(z) - 1 + np.cosh(0.5)) > 0.1


@pytest.mark.parametrize(("above", "side"), [(0.1, True), (-0.1, False)])
def test_starts_beside_the_border_part(above, side):
    z = -1.5
    D = -2 * sinh(z / 2) + above
    state = loop.run_flow(*pairs((z / 2, -z / 2), (D / 2, -D / 2)), 1.0, (1000.0,))[0]
    assert (float(loop.differences(state)[0]) > 0) == side


def test_the_far_route_meets_the_plain_one():
    s, v = pairs((0.25, -0.25), (0.5, -0.5))
    state = loop.run_flow(s, v, 1.0, (np.exp(16.0) - 1,), fine=2)[0]
    left = float(torch.sigmoid(-loop.differences(state)[0]))
    assert left == pytest.approx(loop.loop_tail.evaluate({"l": 16}).value, rel=2e-3)
    assert left != pytest.approx(loop.loop_tail.evaluate({"l": 32}).value, rel=0.1)


def test_the_map_is_odd_about_its_middle():
    one = loop.loop_phase.evaluate({"t": 1000.0, "z": 1.0, "D": 0.5}).value
    other = loop.loop_phase.evaluate({"t": 1000.0, "z": -1.0, "D": -0.5}).value
    assert one > 0.9
    assert one + other == pytest.approx(1)

"""Eq. (9) where its cut-off is empty, the slopes of lines, and what pairs two schemes in one draw."""

from dataclasses import replace
from math import log

import numpy as np
import pytest
from scipy import special, stats
from theorycheck.numerics.associative_memory.cutoff import cutoff_approximation
from theorycheck.numerics.associative_memory.error import plain_group
from theorycheck.numerics.associative_memory.figure_three import (
    EIGHTH,
    FREQUENCY,
    UNIFORM,
    curve_slope,
    curve_slope_sampled,
    recall_curves,
    recall_map,
    scheme_gap,
)
from theorycheck.numerics.associative_memory.joint import recall_error_joint
from theorycheck.numerics.associative_memory.limited import threshold_advantage
from theorycheck.numerics.associative_memory.model import coordinates
from theorycheck.numerics.associative_memory.quadrature import recall_error_exact
from theorycheck.numerics.associative_memory.ripples import local_exponent
from theorycheck.numerics.monte_carlo import sample_block

SEED = 20251107


def test_where_the_cut_off_is_empty_there_is_no_ratio():
    with pytest.raises(ValueError, match="is zero"):
        cutoff_approximation.evaluate(coordinates(N=100, u="orthonormal", rho=0.0, d=400))


@pytest.mark.parametrize(("rho", "P", "stored"), [(1.0, "d/log d", 21), (0.5, "d/8", 12)])
def test_what_limiting_the_storage_gains_with_two_classes(rho, P, stored):
    d, last = 100, 10**6
    p = np.arange(1, last + 1) ** -2.0 / special.zeta(2)

    def error(q: np.ndarray) -> float:
        """Wrong where t > sqrt(d) q/s, of d degrees of freedom; half the time after the last token."""
        noise = np.sqrt((q**2).sum() - q**2)
        return float(p @ stats.t.sf(np.sqrt(d) * q / noise, d) + (1 - p.sum()) / 2)

    alike = (np.arange(last) < stored).astype(float)
    found = threshold_advantage.evaluate({"M": 2, "alpha": 2.0, "rho": rho, "P": P, "d": d})
    assert abs(found.value / (error(p**rho) / error(alike)) - 1) < 1e-4
    assert abs(found.value / (error(p**rho) / error(alike[::-1])) - 1) > 0.1


def test_a_local_exponent_of_the_errors_of_two_classes():
    p = np.arange(1, 10**5 + 1) ** -3.0 / special.zeta(3)
    noise = np.sqrt((p**2).sum() - p**2)
    first, last = (float(p @ stats.t.sf(np.sqrt(d) * p / noise, d)) for d in (100, 178))
    found = local_exponent.evaluate({"alpha": 3.0, "d": 100}).value
    assert abs(found - log(last / first) / log(1.78)) < 1e-6 < abs(found + 1 / 3)


def test_the_slope_of_two_points_is_their_quotient():
    place = coordinates(N=100, u="orthonormal", **FREQUENCY)
    first, last = (recall_error_exact.evaluate({**place, "d": d}).value for d in (100, 160))
    found = curve_slope.evaluate({**place, "least": 100, "most": 160})
    assert abs(found.value - log(last / first) / log(1.6)) < 1e-9


def test_sampled_slopes_have_the_exact_mean_and_the_sphere_another():
    sphere = curve_slope_sampled.groups[0]
    orthonormal = replace(
        sphere,
        shared={**sphere.shared, "u": "orthonormal"},
        points=tuple({**point, "u": "orthonormal"} for point in sphere.points),
    )
    exact = [
        curve_slope.evaluate({k: v for k, v in point.items() if k != "runs"}).value
        for point in orthonormal.points
    ]
    z = {}
    for name, group in (("orthonormal", orthonormal), ("sphere", sphere)):
        found = sample_block(curve_slope_sampled, group, 0, SEED, "cpu")
        z[name] = (found.mean - exact) / np.sqrt(np.diag(found.covariance))
    assert abs(z["orthonormal"]).max() < 4.5
    assert z["sphere"][0] < -10


def test_schemes_of_a_gap_share_their_trials():
    """Paired differences spread less than those of independent trials, and their means are the same."""
    group = scheme_gap.groups[-1]
    gap = sample_block(scheme_gap, group, 0, SEED, "cpu")
    np.testing.assert_allclose(gap.mean[::2], -gap.mean[1::2])
    alone = []
    for scheme, block in ((UNIFORM, 1), (FREQUENCY, 2)):
        (own,) = (
            s for s in recall_map.groups if s.shared["T"] == 10_000 and s.shared["rho"] == scheme["rho"]
        )
        alone.append(sample_block(recall_map, own, block, SEED, "cpu"))
    stderr = np.sqrt(np.diag(gap.covariance)[::2] + sum(np.diag(part.covariance) for part in alone))
    assert abs((gap.mean[::2] - alone[0].mean + alone[1].mean) / stderr).max() < 4
    assert np.diag(gap.covariance)[0] < sum(np.diag(part.covariance)[0] for part in alone)


def test_curves_have_the_error_of_each_scheme():
    group = next(s for s in recall_curves.groups if s.shared["N"] == 100 and s.points[0]["d"] == 40)
    curves = sample_block(recall_curves, group, 0, SEED, "cpu")

    points = [{**scheme, "d": 40} for scheme in (UNIFORM, FREQUENCY, EIGHTH)]
    joint = sample_block(recall_error_joint, plain_group(points, 2000, N=100), 0, SEED, "cpu")
    stderr = np.sqrt(np.diag(curves.covariance) + np.diag(joint.covariance)[::5])
    assert abs((curves.mean - joint.mean[::5]) / stderr).max() < 4
    assert abs((curves.mean - joint.mean[[5, 0, 10]]) / stderr).max() > 4

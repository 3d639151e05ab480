"""A table with one value a setting: its errors are those of residuals, and no law is assumed for them."""

import numpy as np
import pytest
import theorycheck as tc
from theorycheck.statistics.surface import outlier
from theorycheck.table.residuals import residual_errors

N, D = (grid.ravel() for grid in np.meshgrid(10.0 ** np.arange(6, 9, 0.5), 10.0 ** np.arange(8, 11, 0.5)))


def losses(noise, seed=0):
    random = np.random.default_rng(seed)
    return (1.69 + 406.4 / N**0.34 + 410.7 / D**0.28) * (1 + noise * random.standard_normal(N.size))


def test_errors_are_hardly_told_too_small():
    told = [residual_errors({"N": N, "D": D}, losses(0.01, seed)) / losses(0.01, seed) for seed in range(200)]
    shares = np.array([float(np.median(each)) for each in told]) / 0.01
    assert np.mean(shares < 1) <= 0.1
    assert np.median(shares) < 1.5


def test_values_of_both_signs_have_one_error():
    random = np.random.default_rng(0)
    d = np.linspace(1, 3, 30)
    errors = residual_errors({"d": d}, d - 2 + 0.1 * random.standard_normal(30))
    assert np.ptp(errors) == 0
    assert 0.08 < errors[0] < 0.2


def test_too_few_settings_tell_no_error():
    assert residual_errors({"d": np.arange(1.0, 6.0)}, np.arange(1.0, 6.0)) is None


@pytest.mark.parametrize("column", ["value", "mean"])
def test_a_law_is_decided_on_one_value_a_setting(column):
    data = {"N": N, "D": D, column: losses(0.002)}
    found = tc.fit(data, "E + A/N**0.34 + B/D**0.28")
    assert found.verdict == "agrees"
    assert "Each setting has one value" in found.summary
    assert tc.fit(data, "E + A/N**0.59 + B/D**0.28").verdict == "refuted"
    assert tc.fit(data, "E + A/N**0.34 + B/D**0.38").verdict == "refuted"


def test_the_constants_of_a_sum_come_with_limits():
    """They hold the truth, move with a factor in front, and are wide where the noise is large."""
    fits = {
        (law, noise): tc.fit({"N": N, "D": D, "mean": losses(noise), "stderr": losses(0.0) * noise}, law)
        for law in ("E + A/N**0.34 + B/D**0.28", "E + 2*A/N**0.34 + B/D**0.28")
        for noise in (0.002, 0.01)
    }
    limits = {key: found.record.fit.intervals for key, found in fits.items()}
    plain, twice = ("E + A/N**0.34 + B/D**0.28", 0.002), ("E + 2*A/N**0.34 + B/D**0.28", 0.002)
    for name, truth in (("E", 1.69), ("A", 406.4), ("B", 410.7)):
        low, high = limits[plain][name]
        assert low < truth < high
    assert limits[twice]["A"] == pytest.approx([end / 2 for end in limits[plain]["A"]], rel=1e-3)
    near, far = limits[plain]["E"], limits[plain[0], 0.01]["E"]
    assert far[1] - far[0] > 3 * (near[1] - near[0])


def test_a_mean_of_zero_has_no_share_and_the_others_tell_it(recwarn):
    d = 2.0 ** np.arange(2, 14)
    data = {"d": d, "value": np.where(d == 128, 0.0, d**2 + d * np.sin(np.arange(12)))}
    assert "Each setting has one value; standard errors, about " in tc.fit(data, "C*d").summary
    assert not recwarn.list


@pytest.mark.parametrize("row", [0, 4, 9])
def test_an_outlier_is_named_with_the_errors_that_the_others_have(row):
    d = 16 * 2.0 ** np.arange(10)
    values = 3 * d**0.5 * (1 + 0.01 * np.random.default_rng(0).standard_normal(10))
    assert "Without one setting" not in tc.fit({"d": d, "value": values}, "C*sqrt(d)").summary
    values[row] *= 1.5
    said = tc.fit({"d": d, "value": values}, "C*sqrt(d)").summary
    assert f"Without one setting (d = {d[row]:.0f}) they would be about " in said


@pytest.mark.parametrize("law", [np.sqrt, np.log, lambda d: 0.01 + 1 / d, lambda d: 1 - np.exp(-d / 100)])
@pytest.mark.parametrize("noise", [1e-6, 0.01])
def test_chance_and_smooth_laws_seldom_make_an_outlier(law, noise):
    d = 16.0 * 2 ** np.linspace(0, 9, 12)
    errors = noise * np.random.default_rng(1).standard_normal((200, 12))
    named = [outlier({"d": d}, law(d) * (1 + error)) for error in errors]
    assert sum(one is not None for one in named) <= 3

"""Sample sizes against the reference figures, matrix inverses, and simulated tests."""

import numpy as np
import pytest
from scipy import stats
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.planning import Form, Planned, longer_range

SHORT, LONG = 2.0 ** np.arange(4, 11), 2.0 ** np.arange(4, 14)
LARGEST_STDERR = 0.05 / float(stats.norm.isf(0.005) + stats.norm.isf(0.05 / 2))
"""Of an exponent that is confirmed within a margin of 0.05 at one-sided level 0.005 with power 0.95."""


def exponent_variance(sizes: np.ndarray, form: Form, exponent: float) -> float:
    """The variance of one variable's exponent where each point has a relative error of one."""
    planned = Planned(
        columns=np.log(sizes)[:, None],
        errors=Covariance(np.ones(sizes.size)),
        exponents=np.array([exponent]),
        powers=(0,),
    )
    return float(planned.stderrs([form])[0] ** 2)


def required_error(sizes: np.ndarray, form: Form) -> float:
    """The relative error that each point of a law 1/x may have."""
    return LARGEST_STDERR / float(np.sqrt(exponent_variance(sizes, form, -1.0)))


def counts(sizes: np.ndarray, form: Form) -> float:
    """Counts a point of a rare event: one over the squared relative error."""
    return required_error(sizes, form) ** -2


def test_the_reference_figures_are_reproduced():
    assert round(counts(SHORT, Form.PURE)) == 612
    assert round(counts(LONG, Form.PURE)) == 208
    assert round(counts(SHORT, Form.HALF) / counts(SHORT, Form.PURE)) == 13
    assert round(counts(SHORT, Form.LOG) / counts(SHORT, Form.PURE)) == 58


@pytest.mark.parametrize("form", list(Form))
def test_the_variance_is_that_of_the_inverse_information_at_amplitude_zero(form):
    exponent, step = -0.7, 1e-6
    laws = {
        Form.PURE: lambda a: SHORT**exponent,
        Form.HALF: lambda a: SHORT**exponent * (1 + a * SHORT**-0.5),
        Form.ONE: lambda a: SHORT**exponent * (1 + a / SHORT),
        Form.FLOOR: lambda a: SHORT**exponent + a,
        Form.LOG: lambda a: SHORT**exponent * np.log(SHORT) ** a,
    }
    slope = (np.log(laws[form](step)) - np.log(laws[form](-step))) / (2 * step)
    columns = [np.ones(7), np.log(SHORT), *([] if form is Form.PURE else [slope])]
    design = np.column_stack(columns)
    expected = np.linalg.inv(design.T @ design)[1, 1]
    assert exponent_variance(SHORT, form, exponent) == pytest.approx(expected, rel=1e-5)


def test_several_variables_with_shared_trials_have_the_variances_of_their_information():
    n, d = (grid.ravel() for grid in np.meshgrid([2.0, 4, 8, 16, 32], [16.0, 64, 256, 1024]))
    logs, covariance = np.log(np.column_stack([n, d])), 0.01 * (np.eye(20) + 0.5)
    planned = Planned(
        columns=logs, errors=Covariance(covariance), exponents=np.array([1.0, -1.0]), powers=(0, 1)
    )
    found = []
    decays = [np.exp(-0.5 * (x - x.min())) for x in logs.T]
    for nuisance in ([], decays[:1], decays[1:], decays):
        design = np.column_stack([logs, np.ones(20), *nuisance])
        found.append(np.diag(np.linalg.inv(design.T @ np.linalg.inv(covariance) @ design))[:2])
    assert planned.stderrs([Form.PURE]) == pytest.approx(np.sqrt(found[0]))
    assert planned.stderrs([Form.PURE, Form.HALF]) == pytest.approx(np.sqrt(np.max(found, axis=0)))


@pytest.mark.parametrize("form", [Form.PURE, Form.HALF])
def test_simulated_tests_have_the_power_that_was_planned(form):
    rng, runs = np.random.default_rng(3), 4_000
    error = required_error(SHORT, form)
    columns = [np.ones(7), np.log(SHORT), *([] if form is Form.PURE else [SHORT**-0.5])]
    solve = np.linalg.pinv(np.column_stack(columns))[1]
    half = stats.norm.isf(0.005) * error * np.linalg.norm(solve)
    for truth, expected in ((-1.0, 0.95), (-0.9, float(stats.norm.cdf(0.05 / LARGEST_STDERR - 2.576)))):
        found = (truth * np.log(SHORT) + error * rng.standard_normal((runs, 7))) @ solve
        decided = np.abs(found + 1) + half < 0.05 if truth == -1.0 else found - half > -0.95
        assert abs(decided.mean() - expected) < 4 * np.sqrt(expected * (1 - expected) / runs)


def test_a_longer_range_is_the_shortest_that_suffices():
    for form in (Form.PURE, Form.HALF):
        error = 0.999 * required_error(LONG, form)
        planned = Planned(
            columns=np.log(SHORT)[:, None],
            errors=Covariance(np.full(7, error**2)),
            exponents=np.array([-1.0]),
            powers=(0,),
        )
        largest = longer_range(planned, 0, np.array([LARGEST_STDERR]), [form])
        assert largest is not None
        steps = round((largest - np.log(16)) / np.log(2))
        assert largest == pytest.approx(np.log(16 * 2.0**steps))
        grid = 16 * 2.0 ** np.arange(steps + 1)
        assert required_error(grid, form) >= error
        assert required_error(grid[:-1], form) < error
        assert longer_range(planned, 0, np.array([1e-6]), [form]) is None

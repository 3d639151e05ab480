"""Sample sizes against the reference figures, matrix inverses, and simulated tests."""

from __future__ import annotations

import numpy as np
import pytest
from lawcheck.verify.inference.planning import (
    Demand,
    Form,
    equivalence_power,
    exponent_variance,
    longer_range,
    refutation_power,
    required_counts,
    required_relative_error,
    required_trials,
)
from scipy import stats

SHORT, LONG = 2.0 ** np.arange(4, 11), 2.0 ** np.arange(4, 14)
DEMAND = Demand(margin=0.05, level=0.005, power=0.95)


def counts(sizes: np.ndarray, form: Form) -> float:
    return required_counts(required_relative_error(sizes, DEMAND, form, -1.0))


def test_the_reference_figures_are_reproduced() -> None:
    assert round(counts(SHORT, Form.PURE)) == 612
    assert round(counts(LONG, Form.PURE)) == 208
    assert round(counts(SHORT, Form.HALF) / counts(SHORT, Form.PURE)) == 13
    assert round(counts(SHORT, Form.LOG) / counts(SHORT, Form.PURE)) == 58


@pytest.mark.parametrize("form", list(Form))
def test_the_variance_is_that_of_the_inverse_information_at_amplitude_zero(form: Form) -> None:
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


@pytest.mark.parametrize("form", [Form.PURE, Form.HALF])
def test_simulated_tests_have_the_power_that_was_planned(form: Form) -> None:
    rng, runs = np.random.default_rng(3), 4_000
    error = required_relative_error(SHORT, DEMAND, form, -1.0)
    columns = [np.ones(7), np.log(SHORT), *([] if form is Form.PURE else [SHORT**-0.5])]
    solve = np.linalg.pinv(np.column_stack(columns))[1]
    half = stats.norm.isf(0.005) * error * np.linalg.norm(solve)
    for truth, expected in (
        (-1.0, equivalence_power(SHORT, np.full(7, error), DEMAND, form, -1.0)),
        (-0.9, refutation_power(SHORT, np.full(7, error), DEMAND, form, -1.0, 0.1)),
        (-0.93, refutation_power(SHORT, np.full(7, error), DEMAND, form, -1.0, 0.07)),
    ):
        found = (truth * np.log(SHORT) + error * rng.standard_normal((runs, 7))) @ solve
        inside = np.abs(found + 1) + half < 0.05
        outside = found - half > -0.95
        share = np.mean(inside if truth == -1.0 else outside)
        assert abs(share - expected) < 4 * np.sqrt(expected * (1 - expected) / runs)


def test_planned_power_is_that_demanded_and_less_with_larger_errors() -> None:
    error = required_relative_error(SHORT, DEMAND, Form.ONE, -1.0)
    assert equivalence_power(SHORT, np.full(7, error), DEMAND, Form.ONE, -1.0) == pytest.approx(0.95)
    assert refutation_power(SHORT, np.full(7, error), DEMAND, Form.ONE, -1.0, 0.1) > 0.95
    assert equivalence_power(SHORT, np.full(7, 2 * error), DEMAND, Form.ONE, -1.0) < 0.3
    assert equivalence_power(SHORT, np.full(7, 9 * error), DEMAND, Form.ONE, -1.0) == 0
    unequal = error * np.array([0.5, 0.5, 1, 1, 1, 2, 2])
    assert equivalence_power(SHORT, unequal, DEMAND, Form.ONE, -1.0) != pytest.approx(0.95, abs=0.01)


def test_a_longer_range_is_the_shortest_that_suffices() -> None:
    error = required_relative_error(LONG, DEMAND, Form.PURE, -1.0)
    assert longer_range(LONG, error, DEMAND, Form.PURE, -1.0).sizes == 10
    for form in (Form.HALF, Form.LOG):
        found = longer_range(SHORT, error, DEMAND, form, -1.0)
        grid = 16 * 2.0 ** np.arange(found.sizes)
        assert found.largest == pytest.approx(grid[-1])
        assert required_relative_error(grid, DEMAND, form, -1.0) >= error
        assert required_relative_error(grid[:-1], DEMAND, form, -1.0) < error
    assert longer_range(SHORT, 1e3, DEMAND, Form.LOG, -1.0) is None


def test_trials_grow_with_the_square_of_the_spread_and_counts_with_the_design_effect() -> None:
    assert required_trials(0.01, 2.0) == pytest.approx(40_000)
    assert required_counts(0.02, 3.0) == pytest.approx(3 * required_counts(0.02))


def test_what_cannot_be_planned_is_refused() -> None:
    with pytest.raises(ValueError, match="2 sizes cannot tell"):
        exponent_variance(np.array([2.0, 4.0]), Form.HALF, -1.0)
    with pytest.raises(ValueError, match="sizes above 1"):
        exponent_variance(np.array([1.0, 2.0, 4.0, 8.0]), Form.LOG, -1.0)
    with pytest.raises(ValueError, match="margin > 0"):
        Demand(margin=0.0, level=0.005, power=0.95)

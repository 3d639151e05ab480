"""Roots of excesses outwards from a centre: of parabolas, steps, infinite values, none."""

import numpy as np
import pytest
from theorycheck.statistics.roots import outward_root, outward_roots


def test_a_search_outwards_finds_the_nearest_root_or_infinity():
    assert outward_root(lambda t: t**2 - 4, 0.0, -0.3) == pytest.approx(-2.0, abs=1e-3)
    assert outward_root(lambda t: -1.0, 0.0, 1.0) == np.inf
    assert outward_root(lambda t: -1.0, 0.0, -1.0) == -np.inf
    assert outward_root(lambda t: 3.0 if t > 0.7 else -1.0, 0.0, 1.0) == pytest.approx(0.7, abs=1e-5)


def test_the_root_of_a_nearly_quadratic_excess_takes_few_values():
    asked = []

    def excess(t: float) -> float:
        asked.append(t)
        return t**2 * (1 + 0.3 * t) - 4

    assert excess(outward_root(excess, 0.0, 2.0)) == pytest.approx(0.0, abs=1e-4)
    assert len(asked) <= 8


def test_an_infinite_excess_is_beyond_the_root():
    assert outward_root(lambda t: np.inf if t > 3 else t - 2, 0.0, 5.0) == pytest.approx(2.0, abs=1e-5)


def test_an_end_where_nothing_may_rise_is_the_centre():
    # Rounding may leave the excess at the centre above zero.
    assert outward_root(lambda t: 1e-9 + t**2, 0.5, 1e-3) == pytest.approx(0.5, abs=2e-3)


def test_roots_looked_for_together_are_those_found_alone():
    def excess(rows, values):
        return np.where(rows == 2, -1.0, values**2 * (1 + rows) - 4)

    step = np.array([0.1, -3.0, 1.0, 1.0])
    together = outward_roots(excess, np.zeros(4), step, np.array([4.0, 4.0, 1.0, 4.0]))
    np.testing.assert_allclose(together, [2.0, -np.sqrt(2), np.inf, 1.0], rtol=1e-6)

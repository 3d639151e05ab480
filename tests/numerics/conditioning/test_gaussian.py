"""The Gaussian memory: too few nodes, and the likeliest failure."""

import numpy as np
import pytest
from theorycheck.numerics.conditioning.gaussian import (
    gaussian_failure_integral,
    gaussian_failure_inversion,
    likeliest_failure,
)


def test_too_few_nodes_widen_the_bound(monkeypatch):
    point = {"query": "unit", "n": 65, "d_k": 64, "d_v": 64, "tau": 1.0}
    right = gaussian_failure_inversion.evaluate(point).value
    monkeypatch.setattr("theorycheck.numerics.conditioning.gaussian._STEPS", (20, 40))
    monkeypatch.setattr("theorycheck.numerics.conditioning.gaussian._LINE_STEPS", (4, 8))
    for route in (gaussian_failure_integral.evaluate, gaussian_failure_inversion.evaluate):
        rough = route(point)
        assert rough.error_bound > 0.1 * abs(rough.value - right)
        assert rough.error_bound > 1e-9


def test_the_likeliest_failure_lies_on_the_threshold_and_is_a_maximum():
    a, b = likeliest_failure(10, 30, 3.0)
    assert a * b == pytest.approx(3.0)

    def log_density(x: float) -> float:
        return 5 * (np.log(x) - x) + 15 * (np.log(3.0 / x) - 3.0 / x)

    assert log_density(a) > max(log_density(0.99 * a), log_density(1.01 * a))
    assert likeliest_failure(10, 30, 0.5) == (1.0, 1.0)

"""Softmax weights on a line, where Z counts the keys that agree, and the collapsed route."""

from __future__ import annotations

from collections.abc import Callable
from math import exp

import numpy as np
import pytest
from theorycheck.numerics.conditioning.softmax import score_scale, softmax_collapsed, softmax_retrieval

Z_LIMIT = 4.5


def test_softmax_of_signs(measure: Callable, z_scores: Callable) -> None:
    # Two other keys agree or not by fair coins: Z = a + (2 - a) q with q = exp(-2 beta), beta = 1.
    q, n = exp(-2.0), {0: 1 / 4, 1: 1 / 2, 2: 1 / 4}
    z = {a: a + (2 - a) * q for a in n}
    y = {a: a + (2 - a) * q * q for a in n}
    expected = [
        sum(p / (1 + z[a]) for a, p in n.items()),
        sum(p * (z[a] > 1) for a, p in n.items()),
        sum(p * z[a] for a, p in n.items()),
        sum(p * y[a] for a, p in n.items()),
        sum(p * (y[a] > 1) for a, p in n.items()),
    ]
    estimate = measure(softmax_retrieval, {"score_scale": "full", "d_k": 1}, [{"n": 3}])
    assert abs(z_scores(estimate, expected)).max() < Z_LIMIT
    flat = measure(softmax_retrieval, {"score_scale": "fixed", "d_k": 1}, [{"n": 3}])
    assert abs(z_scores(flat, expected)).max() > 3 * Z_LIMIT


@pytest.mark.parametrize(("name", "d_k"), [("fixed", 3), ("root", 16), ("full", 5)])
def test_the_collapsed_route_is_exact_in_law(name: str, d_k: int, measure: Callable) -> None:
    shared, points = {"score_scale": name, "d_k": d_k}, [{"n": n} for n in (4, 20, 50)]
    plain, collapsed = (
        measure(q, shared, points, n_trials=4000) for q in (softmax_retrieval, softmax_collapsed)
    )
    difference = plain.mean - collapsed.mean
    stderr = np.sqrt(np.diag(plain.covariance) + np.diag(collapsed.covariance))
    varies = stderr > 0
    assert abs(difference[varies] / stderr[varies]).max() <= 4
    assert not difference[~varies].any()
    wrong = measure(softmax_collapsed, {"score_scale": name, "d_k": d_k + 1}, points, n_trials=4000).mean
    assert abs((plain.mean - wrong)[varies] / stderr[varies]).max() > 4


def test_score_scales() -> None:
    assert [score_scale(name, 9) for name in ("fixed", "root", "full")] == [4.0, 3.0, 9.0]
    with pytest.raises(ValueError, match="Score scale 'cubic' is unknown; the scales are fixed, root, full"):
        score_scale("cubic", 9)

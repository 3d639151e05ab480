"""Softmax weights on a line, where Z counts the keys that agree."""

from math import exp

import pytest
from theorycheck.numerics.conditioning.softmax import score_scale, softmax_retrieval

Z_LIMIT = 4.5


def test_softmax_of_signs(measure, z_scores):
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


def test_score_scales():
    assert [score_scale(name, 9) for name in ("fixed", "root", "full")] == [4.0, 3.0, 9.0]
    with pytest.raises(ValueError, match="Score scale 'cubic' is unknown; the scales are fixed, root, full"):
        score_scale("cubic", 9)

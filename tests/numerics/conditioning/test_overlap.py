"""Overlaps on the line, the circle and the ordinary sphere."""

from math import pi

import numpy as np
import pytest
from theorycheck.numerics.conditioning.overlap import (
    key_overlap,
    key_overlap_quadrature,
    key_overlap_tail,
    key_overlap_tail_quadrature,
)

Z_LIMIT = 4.5
THRESHOLDS = (0.25, 0.5, 0.75)

# |x|, x^2, x^4, x^6: signs on the line, a cosine on the circle, and on the sphere of R^3 a uniform
# number (Archimedes: equal slices of a sphere have equal areas).
MOMENTS = {
    1: [1.0, 1.0, 1.0, 1.0],
    2: [2 / pi, 1 / 2, 3 / 8, 5 / 16],
    3: [1 / 2, 1 / 3, 1 / 5, 1 / 7],
}


@pytest.mark.parametrize("d_k", MOMENTS)
def test_overlap_moments_by_hand(d_k, measure, z_scores):
    estimate = measure(key_overlap, {"d_k": d_k}, n_trials=1000)
    assert abs(z_scores(estimate, MOMENTS[d_k])).max() < Z_LIMIT


def test_slices_of_the_ordinary_sphere_have_equal_areas(measure, z_scores):
    estimate = measure(key_overlap_tail, {"d_k": 3}, [{"t": t} for t in THRESHOLDS])
    assert abs(z_scores(estimate, [1 - t for t in THRESHOLDS])).max() < Z_LIMIT
    assert (estimate.occurrences == np.rint(estimate.mean * estimate.count)).all()


def test_quadrature_by_hand():
    # E|x| on the circle, on the sphere of R^3 and, by one more substitution, of R^4.
    for d_k, expected in ((2, 2 / pi), (3, 1 / 2), (4, 4 / (3 * pi))):
        computed = key_overlap_quadrature.evaluate({"d_k": d_k})
        assert abs(computed.value - expected) <= computed.error_bound < 1e-11
    for t in THRESHOLDS:
        computed = key_overlap_tail_quadrature.evaluate({"d_k": 3, "t": t})
        assert abs(computed.value - (1 - t)) <= computed.error_bound < 1e-11


def test_too_few_nodes_widen_the_error_bound(monkeypatch):
    monkeypatch.setattr("theorycheck.numerics.conditioning.overlap._NODES", (2, 4))
    computed = key_overlap_quadrature.evaluate({"d_k": 64})
    monkeypatch.undo()
    assert (
        computed.error_bound
        > 0.1 * abs(computed.value - key_overlap_quadrature.evaluate({"d_k": 64}).value)
        > 1e-6
    )


def test_the_line_has_no_density():
    with pytest.raises(ValueError, match="from d_k = 2 on; got d_k = 1"):
        key_overlap_quadrature.evaluate({"d_k": 1})

"""Overlaps on the ordinary sphere, and too few nodes of a quadrature."""

import numpy as np
import pytest
from theorycheck.numerics.conditioning.overlap import key_overlap_quadrature, key_overlap_tail

Z_LIMIT = 4.5
THRESHOLDS = (0.25, 0.5, 0.75)


def test_slices_of_the_ordinary_sphere_have_equal_areas(measure, z_scores):
    estimate = measure(key_overlap_tail, {"d_k": 3}, [{"t": t} for t in THRESHOLDS])
    assert abs(z_scores(estimate, [1 - t for t in THRESHOLDS])).max() < Z_LIMIT
    assert (estimate.occurrences == np.rint(estimate.mean * estimate.count)).all()


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

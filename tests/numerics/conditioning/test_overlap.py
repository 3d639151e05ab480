"""Too few nodes of a quadrature of overlaps, and no density on the line."""

import pytest
from theorycheck.numerics.conditioning.overlap import key_overlap_quadrature


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

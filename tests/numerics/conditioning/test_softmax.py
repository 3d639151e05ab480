"""Scales of scores."""

import pytest
from theorycheck.numerics.conditioning.softmax import score_scale


def test_score_scales():
    assert [score_scale(name, 9) for name in ("fixed", "root", "full")] == [4.0, 3.0, 9.0]
    with pytest.raises(ValueError, match="Score scale 'cubic' is unknown; the scales are fixed, root, full"):
        score_scale("cubic", 9)

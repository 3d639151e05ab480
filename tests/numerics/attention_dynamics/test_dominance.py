"""The query that uses a value most, taken for all of them: what is left out, by hand at the ends."""

import pytest
from theorycheck.numerics.attention_dynamics.dominance import dominance_error, dominance_share, dominant_gain


def test_the_sum_of_the_others_bounds_the_error_and_each_of_them_does_not():
    for point in dominance_share.points:
        found = dominance_share.evaluate(point)
        assert found.value <= 1 + found.error_bound
        if point["errors"] in ("aligned", "opposed"):
            assert found.value >= 1 - found.error_bound
    far = {"errors": "opposed", "ratio": 100.0, "T": 1001}
    assert dominance_error.evaluate(far).value == pytest.approx(10)
    assert dominant_gain.evaluate(far).value == pytest.approx(-9)
    assert dominant_gain.evaluate({**far, "errors": "aligned"}).value == pytest.approx(11)

"""Capacities: all tokens at once against plain trials, bad names refused."""

import numpy as np
import pytest
from theorycheck.numerics.associative_memory.capacity import all_right, class_counts, stored_all


@pytest.mark.parametrize(("d", "stored"), [(20, 6), (40, 12)])
def test_all_right_is_the_share_of_plain_trials(d, stored):
    rng = np.random.default_rng(5)
    signed = rng.standard_normal((20_000, stored, d))
    margins = np.einsum("tpd,td->tp", signed, signed.sum(axis=1))
    share, exact = (margins > 0).all(axis=1).mean(), all_right(d, float(stored), 64)
    assert abs(share - exact) < 4 * (exact * (1 - exact) / 20_000) ** 0.5


def test_at_the_capacity_of_all_tokens_half_the_trials_are_right():
    found = stored_all.evaluate({"d": 1000})
    assert all_right(1000, found.value, 96) == pytest.approx(0.5, abs=1e-6)
    assert found.error_bound < 1e-6 * found.value


def test_an_unknown_function_is_refused():
    with pytest.raises(ValueError, match="'mod', 'own' or 'one'"):
        class_counts("block", 5)

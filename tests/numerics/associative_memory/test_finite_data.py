"""The mass of unseen tokens: added up, and by hand."""

from itertools import pairwise, product
from math import inf, log

import numpy as np
import pytest
from theorycheck.numerics.associative_memory.finite_data import MissedShare, missed_share, unseen_mass_decay
from theorycheck.numerics.associative_memory.model import zipf_constant, zipf_law


def test_every_sequence_of_three_samples_of_three_tokens():
    p = zipf_law(1.5, 3)
    expected = sum(
        np.prod(p[list(s)]) * sum(p[x] for x in range(3) if x not in s) for s in product(range(3), repeat=3)
    )
    found = missed_share(1.5, 3, 3)
    assert abs(found.value - expected) <= found.error_bound + 1e-15


@pytest.mark.parametrize(("alpha", "T"), [(1.2, 10), (1.2, 1e6), (2.0, 1e5), (2.0, 1e10), (3.0, 1e12)])
def test_another_length_of_the_head_stays_within_both_bounds(alpha, T, monkeypatch):
    whole = missed_share(alpha, T, inf)
    monkeypatch.setattr("theorycheck.numerics.associative_memory.finite_data._HEAD", 3000)
    short = missed_share(alpha, T, inf)
    assert abs(whole.value - short.value) <= whole.error_bound + short.error_bound
    assert short.error_bound > whole.error_bound
    assert whole.error_bound < 1e-11 * whole.value


def test_a_head_too_short_says_so_in_its_bound(monkeypatch):
    right = missed_share(2.0, 100, inf).value
    monkeypatch.setattr("theorycheck.numerics.associative_memory.finite_data._HEAD", 3)
    rough = missed_share(2.0, 100, inf)
    assert 1e-6 * right < abs(rough.value - right) <= rough.error_bound


def test_the_slope_turns_where_its_derivative_changes_sign():
    term = MissedShare(alpha=2.0, T=1000.0, C=zipf_constant(2.0, inf))
    for x in term.turns():
        before, at, after = (term.slope(x * (1 + h)) for h in (-1e-3, 0.0, 1e-3))
        assert (at - before) * (after - at) < 0


def test_the_last_tokens_share_sets_the_decay():
    points = [unseen_mass_decay.evaluate(point) for point in unseen_mass_decay.points]
    excess = [point.value - 1 for point in points]
    assert all(a > b > 0 for a, b in pairwise(excess))
    p = zipf_law(2.0, 100)[-1]
    assert excess[-1] == pytest.approx(-log(p) / (1e7 * p), rel=0.01)

"""Additive statistics: merging, reading, bytes."""

import hashlib
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from theorycheck.numerics.estimate import Histogram, Moments, from_bytes, merge, to_bytes

VALUES = hnp.arrays(
    np.float64,
    st.tuples(st.integers(3, 20), st.just(3)),
    elements=st.floats(-1e3, 1e3, allow_subnormal=False),
)
# Sums of squares of numbers up to 1e3 carry a rounding error of this size.
ATOL = 1e-6


def parts_of(values: np.ndarray, cuts: tuple[int, ...]) -> list[Moments]:
    """Moments of the slices between the cuts."""
    return [Moments.of(values[a:b]) for a, b in pairwise((0, *cuts, len(values)))]


def assert_close(left: Moments, right: Moments) -> None:
    """Equal up to rounding."""
    assert left.count == right.count
    np.testing.assert_allclose(left.mean, right.mean, rtol=0, atol=ATOL)
    np.testing.assert_allclose(left.scatter, right.scatter, rtol=1e-9, atol=ATOL)


@given(VALUES)
def test_merged_parts_have_the_moments_of_the_whole(values):
    assert_close(merge(parts_of(values, (1, 2))), Moments.of(values))


@given(VALUES, VALUES, VALUES)
@settings(max_examples=50)
def test_merging_is_associative_and_commutative_up_to_rounding(a, b, c):
    x, y, z = map(Moments.of, (a, b, c))
    assert_close(merge([merge([x, y]), z]), merge([x, merge([y, z])]))
    assert_close(merge([x, y, z]), merge([z, x, y]))


def test_merging_in_one_order_gives_the_same_bits():
    parts = parts_of(np.random.default_rng(1).normal(size=(50, 4)), (7, 20, 33))
    assert to_bytes(merge(parts)) == to_bytes(merge(iter(parts)))


def test_a_merge_that_forgets_the_spread_between_parts_would_be_seen():
    left, right = Moments.of([[0.0], [0.0]]), Moments.of([[1.0], [1.0]])
    assert left.scatter + right.scatter == 0
    assert merge([left, right]).scatter == pytest.approx(1.0)


def test_covariance_is_that_of_the_mean():
    values = np.random.default_rng(2).normal(size=(40, 3)) @ np.diag([1.0, 2.0, 3.0])
    np.testing.assert_allclose(Moments.of(values).covariance, np.cov(values.T) / 40, rtol=1e-12)


def test_large_offsets_cancel_nothing():
    values = np.random.default_rng(3).normal(size=(1000, 1))
    merged = merge(parts_of(values + 1e8, tuple(range(100, 1000, 100))))
    np.testing.assert_allclose(merged.scatter, Moments.of(values).scatter, rtol=1e-5)


@given(st.lists(st.integers(1, 400), min_size=1, max_size=30), st.integers(0, 2**32))
@settings(max_examples=50)
def test_counts_of_zero_one_data_are_exact_after_merging(sizes, seed):
    rng = np.random.default_rng(seed)
    blocks = [(rng.random((size, 2)) < rng.random(2)).astype(float) for size in sizes]
    merged = merge(Moments.of(block) for block in blocks)
    assert merged.occurrences.tolist() == np.concatenate(blocks).sum(axis=0).astype(int).tolist()


@pytest.mark.parametrize("values", [[[0.5], [0.5]], [[2.0], [0.0]], [[0.25], [0.5]]])
def test_counts_of_other_data_are_refused(values):
    with pytest.raises(ValueError, match="0/1 data only"):
        _ = Moments.of(values).occurrences


def test_one_draw_says_nothing_of_its_error():
    assert np.isinf(Moments.of([[1.0, 2.0]]).covariance).all()
    assert np.isinf(Histogram.of([1.0], (0.5, 2.0)).covariance).all()


def test_a_value_on_an_edge_is_not_above_it():
    histogram = Histogram.of([1.0, 2.0, 2.0, 3.0, 9.0], edges=(1.0, 2.0, 3.0))
    assert histogram.counts.tolist() == [1, 2, 1, 1]
    assert histogram.occurrences.tolist() == [4, 2, 1]
    assert histogram.mean.tolist() == [0.8, 0.4, 0.2]


@given(st.lists(st.integers(0, 9), min_size=2, max_size=60))
def test_survival_has_the_covariance_of_its_indicators(values):
    edges = (2.0, 5.0, 7.0)
    indicators = np.array([[value > edge for edge in edges] for value in values], dtype=float)
    histogram, moments = Histogram.of(values, edges), Moments.of(indicators)
    np.testing.assert_allclose(histogram.mean, moments.mean, atol=1e-12)
    np.testing.assert_allclose(histogram.covariance, moments.covariance, atol=1e-12)
    assert histogram.occurrences.tolist() == moments.occurrences.tolist()


@given(st.permutations(range(6)))
def test_histograms_merge_exactly_in_any_order(order):
    parts = [Histogram.of([float(i), i + 1.0], (1.0, 3.0)) for i in range(6)]
    assert to_bytes(merge(parts[i] for i in order)) == to_bytes(merge(parts))


@pytest.mark.parametrize(
    "estimate", [Moments.of([[0.1, 3.0], [0.2, 4.0], [0.7, -1.0]]), Histogram.of([1.0, 2.0], (1.0, 1.5))]
)
def test_bytes_give_back_the_same_bits(estimate):
    assert to_bytes(from_bytes(to_bytes(estimate))) == to_bytes(estimate)
    assert type(from_bytes(to_bytes(estimate))) is type(estimate)


def test_the_byte_form_does_not_change_unnoticed():
    moments = Moments(count=3, mean=np.array([1.0, 2.0]), scatter=np.eye(2))
    histogram = Histogram(edges=(0.5, 1.5), counts=np.array([1, 2, 3]))
    digest = hashlib.sha256(to_bytes(moments) + to_bytes(histogram)).hexdigest()
    assert digest[:16] == "b27b538dfc0b8621"


@pytest.mark.parametrize("cut", [1, 10, 40])
def test_corrupt_bytes_are_refused(cut):
    with pytest.raises(ValueError, match="not an estimate"):
        from_bytes(to_bytes(Moments.of([[1.0], [2.0]]))[:-cut])


def test_bytes_of_another_version_are_refused():
    data = to_bytes(Histogram.of([1.0], (0.5,))).replace(b"\xa7version\x01", b"\xa7version\x02")
    with pytest.raises(ValueError, match="byte form 2"):
        from_bytes(data)


def test_estimates_that_do_not_belong_together_are_not_merged():
    moments, histogram = Moments.of([[1.0], [2.0]]), Histogram.of([1.0], (0.5,))
    with pytest.raises(TypeError, match="within one kind"):
        merge([moments, histogram])
    with pytest.raises(ValueError, match="equal edges"):
        merge([histogram, Histogram.of([1.0], (0.75,))])
    with pytest.raises(ValueError, match="1 and of 2 numbers"):
        merge([moments, Moments.of([[1.0, 2.0]])])
    with pytest.raises(ValueError, match="Nothing to merge"):
        merge([])


def test_malformed_statistics_are_refused():
    with pytest.raises(ValueError, match="count >= 1"):
        Moments(count=0, mean=np.zeros(1), scatter=np.zeros((1, 1)))
    with pytest.raises(ValueError, match="shape"):
        Moments.of([1.0, 2.0])
    with pytest.raises(ValueError, match="increasing edges"):
        Histogram.of([1.0], (2.0, 1.0))
    with pytest.raises(ValueError, match="NaN"):
        Histogram.of([np.nan], (1.0,))

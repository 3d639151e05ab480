"""What is claimed of all values of one variable together: the largest, the smallest, a peak."""

import numpy as np
import pytest
from theorycheck.evidence.families import Family, of_family, split
from theorycheck.statistics.evidence import Point


def points(means, *, stderr=0.01, exact=False):
    """A point for each mean over rule = a, b, ... at every n."""
    return [
        Point(
            at={"n": n, "rule": rule},
            mean=mean,
            stderr=None if exact else stderr,
            error_bound=stderr if exact else None,
            n_trials=100,
        )
        for n, row in means.items()
        for rule, mean in zip("abc", row, strict=False)
    ]


def diagonal(found, stderr=0.01):
    return np.eye(len(found)) * stderr**2


def test_the_largest_of_means_that_are_told_apart_keeps_its_error():
    given = points({8: (1.0, 3.0, 2.0), 16: (4.0, 1.0, 1.0)})
    found, covariance = of_family(Family(kind="largest", variable="rule"), given, diagonal(given))
    assert [(dict(one.at), one.mean) for one in found] == [({"n": 8}, 3.0), ({"n": 16}, 4.0)]
    assert np.sqrt(np.diag(covariance)) == pytest.approx([0.01, 0.01])
    smallest, _ = of_family(Family(kind="smallest", variable="rule"), given, diagonal(given))
    assert [one.mean for one in smallest] == [1.0, 1.0]


def test_limits_of_the_largest_of_equal_means_hold():
    """Its estimate lies above the mean, so its error must be wider; without that limits would fail."""
    random = np.random.default_rng(0)
    family, outside, plain = Family(kind="largest", variable="rule"), 0, 0
    for _ in range(500):
        given = points({8: random.normal(1.0, 0.01, 3)})
        (found,), _ = of_family(family, given, diagonal(given))
        outside += abs(found.mean - 1.0) > 1.96 * found.stderr
        plain += abs(found.mean - 1.0) > 1.96 * 0.01
    assert outside <= 0.05 * 500 < plain


def test_a_peak_is_where_it_is_larger_than_elsewhere():
    given = [
        Point(at={"p": p, "n": n}, mean=1.0 if p == n else 0.5, stderr=0.1, error_bound=None, n_trials=9)
        for n in (8, 16)
        for p in (4, 8, 16)
    ]
    found, covariance = of_family(Family(kind="peak", variable="p", at="n"), given, diagonal(given, 0.1))
    assert [one.mean for one in found] == [0.5] * 4
    assert {"p": 8, "n": 8} not in [dict(one.at) for one in found]
    # Two excesses over one peak share its error.
    assert covariance[0] == pytest.approx([0.02, 0.01, 0, 0])
    with pytest.raises(LookupError, match=r"No point has p = 3\*n"):
        of_family(Family(kind="peak", variable="p", at="3*n"), given, diagonal(given))


def test_error_bounds_of_computed_values_add_up():
    given = points({8: (1.0, 3.0)}, exact=True)
    (top,), _ = of_family(Family(kind="largest", variable="rule"), given, np.zeros((2, 2)))
    assert (top.mean, top.error_bound) == (3.0, 0.01)


@pytest.mark.parametrize("text", ["mean", "hazard; largest over rule", "mean; peak over p at 2*n"])
def test_the_statistic_of_a_claim_says_what_is_taken(text):
    statistic, family = split(text)
    assert text == (statistic if family is None else f"{statistic}; {family}")

"""The naive rule is the one that is described, and fails where it is said to."""

import numpy as np
import pytest
from scipy import stats
from theorycheck.claim import BoundType, Relation
from theorycheck.document import Outcome
from theorycheck.table import Kind, Table, evidence

from benchmarks.calibration.naive import naive_outcome
from benchmarks.calibration.row import Row
from benchmarks.calibration.weighted import _fits, weighted_outcome

D = 2.0 ** np.arange(4, 11)


def claim(claimed, **more):
    return Row(name="x", claimed=claimed, right=Outcome.AGREES, **more).claim


def measured(means, relative=0.01):
    return evidence(
        Table(path="x", kind=Kind.MEANS, columns={"d": D}, mean=means, stderr=relative * np.abs(means))
    )


def noisy(exponent, seed):
    return D**exponent * np.exp(0.05 * np.random.default_rng(seed).standard_normal(D.size))


@pytest.mark.parametrize("seed", range(20))
def test_a_law_is_judged_by_the_line_through_the_logs(seed):
    means = noisy(1.0, seed)
    line = stats.linregress(np.log(D), np.log(means))
    half = stats.t.ppf(0.975, D.size - 2) * line.stderr
    agrees = abs(line.slope - 1) <= half
    assert naive_outcome(claim("C*d"), measured(means)) is (Outcome.AGREES if agrees else Outcome.REFUTED)


def test_a_named_logarithm_is_divided_out():
    means = D * np.log(D) * np.exp(0.01 * np.random.default_rng(3).standard_normal(D.size))
    assert naive_outcome(claim("C*d*log(d)"), measured(means)) is Outcome.AGREES
    assert naive_outcome(claim("C*d"), measured(means)) is Outcome.REFUTED


def test_one_sided_bound_types_need_only_their_side():
    steep, flat = measured(noisy(2.0, 1)), measured(noisy(0.5, 1))
    for bound_type, good, bad in ((BoundType.O, flat, steep), (BoundType.OMEGA, steep, flat)):
        assert naive_outcome(claim("C*d", bound_type=bound_type), good) is Outcome.AGREES
        assert naive_outcome(claim("C*d", bound_type=bound_type), bad) is Outcome.REFUTED


def test_sums_are_beyond_it():
    assert naive_outcome(claim("a*d + b"), measured(D)) is None


def test_bounds_and_orderings_take_means_at_their_word():
    above = np.where(np.arange(D.size) == 3, 1.001, 0.9) / D
    for relation, means, outcome in (
        (Relation.AT_MOST, above, Outcome.REFUTED),
        (Relation.AT_MOST, 0.9 / D, Outcome.AGREES),
        (Relation.AT_LEAST, above, Outcome.REFUTED),
        (Relation.AT_LEAST, 1.1 / D, Outcome.AGREES),
        (Relation.ORDERING, above, Outcome.REFUTED),
        (Relation.ORDERING, 1.1 / D, Outcome.AGREES),
    ):
        assert naive_outcome(claim("1/d", relation=relation), measured(means)) is outcome


def test_an_equality_is_judged_by_each_interval():
    near, far = np.ones(7), np.ones(7)
    near[2], far[2] = 1.0195, 1.0203
    assert naive_outcome(claim("1/d", relation=Relation.EQUALS), measured(near / D)) is Outcome.AGREES
    assert naive_outcome(claim("1/d", relation=Relation.EQUALS), measured(far / D)) is Outcome.REFUTED


@pytest.mark.parametrize(
    ("claimed", "truth", "outcome"),
    [
        ("C*d", D, Outcome.AGREES),
        ("C*d", D * (1 + 4 / np.sqrt(D)), Outcome.AGREES),
        ("C*d", D**0.8, Outcome.REFUTED),
        ("C*d", D * np.log(D), Outcome.REFUTED),
        ("C/d", 1 / D + 0.01, Outcome.REFUTED),
    ],
)
def test_least_squares_with_bic_choose_the_form_and_then_the_exponent(claimed, truth, outcome):
    assert weighted_outcome(claim(claimed), measured(truth, relative=1e-3)) is outcome


def test_weighted_bounds_and_equalities_use_the_errors():
    near = np.where(np.arange(D.size) == 3, 1.02, 1.0) / D
    for relation, relative, outcome in (
        (Relation.EQUALS, 0.01, Outcome.AGREES),
        (Relation.EQUALS, 0.002, Outcome.REFUTED),
        (Relation.AT_MOST, 0.01, Outcome.AGREES),
        (Relation.AT_MOST, 0.002, Outcome.REFUTED),
    ):
        assert weighted_outcome(claim("1/d", relation=relation), measured(near, relative)) is outcome


def test_the_interval_of_weighted_least_squares_covers_as_it_says_however_small_the_errors():
    runs = 200
    for relative in (1e-4, 1e-2):
        rng = np.random.default_rng(5)
        tables = [D * (1 + relative * rng.standard_normal(D.size)) for _ in range(runs)]
        pure = [next(_fits(D, means, relative * means)) for means in tables]
        covered = sum(fit.low <= 1 <= fit.high for fit in pure)
        assert stats.binom.sf(covered, runs, 0.95) > 1e-3
        assert stats.binom.cdf(covered, runs, 0.95) > 1e-3

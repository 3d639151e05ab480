"""From trials to a claim's numbers: each functional against the same number computed plainly."""

import numpy as np
import pytest
from msgspec.structs import replace
from theorycheck.claim import BoundType, Relation, Threshold
from theorycheck.decide.verdict import decide
from theorycheck.evidence.plan import Target
from theorycheck.evidence.reduction import exact_evidence, sampled_evidence
from theorycheck.numerics.estimate import Histogram, Moments
from theorycheck.numerics.quantity import DesignGroup, ExactValue, SampledQuantity
from theorycheck.wording import words

from . import planted

SIZES = (2, 4, 6, 8, 10)
VALUES = np.random.default_rng(3).normal(size=(4000, len(SIZES), 2)) ** 2 * np.array(SIZES)[:, None] / 5


def quantity(*, binary=False, edges=None):
    group = DesignGroup(
        shared={"d": 16},
        points=tuple({"d": 16, "n": size} for size in SIZES),
        trials_per_block=1,
        trials_per_chunk=1,
        bytes_per_chunk=1,
    )
    return SampledQuantity(
        name="test.quantity",
        version=1,
        title="",
        outputs=("survival",) if edges else ("first", "second"),
        binary=binary,
        groups=(group,),
        sample=lambda *_, **__: None,
        histogram_edges=edges,
    )


TARGET = Target(
    group="", positions=tuple(range(len(SIZES))), points=tuple({"d": 16, "n": size} for size in SIZES)
)


def claim(**fields):
    return planted.claim(Relation.EQUALS, "n", 0.1, **fields)


def evidence(fields, values=VALUES, **kind):
    estimate = Moments.of(values.reshape(len(values), -1))
    return sampled_evidence(claim(**fields), quantity(**kind), [(TARGET, estimate)])


def test_an_output_is_picked_with_its_covariance():
    found = evidence({"output": "second"})
    second = VALUES[:, :, 1]
    np.testing.assert_allclose([point.mean for point in found.points], second.mean(axis=0))
    np.testing.assert_allclose(found.covariance.matrix, np.cov(second.T) / len(second))
    assert found.points[0].failures is None


def test_an_unknown_output_is_a_defect_of_the_claim():
    with pytest.raises(LookupError, match="has no output 'third'"):
        evidence({"output": "third"})


def test_the_variance_is_unbiased_and_its_error_that_of_a_bootstrap():
    values = np.stack([VALUES[:, :, 0], VALUES[:, :, 0] ** 2], axis=-1)
    found = evidence({"statistic": "variance"}, values)
    np.testing.assert_allclose([point.mean for point in found.points], values[:, :, 0].var(axis=0, ddof=1))
    generator = np.random.default_rng(1)
    chosen = generator.integers(len(values), size=(400, len(values)))
    resampled = values[:, 0, 0][chosen].var(axis=1).std()
    assert found.points[0].stderr == pytest.approx(resampled, rel=0.15)


def test_the_reciprocal_has_the_error_of_the_delta_method():
    found = evidence({"output": "first", "statistic": "reciprocal"})
    plain = evidence({"output": "first"})
    assert found.points[1].mean == pytest.approx(1 / plain.points[1].mean)
    assert found.points[1].stderr == pytest.approx(plain.points[1].stderr / plain.points[1].mean ** 2)


def test_the_complement_of_a_proportion_keeps_its_counts():
    successes = (VALUES > 1).astype(float)
    found = evidence({"output": "first", "statistic": "complement"}, successes, binary=True)
    counts = (1 - successes[:, :, 0]).sum(axis=0)
    assert [point.failures for point in found.points] == counts.tolist()
    np.testing.assert_allclose([point.mean for point in found.points], counts / len(VALUES))


def test_the_complement_of_one_trial_has_infinite_variance_and_no_numbers_that_are_none():
    found = evidence({"output": "first", "statistic": "complement"}, VALUES[:1])
    assert np.all(np.isinf(np.diag(found.covariance.matrix)))
    assert not np.isnan(found.covariance.matrix).any()


def test_a_threshold_is_the_size_at_which_the_mean_meets_the_level():
    fields = {"output": "first", "threshold": Threshold(variable="n", level=1.0)}
    noise = np.random.default_rng(4).normal(size=VALUES.shape)
    values = np.array(SIZES)[:, None] / 5 * (1 + noise / 5)
    (point,) = evidence(fields, values).points
    assert point.at == {"d": 16}
    assert abs(point.mean - 5) < 4 * point.stderr
    parts = [evidence(fields, part).points[0].mean for part in np.split(values, 40)]
    assert point.stderr == pytest.approx(np.std(parts, ddof=1) / np.sqrt(40), rel=0.3)


def test_a_level_that_is_never_met_is_no_threshold():
    with pytest.raises(ValueError, match="100"):
        evidence({"output": "first", "threshold": Threshold(variable="n", level=100.0)})


def test_a_histogram_gives_the_survival_at_its_edges():
    edges = tuple(float(size) for size in SIZES)
    values = np.random.default_rng(2).integers(1, 12, size=5000).astype(float)
    found = sampled_evidence(
        claim(), quantity(edges=lambda _: edges), [(TARGET, Histogram.of(values, edges))]
    )
    assert [point.failures for point in found.points] == [(values > edge).sum() for edge in edges]


def test_points_of_different_groups_are_independent():
    estimate = Moments.of(VALUES.reshape(len(VALUES), -1))
    both = [(TARGET, estimate), (TARGET, estimate)]
    found = sampled_evidence(claim(output="first"), quantity(), both)
    half = len(SIZES)
    assert found.covariance.matrix.shape == (2 * half, 2 * half)
    assert not found.covariance.matrix[:half, half:].any()


def test_the_hazard_is_the_logarithm_of_survival_with_the_error_of_the_delta_method():
    failures = (VALUES > 1).astype(float)
    found = evidence({"output": "first", "statistic": "hazard"}, failures, binary=True)
    plain = evidence({"output": "first"}, failures, binary=True)
    for point, share in zip(found.points, plain.points, strict=True):
        assert point.mean == pytest.approx(-np.log(1 - share.mean))
        assert point.stderr == pytest.approx(share.stderr / (1 - share.mean))
        assert point.failures is None


def test_a_hazard_where_every_draw_failed_is_no_number():
    with pytest.raises(ValueError, match="infinite"):
        evidence({"output": "first", "statistic": "hazard"}, np.ones_like(VALUES), binary=True)


@pytest.mark.parametrize(("statistic", "of"), [("ratio", np.divide), ("difference", np.subtract)])
def test_an_output_against_the_next_has_the_error_of_a_bootstrap(statistic, of):
    values = 1 + VALUES + VALUES[:, :, :1]
    found = evidence({"output": "first", "statistic": statistic}, values)
    means = values.mean(axis=0)
    np.testing.assert_allclose([point.mean for point in found.points], of(means[:, 0], means[:, 1]))
    chosen = np.random.default_rng(1).integers(len(values), size=(400, len(values)))
    resampled = values[:, 0][chosen].mean(axis=1)
    assert found.points[0].stderr == pytest.approx(of(resampled[:, 0], resampled[:, 1]).std(), rel=0.15)


@pytest.mark.parametrize(
    ("statistic", "value", "slope"),
    [("mean", 0.2, 1), ("complement", 0.8, 1), ("hazard", -np.log(0.8), 1.25)],
)
def test_a_statistic_of_an_exact_value_passes_its_error_bound_on(statistic, value, slope):
    given = ExactValue(value=0.2, error_bound=1e-9)
    (point,) = exact_evidence(claim(statistic=statistic), [({"d": 16}, given)]).points
    assert point.mean == pytest.approx(value)
    assert point.error_bound == pytest.approx(slope * 1e-9, rel=1e-4)


def test_a_coordinate_that_another_determines_is_no_variable_of_a_law():
    exact = [
        ({"d": d, "tied": 2 * d, "free": d % 3, "fixed": 7}, ExactValue(value=1.0, error_bound=0.0))
        for d in (4, 8, 12, 4)
    ]
    exact[3][0]["free"] = 2
    law = replace(claim(), relation=Relation.LAW, bound_type=BoundType.THETA, claimed="C*d")
    assert set(exact_evidence(law, exact).at) == {"d", "free", "fixed"}
    assert set(exact_evidence(replace(law, claimed="C*d*tied"), exact).at) == {"d", "tied", "free", "fixed"}
    assert set(exact_evidence(claim(), exact).at) == {"d", "tied", "free", "fixed"}


@pytest.mark.parametrize("stairs", [True, False])
def test_lack_of_fit_of_a_threshold_reaches_the_sentence(stairs):
    sizes = np.arange(94.0, 107.0)
    seen = 2 * np.floor((sizes + 1) / 2) - 1 if stairs else sizes
    failed = np.random.default_rng(28).random((40_000, sizes.size)) < 1 / (1 + (100 / seen) ** 8)
    estimate = Moments.of(np.repeat(failed, 2, axis=1).astype(float))
    points = tuple({"d": 16, "n": int(size)} for size in sizes)
    target = Target(group="", positions=tuple(range(sizes.size)), points=points)
    asked = replace(claim(threshold=Threshold(variable="n", level=0.5, fitted=True)), claimed="100")
    found = sampled_evidence(asked, quantity(binary=True), [(target, estimate)])
    assert (found.misfit > 2) is stairs
    assert ("does not fit at every size" in words(decide(asked, None, found).summary)) is stairs

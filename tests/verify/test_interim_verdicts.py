"""Growing evidence looked at sixty times: how often is it ever wrong, beside peeking at fixed levels?"""

import itertools
from collections.abc import Iterator

import numpy as np
import pytest
from scipy import stats
from theorycheck.claim import Relation
from theorycheck.decide.context import DecisionContext
from theorycheck.decide.points import p_beyond
from theorycheck.decide.verdict import Monitoring, decide
from theorycheck.document import Outcome
from theorycheck.statistics.corrections import Design
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.evidence import Evidence
from theorycheck.statistics.exponents import Measured, fit_exponents

from .planted import claim, measured

ANALYSES = np.unique(np.round(np.geomspace(200, 20_000, 60)).astype(int))
STEPS = np.diff(ANALYSES, prepend=0)
LEVEL = 0.005
SIZES = np.array([16.0, 64.0, 256.0])
LAW_SIZES = np.array([16.0, 64.0, 256.0, 1024.0])
"""Three sizes of a variable decide few laws."""


def most(runs: int, share: float = 0.01) -> float:
    """The wrong runs that a rate of `share` exceeds once in ten thousand suites."""
    return float(stats.binom.isf(1e-4, runs, share))


def growing_counts(p: np.ndarray, rng: np.random.Generator) -> Iterator[Evidence]:
    counts = np.zeros(len(p))
    for step, n in zip(STEPS, ANALYSES, strict=True):
        counts = counts + rng.binomial(step, p)
        share = counts / n
        yield Evidence(
            at={"d": np.arange(1, len(p) + 1)},
            means=share,
            covariance=Covariance(share * (1 - share) / (n - 1)),
            n_trials=np.full(len(p), float(n)),
            failures=counts,
        )


def growing_means(truth: np.ndarray, rng: np.random.Generator) -> Iterator[Evidence]:
    """Means of exponential trials, skewed and as wide as they are high."""
    total, square = np.zeros(len(truth)), np.zeros(len(truth))
    for step, n in zip(STEPS, ANALYSES, strict=True):
        values = truth * rng.exponential(size=(step, len(truth)))
        total, square = total + values.sum(axis=0), square + (values**2).sum(axis=0)
        means = total / n
        at = {"d": np.arange(1, len(truth) + 1) if np.ptp(truth) == 0 else truth}
        yield measured(at, means, np.sqrt((square / n - means**2) / (n - 1)), n)


@pytest.mark.parametrize("grow", [growing_counts, growing_means])
def test_a_true_bound_at_its_boundary_is_ever_refuted_as_seldom_as_the_level_says(grow):
    runs = 2000 if grow is growing_counts else 400
    truth, bound = np.full(runs, 0.1), claim(Relation.AT_MOST, "0.1", 0.0)
    ever = {analyses: np.zeros(runs, dtype=bool) for analyses in Monitoring}
    for evidence in grow(truth, np.random.default_rng(17)):
        for analyses in Monitoring:
            context = DecisionContext(bound, None, evidence, LEVEL, analyses)
            ever[analyses] |= (p_beyond(context, truth, 1) <= LEVEL) | (p_beyond(context, truth, -1) <= LEVEL)
    assert ever[Monitoring.ANYTIME].sum() <= most(runs, 2 * LEVEL)
    assert ever[Monitoring.PLANNED].sum() > most(runs, 2 * LEVEL)


def test_an_interval_of_an_exponent_ever_misses_it_as_seldom_as_its_level_says():
    runs, rng = 120, np.random.default_rng(19)
    # A pure law: no column is corrected.
    design = Design(names=("d",), columns=np.log(SIZES)[:, None], offset=np.zeros(3), powers=())
    missed = dict.fromkeys(Monitoring, 0)
    for _ in range(runs):
        ever = dict.fromkeys(Monitoring, False)
        for evidence in itertools.islice(growing_means(SIZES, rng), None, None, 2):
            for analyses in Monitoring:
                grown = evidence.n_trials if analyses is Monitoring.ANYTIME else None
                fit = fit_exponents(
                    design,
                    Measured(
                        means=evidence.means,
                        covariance=evidence.covariance,
                        dof=evidence.n_trials - 1,
                        grown=grown,
                    ),
                    LEVEL,
                )
                ever[analyses] |= fit.lower is None or not fit.lower[0] <= 1 <= fit.upper[0]
        for analyses in Monitoring:
            missed[analyses] += ever[analyses]
    # Both ends and the form may each be wrong at the level.
    assert missed[Monitoring.ANYTIME] <= most(runs, 3 * LEVEL)
    assert missed[Monitoring.PLANNED] > most(runs, 3 * LEVEL)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("relation", "claimed", "truth"),
    [
        (Relation.EQUALS, "0.1", np.full(3, 0.1)),
        (Relation.AT_MOST, "0.1", np.full(3, 0.1)),
        (Relation.LAW, "C*d", LAW_SIZES),
    ],
)
def test_verdicts_on_truths_are_ever_false_in_at_most_one_run_of_a_hundred(relation, claimed, truth):
    is_law = relation is Relation.LAW
    runs, rng, asked = 30 if is_law else 100, np.random.default_rng(23), claim(relation, claimed, 1e-6)
    false = dict.fromkeys(Monitoring, 0)
    for _ in range(runs):
        series = list((growing_means if is_law else growing_counts)(truth, rng))
        for analyses in Monitoring:
            false[analyses] += any(
                decide(asked, None, evidence, analyses=analyses).outcome is Outcome.REFUTED
                for evidence in series
            )
    assert false[Monitoring.ANYTIME] <= most(runs)
    # Corrections of a law take up what repeated tests find by chance: `at_most` and `equals` are the control.
    assert is_law or false[Monitoring.PLANNED] > false[Monitoring.ANYTIME]


def test_evidence_that_grows_decides_in_the_end():
    rng = np.random.default_rng(29)
    *_, counts = growing_counts(np.full(3, 0.3), rng)
    *_, means = growing_means(LAW_SIZES, rng)
    for asked, evidence, outcome in (
        (claim(Relation.EQUALS, "0.3", 0.1), counts, Outcome.AGREES),
        (claim(Relation.EQUALS, "0.25", 0.1), counts, Outcome.REFUTED),
        (claim(Relation.AT_MOST, "0.27", 0.02), counts, Outcome.REFUTED),
        (claim(Relation.AT_LEAST, "0.27", 0.02), counts, Outcome.BOUND_ONLY),
        (claim(Relation.LAW, "C*d", 0.05), means, Outcome.AGREES),
        (claim(Relation.LAW, "C*sqrt(d)", 0.05), means, Outcome.REFUTED),
    ):
        found = decide(asked, None, evidence, analyses=Monitoring.ANYTIME).outcome
        assert found in (outcome, Outcome.AGREES if outcome is Outcome.BOUND_ONLY else outcome)
        with_less = decide(asked, None, evidence, analyses=Monitoring.PLANNED).intervals
        wide = decide(asked, None, evidence, analyses=Monitoring.ANYTIME).intervals
        assert all(a[0] < b[0] and b[1] < a[1] for a, b in zip(wide, with_less, strict=True))


def test_evidence_without_numbers_of_trials_cannot_be_analysed_anytime():
    evidence = measured({"d": SIZES}, SIZES, 1.0, np.inf)
    with pytest.raises(ValueError, match="count its trials"):
        decide(claim(Relation.LAW, "C*d", 0.1), None, evidence, analyses=Monitoring.ANYTIME)

"""How often the rows are wrong on planted truths: a small run of the full calibration.

Rates are compared with their one-sided 99.9 % binomial limits, so a seed that fails means a rate
above the demand, not bad luck.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest
from theorycheck.claim import Claim, Relation
from theorycheck.decide import verdict
from theorycheck.decide.verdict import Verdict
from theorycheck.document import Outcome
from theorycheck.statistics.evidence import Evidence

from . import planted
from .planted import claim, measured

SIZES = 2.0 ** np.arange(4, 12)
RUNS = 400


def noisy(rng: np.random.Generator, means: np.ndarray, relative: float) -> np.ndarray:
    return means * (1 + relative * rng.standard_normal(means.size))


def drawn(means: np.ndarray, relative: float) -> Iterator[Evidence]:
    """The evidence of each run."""
    rng = np.random.default_rng(113)
    for _ in range(RUNS):
        yield measured({"d_k": SIZES}, noisy(rng, means, relative), relative * means)


def outcomes(tested: Claim, means: np.ndarray, relative: float) -> Counter[Outcome]:
    """How the runs were decided."""
    return Counter(
        verdict.measured(tested, e, level=verdict.DEFAULT_LEVEL).outcome for e in drawn(means, relative)
    )


def misses(found: Verdict) -> bool:
    """Whether the interval of the exponent leaves out 1, or has an end of none."""
    low, high = found.exponents["d_k"].extrapolated_ci or (None, None)
    return low is None or high is None or not low <= 1 <= high


at_most = partial(planted.at_most, RUNS)
slow = partial(pytest.param, marks=pytest.mark.slow)
"""A case that takes many seconds of a processor."""


@pytest.mark.parametrize(
    ("correction", "relative"),
    [
        *(("pure", 0.004), slow("pure", 0.02)),
        *(slow("half", 0.004), ("half", 0.02)),
        *(("one", 0.004), slow("one", 0.02)),
    ],
)
def test_true_laws_are_not_refuted_and_their_intervals_cover(correction, relative):
    factor = {"pure": 1.0, "half": 1 + 2 * SIZES**-0.5, "one": 1 + 4 / SIZES}[correction]
    tested = claim(Relation.LAW, "C*d_k", 0.05)
    verdicts = [verdict.decide(tested, None, e) for e in drawn(SIZES * factor, relative)]
    found = Counter(one.outcome for one in verdicts)
    assert at_most(found[Outcome.REFUTED], 0.01)
    assert at_most(sum(map(misses, verdicts)), 0.017)
    if relative == 0.004:
        assert found[Outcome.AGREES] >= 0.9 * RUNS


@pytest.mark.parametrize("relative", [slow(0.004), 0.02, slow(0.15)])
def test_laws_off_by_the_margin_are_not_supported(relative):
    found = outcomes(claim(Relation.LAW, "C*d_k", 0.05), SIZES**0.95, relative)
    assert at_most(found[Outcome.AGREES], 0.01)


def test_an_exponent_off_by_a_tenth_is_refuted_with_enough_evidence():
    found = outcomes(claim(Relation.LAW, "C*d_k", 0.05), SIZES**0.9, 0.004)
    assert found[Outcome.REFUTED] >= 0.95 * RUNS


@pytest.mark.parametrize("shape", ["logarithm", slow("exponential")])
def test_truths_outside_the_family_are_not_supported(shape):
    means = SIZES / np.log(SIZES) if shape == "logarithm" else SIZES * np.exp(-SIZES / 500)
    found = outcomes(claim(Relation.LAW, "C*d_k", 0.05), means, 0.02)
    assert at_most(found[Outcome.AGREES], 0.05)


def test_equalities_are_rarely_decided_wrongly():
    tested = claim(Relation.EQUALS, "1/d_k", 0.02)
    for relative in (0.002, 0.01):
        true = outcomes(tested, 1 / SIZES, relative)
        assert at_most(true[Outcome.REFUTED], 0.01)
        off = outcomes(tested, 1.02 / SIZES, relative)
        assert at_most(off[Outcome.AGREES], 0.01)
        assert at_most(off[Outcome.REFUTED], 0.01)
    assert outcomes(tested, 1 / SIZES, 0.002)[Outcome.AGREES] >= 0.95 * RUNS
    assert outcomes(tested, 1.04 / SIZES, 0.002)[Outcome.REFUTED] >= 0.95 * RUNS


def test_a_naive_rule_would_fail_the_same_runs():
    """The control: a 95 % interval about the fitted line, containing the claim or not."""
    rng = np.random.default_rng(127)
    logs = np.log(SIZES) - np.log(SIZES).mean()
    refuted = 0
    for _ in range(RUNS):
        means = noisy(rng, SIZES * (1 + 2 * SIZES**-0.5), 0.004)
        slope = float(logs @ np.log(means) / (logs @ logs))
        refuted += abs(slope - 1) > 1.96 * 0.004 / float(np.sqrt(logs @ logs))
    assert not at_most(refuted, 0.01)

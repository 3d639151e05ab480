"""What an open verdict advises, followed: does it decide?"""

import re
from dataclasses import replace

import numpy as np
import pytest
from theorycheck.claim import Relation
from theorycheck.decide.verdict import Verdict, decide
from theorycheck.document import Outcome
from theorycheck.statistics.evidence import Evidence
from theorycheck.wording import words

from . import planted
from .planted import claim

SIZES = 2.0 ** np.arange(4, 11)
RUNS = 25


def measured(
    at: dict[str, np.ndarray], truth: np.ndarray, relative: float, rng: np.random.Generator
) -> Evidence:
    means = truth * (1 + relative * rng.standard_normal(len(truth)))
    return planted.measured(at, means, relative * truth, 1e4)


def advised(verdict: Verdict) -> float | None:
    """How many times the trials, where an open verdict says so."""
    found = re.search(r"(?:About|At least) ([\d.e+]+) times the trials", words(verdict.missing or ""))
    return None if found is None else float(found[1])


N, D = (grid.ravel() for grid in np.meshgrid(2.0 ** np.arange(1, 6), 2.0 ** np.arange(4, 9)))
CASES = {
    "law": (claim(Relation.LAW, "C*d", 0.1), {"d": SIZES}, SIZES, 0.05),
    "decaying law": (claim(Relation.LAW, "C/d", 0.1), {"d": SIZES}, 1 / SIZES, 0.05),
    "law of two variables": (claim(Relation.LAW, "C*d/n", 0.1), {"n": N, "d": D}, D / N, 0.06),
    "equality": (claim(Relation.EQUALS, "d", 0.02), {"d": SIZES}, SIZES, 0.01),
    "bound": (claim(Relation.AT_MOST, "1.1*d", 0.0), {"d": SIZES}, SIZES, 0.05),
    "ordering": (claim(Relation.ORDERING, "d", 0.0), {"d": SIZES}, 1.1 * SIZES, 0.05),
    "asymptotic equality": (claim(Relation.EQUALS, "d", 0.1, asymptotic=True), {"d": SIZES}, SIZES + 8, 0.06),
    "limit": (claim(Relation.LIMIT, "1", 0.1), {"d": SIZES}, 1 + 8 / SIZES, 0.06),
}


@pytest.mark.parametrize(("asked", "at", "truth", "relative"), CASES.values(), ids=CASES)
def test_as_many_times_the_trials_as_advised_decide(asked, at, truth, relative):
    rng, followed, decided, early = np.random.default_rng(31), 0, 0, 0
    for _ in range(RUNS):
        times = advised(decide(asked, None, measured(at, truth, relative, rng)))
        if times is None:
            continue
        with_all, with_less = (
            decide(asked, None, measured(at, truth, relative / np.sqrt(factor), rng)).outcome
            for factor in (times, max(times / 8, 1))
        )
        followed += 1
        decided += with_all is not Outcome.INCONCLUSIVE
        early += with_less is not Outcome.INCONCLUSIVE
    assert followed >= RUNS // 2
    assert decided >= 0.8 * followed
    assert early < decided


def test_an_equality_that_fails_is_refuted_with_the_trials_advised():
    rng, asked, refuted, followed = np.random.default_rng(41), claim(Relation.EQUALS, "d", 0.02), 0, 0
    for _ in range(RUNS):
        times = advised(decide(asked, None, measured({"d": SIZES}, 1.06 * SIZES, 0.05, rng)))
        if times is not None:
            more = measured({"d": SIZES}, 1.06 * SIZES, 0.05 / np.sqrt(times), rng)
            refuted += decide(asked, None, more).outcome is Outcome.REFUTED
            followed += 1
    assert followed >= RUNS // 2
    assert refuted >= 0.8 * followed


def test_the_longer_range_decides_at_the_same_errors():
    rng, asked, decided, followed = np.random.default_rng(37), claim(Relation.LAW, "C*d", 0.1), 0, 0
    for _ in range(RUNS):
        first = decide(asked, None, measured({"d": SIZES}, SIZES, 0.05, rng))
        found = re.search(r"sizes of d up to (\d+)", words(first.missing or ""))
        if found is None:
            continue
        assert int(found[1]) > SIZES[-1]
        longer = 2.0 ** np.arange(4, round(np.log2(int(found[1]))) + 1)
        decided += decide(asked, None, measured({"d": longer}, longer, 0.05, rng)).outcome is Outcome.AGREES
        followed += 1
    assert followed >= RUNS // 2
    assert decided >= 0.8 * followed


def test_exact_values_ask_for_no_trials():
    evidence = planted.exact({"d": SIZES}, SIZES + np.log(SIZES) ** 2, 1e-3)
    verdict = decide(claim(Relation.LAW, "C*d", 0.02), None, evidence)
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert verdict.missing is not None
    assert words(verdict.missing).startswith("Larger sizes")


def test_numbers_whose_trials_nobody_counted_are_advised_smaller_errors():
    rng, told = np.random.default_rng(43), 0
    for asked, at, truth, relative in CASES.values():
        counted = measured(at, truth, relative, rng)
        trials = advised(decide(asked, None, counted))
        stated = replace(counted, n_trials=np.full(len(truth), np.inf))
        said = words(decide(asked, None, stated).missing or "")
        assert "trials" not in said
        found = re.search(r"rrors (?:about|at least) ([\d.e+]+) times smaller", said)
        if trials is not None and found is not None:
            told += 1
            # Both are rounded, and Student's quantiles of 10,000 trials differ a little from normal ones.
            assert float(found[1]) == pytest.approx(np.sqrt(trials), rel=0.2)
    assert told >= len(CASES) // 2

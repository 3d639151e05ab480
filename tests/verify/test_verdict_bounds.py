"""The rows AtMost and AtLeast on planted truths: violated, vacuous, loose and tight bounds."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
import sympy as sp
from msgspec import structs
from theorycheck.claim import Claim, Quantifier, Relation, Threshold
from theorycheck.decide.verdict import Derived, Verdict, decide
from theorycheck.document import ComparisonOutcome, Outcome
from theorycheck.law import LawError
from theorycheck.statistics.evidence import Evidence
from theorycheck.statistics.intervals import clopper_pearson
from theorycheck.theory.notation import d_k
from theorycheck.wording import words

from . import planted

SIZES = np.unique(np.round(16 * 2 ** np.linspace(0, 6, 20)).astype(int))
Curve = Callable[[np.ndarray], np.ndarray]


def bound_claim(claimed: str, relation: Relation = Relation.AT_MOST, margin: float = 0.02) -> Claim:
    return planted.claim(relation, claimed, margin, quantity="conditioning.key_overlap_tail")


def sampled(curve: Curve, relative: float = 0.01, seed: int = 107, sizes: np.ndarray = SIZES) -> Evidence:
    means = curve(sizes.astype(float))
    return planted.sampled({"d_k": sizes}, means, relative * means, seed)


def counted(curve: Curve, n_trials: int = 20_000, seed: int = 109) -> Evidence:
    failures = np.random.default_rng(seed).binomial(n_trials, curve(SIZES.astype(float)))
    return planted.counted({"d_k": SIZES}, failures, n_trials)


derived_bound = partial(planted.derived, sizes=SIZES)


def decided(claimed: str, evidence: Evidence, derived: Derived | None = None, **fields: Any) -> Verdict:
    return decide(bound_claim(claimed, **fields), derived, evidence)


def test_a_tight_bound_agrees_and_a_loose_one_is_a_bound_only():
    tight = decided("1/d_k", sampled(lambda d: 0.7 / d), margin=0.1)
    assert (tight.outcome, tight.holds, tight.tight) == (Outcome.AGREES, "yes", "yes")
    loose = decided("1/sqrt(d_k)", sampled(lambda d: 0.7 / d), margin=0.1)
    assert (loose.outcome, loose.holds, loose.tight) == (Outcome.BOUND_ONLY, "yes", "no")
    assert "measured in all 20 settings (d_k = 16 to 1024)" in words(loose.summary)


@pytest.mark.parametrize("relation", [Relation.AT_MOST, Relation.AT_LEAST])
def test_one_of_twenty_points_ten_percent_beyond_the_bound_refutes_it(relation):
    factor = 1.1 if relation is Relation.AT_MOST else 1 / 1.1
    inner = 0.8 if relation is Relation.AT_MOST else 1.25

    def bent(d: np.ndarray) -> np.ndarray:
        return np.where(np.arange(d.size) == 7, factor, inner) / d

    verdict = decided("1/d_k", sampled(bent), relation=relation)
    assert (verdict.outcome, verdict.holds) == (Outcome.REFUTED, "no")
    assert f"d_k = {SIZES[7]}, " in words(verdict.summary)
    assert decided("1/d_k", sampled(lambda d: inner / d), relation=relation).holds == "yes"


def test_a_bound_met_with_equality_is_not_refuted_by_noise():
    outcomes = {decided("1/d_k", sampled(lambda d: 1 / d, seed=s)).outcome for s in range(20)}
    assert Outcome.REFUTED not in outcomes


def test_starved_points_neither_support_nor_refute_a_bound():
    verdict = decided("1/d_k", sampled(lambda d: 0.9 / d, relative=0.3))
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert "trials" in words(verdict.missing or "")


def test_vacuous_points_count_for_nothing():
    everywhere = decided("2*d_k", counted(lambda d: 4 / d))
    assert everywhere.outcome is Outcome.INCONCLUSIVE
    assert "no setting has a bound" in words(everywhere.summary)
    below = decided("1 - d_k", counted(lambda d: 4 / d), relation=Relation.AT_LEAST)
    assert below.outcome is Outcome.INCONCLUSIVE
    partly = decided("100/d_k", counted(lambda d: 10 / d))
    assert partly.holds == "yes"
    assert "; in 9 of 20 settings the bound is vacuous" in words(partly.summary)


def test_a_mean_that_is_no_proportion_has_no_vacuous_bound():
    assert decided("2*d_k", sampled(lambda d: d)).holds == "yes"


def test_zero_counts_support_a_bound_by_their_upper_limit_only():
    silent = decided("0.1", counted(lambda d: 0 * d, n_trials=200))
    assert silent.holds == "yes"
    assert silent.tight == "unknown"
    assert decided("0.001", counted(lambda d: 0 * d, n_trials=200)).outcome is Outcome.INCONCLUSIVE


def test_a_slack_that_only_grows_is_shown_by_limits_where_counts_vanish():
    verdict = decided("8/d_k", counted(lambda d: np.exp(-d / 16)))
    assert (verdict.outcome, verdict.tight) == (Outcome.BOUND_ONLY, "no")
    assert "times the bound" in words(verdict.summary)


@pytest.mark.parametrize(("value", "tight"), [(0.995, "yes"), (0.5, "no")])
def test_one_point_is_tight_by_its_ratio(value, tight):
    evidence = sampled(lambda d: value / d, relative=1e-3, sizes=np.array([64]))
    assert decided("1/d_k", evidence).tight == tight


def test_a_derived_bound_decides_where_no_point_contradicts_it():
    derived = derived_bound(4 / d_k, "<=")
    verdict = decided("4/d_k", counted(lambda d: 3.9 / d, n_trials=500), derived)
    assert (verdict.holds, verdict.basis) == ("yes", "derived")
    assert verdict.comparisons.symbolic.outcome is ComparisonOutcome.AGREES
    assert decided("4/d_k", counted(lambda d: 3.9 / d, n_trials=500)).holds == "undecided"


def test_a_derived_bound_that_is_stronger_implies_the_claim_and_a_weaker_one_does_not():
    evidence = counted(lambda d: 3.9 / d, n_trials=500)
    assert decided("5/d_k", evidence, derived_bound(4 / d_k, "<=")).basis == "derived"
    weaker = decided("4/d_k", evidence, derived_bound(5 / d_k, "<="))
    assert (weaker.basis, weaker.holds) == ("statistics", "undecided")


def test_a_violated_derived_bound_is_an_error_of_ours():
    assert decided("4/d_k", counted(lambda d: 6 / d), derived_bound(4 / d_k, "<=")).outcome is Outcome.ERROR
    mirrored = derived_bound(4 / d_k, ">=")
    claim = bound_claim("4/d_k", Relation.AT_LEAST)
    assert decide(claim, mirrored, counted(lambda d: 3 / d)).outcome is Outcome.ERROR
    assert decide(claim, mirrored, counted(lambda d: 5 / d)).holds == "yes"


def test_a_derived_value_above_the_bound_refutes_it_by_derivation():
    derived = derived_bound(6 / d_k, "=")
    verdict = decided("4/d_k", sampled(lambda d: 6 / d), derived, margin=0.1)
    assert (verdict.outcome, verdict.basis) == (Outcome.REFUTED, "derived")
    cited = replace(derived, status="partly cited")
    assert decided("4/d_k", sampled(lambda d: 6 / d), cited, margin=0.1).basis == "statistics"


def test_exact_points_are_held_to_the_bound_by_their_error_bounds():
    held = decided("1/d_k", exact(0.5 / SIZES, 1e-12 / SIZES))
    assert (held.outcome, held.basis, held.tight) == (Outcome.AGREES, "exact", "yes")
    beyond, near = exact(1.5 / SIZES, 1e-12 / SIZES), exact(0.9 / SIZES, 0.5 / SIZES)
    assert decided("1/d_k", beyond).outcome is Outcome.REFUTED
    assert decided("1/d_k", near).outcome is Outcome.INCONCLUSIVE


def exact(values: np.ndarray, error: float | np.ndarray, sizes: np.ndarray = SIZES) -> Evidence:
    return planted.exact({"d_k": sizes}, values, error)


BOTH = [Relation.AT_MOST, Relation.AT_LEAST]


@pytest.mark.parametrize("relation", BOTH)
@pytest.mark.parametrize("margin", [0.0, 0.02])
def test_a_computed_value_beyond_the_bound_by_less_than_the_margin_refutes_it(relation, margin):
    sign = 1 if relation is Relation.AT_MOST else -1
    values = (1 - sign * 0.5) / SIZES
    values[3] = (1 + sign * 1e-3) / SIZES[3]
    claim = bound_claim("1/d_k", relation, margin=margin)
    verdict = decide(claim, None, exact(values, 1e-12))
    assert (verdict.outcome, verdict.counterexample) == (Outcome.REFUTED, 3)
    assert "within" not in words(verdict.summary)
    values[3] = (1 - sign * 1e-3) / SIZES[3]
    assert decide(claim, None, exact(values, 1e-12)).holds == "yes"
    assert decide(claim, None, exact(values, 1e-2 * values)).outcome is Outcome.INCONCLUSIVE


@pytest.mark.parametrize("relation", BOTH)
def test_equality_with_the_bound_is_allowed_and_only_rounding_counts_as_equality(relation):
    claim = bound_claim("1/d_k", relation, margin=0.0)
    assert decide(claim, None, exact(1 / SIZES, 1e-14 / SIZES)).holds == "yes"
    assert decide(claim, None, exact(1 / SIZES, 1e-3 / SIZES)).outcome is Outcome.INCONCLUSIVE


def test_a_derived_value_beyond_the_bound_by_less_than_the_margin_refutes_it():
    derived = derived_bound(sp.Rational(101, 100) / d_k, "=")
    verdict = decided("1/d_k", sampled(lambda d: 1.01 / d, relative=1e-3), derived)
    assert (verdict.outcome, verdict.basis) == (Outcome.REFUTED, "derived")
    inside = derived_bound(sp.Rational(99, 100) / d_k, "=")
    assert decided("1/d_k", sampled(lambda d: 0.99 / d, relative=1e-3), inside).holds == "yes"


def test_a_statistical_bound_says_its_margin():
    verdict = decided("1/d_k", sampled(lambda d: 0.9 / d))
    assert "at most 1/d_k (within 2 %): measured" in words(verdict.summary)


@pytest.mark.parametrize("noise", [0.0, 1e-3])
def test_the_counterexample_is_the_setting_farthest_beyond_the_bound(noise):
    """The point with the smallest p-value is another one: its error is a hundredth."""
    values, errors = 0.5 / SIZES, np.full(SIZES.size, 0.02) / SIZES
    values[5], errors[5] = 1.05 / SIZES[5], 1e-4 / SIZES[5]
    values[9] = 1.5 / SIZES[9]
    evidence = exact(values, 1e-9) if noise == 0 else planted.measured({"d_k": SIZES}, values, errors)
    verdict = decided("1/d_k", evidence)
    assert verdict.counterexample == 9
    assert f"d_k = {SIZES[9]}, where the bound is" in words(verdict.summary)
    assert "2 of 20 settings" in words(verdict.summary)


def test_a_lower_bound_that_has_become_vacuous_says_nothing_of_slack():
    """1 - d/1100 is .93 at the largest but one sizes and .07 at the last; the probability is .4 there."""
    verdict = decided("1 - d_k/1100", counted(lambda d: 1 - 0.6 * d / 1100), relation=Relation.AT_LEAST)
    assert verdict.holds == "yes"
    assert "d_k = 1024" not in words(verdict.summary).partition("not tight")[2]


RUNS = 300


@cache
def outcomes(relation: Relation, factor: float, relative: float | None) -> Counter[Outcome]:
    """How a planted bound is decided that is broken by the factor at one of twenty sizes."""
    power = 1 if relation is Relation.AT_MOST else -1
    rng = np.random.default_rng(17)
    found: Counter[Outcome] = Counter()
    for seed in range(RUNS):
        shape = np.full(SIZES.size, 0.8**power)
        shape[rng.integers(SIZES.size)] = factor**power
        truth = shape / SIZES
        if relative is None:
            error = 10.0 ** rng.uniform(-13, -4) * truth
            evidence = exact(truth + error * rng.uniform(-1, 1, SIZES.size), error)
        else:
            evidence = sampled(lambda d, shape=shape: shape / d, relative, seed)
        found[decided("1/d_k", evidence, relation=relation).outcome] += 1
    return found


HOLDS = (Outcome.AGREES, Outcome.BOUND_ONLY)


def wrong(relation: Relation, factor: float, outcome: tuple[Outcome, ...], relative: float | None) -> int:
    """How often it ends in one of the outcomes."""
    return sum(outcomes(relation, factor, relative)[one] for one in outcome)


def rarely(found: int) -> bool:
    """Whether at most 1 % by the one-sided 95 % limit."""
    return float(clopper_pearson(np.array([found]), np.array([RUNS]), 0.1)[1][0]) <= 0.01


@pytest.mark.parametrize("relation", BOTH)
def test_planted_bounds_are_rarely_decided_wrongly(relation):
    # Computed: broken beyond the margin, broken within it, and held by as little.
    assert rarely(wrong(relation, 1.1, HOLDS, None))
    assert rarely(wrong(relation, 1.001, HOLDS, None))
    assert rarely(wrong(relation, 0.999, (Outcome.REFUTED,), None))
    # Sampled: broken beyond the margin, and within it; the margin is for what the errors hide.
    assert rarely(wrong(relation, 1.1, HOLDS, 0.01))
    assert rarely(wrong(relation, 1.019, HOLDS, 0.002))
    assert rarely(wrong(relation, 1.0, (Outcome.REFUTED,), 0.002))
    assert rarely(wrong(relation, 0.999, (Outcome.REFUTED,), 0.01))


@pytest.mark.parametrize("relation", BOTH)
def test_planted_bounds_are_decided(relation):
    assert wrong(relation, 1.1, (Outcome.REFUTED,), None) == RUNS
    assert wrong(relation, 1.001, (Outcome.REFUTED,), None) >= 0.95 * RUNS
    assert wrong(relation, 1.1, (Outcome.REFUTED,), 0.01) >= 0.95 * RUNS


def test_a_setting_at_which_the_bound_is_undefined_is_refused_by_name():
    with pytest.raises(LawError, match="no finite value at d_k = 16"):
        decided("1/(d_k - 16)", sampled(lambda d: 1 / d))
    assert decided("1/(d_k - 15)", sampled(lambda d: 0.5 / d)).holds == "yes"


@pytest.mark.parametrize(
    "asked",
    [
        {"own_threshold": True},
        {"quantifier": Quantifier.EXISTS},
        {"claimed": "0", "relation": Relation.AT_LEAST},
    ],
    ids=["a threshold of our own", "an example", "a bound of zero"],
)
def test_where_no_bound_is_a_source_s_nothing_is_asked_of_its_tightness(asked):
    loose = structs.replace(bound_claim("1/sqrt(d_k)", margin=0.1), **asked)
    verdict = decide(loose, None, sampled(lambda d: 0.7 / d))
    assert (verdict.outcome, verdict.holds, verdict.tight) == (Outcome.AGREES, "yes", "unknown")
    assert "tight" not in words(verdict.summary)
    assert verdict.comparisons.inference.outcome is ComparisonOutcome.AGREES
    above = structs.replace(loose, claimed="1/d_k", relation=Relation.AT_MOST)
    refuted = decide(above, None, sampled(lambda d: 2 / d))
    assert (refuted.outcome, refuted.holds) == (Outcome.REFUTED, "no")


@pytest.mark.parametrize("factor", [1.5, 0.9])
def test_a_threshold_is_told_with_its_limits_beside_its_bound(factor):
    bound = planted.claim(Relation.AT_MOST, "n/d_k", quantity="conditioning.planted")
    solved = structs.replace(bound, threshold=Threshold(variable="m", level=1.0))
    sizes = {"n": [4, 8, 16], "d_k": [8, 8, 8]}
    measured = planted.sampled(sizes, factor * np.array([0.5, 1.0, 2.0]), 0.01, seed=1)
    for claim, told in ((solved, True), (bound, False)):
        said = words(decide(claim, None, measured).summary)
        assert (re.search(r" at n = \d+ \([\d.]+ to [\d.]+\)", said) is not None) is told


def moved(place: int, factor: float) -> Evidence:
    """A bent curve far below its bound, whose value at one size alone is another."""
    return sampled(lambda d: np.where(np.arange(d.size) == place, factor, 1) / (d + 20))


@pytest.mark.parametrize(("place", "factor"), [(10, 2.0), (5, 0.5)])
def test_a_value_far_off_the_others_is_told_beside_a_bound_that_it_meets(place, factor):
    verdict = decided("9/sqrt(d_k)", moved(place, factor))
    assert verdict.outcome is Outcome.BOUND_ONLY
    told = re.search(r"One value stands out: at d_k = (\d+) it is ([\d.]+) times", words(verdict.summary))
    assert told is not None
    assert int(told[1]) == SIZES[place]
    assert float(told[2]) == pytest.approx(factor, rel=0.05)


@pytest.mark.parametrize(
    "evidence",
    [
        moved(10, 1.0),
        moved(10, 1.3),
        moved(0, 2.0),
        sampled(lambda d: np.where(np.arange(d.size) == 10, 2, 1) / d, relative=0.4),
        sampled(lambda d: np.where(d < 100, 1, 0.1) / d),
    ],
    ids=["smooth", "not far", "an end, where a curve may bend", "within its errors", "a step"],
)
def test_no_other_value_is_said_to_stand_out(evidence):
    assert "stands out" not in words(decided("9/sqrt(d_k)", evidence).summary)

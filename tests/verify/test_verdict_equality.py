"""The rows Equals and Identity on planted truths."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import sympy as sp
from msgspec import structs
from theorycheck.claim import Claim, Relation, Threshold
from theorycheck.decide.verdict import Derived, Verdict, decide
from theorycheck.document import ComparisonOutcome, Outcome
from theorycheck.evidence.derivations import concluded, without_values
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.evidence import Evidence
from theorycheck.theory.derivation import proved
from theorycheck.theory.kernel import apply
from theorycheck.theory.model import Parameter
from theorycheck.theory.notation import d_k, n
from theorycheck.theory.prove import assume
from theorycheck.wording import words

from . import planted

POINTS = [(items, size) for items in (2, 5, 17, 65) for size in (8, 32, 128)]
AT = dict(zip(("n", "d_k"), zip(*POINTS, strict=True), strict=True))
Formula = Callable[[int, int], float]


def equals_claim(
    claimed: str, relation: Relation = Relation.EQUALS, margin: float = 0.02, **fields: Any
) -> Claim:
    return planted.claim(relation, claimed, margin, quantity="conditioning.noise_power", **fields)


def sampled(formula: Formula, relative: float = 0.002, seed: int = 97) -> Evidence:
    means = np.array([formula(*point) for point in POINTS])
    errors = relative * np.where(means == 0, 1.0, np.abs(means))
    return planted.sampled(AT, means, errors, seed)


def exact(formula: Formula, bound: float = 1e-12) -> Evidence:
    return planted.exact(AT, [formula(*point) for point in POINTS], bound)


def counted(formula: Formula, n_trials: int, seed: int = 101) -> Evidence:
    shares = [formula(*point) for point in POINTS]
    return planted.counted(AT, np.random.default_rng(seed).binomial(n_trials, shares), n_trials)


def truth(items: int, size: int) -> float:
    return (items - 1) / size


DERIVED = Derived(
    status="derived",
    formula=(n - 1) / d_k,
    relation="=",
    exponents={},
    values=np.array([truth(*point) for point in POINTS]),
)


def decided(claimed: str, evidence: Evidence, derived: Derived | None = None, **fields: Any) -> Verdict:
    return decide(equals_claim(claimed, **fields), derived, evidence)


@pytest.mark.parametrize("derived", [None, DERIVED])
def test_a_true_formula_agrees_and_its_neighbour_is_refuted(derived):
    claim = equals_claim("(n-1)/d_k", alternatives=("n/d_k",))
    right = decide(claim, derived, sampled(truth))
    assert (right.outcome, right.holds) == (Outcome.AGREES, "yes")
    assert right.alternatives[0].excluded
    wrong = decided("n/d_k", sampled(truth), derived)
    assert (wrong.outcome, wrong.holds) == (Outcome.REFUTED, "no")
    assert {right.basis, wrong.basis} == {"statistics" if derived is None else "derived"}
    assert ("derived" in words(right.summary)) == (derived is not None)


def test_all_three_edges_are_shown():
    edges = decided("(n-1)/d_k", sampled(truth), DERIVED).comparisons
    assert edges.symbolic.outcome is edges.inference.outcome is ComparisonOutcome.AGREES
    assert edges.points.outcome is ComparisonOutcome.AGREES
    alone = decided("(n-1)/d_k", sampled(truth)).comparisons
    assert alone.symbolic.outcome is alone.points.outcome is ComparisonOutcome.NOT_MADE


def test_a_sign_flipped_in_the_derivation_is_caught():
    flipped = replace(DERIVED, formula=(n + 1) / d_k, values=np.array([(a + 1) / b for a, b in POINTS]))
    verdict = decided("(n-1)/d_k", sampled(truth), flipped)
    assert verdict.outcome is Outcome.ERROR
    assert "derivation and simulation disagree" in words(verdict.summary)


@pytest.mark.parametrize(
    ("factor", "hint"),
    [
        (lambda a, b: 2, "ratio is like 2 in every"),
        (lambda a, b: np.pi / 2, "ratio is like pi/2 in every"),
        (lambda a, b: 0.13, "ratio is about 0.130 in every"),
        (lambda a, b: 1 / b, "ratio is like 1/d_k in every"),
        (lambda a, b: b**0.5 / 2, "ratio is like 1/2*sqrt(d_k) in every"),
        (lambda a, b: a / (a + 1), "ratio is like n/(n + 1) in every"),
        (lambda a, b: (a + 1) / (a - 1), "ratio is like (n + 1)/(n - 1) in every"),
        (lambda a, b: 5 * b**0.3, "ratio goes like d_k^0.300 (0.299 to 0.302) over"),
        (lambda a, b: 1 + b / 32, "ratio runs from 1.25 at n = "),
    ],
)
def test_an_error_names_the_first_setting_and_the_factor_that_the_ratio_is_like(factor, hint):
    verdict = decided("(n-1)/d_k", sampled(lambda a, b: (a - 1) / b * factor(a, b)), DERIVED)
    assert verdict.outcome is Outcome.ERROR
    assert hint in words(verdict.summary)
    assert "derived 0.125 at n = 2, d_k = 8" in words(verdict.summary) or "sqrt" in hint


def test_a_ratio_that_errors_leave_open_has_no_factor():
    loose = sampled(lambda a, b: 2 * (a - 1) / b, relative=0.2)
    verdict = decided("(n-1)/d_k", loose, DERIVED)
    assert verdict.outcome is Outcome.ERROR
    assert "ratio is like" not in words(verdict.summary)


def test_a_derived_bound_is_no_value_and_is_held_to_the_measurement_as_a_bound():
    ceiling = replace(DERIVED, relation="<=", formula=n / d_k, values=np.array([a / b for a, b in POINTS]))
    verdict = decided("(n-1)/d_k", sampled(truth), ceiling)
    assert (verdict.outcome, verdict.basis) == (Outcome.AGREES, "statistics")
    assert verdict.comparisons.points.outcome is ComparisonOutcome.AGREES
    turned = decided("(n-1)/d_k", sampled(truth), replace(ceiling, relation=">="))
    assert turned.outcome is Outcome.ERROR
    assert "derivation and simulation disagree" in words(turned.summary)
    guessed = replace(ceiling, relation=">=", status="heuristic")
    assert decided("(n-1)/d_k", sampled(truth), guessed).outcome is Outcome.AGREES


def test_a_simulation_of_another_law_is_an_error_and_not_a_refutation():
    assert decided("(n-1)/d_k", sampled(lambda a, b: a / b), DERIVED).outcome is Outcome.ERROR


def test_wide_intervals_are_inconclusive_even_around_the_truth():
    verdict = decided("(n-1)/d_k", sampled(truth, relative=0.1), DERIVED)
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert verdict.comparisons.symbolic.outcome is ComparisonOutcome.AGREES
    assert "trials" in words(verdict.missing or "")


def test_one_point_off_by_ten_percent_refutes_an_equality():
    def bent(a: int, b: int) -> float:
        return truth(a, b) * (1.1 if (a, b) == (17, 32) else 1.0)

    verdict = decided("(n-1)/d_k", sampled(bent, relative=0.01))
    assert verdict.outcome is Outcome.REFUTED
    assert "n = 17, d_k = 32" in words(verdict.summary)


def test_a_significant_difference_within_the_margin_is_neither_support_nor_refutation():
    verdict = decided("(n-1)/d_k", sampled(lambda a, b: 1.01 * truth(a, b), relative=5e-4))
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert "yet not equal to it" in words(verdict.summary)


def test_equal_formulas_in_other_words_are_recognised():
    verdict = decided("n/d_k - 1/d_k", sampled(truth), DERIVED)
    assert verdict.comparisons.symbolic.outcome is ComparisonOutcome.AGREES


@pytest.mark.parametrize("relation", [Relation.IDENTITY, Relation.EQUALS])
def test_zero_is_compared_by_an_absolute_margin(relation):
    zero = replace(DERIVED, formula=sp.Integer(0), values=np.zeros(12))
    claim = equals_claim("0", relation, margin=1e-5)
    noise = sampled(lambda a, b: 0.0, relative=1e-7)
    assert decide(claim, zero, noise).outcome is Outcome.AGREES
    counterexample = decide(claim, None, sampled(lambda a, b: 0.1))
    assert counterexample.outcome is Outcome.REFUTED
    assert decide(claim, zero, sampled(lambda a, b: 0.1)).outcome is Outcome.ERROR
    alone = decide(claim, None, noise).outcome
    assert alone is (Outcome.INCONCLUSIVE if relation is Relation.IDENTITY else Outcome.AGREES)


def test_exact_points_agree_within_their_error_bound_only():
    claim = equals_claim("(n-1)/d_k")
    verdict = decide(claim, None, exact(truth))
    assert (verdict.outcome, verdict.basis) == (Outcome.AGREES, "exact")
    assert decide(claim, None, exact(lambda a, b: 1.05 * truth(a, b))).outcome is Outcome.REFUTED
    assert decide(claim, None, exact(lambda a, b: 1.001 * truth(a, b))).outcome is Outcome.INCONCLUSIVE
    assert decide(claim, DERIVED, exact(lambda a, b: 1.001 * truth(a, b))).outcome is Outcome.ERROR
    assert decide(claim, None, exact(truth, bound=0.5)).outcome is Outcome.INCONCLUSIVE


def test_proportions_are_decided_by_binomial_limits():
    def share(a: int, b: int) -> float:
        return 1 / (a * b)

    claim = equals_claim("1/(n*d_k)", margin=0.5)
    assert decide(claim, None, counted(share, 4_000_000)).outcome is Outcome.AGREES
    assert decide(claim, None, counted(share, 200)).outcome is Outcome.INCONCLUSIVE
    assert decide(claim, None, counted(lambda a, b: 2 / (a * b), 40_000)).outcome is Outcome.REFUTED


def test_points_that_share_an_error_are_not_counted_as_independent_evidence():
    rng = np.random.default_rng(103)
    means = np.array([truth(*point) for point in POINTS]) * (1 + 0.012 * rng.standard_normal())
    covariance = 0.012**2 * np.outer(means, means) * (0.02 * np.eye(12) + 0.98)
    claim, blind = equals_claim("(n-1)/d_k", margin=0.001), planted.measured(AT, 1.03 * means, 0.012 * means)
    shared = replace(blind, covariance=Covariance.of(covariance))
    assert decide(claim, None, shared).outcome is Outcome.INCONCLUSIVE
    assert decide(claim, None, blind).outcome is Outcome.REFUTED


def of_few_trials(n_trials: int, *, shared: bool, seed: int) -> Evidence:
    """Unit means of a handful of normal trials; `shared` trials move all points alike, up to a tenth."""
    rng = np.random.default_rng(seed)
    noise = rng.standard_normal((n_trials, 12))
    values = 1 + (rng.standard_normal((n_trials, 1)) + 0.1 * noise if shared else noise)
    covariance = np.atleast_2d(np.cov(values, rowvar=False)) / n_trials
    covariance = covariance if shared else np.diag(np.diag(covariance))
    found = planted.measured(AT, values.mean(axis=0), np.sqrt(np.diag(covariance)), n_trials)
    return replace(found, covariance=Covariance.of(covariance))


@pytest.mark.parametrize(("n_trials", "shared"), [(4, False), (8, True), (13, True)])
def test_a_handful_of_trials_refutes_no_true_value(n_trials, shared):
    claim = equals_claim("1")
    analyses = [decide(claim, None, of_few_trials(n_trials, shared=shared, seed=seed)) for seed in range(60)]
    assert sum(analysis.outcome is Outcome.REFUTED for analysis in analyses) <= 1
    # Without Student's tails many an analysis would: chi2 on twelve points is beyond its 0.5 % point.
    evidence = [of_few_trials(n_trials, shared=shared, seed=seed) for seed in range(60)]
    plain = [np.sum(e.covariance.whiten(e.means - 1) ** 2) > 28.3 for e in evidence]
    assert np.mean(plain) > 0.05


@pytest.mark.parametrize(("n_trials", "shared"), [(4, False), (8, True)])
def test_a_handful_of_trials_still_refutes_what_is_far_off(n_trials, shared):
    assert decided("100", of_few_trials(n_trials, shared=shared, seed=1)).outcome is Outcome.REFUTED


def test_a_point_of_a_single_draw_says_nothing_and_spoils_nothing():
    evidence = sampled(lambda a, b: 1.0)
    evidence.means[3], evidence.covariance.values[3], evidence.n_trials[3] = 7.0, np.inf, 1
    assert decided("1", evidence).outcome is Outcome.INCONCLUSIVE
    assert decided("1.1", evidence).outcome is Outcome.REFUTED


def test_the_counterexample_is_the_point_farthest_beyond_the_tolerance():
    """A point inside the tolerance with a tiny error has the smallest p-value, and refutes nothing."""
    means = np.array([truth(*point) for point in POINTS])
    errors = 0.005 * means
    means[2], errors[2] = 1.01 * means[2], 1e-7 * means[2]
    means[7] *= 1.2
    means[9] *= 1.1
    verdict = decided("(n-1)/d_k", planted.measured(AT, means, errors))
    assert (verdict.outcome, verdict.counterexample) == (Outcome.REFUTED, 7)
    assert "n = {}, d_k = {};".format(*POINTS[7]) in words(verdict.summary)
    assert "in 2 of 12 settings" in words(verdict.summary)


def test_an_approximate_premise_that_is_off_is_no_fault_of_ours():
    premise = "the crosstalk is normal"
    rough = replace(DERIVED, status="heuristic", approximations=(premise,))
    evidence = sampled(lambda a, b: 1.14 * truth(a, b))
    verdict = decided("(n-1)/d_k", evidence, rough)
    assert verdict.outcome is Outcome.REFUTED
    points = verdict.comparisons.points
    assert points.outcome is ComparisonOutcome.DIFFERS
    assert f"({premise}), which is off by 14" in points.sentence
    assert decided("(n-1)/d_k", evidence, DERIVED).outcome is Outcome.ERROR


def test_a_theorem_under_an_approximate_hypothesis_is_heuristic():
    power, items = Parameter("P"), Parameter("n")
    nearly = assume(power == items - 1, because="the crosstalk is normal", approximate=True)
    found = without_values(concluded(proved("n", "t", nearly)))
    assert found.status == "heuristic"
    assert [premise.endswith("(approximately: the crosstalk is normal)") for premise in found.approximations]
    exact = without_values(concluded(proved("n", "t", apply("reflexive", term=power))))
    assert (exact.status, exact.approximations) == ("derived", ())


THRESHOLDS = {8: 16, 16: 32, 32: 64, 64: 128}


def thresholds(constant: float, seed: int = 5) -> Evidence:
    sizes = np.array(list(THRESHOLDS))
    return planted.sampled({"d": sizes}, constant * sizes, 0.002 * constant * sizes, seed)


@pytest.mark.parametrize(
    ("relation", "claimed", "holds"),
    [
        (Relation.EQUALS, "2*d", "yes"),
        (Relation.EQUALS, "7*d", "no"),
        (Relation.AT_MOST, "2.1*d", "yes"),
        (Relation.AT_MOST, "1.9*d", "no"),
        (Relation.AT_LEAST, "1.9*d", "yes"),
        (Relation.AT_LEAST, "2.1*d", "no"),
    ],
)
def test_a_published_constant_of_a_threshold_is_tested(relation, claimed, holds):
    claim = equals_claim(claimed, relation, threshold=Threshold(variable="n", level=0.5, fitted=True))
    assert decide(claim, None, thresholds(2.0)).holds == holds


def test_a_law_says_that_its_constant_is_not_tested():
    claim = equals_claim("7*d", Relation.LAW, margin=0.05)
    assert "The factor 7 is not tested" in words(decide(claim, None, thresholds(2.0)).summary)
    free = structs.replace(claim, claimed="C*d")
    assert "not tested" not in words(decide(free, None, thresholds(2.0)).summary)


def test_a_law_says_at_which_settings_it_is_not_tested():
    claim = equals_claim("C*log(d/8)", Relation.LAW)
    said = words(decide(claim, None, thresholds(2.0)).summary)
    assert "Not used: 1 of 4 settings, as d = 8, where the law is zero, undefined or too large." in said
    everywhere = structs.replace(claim, claimed="C*log(d)")
    assert "Not used" not in words(decide(everywhere, None, thresholds(2.0)).summary)


def test_a_threshold_is_told_with_its_limits():
    claim = equals_claim("n/d_k")
    solved = structs.replace(claim, threshold=Threshold(variable="m", level=1.0))
    for one, told in ((solved, True), (claim, False)):
        said = words(decide(one, None, sampled(lambda n, d_k: 1.5 * n / d_k), level=0.005).summary)
        assert (re.search(r"measured [\d.]+ \([\d.]+ to [\d.]+\) instead of ", said) is not None) is told

"""The row Law of the verdict table on planted truths, with and without a derivation."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy as sp
from theorycheck.claim import BoundType, Claim, Relation, Threshold
from theorycheck.decide.context import DecisionContext, Diagnostic
from theorycheck.decide.growth import symbolic_growth
from theorycheck.decide.verdict import Derived, Verdict, decide
from theorycheck.document import ComparisonOutcome, Outcome
from theorycheck.law import form
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.evidence import Evidence
from theorycheck.theory.notation import d_k
from theorycheck.wording import Medium, words

from . import planted

SIZES = 2.0 ** np.arange(4, 12)
Law = Callable[[np.ndarray], np.ndarray]


def law_claim(
    claimed: str, bound_type: BoundType = BoundType.THETA, margin: float = 0.1, **fields: Any
) -> Claim:
    fields |= {"quantity": "conditioning.noise_growth", "threshold": Threshold(variable="n", level=1.0)}
    return planted.claim(Relation.LAW, claimed, margin, bound_type=bound_type, **fields)


def sampled(law: Law, relative: float = 0.005, seed: int = 79, shared: float = 0.0) -> Evidence:
    """Points with this relative error, of which a part of the variance is common to all."""
    means = law(SIZES)
    covariance = relative**2 * np.outer(means, means) * ((1 - shared) * np.eye(8) + shared)
    noisy = np.random.default_rng(seed).multivariate_normal(means, covariance)
    found = planted.measured({"d_k": SIZES.astype(int)}, noisy, np.sqrt(np.diag(covariance)))
    return replace(found, covariance=Covariance.of(covariance))


def exact(law: Law) -> Evidence:
    return planted.exact({"d_k": SIZES.astype(int)}, law(SIZES), 1e-10 * law(SIZES))


def kinds(law: Law, *, slower: float) -> Evidence:
    """Exact points of three kinds, named and numbered, at every size."""
    kind = np.repeat(np.array(["d/8", 5, 7.5], dtype=object), SIZES.size)
    means = np.concatenate([factor * law(SIZES) for factor in (1.0, slower, slower)])
    return planted.exact({"P": kind, "d_k": np.tile(SIZES.astype(int), 3)}, means, 1e-10 * means)


def decided(
    claimed: str, evidence: Evidence | None, derived: Derived | None = None, **fields: Any
) -> Verdict:
    return decide(law_claim(claimed, **fields), derived, evidence)


DERIVED = planted.derived(d_k + 1, sizes=SIZES, exponents={"d_k": Fraction(1)})


@pytest.mark.parametrize("derived", [None, DERIVED])
@pytest.mark.parametrize(
    ("claimed", "bound_type", "outcome", "holds", "tight"),
    [
        ("C*d_k", BoundType.THETA, Outcome.AGREES, "yes", "yes"),
        ("C*d_k", BoundType.O, Outcome.AGREES, "yes", "yes"),
        ("C*d_k", BoundType.OMEGA, Outcome.AGREES, "yes", "yes"),
        ("C*sqrt(d_k)", BoundType.THETA, Outcome.REFUTED, "no", "no"),
        ("C*sqrt(d_k)", BoundType.O, Outcome.REFUTED, "no", "no"),
        ("C*sqrt(d_k)", BoundType.OMEGA, Outcome.BOUND_ONLY, "yes", "no"),
        ("C*d_k**2", BoundType.THETA, Outcome.REFUTED, "no", "no"),
        ("C*d_k**2", BoundType.O, Outcome.BOUND_ONLY, "yes", "no"),
        ("C*d_k**2", BoundType.OMEGA, Outcome.REFUTED, "no", "no"),
    ],
)
def test_every_bound_type_of_a_linear_truth(*, derived, claimed, bound_type, outcome, holds, tight):
    verdict = decided(claimed, sampled(lambda d: d + 1), derived, bound_type=bound_type)
    assert (verdict.outcome, verdict.holds, verdict.tight) == (outcome, holds, tight)
    assert verdict.basis == ("statistics" if derived is None else "derived")
    assert ("by derivation" in words(verdict.summary)) == (derived is not None)


def test_the_derivation_decides_even_where_the_fit_alone_could_not():
    noisy = sampled(lambda d: d + 1, relative=0.01, seed=83)
    claim = law_claim("C*d_k", margin=0.01)
    assert decide(claim, None, noisy).outcome is Outcome.INCONCLUSIVE
    verdict = decide(claim, DERIVED, noisy)
    assert (verdict.outcome, verdict.basis) == (Outcome.AGREES, "derived")
    assert verdict.comparisons.inference.outcome is ComparisonOutcome.OPEN


@pytest.mark.parametrize(
    "status", ["partly cited", "heuristic", "derived for instances", "checked numerically"]
)
def test_no_other_status_of_a_derivation_decides(status):
    verdict = decided("C*d_k", sampled(lambda d: d + 1), replace(DERIVED, status=status))
    assert verdict.basis == "statistics"
    assert verdict.outcome is Outcome.AGREES
    assert verdict.comparisons.symbolic.outcome is ComparisonOutcome.AGREES


def test_a_derivation_that_the_points_contradict_is_an_error_of_ours():
    verdict = decided("C*d_k", sampled(lambda d: 1.2 * d), DERIVED)
    assert verdict.outcome is Outcome.ERROR
    assert verdict.holds == "undecided"
    assert "derivation and simulation disagree" in words(verdict.summary)
    heuristic = replace(DERIVED, status="heuristic")
    assert decided("C*d_k", sampled(lambda d: 1.2 * d), heuristic).outcome is Outcome.AGREES


def test_a_derivation_whose_own_check_failed_is_an_error():
    failed = replace(DERIVED, status="failed")
    assert decided("C*d_k", sampled(lambda d: d + 1), failed).outcome is Outcome.ERROR


def test_points_too_wide_to_confirm_a_derivation_leave_the_claim_open():
    verdict = decided("C*d_k", sampled(lambda d: d + 1, relative=0.3), DERIVED)
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert verdict.comparisons.points.outcome is ComparisonOutcome.OPEN
    assert verdict.missing is not None
    assert "trials" in words(verdict.missing)


def test_starved_evidence_is_inconclusive_and_says_how_much_is_missing():
    verdict = decided("C*d_k", sampled(lambda d: d, relative=0.15))
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert verdict.holds == "undecided"
    assert verdict.missing is not None
    assert "times the trials" in words(verdict.missing)


def test_no_evidence_is_inconclusive_unless_nothing_was_to_be_measured():
    verdict = decided("C*d_k", None, DERIVED)
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert "Settings" in words(verdict.missing or "")


@pytest.mark.parametrize("law", [lambda d: (1 + 2 * d**-0.5) * d, lambda d: d + 4])
def test_a_vanishing_correction_does_not_refute_a_true_law(law):
    assert decided("C*d_k", sampled(law, relative=0.002)).outcome is Outcome.AGREES


def test_a_floor_under_a_decaying_law_refutes_it():
    verdict = decided("C/d_k", sampled(lambda d: 1 / d + 1e-3))
    assert verdict.outcome is Outcome.REFUTED
    assert "floor" in words(verdict.summary)
    assert decided("C/d_k", sampled(lambda d: 1 / d)).outcome is Outcome.AGREES


@pytest.mark.parametrize(
    ("sizes", "means", "law", "claimed"),
    [
        (
            [6.5, 8, 9.5, 11, 12.5, 14, 15.5, 17],
            [0.4608, 0.3344, 0.2455, 0.1807, 0.1373, 0.1013, 0.07571, 0.05534],
            lambda d: 1.69 * np.exp(-d / 5),
            "C/d",
        ),
        (
            [10, 26, 65, 167, 427, 1093, 2795],
            [0.1655, 0.05981, 0.02264, 0.008246, 0.003093, 0.001125, 0.0004396],
            lambda d: d**-1.0 + 1.04 * d**-1.2,
            "C*d**(-0.9)",
        ),
    ],
)
def test_a_floor_refutes_an_upper_bound_only_where_local_exponents_rise_to_it(sizes, means, law, claimed):
    """Tables of laws below the claim, drawn with errors of 1 %, that a floor happens to fit best.

    The first floor is below zero, and of the second no local exponent rises above the claimed one.
    """
    claim, at = planted.claim(Relation.LAW, claimed, bound_type=BoundType.O), np.array(sizes, dtype=float)
    below = decide(claim, None, planted.measured({"d": at}, means, 0.01 * law(at), np.inf))
    assert below.outcome in (Outcome.INCONCLUSIVE, Outcome.BOUND_ONLY)
    # No form that vanishes is rejected by its p-value in the second: the floor fits far better.
    worse = "far worse than what fits best" in words(below.summary)
    assert worse is (below.outcome is Outcome.INCONCLUSIVE)
    floored = planted.sampled({"d": at}, 1 / at + 1 / at[-3], 0.01 / at, 3)
    assert decide(claim, None, floored).outcome is Outcome.REFUTED


@pytest.mark.parametrize(
    ("law", "outcome"),
    [
        (lambda d: np.maximum(d, 15), Outcome.INCONCLUSIVE),
        (lambda d: np.sqrt(d**2 + 400), Outcome.INCONCLUSIVE),
        (lambda d: (d + 15) ** 0.6, Outcome.REFUTED),
        (lambda d: d**1.25 + 50, Outcome.REFUTED),
    ],
)
def test_a_law_that_the_local_exponents_have_reached_is_not_refuted(law, outcome):
    """Of laws that bend into d, one table in six at errors of 3 % was told from it by its beginning alone."""
    sizes = np.array([4, 6, 10, 15, 23, 36, 56, 88.0])
    claim, error = planted.claim(Relation.LAW, "C*d"), 0.03 if outcome is Outcome.INCONCLUSIVE else 0.01
    found = [decide(claim, None, planted.along("d", sizes, law, error, seed)).outcome for seed in range(25)]
    assert (Outcome.REFUTED in found) is (outcome is Outcome.REFUTED)
    assert outcome is Outcome.INCONCLUSIVE or found.count(Outcome.REFUTED) >= 20


def test_an_upper_bound_by_a_power_stays_open_under_an_exponential():
    sizes = np.array([10, 16, 27, 44, 72, 117, 192, 314.0])
    means = (sizes + 238.3) ** 1.5
    claim = planted.claim(Relation.LAW, "C*d**1.4", bound_type=BoundType.O)
    tables = (planted.sampled({"d": sizes}, means, 0.03 * means, seed) for seed in range(25))
    verdicts = [decide(claim, None, evidence) for evidence in tables]
    named = [one.outcome for one in verdicts if "it grows exponentially" in words(one.summary)]
    assert named
    assert not {Outcome.AGREES, Outcome.BOUND_ONLY} & set(named)


def test_the_range_is_that_of_the_settings_that_are_used():
    sizes = np.array([0, 16, 64, 256, 1024.0])
    evidence = planted.sampled({"d": sizes}, np.sqrt(sizes + 0.1), 0.001, 4)
    told = words(decide(planted.claim(Relation.LAW, "C*sqrt(d)"), None, evidence).summary)
    assert "measured on d = 16 to 1024" in told
    assert "Not used: 1 of 5 settings, as d = 0" in told


def test_numbers_that_are_negative_up_to_some_size_are_left_out_of_a_law():
    found = decided("C*d_k", sampled(lambda d: d - 48.0))
    assert found.outcome is not Outcome.REFUTED
    told = words(found.summary)
    assert "Not used: 2 of 8 settings, as d_k = 16, before the number is surely positive" in told
    assert decided("C/d_k", sampled(lambda d: d - 48.0)).outcome is Outcome.REFUTED
    turned = decided("C*d_k", sampled(lambda d: 48.0 - d))
    assert "Not used" not in words(turned.summary)


def test_a_law_of_negative_numbers_says_that_their_sign_is_to_be_turned():
    found = decided("C*d_k", sampled(lambda d: -d))
    assert found.outcome is Outcome.INCONCLUSIVE
    assert "positive numbers, and no setting has one" in words(found.summary)
    assert "other sign" in words(found.missing)


def test_a_coordinate_may_hold_names_beside_numbers():
    evidence = kinds(lambda d: 1 / d, slower=1.0)
    assert [evidence.place(point)["P"] for point in (0, 8, 16)] == ["d/8", 5, 7.5]
    assert decided("C/d_k", evidence).outcome is Outcome.AGREES
    assert decided("C*d_k", evidence).outcome is Outcome.REFUTED


def test_exact_points_that_share_a_size_and_differ_leave_a_law_open():
    evidence = kinds(lambda d: 1 / d, slower=1.5)
    assert decided("C/d_k", evidence).outcome is Outcome.INCONCLUSIVE


def test_an_alternative_that_stands_beside_a_floor_is_named_with_it():
    claim = law_claim("C/d_k", alternatives=("C*log(d_k)/d_k",), margin=0.05)
    coarse, fine = (decide(claim, None, sampled(lambda d: 1 / d + 3e-4, error)) for error in (0.05, 0.01))
    assert coarse.outcome is fine.outcome is Outcome.REFUTED
    assert "keeps a floor at large sizes, and C*log(d_k)/d_k fits as well" in words(coarse.summary)
    assert "a floor remains at large sizes" in words(fine.summary)


def test_a_logarithm_is_never_taken_for_a_power():
    claim = law_claim("C*d_k", alternatives=("C*d_k/log(d_k)",), margin=0.05)
    for relative in (0.001, 0.005, 0.02):
        verdict = decide(claim, None, sampled(lambda d: d / np.log(d), relative))
        assert verdict.outcome in (Outcome.REFUTED, Outcome.INCONCLUSIVE)
        assert not verdict.alternatives[0].excluded


def test_a_derived_logarithm_beside_equal_exponents_does_not_support_theta():
    derived = planted.derived(d_k * sp.log(d_k), sizes=SIZES, exponents={"d_k": Fraction(1)})
    verdict = decided("C*d_k", sampled(lambda d: d * np.log(d)), derived)
    assert verdict.outcome is not Outcome.AGREES
    assert verdict.comparisons.symbolic.outcome is ComparisonOutcome.OPEN


def test_alternatives_are_excluded_by_derivation_by_form_and_by_exponent():
    alternatives = ("C*sqrt(d_k)", "C*d_k/log(d_k)", "C*d_k", "C*d_k + 1")
    derived = decided("C*d_k", sampled(lambda d: d + 1, 0.002), DERIVED, alternatives=alternatives)
    assert [alternative.excluded for alternative in derived.alternatives] == [True, True, False, False]
    assert "derived exponent" in derived.alternatives[0].reason
    assert "does not fit" in derived.alternatives[1].reason
    measured = decided("C*d_k", sampled(lambda d: d + 1, 0.002), alternatives=alternatives)
    assert [alternative.excluded for alternative in measured.alternatives] == [True, True, False, False]
    assert "its own constants fitted, the exponent of d_k is" in measured.alternatives[0].reason
    starved = decided("C*d_k", sampled(lambda d: d + 1, 0.9), alternatives=alternatives)
    assert not any(alternative.excluded for alternative in starved.alternatives)


def test_a_derived_lower_bound_supports_a_guarantee_and_nothing_else():
    guarantee = planted.derived(sp.sqrt(d_k), ">=", sizes=SIZES, exponents={"d_k": Fraction(1, 2)})
    evidence = sampled(lambda d: d + 1)
    verdict = decided("C*sqrt(d_k)", evidence, guarantee, bound_type=BoundType.OMEGA)
    assert (verdict.outcome, verdict.holds, verdict.basis) == (Outcome.BOUND_ONLY, "yes", "derived")
    assert decided("C*sqrt(d_k)", evidence, guarantee).basis == "statistics"
    broken = sampled(lambda d: 0.5 * np.sqrt(d))
    assert decided("C*sqrt(d_k)", broken, guarantee, bound_type=BoundType.OMEGA).outcome is Outcome.ERROR


def by_derivation(claimed: str, bound_type: BoundType, derived: Derived) -> Diagnostic:
    """What a derived growth alone says of a law."""
    claim = law_claim(claimed, bound_type)
    context = DecisionContext(claim=claim, derived=derived, evidence=sampled(lambda d: d), level=0.005)
    return symbolic_growth(context, form(claimed, tuple(derived.exponents)))


@pytest.mark.parametrize(
    ("relation", "bound_type", "claimed", "expected"),
    [
        (">=", BoundType.OMEGA, "C*sqrt(d_k)", Outcome.BOUND_ONLY),
        (">=", BoundType.OMEGA, "C*d_k**2", Outcome.INCONCLUSIVE),
        (">=", BoundType.O, "C*sqrt(d_k)", Outcome.REFUTED),
        (">=", BoundType.O, "C*d_k", Outcome.INCONCLUSIVE),
        (">=", BoundType.THETA, "C*sqrt(d_k)", Outcome.REFUTED),
        (">=", BoundType.THETA, "C*d_k**2", Outcome.INCONCLUSIVE),
        ("<=", BoundType.O, "C*d_k**2", Outcome.BOUND_ONLY),
        ("<=", BoundType.O, "C*sqrt(d_k)", Outcome.INCONCLUSIVE),
        ("<=", BoundType.OMEGA, "C*d_k**2", Outcome.REFUTED),
        ("<=", BoundType.OMEGA, "C*d_k", Outcome.INCONCLUSIVE),
        ("<=", BoundType.THETA, "C*d_k**2", Outcome.REFUTED),
        ("<=", BoundType.THETA, "C*sqrt(d_k)", Outcome.INCONCLUSIVE),
    ],
)
def test_a_derived_bound_excludes_what_grows_beyond_it(relation, bound_type, claimed, expected):
    bound = replace(DERIVED, relation=relation)
    assert by_derivation(claimed, bound_type, bound).outcome is expected


@pytest.mark.parametrize(
    ("relation", "bound_type", "claimed", "tight"),
    [
        (">=", BoundType.OMEGA, "C*sqrt(d_k)", "no"),
        (">=", BoundType.OMEGA, "C*d_k", "unknown"),
        ("<=", BoundType.O, "C*d_k**2", "no"),
        ("<=", BoundType.O, "C*d_k", "unknown"),
    ],
)
def test_a_derived_bound_of_another_order_shows_the_claim_loose(relation, bound_type, claimed, tight):
    bound = replace(DERIVED, relation=relation)
    found = by_derivation(claimed, bound_type, bound)
    assert (found.outcome, found.tight) == (Outcome.BOUND_ONLY, tight)


def test_a_bound_in_two_variables_refutes_by_one_and_shows_by_both():
    bound = replace(
        DERIVED, relation="<=", formula=None, exponents={"d_k": Fraction(1), "n": Fraction(2)}, values=None
    )
    crossed = "C*d_k**2*n"
    assert by_derivation(crossed, BoundType.OMEGA, bound).outcome is Outcome.REFUTED
    assert by_derivation(crossed, BoundType.O, bound).outcome is Outcome.INCONCLUSIVE
    assert by_derivation("C*d_k**2*n**2", BoundType.O, bound).outcome is Outcome.BOUND_ONLY


def test_a_derived_upper_bound_refutes_a_guarantee_that_starved_evidence_leaves_open():
    ceiling = replace(DERIVED, relation="<=")
    starved = sampled(lambda d: 0.5 * d, relative=0.9)
    claim = law_claim("C*d_k**2", BoundType.OMEGA)
    verdict = decide(claim, ceiling, starved)
    assert (verdict.outcome, verdict.basis) == (Outcome.REFUTED, "derived")
    assert "by derivation it grows at most like d_k" in words(verdict.summary)
    assert decide(claim, None, starved).outcome is Outcome.INCONCLUSIVE
    assert decide(claim, ceiling, sampled(lambda d: 2 * d)).outcome is Outcome.ERROR


def test_exact_points_are_decided_by_their_bounds():
    claim = law_claim("C*d_k")
    verdict = decide(claim, None, exact(lambda d: d + 1))
    assert (verdict.outcome, verdict.basis) == (Outcome.AGREES, "exact")
    assert verdict.exponents["d_k"].trend == "rising"
    assert decide(claim, None, exact(lambda d: d**0.8)).outcome is Outcome.REFUTED
    assert decide(claim, DERIVED, exact(lambda d: d + 1)).basis == "derived"
    assert decide(claim, DERIVED, exact(lambda d: 1.001 * d + 1.01)).outcome is Outcome.ERROR


def test_ignoring_a_shared_error_would_change_chi2_but_not_a_clear_verdict():
    evidence = sampled(lambda d: d + 1, relative=0.01, shared=0.9)
    assert decided("C*d_k", evidence, DERIVED).outcome is Outcome.AGREES
    blind = Evidence.of(evidence.points, np.diag(evidence.covariance.variances))
    told, untold = (decided("C*d_k", e).exponents["d_k"].ci for e in (evidence, blind))
    assert told is not None
    assert untold is not None
    assert (told[1] or 0) - (told[0] or 0) < 0.5 * ((untold[1] or 0) - (untold[0] or 0))


def test_local_exponents_and_their_trend_are_always_there():
    verdict = decided("C*d_k", sampled(lambda d: d + 8, relative=0.002, seed=89), DERIVED)
    exponent = verdict.exponents["d_k"]
    assert len(exponent.local) == 7
    assert exponent.trend == "rising"
    assert exponent.derived == 1.0


def test_a_summary_has_label_verdict_setting_and_numbers_in_this_order():
    verdict = decided("C*sqrt(d_k)", sampled(lambda d: d + 1), DERIVED, bound_type=BoundType.OMEGA)
    assert words(verdict.summary, Medium.TERMINAL) == (
        "The planted quantity grows at least like √d_k, and the bound is not tight: by derivation it grows "
        "like d_k; measured on d_k = 16 to 2048, the exponent of d_k is 0.990 (0.987 to 0.993)."
    )


def test_evidence_of_two_kinds_is_refused():
    mixed = sampled(lambda d: d)
    points = (exact(lambda d: d).points[0], *mixed.points[1:])
    with pytest.raises(ValueError, match="all have a standard error or all an error bound"):
        decided("C*d_k", Evidence.of(points, mixed.covariance.matrix))


def test_a_derived_value_missing_at_a_point_is_refused():
    with pytest.raises(ValueError, match="one finite derived value"):
        decided("C*d_k", sampled(lambda d: d), replace(DERIVED, values=SIZES[:3]))


def test_points_without_any_spread_are_nothing_to_fit():
    evidence = sampled(lambda d: d)
    still = Evidence.of(evidence.points, np.zeros((8, 8)))
    verdict: Verdict = decided("C*d_k", still)
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert "not all equal" in words(verdict.missing or "")


def test_a_logarithm_is_not_taken_for_its_root_nor_the_root_for_it():
    rooted = sampled(lambda d: np.sqrt(2 * np.log(d)), relative=0.002)
    assert decided("C*log(d_k)", rooted).outcome is not Outcome.AGREES
    assert decided("C*sqrt(log(d_k))", rooted).outcome is Outcome.AGREES


def test_a_named_alternative_that_describes_the_points_as_well_keeps_a_law_open():
    loose = sampled(lambda d: d, relative=0.02, seed=83)
    alone = decided("C*d_k", loose)
    disputed = decided("C*d_k", loose, alternatives=("C*d_k*log(d_k)**(1/20)",))
    assert alone.outcome is Outcome.AGREES
    assert disputed.outcome is Outcome.INCONCLUSIVE
    assert "fits as well" in disputed.comparisons.inference.sentence


def bent(d: np.ndarray) -> np.ndarray:
    """Local exponents that grow from 1.3 by a tenth at each doubling: no vanishing correction of d."""
    return d**1.3 * 2 ** (0.05 * np.log2(d / 16) ** 2)


@pytest.mark.parametrize(
    ("law", "bound_type", "outcome"),
    [
        (bent, BoundType.THETA, Outcome.REFUTED),
        (bent, BoundType.O, Outcome.REFUTED),
        (bent, BoundType.OMEGA, Outcome.BOUND_ONLY),
        (lambda d: 1 / bent(d), BoundType.THETA, Outcome.REFUTED),
        (lambda d: 1 / bent(d), BoundType.O, Outcome.BOUND_ONLY),
        (lambda d: 1 / bent(d), BoundType.OMEGA, Outcome.REFUTED),
    ],
)
def test_local_exponents_that_all_lie_beyond_decide_where_no_form_fits(law, bound_type, outcome):
    claimed = "C*d_k" if law is bent else "C/d_k"
    verdict = decided(claimed, sampled(law, relative=0.001), bound_type=bound_type)
    assert verdict.outcome is outcome
    assert "the local exponents of d_k end beyond" in verdict.comparisons.inference.sentence


@pytest.mark.parametrize("bound_type", list(BoundType))
def test_local_exponents_that_come_nearer_decide_nothing_where_no_form_fits(bound_type):
    def settling(d: np.ndarray) -> np.ndarray:
        """Local exponents fall from 2 towards 1, by a factor that no correction of the family follows."""
        return d * np.exp(-8 * np.exp(-np.log2(d / 8) / 2))

    verdict = decided("C*d_k", sampled(settling, relative=0.001), bound_type=bound_type)
    assert verdict.outcome is not Outcome.REFUTED or bound_type is BoundType.O
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert "end beyond" not in verdict.comparisons.inference.sentence


@pytest.mark.parametrize(("factor", "by_derivation"), [(2.0, True), (1.0, True), (2.0, False)])
def test_a_value_far_off_the_others_is_told_where_a_derived_bound_decides(factor, by_derivation):
    derived = planted.derived(sp.sqrt(d_k), ">=", sizes=SIZES, exponents={"d_k": Fraction(1, 2)})
    evidence = exact(lambda d: d * np.where(d == SIZES[3], factor, 1 + 1 / d))
    verdict = decided("C*sqrt(d_k)", evidence, derived if by_derivation else None, bound_type=BoundType.OMEGA)
    assert verdict.outcome is Outcome.BOUND_ONLY or not by_derivation
    assert ("stands out: at d_k = 128 it is 1.98 times" in words(verdict.summary)) == (
        by_derivation and factor > 1
    )


LONG = 2.0 ** np.arange(2, 15)


def of_long(law, claimed: str, bound_type: BoundType = BoundType.THETA, seed: int = 0) -> Verdict:
    """A claim about a law at thirteen sizes with stated errors of 1 %."""
    means = law(LONG) * (1 + 0.01 * np.random.default_rng(seed).standard_normal(LONG.size))
    found = planted.measured({"d": LONG}, means, 0.01 * law(LONG), n_trials=np.inf)
    return decide(planted.claim(Relation.LAW, claimed, 0.05, bound_type=bound_type), None, found)


@pytest.mark.parametrize(
    ("law", "claimed", "theta", "upper", "lower"),
    [
        (lambda d: np.minimum(d, 2000), "C*d", "refuted", "bound only", "refuted"),
        (lambda d: np.maximum(d, d**2 / 2000), "C*d", "refuted", "refuted", "bound only"),
        (lambda d: np.maximum(d, 50), "C*d**(6/5)", "refuted", "bound only", "refuted"),
        (lambda d: np.maximum(d, 50), "C*d", *3 * ["inconclusive"]),
        (lambda d: np.minimum(d**2, 2000 * d), "C*d**(6/5)", *3 * ["inconclusive"]),
        (lambda d: d * np.where(d > 500, 3, 1), "C*d", *3 * ["inconclusive"]),
        (lambda d: d * (1 + 0.5 * np.sin(np.log(d) + 0.5)), "C*d", *3 * ["inconclusive"]),
    ],
    ids=["plateau", "speeds up", "kink", "kink to the claim", "late kink", "step", "wave"],
)
def test_bends_and_steps_refute_only_where_local_exponents_end_beyond(law, claimed, theta, upper, lower):
    for bound_type, outcome in zip(BoundType, (theta, upper, lower), strict=True):
        assert of_long(law, claimed, bound_type).outcome == outcome, bound_type


@pytest.mark.parametrize("factor", [3.0, 10.0])
def test_errors_that_are_all_too_small_scatter_neighbours_as_a_step_does_not(factor):
    sizes = 2.0 ** np.arange(4, 24)
    means = sizes * (1 + 0.01 * np.random.default_rng(3).standard_normal(sizes.size))
    claim = planted.claim(Relation.LAW, "C*d", 0.05, bound_type=BoundType.THETA)

    def verdict_of(numbers):
        found = planted.measured({"d": sizes}, numbers, 0.01 * sizes / factor, n_trials=np.inf)
        return decide(claim, None, found)

    assert verdict_of(means).outcome is Outcome.AGREES
    assert "times as large" in words(verdict_of(means).summary)
    step = verdict_of(means * np.where(sizes > 5000, 3, 1))
    assert step.outcome is Outcome.INCONCLUSIVE
    assert "times as large" not in words(step.summary)


@pytest.mark.parametrize(
    ("law", "claimed", "outcome"),
    [
        (lambda n, m: n + m, "C*n*m", Outcome.REFUTED),
        (lambda n, m: n * m, "C*(n + m)", Outcome.REFUTED),
        (lambda n, m: np.maximum(n * m, 500), "C*n*m", Outcome.INCONCLUSIVE),
        (lambda n, m: n + m, "C*(n + m)", Outcome.AGREES),
        (lambda n, m: n * m, "log(C*n + m)", Outcome.INCONCLUSIVE),
    ],
)
def test_a_sum_is_told_from_a_product_where_all_variables_grow_together(law, claimed, outcome):
    n, m = (column.ravel() for column in np.meshgrid(2.0 ** np.arange(3, 10), 2.0 ** np.arange(3, 10)))
    found = planted.sampled({"n": n, "m": m}, law(n, m), 0.01 * law(n, m), seed=1)
    verdict = decide(planted.claim(Relation.LAW, claimed, 0.05, bound_type=BoundType.THETA), None, found)
    assert verdict.outcome is outcome
    assert (" together end beyond" in words(verdict.summary)) == (outcome is Outcome.REFUTED)


@pytest.mark.parametrize(("other", "outcome"), [(0.2, Outcome.INCONCLUSIVE), (0.0, Outcome.AGREES)])
def test_support_stays_open_where_a_trend_leaves_the_margin(other, outcome):
    sizes = np.round(10 ** np.linspace(1, 4, 12))
    means = 100 * np.sqrt(sizes) + other * sizes
    noisy = means * (1 + 0.01 * np.random.default_rng(6).standard_normal(sizes.size))
    claim = planted.claim(Relation.LAW, "C*sqrt(d)", 0.05, bound_type=BoundType.THETA)
    verdict = decide(claim, None, planted.measured({"d": sizes}, noisy, 0.01 * means))
    assert verdict.outcome is outcome
    told = words(verdict.summary, Medium.TERMINAL)
    assert ("A trend speaks against it" in told) == (outcome is Outcome.INCONCLUSIVE)


@pytest.mark.parametrize(
    ("rate", "bound_type", "outcome"),
    [
        (-1 / 200, BoundType.O, Outcome.BOUND_ONLY),
        (-1 / 200, BoundType.OMEGA, Outcome.REFUTED),
        (1 / 400, BoundType.O, Outcome.REFUTED),
        (1 / 400, BoundType.OMEGA, Outcome.BOUND_ONLY),
    ],
)
def test_every_power_bounds_an_exponential_on_one_side(rate, bound_type, outcome):
    assert decided("C/d_k**2", sampled(lambda d: np.exp(rate * d)), bound_type=bound_type).outcome is outcome
    assert decided("C/d_k**2", sampled(lambda d: d**-2.0), bound_type=bound_type).outcome is Outcome.AGREES


@pytest.mark.parametrize(
    ("rate", "claimed", "bound_type"),
    [(-1 / 200, "C/d**3", BoundType.O), (1 / 200, "C*d**3", BoundType.OMEGA)],
)
def test_few_factors_of_an_exponential_refute_no_bound_that_it_will_meet(rate, claimed, bound_type):
    sizes = 2.0 ** np.arange(4, 10)

    def verdict_of(truth):
        found = planted.sampled({"d": sizes}, truth, 0.003 * truth, seed=5)
        return decide(planted.claim(Relation.LAW, claimed, bound_type=bound_type), None, found)

    exponential = verdict_of(np.exp(rate * sizes))
    assert exponential.outcome is Outcome.INCONCLUSIVE
    assert "exponentially in d" in words(exponential.summary)
    # Two powers in one sum bend as much, and no size takes them past the claimed one.
    two = verdict_of((1 + (sizes / 100) ** 1.5) ** np.sign(rate))
    assert two.outcome is Outcome.REFUTED


@pytest.mark.parametrize(
    ("law", "claimed", "other"),
    [
        (lambda d: np.sqrt(d + 200), "C*sqrt(d_k)", "C*d_k**2"),
        (lambda d: (1 + d / 300) ** -2.0, "C/d_k**2", "C*d_k"),
        (lambda d: np.sqrt(d**2 + 300.0**2), "C*d_k", "C/d_k"),
        (lambda d: (d + 1000) ** 1.5, "C*d_k**(3/2)", "C/d_k"),
        (lambda d: (d + 1000) ** -0.75, "C*d_k**(-3/4)", "C*d_k"),
    ],
)
def test_a_law_of_shifted_sizes_is_open_and_others_are_refuted(law, claimed, other):
    found = sampled(law, relative=0.01)
    assert decided(claimed, found).outcome is Outcome.INCONCLUSIVE
    assert decided(other, found).outcome is Outcome.REFUTED

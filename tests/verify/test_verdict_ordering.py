"""The row Ordering on planted truths: positive, reversed, starved and derived differences."""

from dataclasses import replace
from functools import partial

import msgspec
import numpy as np
import pytest
import sympy as sp
from theorycheck.claim import Claim, Relation
from theorycheck.decide.verdict import decide
from theorycheck.document import ComparisonOutcome, Outcome
from theorycheck.statistics.evidence import Evidence
from theorycheck.theory.notation import d_k
from theorycheck.wording import words

from . import planted

SIZES = 2 ** np.arange(4, 12)
RUNS = 200
CLAIM = planted.claim(
    Relation.ORDERING, "0", 0.0, label="the first error minus the second", quantity="conditioning.planted"
)


def interpretation(claimed: str, margin: float = 0.0) -> Claim:
    return msgspec.structs.replace(CLAIM, claimed=claimed, margin=margin)


def sampled(differences: np.ndarray, stderr: float, seed: int = 211) -> Evidence:
    return planted.sampled({"d_k": SIZES}, differences, stderr, seed)


def exact(differences: np.ndarray, bound: float) -> Evidence:
    return planted.exact({"d_k": SIZES}, differences, bound)


derived = partial(planted.derived, sizes=SIZES)


POSITIVE = 1 / np.sqrt(SIZES)
REVERSED = np.where(np.arange(SIZES.size) == 5, -1.0, 1.0) * POSITIVE


def test_a_difference_positive_in_every_point_agrees_and_one_reversed_point_refutes():
    right = decide(CLAIM, None, sampled(POSITIVE, 0.002))
    assert (right.outcome, right.holds, right.basis) == (Outcome.AGREES, "yes", "statistics")
    wrong = decide(CLAIM, None, sampled(REVERSED, 0.002))
    assert (wrong.outcome, wrong.holds) == (Outcome.REFUTED, "no")
    assert f"d_k = {SIZES[5]}, p" in words(wrong.summary)


def test_the_weakest_point_is_named_where_one_point_stays_open():
    weak = np.where(np.arange(SIZES.size) == 2, 0.0, POSITIVE)
    verdict = decide(CLAIM, None, sampled(weak, 0.002))
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert f"d_k = {SIZES[2]}, p" in words(verdict.summary)
    assert "trials" in words(verdict.missing or "")


def test_the_other_side_of_an_ordering_may_be_a_formula():
    above = decide(interpretation("1/d_k"), None, sampled(1.5 / SIZES, 1e-5))
    assert above.outcome is Outcome.AGREES
    below = decide(interpretation("2/d_k"), None, sampled(1.5 / SIZES, 1e-5))
    assert below.outcome is Outcome.REFUTED


def test_a_reversal_inside_the_margin_neither_refutes_nor_supports():
    slightly = np.where(np.arange(SIZES.size) == 5, -0.01, POSITIVE)
    evidence = sampled(slightly, 0.0005)
    assert decide(CLAIM, None, evidence).outcome is Outcome.REFUTED
    assert decide(interpretation("0", margin=0.05), None, evidence).outcome is Outcome.INCONCLUSIVE


def test_a_derived_difference_decides_where_the_routes_agree():
    evidence = sampled(POSITIVE, 1e-4)
    right = decide(CLAIM, derived(1 / sp.sqrt(d_k)), evidence)
    assert (right.outcome, right.basis) == (Outcome.AGREES, "derived")
    wrong = decide(CLAIM, derived(-1 / sp.sqrt(d_k)), sampled(-POSITIVE, 1e-4))
    assert (wrong.outcome, wrong.basis) == (Outcome.REFUTED, "derived")
    clash = decide(CLAIM, derived(2 / sp.sqrt(d_k)), evidence)
    assert clash.outcome is Outcome.ERROR
    cited = replace(derived(1 / sp.sqrt(d_k)), status="partly cited")
    assert decide(CLAIM, cited, evidence).basis == "statistics"


def test_a_derived_difference_of_zero_settles_nothing():
    zero = derived(0 * d_k)
    verdict = decide(CLAIM, zero, sampled(0 * POSITIVE, 1e-4))
    assert verdict.comparisons.symbolic.outcome is ComparisonOutcome.OPEN
    assert verdict.outcome is Outcome.INCONCLUSIVE


@pytest.mark.parametrize(("bound", "outcome"), [(1e-9, Outcome.AGREES), (0.1, Outcome.INCONCLUSIVE)])
def test_exact_differences_are_positive_beyond_their_error_bounds(bound, outcome):
    verdict = decide(CLAIM, None, exact(POSITIVE, bound))
    assert (verdict.outcome, verdict.basis) == (outcome, "exact")
    assert decide(CLAIM, None, exact(REVERSED, 1e-9)).outcome is Outcome.REFUTED


def count(differences: np.ndarray, stderr: float, outcome: Outcome) -> int:
    return sum(
        decide(CLAIM, None, sampled(differences, stderr, seed)).outcome is outcome for seed in range(RUNS)
    )


at_most = partial(planted.at_most, RUNS)


def test_orderings_are_rarely_decided_wrongly():
    equal = np.where(np.arange(SIZES.size) == 5, 0.0, POSITIVE)
    assert at_most(count(equal, 0.005, Outcome.AGREES), 0.01)
    assert at_most(count(equal, 0.005, Outcome.REFUTED), 0.01)
    assert at_most(count(0 * POSITIVE, 0.005, Outcome.REFUTED), 0.01)
    assert count(POSITIVE, 0.004, Outcome.AGREES) >= 0.95 * RUNS
    assert count(REVERSED, 0.004, Outcome.REFUTED) >= 0.95 * RUNS

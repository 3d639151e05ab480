"""Sums whose terms share a variable: true ones are never refuted, false ones never supported."""

from collections.abc import Callable

import numpy as np
import pytest
from theorycheck.claim import Relation
from theorycheck.decide.verdict import decide
from theorycheck.document import Outcome
from theorycheck.law import form

from . import planted

SIZES = 2.0 ** np.arange(3, 13)
Law = Callable[[np.ndarray], np.ndarray]


def outcomes(claimed: str, law: Law, relative: float, runs: int = 6) -> set[Outcome]:
    claim, means = planted.claim(Relation.LAW, claimed), law(SIZES)
    return {
        decide(claim, None, planted.sampled({"d": SIZES}, means, relative * means, seed)).outcome
        for seed in range(runs)
    }


@pytest.mark.parametrize("claimed", ["a/d + b/sqrt(d)", "a/sqrt(d) + b/d"])
def test_a_sum_of_two_powers_agrees_in_whichever_order_it_is_written(claimed):
    assert outcomes(claimed, lambda d: 8 / d + 1 / np.sqrt(d), 0.002) == {Outcome.AGREES}


@pytest.mark.parametrize("relative", [0.01, 0.05])
def test_a_true_sum_is_never_refuted(relative):
    found = outcomes("a/d + b/sqrt(d)", lambda d: 1 / d + 1 / np.sqrt(d), relative)
    assert Outcome.REFUTED not in found


def test_a_logarithm_beside_its_own_power_is_decided():
    assert outcomes("a*d*log(d) + b*d", lambda d: d * np.log(d) + 3 * d, 0.005, runs=3) == {Outcome.AGREES}


@pytest.mark.parametrize(
    ("claimed", "law"),
    [
        ("a/d + b/sqrt(d)", lambda d: d**-0.7),
        ("a/d + b/sqrt(d)", lambda d: 8 * d**-1.2 + d**-0.5),
        ("a*d*log(d) + b*d", lambda d: d**1.2),
    ],
)
def test_a_false_sum_is_never_supported(claimed, law):
    assert Outcome.AGREES not in outcomes(claimed, law, 0.005, runs=4)


def test_a_false_exponent_of_one_term_is_refuted():
    wrong = outcomes("a/d + b/sqrt(d)", lambda d: 8 * d**-1.2 + d**-0.5, 0.002, runs=3)
    assert wrong == {Outcome.REFUTED}


def test_terms_that_differ_in_a_logarithm_alone_are_one_formula():
    assert form("a*d*log(d) + b*d", ("d",)).is_nonlinear
    assert not form("a/d + b/sqrt(d)", ("d",)).is_nonlinear
    assert not form("a/T + b/sqrt(d)", ("T", "d")).is_nonlinear

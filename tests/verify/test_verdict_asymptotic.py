"""Claims about the limit alone: slow corrections may remain, a trend towards the claim refutes nothing."""

import numpy as np
import pytest
from scipy import integrate, stats
from theorycheck.claim import Relation
from theorycheck.decide.verdict import Verdict, decide
from theorycheck.document import Outcome
from theorycheck.wording import words

from . import planted
from .planted import Law

SIZES = np.array([32.0, 48, 64, 96, 128, 192, 256])


WIDE = 2.0 ** np.arange(5, 15)


def verdict(claimed: str, law: Law, relative: float | None, *, asymptotic: bool, seed: int = 1) -> Verdict:
    claim = planted.claim(Relation.LAW, claimed, asymptotic=asymptotic)
    return decide(claim, None, planted.along("n", SIZES, law, relative, seed))


def slowly(n: np.ndarray) -> np.ndarray:
    """Local exponents beyond n/log n of -.22 to -.09 and on to 0: the recall of stored patterns does so."""
    return n / np.log(n) * (1 - 2 / np.log(n))


def largest_normal(n: np.ndarray) -> np.ndarray:
    """The mean of the largest of n normals, which is sqrt(2 log n) in the limit."""

    def density(x: float, size: float) -> float:
        return x * size * stats.norm.pdf(x) * stats.norm.cdf(x) ** (size - 1)

    return np.array([integrate.quad(density, -8, 12, args=(size,))[0] for size in n])


@pytest.mark.parametrize("relative", [None, 0.001, 0.01])
@pytest.mark.parametrize(("claimed", "law"), [("C*n/log(n)", slowly), ("C*sqrt(log(n))", largest_normal)])
def test_a_law_that_is_approached_slowly_is_never_refuted(claimed, law, relative):
    assert verdict(claimed, law, relative, asymptotic=True).outcome is not Outcome.REFUTED


def test_a_limit_that_only_slow_corrections_leave_open_says_that_theta_agrees():
    """The records among n numbers, 1 + 1/2 + ... + 1/n."""

    def harmonic(n: np.ndarray) -> np.ndarray:
        return np.array([np.sum(1 / np.arange(1, size + 1)) for size in n])

    limit, plain = (verdict("C*log(n)", harmonic, 0.003, asymptotic=each) for each in (True, False))
    assert (limit.outcome, plain.outcome) == (Outcome.INCONCLUSIVE, Outcome.AGREES)
    assert "As Theta it agrees, whose corrections vanish like powers" in words(limit.summary)
    wrong = verdict("C*log(n)**1.2", harmonic, 0.003, asymptotic=True)
    assert "As Theta it agrees" not in words(wrong.summary)


@pytest.mark.parametrize("relative", [None, 0.003])
@pytest.mark.parametrize("law", [lambda n: n**1.5, np.sqrt, lambda n: n * np.exp(n / 200)])
def test_a_limit_that_nothing_approaches_is_refuted(law, relative):
    assert verdict("C*n", law, relative, asymptotic=True).outcome is Outcome.REFUTED


def test_a_trend_towards_the_claim_keeps_a_limit_open_that_is_refuted_on_the_range():
    """A law of which local exponents rise from .75 to .82 only, by a factor that no correction follows."""

    def bent(n: np.ndarray) -> np.ndarray:
        return n**0.6 * np.exp(0.02 * np.log(n) ** 2)

    for relative in (None, 0.001):
        limit, plain = (verdict("C*n", bent, relative, asymptotic=each) for each in (True, False))
        assert (limit.outcome, plain.outcome) == (Outcome.INCONCLUSIVE, Outcome.REFUTED)
    assert "come nearer to 1" in words(limit.comparisons.inference.sentence)


def equality(
    law: Law, relative: float | None, *, asymptotic: bool, claimed: str = "sqrt(2*log(n))"
) -> Verdict:
    claim = planted.claim(Relation.EQUALS, claimed, 0.02, asymptotic=asymptotic)
    return decide(claim, None, planted.along("n", WIDE, law, relative, seed=3))


@pytest.mark.parametrize("relative", [None, 0.0003])
def test_an_equality_in_the_limit_is_not_refuted_by_its_slow_approach(relative):
    limit, plain = (equality(largest_normal, relative, asymptotic=each) for each in (True, False))
    assert (limit.outcome, plain.outcome) == (Outcome.INCONCLUSIVE, Outcome.REFUTED)
    assert "the ratio of the planted quantity to" in words(limit.summary).lower()


@pytest.mark.parametrize("relative", [None, 0.0003])
def test_an_equality_in_the_limit_needs_its_constant_and_its_power(relative):
    for wrong in (lambda n: 1.1 * np.sqrt(2 * np.log(n)), lambda n: 1.1 * n**0.1 * np.sqrt(2 * np.log(n))):
        assert equality(wrong, relative, asymptotic=True).outcome is Outcome.REFUTED


def test_an_equality_in_the_limit_agrees_where_its_far_end_is_reached():
    def near(n: np.ndarray) -> np.ndarray:
        return np.sqrt(2 * np.log(n)) * (1 + 2 / n)

    limit, plain = (equality(near, 0.001, asymptotic=each) for each in (True, False))
    assert (limit.outcome, plain.outcome) == (Outcome.AGREES, Outcome.REFUTED)


def test_a_limit_may_be_approached_as_slowly_as_a_logarithm():
    def slow(n: np.ndarray) -> np.ndarray:
        return 1 + np.log(np.log(n)) / np.log(n)

    def claim(relation: Relation, *, asymptotic: bool) -> Outcome:
        found = planted.claim(relation, "1", asymptotic=asymptotic, diverging="n")
        return decide(found, None, planted.exact({"n": WIDE}, slow(WIDE))).outcome

    assert claim(Relation.LIMIT, asymptotic=True) is Outcome.INCONCLUSIVE
    assert claim(Relation.LIMIT, asymptotic=False) is Outcome.REFUTED
